"""Who may learn of an event.  Resolved to seats when the event is emitted, and stored with it (C1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from games.engine.ids import SeatId, Standpoint, Viewer


@dataclass(frozen=True, slots=True)
class Audience:
    seats: frozenset[SeatId]
    narrator: bool = False
    spectators: bool = False

    def includes(self, viewer: Viewer) -> bool:
        match viewer.standpoint:
            case Standpoint.SEAT:
                return viewer.seat in self.seats
            case Standpoint.NARRATOR:
                return self.narrator
            case Standpoint.SPECTATOR:
                return self.spectators
            case unknown:
                assert_never(unknown)


SERVER_ONLY = Audience(frozenset())
"""For what no viewer may know while the game runs, such as the seed."""


def only(*seats: SeatId) -> Audience:
    return Audience(frozenset(seats))


def room(seats: Iterable[SeatId]) -> Audience:
    """Everyone who follows the game: all seats, the narrator and the spectators."""
    return Audience(frozenset(seats), narrator=True, spectators=True)
