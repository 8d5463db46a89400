"""The panels of one player alone: the card, what they may do now, and what only they know.

The panel of what they may do looks the same for every living player at night, whatever the role (C1).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.observation import OVER, Observation, Own, SeatView
from games.engine.roles import Faction
from games.engine.rules import BallotSecrecy, Light
from games.engine.state import Choice, Finding
from games.engine.talk import Talk
from games.live import wording
from games.live.shared import MANY, Box, Pairs, names_of
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
    """A name to tap.  ``votes`` and ``voters`` as far as the ballots are open."""

    seat: SeatId
    name: str
    alive: bool
    free: bool
    pressed: bool
    votes: int
    voters: tuple[str, ...]


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
    tokens: tuple[Token, ...]
    nobody: Token | None
    ballots: BallotSecrecy
    withdraw: bool


def _tokens(seen: Observation, chosen: SeatId | None, free: Callable[[SeatView], bool]) -> tuple[Token, ...]:
    voters: dict[SeatId, list[str]] = {}
    if seen.kind == "vote" and seen.ballots is BallotSecrecy.NAMES:
        for seat in seen.seats:
            if seat.vote is not None:
                voters.setdefault(seat.vote, []).append(seat.name)
    tokens = [
        Token(
            seat=seat.seat,
            name=seat.name,
            alive=seat.alive,
            free=free(seat),
            pressed=seat.seat == chosen,
            votes=seen.totals.get(seat.seat, 0),
            voters=tuple(voters.get(seat.seat, ())),
        )
        for seat in seen.seats
    ]
    pressed, votes = chosen == NOBODY, seen.totals.get(NOBODY, 0)
    tokens.append(Token(NOBODY, "", True, True, pressed, votes, tuple(voters.get(NOBODY, ()))))
    return tuple(tokens)


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
    tokens: tuple[Token, ...] = ()
    if grid and seen.kind == "night":
        tokens = _tokens(seen, _chosen(seen, own), lambda seat: seat.alive)
    elif grid:
        tokens = _tokens(seen, _chosen(seen, own), lambda seat: seat.seat in seen.candidates and not seat.you)
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
        tokens=tokens[:-1],
        nobody=tokens[-1] if tokens else None,
        ballots=seen.ballots,
        withdraw=any(legal.verb == "unvote" for legal in seen.legal),
    )


def action_variables(c: Action) -> Mapping[str, Any]:
    return {"many": len(c.tokens) >= MANY, "filter": len(c.tokens) >= MANY, "closed": c.paused or not c.verb}


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
