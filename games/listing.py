"""The list of public rooms: what anybody may know of each.  It says nothing that watchers do not see."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games import policies
from games.engine.rulesets import REGISTRY
from games.models import Member, Room, Seat, Watch
from games.models.game import Status
from games.selectors import on_the_list, seems_over

LIMIT = 100
"""Rooms that are listed at most: those that can be joined first, and of those the newest."""


class Stand(StrEnum):
    """What goes on in a room."""

    WAITING = "waiting"
    STARTING = "starting"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """A room on the list.  ``host`` is the name of whoever hosts it; empty where the game is seen late.
    ``phase`` and ``turn`` say what is on in its game; ``phase`` is empty where no game is, or where those who
    watch see it late by ``delay`` seconds.  ``joinable``: a seat is free, and no game on."""

    code: str
    preset: str
    language: str
    stand: Stand
    phase: str
    turn: int
    players: int
    seats: int
    watchers: int
    delay: int
    joinable: bool
    host: str = ""


@dataclass(frozen=True, slots=True)
class Filter:
    """What somebody wants to see of the list; empty asks for everything."""

    preset: str = ""
    language: str = ""
    joinable: bool = False

    def shows(self, entry: Entry) -> bool:
        return (
            self.preset in ("", entry.preset)
            and self.language in ("", entry.language)
            and (entry.joinable or not self.joinable)
        )


def _count(rows: QuerySet, of: str = "pk", distinct: bool = False) -> Coalesce:
    """How many of ``rows`` belong to the outer row, in a query of their own: no join multiplies them."""
    counted = rows.order_by().values("room").annotate(n=Count(of, distinct=distinct)).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def read(at: int) -> tuple[Entry, ...]:
    """The rooms on the list at ``at``, in their order.  Costs what the rooms cost that somebody is in."""
    here = Member.objects.filter(room=OuterRef("pk"), gone_at=None)
    sitting = here.filter(narrates=False, absent=False)
    seats = Seat.objects.filter(game=OuterRef("game")).order_by().values("game").annotate(n=Count("pk"))
    rooms = on_the_list(at).annotate(
        here=_count(sitting),
        dealt=Coalesce(Subquery(seats.values("n"), output_field=IntegerField()), 0),
        waiting=_count(here.filter(queued=True, away_since=None)),
        watching=_count(Watch.objects.filter(room=OuterRef("pk")), "guest_id", distinct=True),
    )
    listed = rooms.select_related("game", "host", "deputy").order_by("-created_at", "-pk")
    entries = [_entry(room, at) for room in listed]
    entries.sort(key=lambda entry: not entry.joinable)  # stable: the newest stay first
    return tuple(entries[:LIMIT])


def _entry(room: Room, at: int) -> Entry:
    game = room.game
    playing = game is not None and not seems_over(game.ended_at, room.delay, at)
    told = game is not None and playing and not room.delay
    seats, here = policies.seats(room), room.here  # type: ignore[attr-defined]
    host = room.deputy or room.host
    running = game is not None and game.status == Status.RUNNING
    if playing:
        stand = Stand.PLAYING
    elif game is not None:
        stand = Stand.OVER
    else:
        stand = Stand.WAITING if room.starts_at is None else Stand.STARTING
    return Entry(
        code=room.code,
        preset=room.preset,
        language=room.language,
        stand=stand,
        phase=REGISTRY[room.preset].place(game.phase).name if told and game is not None else "",
        turn=game.turn if told and game is not None else 0,
        players=room.dealt if playing else here,  # type: ignore[attr-defined]
        seats=seats,
        watchers=room.watching + room.waiting,  # type: ignore[attr-defined]
        delay=room.delay,
        joinable=not playing and not running and here < seats,
        host=host.name if host and not (playing and room.delay) else "",
    )


def shown(entries: Iterable[Entry], wanted: Filter) -> tuple[Entry, ...]:
    """Those of ``entries`` that somebody wants to see."""
    return tuple(entry for entry in entries if wanted.shows(entry))
