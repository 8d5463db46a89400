"""Identifiers and viewers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

SeatId = NewType("SeatId", int)
"""Place at the table, counted from 0 in the order in which people sat down."""

RoleId = NewType("RoleId", str)
AbilityId = NewType("AbilityId", str)
Millis = int
"""Milliseconds since the epoch."""

NOBODY = SeatId(-1)
"""Target of a ballot that is an answer but counts for no name (C17)."""

NARRATOR = SeatId(-2)
"""Stands where a seat is named for the narrator, who hosts without one (P1)."""


class Standpoint(StrEnum):
    SEAT = "seat"
    NARRATOR = "narrator"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a game."""

    standpoint: Standpoint
    seat: SeatId = NOBODY


def seat_viewer(seat: SeatId) -> Viewer:
    return Viewer(Standpoint.SEAT, seat)


NARRATOR_VIEWER = Viewer(Standpoint.NARRATOR)
SPECTATOR_VIEWER = Viewer(Standpoint.SPECTATOR)
