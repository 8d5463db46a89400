"""The panels of one player alone: the card, what they may do now, and what only they know.

The panel of what they may do looks the same for every living player at night, whatever the role (C1).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.observation import OVER, Observation, Own
from games.engine.roles import Faction
from games.engine.rules import BallotSecrecy, Light
from games.engine.state import Choice, Finding
from games.engine.talk import Talk
from games.live import wording
from games.live.shared import MANY, Box, Pairs, Part, Parts
from games.projections import GameView
from games.public import PublicView


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
    team = tuple([seat.name for seat in seen.seats if seat.teammate]) if seen.own.met_team else ()
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


@lru_cache(maxsize=64)
def _grid(public: PublicView, hold: str) -> tuple[tuple[str, Part], ...]:
    """Everybody's, and Nobody's at the end, for somebody who looks on: none is pressed."""
    many, night, open_to = len(public.seats) >= MANY, public.kind == "night", public.candidates
    tokens = [
        _token(s.seat, s.name, s.alive, s.alive if night else s.seat in open_to, False, s.votes, many, "")
        for s in public.seats
    ]
    return *tokens, _token(NOBODY, "", True, True, False, public.nobody, many, hold)


def _tokens(view: GameView, own: Own) -> tuple[tuple[str, Part], ...]:
    """The same for a player, who may have pressed one (Nobody's is the last) and cannot vote for
    themselves."""
    night = view.public.kind == "night"
    tokens = list(_grid(view.public, view.code if night else ""))
    chosen = _chosen(view.observation, own)
    if chosen is not None:
        tokens[chosen] = _again(tokens[chosen], free=True, pressed=True)
    if not night:
        tokens[own.seat] = _again(tokens[own.seat], free=False, pressed=False)
    return tuple(tokens)


def _again(token: tuple[str, Part], *, free: bool, pressed: bool) -> tuple[str, Part]:
    t: Any = token[1].context
    return _token(t.seat, t.name, t.alive, free, pressed, t.votes, t.many, t.hold)


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
        tokens=_tokens(view, own) if grid else (),
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
    rest = (c.code, c.kind, c.phase, c.theme, c.paused, c.alive, c.speaker, c.speaking, c.verb, c.ballots)
    return rest, parts


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
    own = seen.own
    mates = tuple([(seat.name, seat.alive) for seat in seen.seats if seat.teammate]) if own.met_team else ()
    reads = Talk.MAFIA in seen.reads
    return Notes(
        code=view.code,
        theme=seen.theme,
        names=view.public.names,
        findings=own.findings,
        team=mates,
        team_choices=own.team_choices,
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
