"""The story of a game, told entry by entry.  Each entry comes from one event, for its audience."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.engine.attendance_events import GamePaused, GameResumed, HostChanged, PlayerLeft
from games.engine.day_events import PlayerRevealed, VoteClosed
from games.engine.events import Event, GameEnded, NewsTold, PhaseBegan, PlayerWentOut
from games.engine.ids import SeatId
from games.engine.led_events import StepUndone
from games.engine.news import NewsKind
from games.engine.night_events import ResultLearned


@dataclass(frozen=True, slots=True)
class LogEntry:
    """``kind``: ``phase``, ``out``, ``vote``, ``result``, ``leaving``, ``host``, ``paused``, ``resumed``,
    ``ended``, or a kind of news.  What else there is depends on it:

    - ``phase``: ``place`` in the preset's line that begins; ``day`` and ``night`` count from 1.
    - ``out``: ``seats`` went out, ``text`` is the cause, ``role`` and ``faction`` what the room is shown.
    - ``vote``: ``totals`` of each target, ``ballots`` (voter, target) where names are shown, and in
      ``seats`` who goes out.
    - ``result``: what the viewer learned of ``seats``: the reading in ``text``, in night ``night``.
    - ``leaving``, ``host``: ``seats`` will be out, or have the host's powers now.
    - news: ``seats`` it speaks of, the ``number`` it counts and the ``role`` it names.
    - ``ended``: ``seats`` won.
    """

    kind: str
    seats: tuple[SeatId, ...] = ()
    place: str = ""
    day: int = 0
    night: int = 0
    number: int = 0
    text: str = ""
    role: str = ""
    faction: str = ""
    totals: tuple[tuple[SeatId, int], ...] = ()
    ballots: tuple[tuple[SeatId, SeatId], ...] = ()


def _phase(event: PhaseBegan) -> tuple[LogEntry, ...]:
    return (LogEntry("phase", place=event.place, day=event.day, night=event.night, seats=event.speakers[:1]),)


def _undone(event: StepUndone) -> tuple[LogEntry, ...]:
    """The phase that is on again begins a chapter of its own."""
    return (LogEntry("phase", place=event.place, day=event.day, night=event.night),)


def _out(event: PlayerWentOut) -> tuple[LogEntry, ...]:
    role, faction = event.role or "", event.faction.value if event.faction else ""
    return (LogEntry("out", (event.seat,), text=event.cause.value, role=role, faction=faction),)


def _news(event: NewsTold) -> tuple[LogEntry, ...]:
    return tuple(LogEntry(news.kind.value, news.seats, number=news.number) for news in event.news)


def _revealed(event: PlayerRevealed) -> tuple[LogEntry, ...]:
    return (LogEntry(NewsKind.REVEALED.value, (event.seat,), number=event.weight, role=event.role),)


def _vote(event: VoteClosed) -> tuple[LogEntry, ...]:
    out = () if event.eliminated is None else (event.eliminated,)
    totals = tuple(sorted(event.totals.items()))
    return (LogEntry("vote", out, totals=totals, ballots=tuple(sorted(event.ballots.items()))),)


def _result(event: ResultLearned) -> tuple[LogEntry, ...]:
    return (LogEntry("result", (event.subject,), text=event.result, night=event.night),)


_TELL: Mapping[type, Callable[[Any], tuple[LogEntry, ...]]] = MappingProxyType(
    {
        PhaseBegan: _phase,
        StepUndone: _undone,
        PlayerWentOut: _out,
        NewsTold: _news,
        VoteClosed: _vote,
        ResultLearned: _result,
        PlayerRevealed: _revealed,
        PlayerLeft: lambda event: (LogEntry("leaving", (event.seat,)),),
        HostChanged: lambda event: (LogEntry("host", (event.host,)),),
        GamePaused: lambda event: (LogEntry("paused"),),
        GameResumed: lambda event: (LogEntry("resumed"),),
        GameEnded: lambda event: (LogEntry("ended", event.winners),),
    }
)

KINDS = tuple(kind.__name__ for kind in _TELL)
"""The events that are part of the story."""


def entries(event: Event) -> tuple[LogEntry, ...]:
    """What an event adds to the story."""
    return _TELL[type(event)](event)
