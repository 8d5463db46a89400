"""What everybody in a room may know of its game: all that panels which several viewers share are made of.

Nothing here belongs to one player, so nothing that is made of it can give a player away (C1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.engine.choices import BallotSecrecy
from games.engine.ids import NOBODY, SPECTATOR_VIEWER, Millis, RoleId, SeatId, Standpoint
from games.engine.news import Cause, News, NewsKind
from games.engine.observation import observe
from games.engine.observed import Observation, SeatView
from games.engine.places import Light
from games.engine.state import State
from games.history import Round
from games.moment import SECOND
from games.story import LogEntry

Tags = tuple[tuple[SeatId, tuple[tuple[SeatId, str], ...]], ...]
"""By whom, whom they tagged, and as what (G14)."""


class Standing(StrEnum):
    """How somebody follows a game, as all can see it."""

    WATCHER = "watcher"
    NARRATOR = "narrator"
    LIVING = "living"
    OUT = "out"

    @property
    def seated(self) -> bool:
        return self is Standing.LIVING or self is Standing.OUT


def standing_of(seen: Observation) -> Standing:
    if seen.own is not None:
        return Standing.LIVING if seen.own.alive else Standing.OUT
    narrates = seen.viewer.standpoint is Standpoint.NARRATOR
    return Standing.NARRATOR if narrates else Standing.WATCHER


class PublicSeat(NamedTuple):
    """A seat as everybody sees it.

    ``vote``: whom they vote for, where ballots are open; ``votes``: the weight against them, as far as
    the room sees it; ``role``: as far as it has been shown."""

    seat: SeatId
    name: str
    alive: bool
    left: bool
    away: bool
    bot: bool
    host: bool
    speaking: bool
    cause: Cause | None
    vote: SeatId | None
    votes: int
    role: RoleId | None


@dataclass(frozen=True, slots=True, eq=False)
class PublicView:
    """A game as whoever merely looks on is told of it, at one moment; equal to itself alone.

    ``code``: the room's.  ``due_at``: the deadline to be shown, None if there is none.  ``nobody``: the
    ballots for Nobody that the room sees.  ``totals``: of the vote that a verdict is about.  ``log``: the
    story so far.  ``history``: everything, once the game is over (C3), and ``tags``: by whom, the tags of
    each for others (G14).  ``fresh``: the phase that is on is the first since the latest news.  ``queued``:
    how many wait for the next game.  ``watchers``: how many look on in a public room.  ``delay``: how many
    seconds late this is.  ``idle_rounds``: after so many rounds running neither there nor doing anything
    somebody is out (C6); None: they are not.  All else is as in ``Observation``.
    """

    code: str
    preset: str
    theme: str
    phase: str
    kind: str
    light: Light
    phase_number: int
    day: int
    began_at: Millis
    due_at: Millis | None
    ends_early: bool
    paused: bool
    done: int
    waited_for: int
    seats: tuple[PublicSeat, ...]
    speaker: SeatId | None
    candidates: frozenset[SeatId]
    ballots: BallotSecrecy
    nobody: int
    totals: tuple[tuple[SeatId, int], ...]
    verdict: bool
    host_reveals: bool
    tap_withdraws: bool
    called: str
    skip_budget: int | None
    news: tuple[News, ...]
    fresh: bool
    commitment: str
    names: tuple[tuple[SeatId, str], ...]
    log: tuple[LogEntry, ...]
    history: tuple[Round, ...] | None
    tags: Tags
    queued: int
    watchers: int
    delay: int
    idle_rounds: int | None


@dataclass(frozen=True, slots=True)
class Company:
    """The room around a game; ``queued`` and ``watchers`` as in PublicView."""

    code: str
    queued: int
    watchers: int


NEWS = frozenset(NewsKind)


def _fresh(log: Sequence[LogEntry]) -> bool:
    """Whether the phase that is on is the first since the latest news."""
    begun = 0
    for entry in reversed(log):
        if entry.kind in NEWS:
            return begun == 1
        begun += entry.kind == "phase"
        if begun > 1:
            return False
    return False


def public_view(
    state: State,
    room: tuple[SeatView, ...],
    log: tuple[LogEntry, ...],
    history: tuple[Round, ...] | None,
    tags: Tags,
    company: Company,
    delay: Millis = 0,
) -> PublicView:
    """``room`` is ``room_sees(state)``; ``log`` holds what spectators are told; ``tags`` are told at the end
    alone.  With a ``delay`` times are as they are for whoever sees it so late."""
    seen = observe(state, SPECTATOR_VIEWER, room)
    totals = seen.totals
    return PublicView(
        code=company.code,
        preset=seen.preset,
        theme=seen.theme,
        phase=seen.phase,
        kind=seen.kind,
        light=seen.light,
        phase_number=seen.phase_number,
        day=seen.day,
        began_at=seen.began_at + delay,
        due_at=None if seen.untimed or seen.due_at is None else seen.due_at + delay,
        ends_early=seen.ends_early,
        paused=seen.paused,
        done=seen.done,
        waited_for=seen.waited_for,
        seats=tuple(
            [
                PublicSeat(
                    seat.seat,
                    seat.name,
                    seat.alive,
                    seat.left,
                    seat.away,
                    seat.bot,
                    seat.host,
                    seat.speaking,
                    seat.cause,
                    seat.vote,
                    totals.get(seat.seat, 0),
                    seat.role,
                )
                for seat in seen.seats
            ]
        ),
        speaker=seen.speaker,
        candidates=frozenset(seen.candidates),
        ballots=seen.ballots,
        nobody=totals.get(NOBODY, 0),
        totals=tuple(totals.items()) if seen.kind == "verdict" else (),
        verdict=seen.verdict,
        host_reveals=seen.host_reveals,
        tap_withdraws=seen.tap_withdraws,
        called=seen.called,
        skip_budget=seen.skip_budget,
        news=seen.news,
        fresh=_fresh(log),
        commitment=seen.commitment,
        names=tuple([(seat.seat, seat.name) for seat in seen.seats]),
        log=log,
        history=history,
        tags=() if seen.result is None else tags,
        queued=company.queued,
        watchers=company.watchers,
        delay=delay // SECOND,
        idle_rounds=state.ruleset.idle_rounds,
    )
