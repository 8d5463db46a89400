"""Twin games: two that differ only in what a viewer may not know, told apart by an independent list."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import cast

from games.engine.attendance_events import PlayerLeft
from games.engine.commands import Choose, Command, Enter, SeatCommand, StartGame
from games.engine.day_events import BallotCast, BallotWithdrawn, PlayerRevealed, SkipSpent, VoteClosed
from games.engine.errors import Rejected
from games.engine.events import Addressed, GameEnded, NewsTold, PhaseBegan, PlayerWentOut, TeamMet
from games.engine.ids import Millis, SeatId, Standpoint, Viewer
from games.engine.led_events import NominationSeconded, PlayerNominated, PlayerPutBack, StepUndone
from games.engine.night_events import PlayerSilenced, PowerSpent, ResultLearned
from games.engine.observation import observe
from games.engine.roles import ROLES, Condition
from tests.kit.games import Answer, Table, begin


@dataclass(frozen=True)
class Swap:
    """Two seats change places in everything that happens at night, but for what the viewer may see of it:
    the choices of the ``known``, which are the viewer's own and those of a team the viewer is of."""

    viewer: Viewer
    known: frozenset[SeatId]
    one: SeatId
    other: SeatId

    def seat(self, seat: SeatId) -> SeatId:
        return {self.one: self.other, self.other: self.one}.get(seat, seat)

    def command(self, command: Command) -> Command:
        if isinstance(command, StartGame):
            assert command.roles is not None
            roles = list(command.roles)
            roles[self.one], roles[self.other] = roles[self.other], roles[self.one]
            return replace(command, roles=tuple(roles))
        if isinstance(command, Enter):
            return Enter(command.by, cast("SeatCommand", self.command(command.command)))
        if isinstance(command, Choose) and command.seat not in self.known:
            target = None if command.target is None else self.seat(command.target)
            return Choose(self.seat(command.seat), command.ability, target)
        return command


def swaps(random: Random, command: StartGame, viewer: Viewer) -> Swap | None:
    """Two seats of different roles of which the viewer knows neither."""
    assert command.roles is not None
    seats = [SeatId(number) for number in range(len(command.roles))]
    known = frozenset[SeatId]()
    if viewer.standpoint is Standpoint.SEAT:
        team = ROLES[command.roles[viewer.seat]].knows_team
        known = frozenset({viewer.seat, *(s for s in seats if team and ROLES[command.roles[s]].knows_team)})
    pairs = [
        (one, other)
        for one, other in combinations(seats, 2)
        if command.roles[one] != command.roles[other] and known.isdisjoint((one, other))
    ]
    return Swap(viewer, known, *random.choice(pairs)) if pairs else None


def _open(answer: Answer, viewer: Viewer) -> list[object]:
    """What the viewer is entitled to learn from an answer, listed without asking the audience."""
    if isinstance(answer, Rejected):
        return [answer.reason]
    listed: list[object] = []
    for event in (addressed.event for addressed in answer):
        match event:
            case PlayerWentOut() | NewsTold() | VoteClosed() | PhaseBegan() | PlayerLeft() | SkipSpent():
                listed.append(event)
            case BallotCast() | BallotWithdrawn() | PlayerRevealed():
                listed.append(event)
            case ResultLearned(seat=seat) | PlayerSilenced(seat=seat) | PowerSpent(seat=seat):
                if seat == viewer.seat:  # of a power that was not spent the holder may think what they like
                    listed.append(event)
            case PlayerNominated() | NominationSeconded() | StepUndone() | PlayerPutBack():
                listed.append(event)
            case GameEnded():
                listed.append("over")
    return listed


def _told(answer: Answer, viewer: Viewer) -> list[object]:
    events: tuple[Addressed, ...] = () if isinstance(answer, Rejected) else answer
    return [addressed.event for addressed in events if addressed.audience.includes(viewer)]


def compare(commands: list[tuple[Command, Millis]], swap: Swap, *, each: bool = True) -> Iterator[int]:
    """Play both and compare them for as long as the pair counts; gives a number for each comparison.

    ``each`` compares after every command, otherwise where a phase begins.
    """
    viewer = swap.viewer
    (start, now), *rest = commands
    assert isinstance(start, StartGame)
    twin_start = swap.command(start)
    assert isinstance(twin_start, StartGame)
    game, twin = begin(start, now), begin(twin_start, now)
    _same(game, twin, viewer)
    for number, (command, at) in enumerate(rest):
        game.now = twin.now = at
        phase = game.state.stage.number
        answer, twin_answer = game.do(command), twin.do(swap.command(command))
        if _open(answer, viewer) != _open(twin_answer, viewer) or game.over:
            return
        if _alone(game, viewer) != _alone(twin, viewer) or _team_grows(answer, viewer):
            return
        assert _told(answer, viewer) == _told(twin_answer, viewer)
        if each or game.state.stage.number != phase:
            _same(game, twin, viewer)
            yield number


def _alone(game: Table, viewer: Viewer) -> bool:
    """The last of a side that does not know each other learns that they are (S14)."""
    if viewer.standpoint is not Standpoint.SEAT:
        return False
    own = game.state.seats[viewer.seat]
    if not any(power.condition is Condition.LAST for power in ROLES[own.role].powers):
        return False
    return sum(seat.alive and seat.faction is own.faction for seat in game.state.seats) == 1


def _team_grows(answer: Answer, viewer: Viewer) -> bool:
    """The viewer gets to know somebody, whose choices they see from now on (S15)."""
    return any(isinstance(event, TeamMet) for event in _told(answer, viewer))


def _same(game: Table, twin: Table, viewer: Viewer) -> None:
    assert observe(game.state, viewer) == observe(twin.state, viewer)
