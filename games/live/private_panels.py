"""The panels of one player alone: the card, what they may do now, and what only they know.

The panel of what they may do looks the same for every living player at night, whatever the role (C1).
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.observation import OVER, Observation, Own, SeatView
from games.engine.roles import Faction
from games.engine.rules import BallotSecrecy, Light
from games.engine.state import Choice, Finding
from games.engine.talk import Talk
from games.live import wording
from games.live.shared import MANY, Box, Pairs, Part, Parts, names_of
from games.projections import GameView


@dataclass(frozen=True, slots=True)
class Role:
    theme: str
    role: RoleId
    faction: Faction
    team: tuple[str, ...]


def role(view: GameView) -> Role | None:
    seen = view.observation
    if seen.own is None or seen.kind == OVER:
        return None
    team = tuple(seat.name for seat in seen.seats if seat.teammate)
    return Role(seen.theme, seen.own.role, seen.own.faction, team)


def role_variables(c: Role) -> Mapping[str, Any]:
    return {
        "words": wording.role_words(c.role, c.theme),
        "side": wording.side(c.faction, c.theme),
        "team": wording.company(c.team),
    }


@dataclass(frozen=True, slots=True)
class Token:
    """A name to tap, or Nobody.  ``votes`` as far as the ballots are open; ``many``: one of so many that it
    is small; ``hold``: the room's code, for Nobody at night, which is a choice of its own."""

    seat: SeatId
    name: str
    alive: bool
    free: bool
    pressed: bool
    votes: int
    many: bool
    hold: str


@dataclass(frozen=True, slots=True)
class Action:
    code: str
    kind: str
    phase: int
    theme: str
    paused: bool
    alive: bool
    speaker: str
    speaking: bool
    done: bool
    verb: str
    tokens: tuple[tuple[str, Part], ...]
    voters: tuple[tuple[str, tuple[str, ...]], ...]
    ballots: BallotSecrecy
    withdraw: bool


@lru_cache(maxsize=16_384)
def _token(*values: Any) -> tuple[str, Part]:
    """The element's id and the part, from the values of a Token in order.  Most are the same for all and
    from one ballot to the next, and are then the same object, which is quick to make and to compare."""
    token = Token(*values)
    return f"t{token.seat}", Part("games/phases/_token.html", token)


def _tokens(
    view: GameView, chosen: SeatId | None, free: Callable[[SeatView], bool]
) -> tuple[tuple[str, Part], ...]:
    """Everybody's, and Nobody's at the end."""
    seen = view.observation
    totals, many = seen.totals, len(seen.seats) >= MANY
    tokens = [
        _token(s.seat, s.name, s.alive, free(s), s.seat == chosen, totals.get(s.seat, 0), many, "")
        for s in seen.seats
    ]
    hold = view.code if seen.kind == "night" else ""
    tokens.append(_token(NOBODY, "", True, True, chosen == NOBODY, totals.get(NOBODY, 0), many, hold))
    return tuple(tokens)


def _voters(seen: Observation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who votes for whom, where ballots are open; Nobody has no name."""
    if seen.kind != "vote" or seen.ballots is not BallotSecrecy.NAMES:
        return ()
    voters: dict[SeatId, list[str]] = {}
    for seat in seen.seats:
        if seat.vote is not None:
            voters.setdefault(seat.vote, []).append(seat.name)
    named = ((seat.seat, seat.name) for seat in seen.seats)
    return tuple((name, tuple(voters[seat])) for seat, name in (*named, (NOBODY, "")) if seat in voters)


def _chosen(seen: Observation, own: Own) -> SeatId | None:
    """Whom the viewer has tapped; NOBODY for whoever chose to do nothing."""
    if seen.kind == "vote":
        return own.ballot
    for choice in own.choices:
        return NOBODY if choice.target is None else choice.target
    return None


def action(view: GameView) -> Action | None:
    seen = view.observation
    if seen.own is None or seen.own.left or seen.kind in (OVER, "announcement"):
        return None
    own = seen.own
    grid = seen.kind in ("night", "vote") and own.alive
    aimed = [legal.verb for legal in seen.legal if legal.targets is not None and legal.verb != "remove"]
    tokens: tuple[tuple[str, Part], ...] = ()
    if grid and seen.kind == "night":
        tokens = _tokens(view, _chosen(seen, own), lambda seat: seat.alive)
    elif grid:
        tokens = _tokens(view, _chosen(seen, own), lambda seat: seat.seat in seen.candidates and not seat.you)
    speaking = seen.speaker == own.seat
    return Action(
        code=view.code,
        kind=seen.kind,
        phase=seen.phase_number,
        theme=seen.theme,
        paused=seen.paused,
        alive=own.alive,
        speaker="" if seen.speaker is None else seen.seats[seen.speaker].name,
        speaking=speaking,
        done=own.done,
        verb=aimed[0] if aimed else "",
        tokens=tokens,
        voters=_voters(seen) if grid else (),
        ballots=seen.ballots,
        withdraw=any(legal.verb == "unvote" for legal in seen.legal),
    )


def action_variables(c: Action) -> Mapping[str, Any]:
    return {"many": len(c.tokens) > MANY}


@dataclass(frozen=True, slots=True)
class Foot:
    """What ends one's turn: to confirm the night, or to take a ballot back."""

    code: str
    phase: int
    night: bool
    ballots: BallotSecrecy
    done: bool
    withdraw: bool


def action_parts(c: Action) -> tuple[Hashable, Parts]:
    """The tokens, who voted for whom, and the foot; a ballot changes nothing else."""
    if not c.tokens:
        return c, {}
    foot = Foot(c.code, c.phase, c.kind == "night", c.ballots, c.done, c.withdraw)
    parts = {
        "tokens": dict(c.tokens),
        "voters": {"voters": Part("games/phases/_voters.html", c.voters)},
        "foot": {"act-foot": Part("games/phases/_foot.html", foot)},
    }
    return replace(c, tokens=(), voters=(), done=False, withdraw=False), parts


@dataclass(frozen=True, slots=True)
class Notes:
    code: str
    theme: str
    names: Pairs
    findings: tuple[Finding, ...]
    team: tuple[tuple[str, bool], ...]
    team_choices: tuple[Choice, ...]
    mafia: Box | None
    night: bool
    note: str


def notes(view: GameView) -> Notes | None:
    """ "Only for you": closed until opened, and the same for everybody while closed."""
    seen = view.observation
    if seen.own is None or seen.kind == OVER:
        return None
    mates = tuple((seat.name, seat.alive) for seat in seen.seats if seat.teammate)
    reads = Talk.MAFIA in seen.reads
    return Notes(
        code=view.code,
        theme=seen.theme,
        names=names_of(view),
        findings=seen.own.findings,
        team=mates,
        team_choices=seen.own.team_choices,
        mafia=Box(Talk.MAFIA.value, Talk.MAFIA in seen.writes) if reads else None,
        night=seen.light is Light.NIGHT,
        note=view.note,
    )


def notes_variables(c: Notes) -> Mapping[str, Any]:
    names = dict(c.names)
    return {
        "results": [
            wording.on_night(
                found.night, wording.result_sentence(found.result, names[found.subject], c.theme)
            )
            for found in c.findings
        ],
        "picks": [
            wording.choice_sentence(
                choice.ability, names[choice.seat], None if choice.target is None else names[choice.target]
            )
            for choice in c.team_choices
        ],
        "mafia_title": wording.TALKS[c.theme]["mafia"],
    }
