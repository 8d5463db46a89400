"""Everything that happened in a game, for everybody, once it is over (C3)."""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from operator import attrgetter

from games.engine.attendance_events import PlayerLeft
from games.engine.day_events import BallotCast, BallotWithdrawn, PlayerRevealed, VoteClosed
from games.engine.events import CauseNoted, Event, PhaseBegan, PlayerWentOut
from games.engine.ids import RoleId, SeatId
from games.engine.led_events import ActsDropped, PlayerPutBack, StepBegan, StepUndone
from games.engine.news import Cause, NewsKind
from games.engine.night_events import ChoiceMade, PlayerPromoted, PlayerRecruited, ResultLearned
from games.engine.state import replaces

BACK = NewsKind.PUT_BACK.value
"""In the place of a cause: somebody who was out plays on."""


@dataclass(frozen=True, slots=True)
class Round:
    """A phase in which something happened.

    ``choices``: (seat, ability, target or None) as they stood at its end; ``results``: (seat, subject, what
    was read, whom the subject was seen with or None); ``turned``: (seat, new role, whether recruited);
    ``out``: (seat, cause), or (seat, BACK) for somebody who was put back (M17); ``left``: who left;
    ``revealed``: who showed which role; ``totals``: (target, weight) of its vote; ``ballots``: (voter,
    target) only where the setting was names (C18); ``changes``: how many ballots were cast and withdrawn;
    ``undone``: the moderator has taken back what it brought (M17).
    """

    place: str
    day: int
    night: int
    choices: tuple[tuple[SeatId, str, SeatId | None], ...]
    results: tuple[tuple[SeatId, SeatId, str, SeatId | None], ...]
    turned: tuple[tuple[SeatId, RoleId, bool], ...]
    out: tuple[tuple[SeatId, str], ...]
    left: tuple[SeatId, ...]
    revealed: tuple[tuple[SeatId, RoleId], ...]
    voted: bool
    totals: tuple[tuple[SeatId, int], ...]
    ballots: tuple[tuple[SeatId, SeatId], ...]
    changes: int
    eliminated: SeatId | None
    undone: bool = False


@dataclass
class _Draft:
    began: PhaseBegan | StepUndone
    choices: list[ChoiceMade] = field(default_factory=list)
    results: list[ResultLearned] = field(default_factory=list)
    turned: list[PlayerRecruited | PlayerPromoted] = field(default_factory=list)
    out: list[PlayerWentOut | PlayerPutBack] = field(default_factory=list)
    causes: dict[SeatId, Cause] = field(default_factory=dict)
    left: list[SeatId] = field(default_factory=list)
    revealed: list[tuple[SeatId, RoleId]] = field(default_factory=list)
    vote: VoteClosed | None = None
    changes: int = 0
    undone: bool = False

    def add(self, event: Event) -> None:
        match event:
            case ChoiceMade():
                self.choices = [
                    made
                    for made in self.choices
                    if made.seat != event.seat or not replaces(event.slot, made.slot)
                ]
                self.choices.append(event)
            case ActsDropped():
                self.choices = [made for made in self.choices if event.seat not in (made.seat, made.target)]
            case ResultLearned():
                self.results.append(event)
            case PlayerRecruited() | PlayerPromoted():
                self.turned.append(event)
            case CauseNoted():
                self.causes[event.seat] = event.cause
            case PlayerWentOut() | PlayerPutBack():
                self.out.append(event)
            case PlayerLeft():
                self.left.append(event.seat)
            case PlayerRevealed():
                self.revealed.append((event.seat, event.role))
            case VoteClosed():
                self.vote = event
            case BallotCast() | BallotWithdrawn():
                self.changes += 1

    def _how(self, moved: PlayerWentOut | PlayerPutBack) -> str:
        if isinstance(moved, PlayerPutBack):
            return BACK
        return self.causes.get(moved.seat, moved.cause).value

    def forget(self, before: "_Draft") -> None:
        """Keep only what has happened since it was as ``before``; and the choices, which it came from."""
        del self.results[: len(before.results)]
        del self.turned[: len(before.turned)]
        del self.out[: len(before.out)]
        del self.left[: len(before.left)]
        del self.revealed[: len(before.revealed)]
        self.vote = None if self.vote == before.vote else self.vote
        self.changes -= before.changes

    def round(self) -> Round | None:
        happened = self.choices or self.results or self.out or self.left or self.revealed or self.vote
        if not happened:
            return None
        vote, choices = self.vote, sorted(self.choices, key=attrgetter("seat"))
        return Round(
            place=self.began.place,
            day=self.began.day,
            night=self.began.night,
            choices=tuple((made.seat, made.ability, made.target) for made in choices),
            results=tuple((found.seat, found.subject, found.result, found.visited) for found in self.results),
            turned=tuple((one.seat, one.role, isinstance(one, PlayerRecruited)) for one in self.turned),
            out=tuple((moved.seat, self._how(moved)) for moved in self.out),
            left=tuple(self.left),
            revealed=tuple(self.revealed),
            voted=vote is not None,
            totals=tuple(sorted(vote.totals.items())) if vote else (),
            ballots=tuple(sorted(vote.ballots.items())) if vote else (),
            changes=self.changes,
            eliminated=vote.eliminated if vote else None,
            undone=self.undone,
        )


def rounds(log: Iterable[Event]) -> tuple[Round, ...]:
    """The history told by a whole log."""
    drafts: list[_Draft] = []
    steps: list[tuple[int, _Draft]] = []
    for event in log:
        if isinstance(event, PhaseBegan):
            drafts.append(_Draft(event))
        elif isinstance(event, StepBegan):
            steps.append((len(drafts) - 1, deepcopy(drafts[-1])))
        elif isinstance(event, StepUndone):
            first, before = steps.pop()
            undone = [draft for draft in drafts[first:] if not draft.undone]
            undone[0].forget(before)
            for draft in undone:
                draft.undone = True
            before.began = event
            drafts.append(before)
        elif drafts:
            drafts[-1].add(event)
    return tuple(told for draft in drafts if (told := draft.round()) is not None)
