"""Who is who in a room.  Asked afresh each time, from the rows as they are: how somebody came in never
counts."""

from collections.abc import Iterable
from typing import Protocol

from games.engine.ids import NARRATOR, NARRATOR_VIEWER, SPECTATOR_VIEWER, SeatId, Viewer, seat_viewer
from games.models import Member

CAPACITY = 40
"""Seats in a room; a narrator takes none (P1)."""


class Present(Protocol):
    """A member, as a row or as it was read."""

    @property
    def narrates(self) -> bool: ...

    @property
    def absent(self) -> bool: ...


def takes_seat(member: Present) -> bool:
    """Whether a member would be dealt in if a game started now: not who narrates, nor who is long away."""
    return not member.narrates and not member.absent


def players(members: Iterable[Member]) -> list[Member]:
    """Who would be dealt in, in the order in which they sat down."""
    return sorted(filter(takes_seat, members), key=lambda member: member.seat_order)


def viewer_of(member_id: int | None, seat: SeatId | None, narrator_id: int | None) -> Viewer:
    """As whom a member follows a game in which they sit on ``seat``.  Anybody else is a spectator."""
    if seat is not None:
        return seat_viewer(seat)
    if member_id is not None and member_id == narrator_id:
        return NARRATOR_VIEWER
    return SPECTATOR_VIEWER


def hand_of(viewer: Viewer) -> SeatId | None:
    """By whom a viewer's commands are given; None if they may give none."""
    if viewer == SPECTATOR_VIEWER:
        return None
    return NARRATOR if viewer == NARRATOR_VIEWER else viewer.seat
