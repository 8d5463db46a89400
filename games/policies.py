"""Who is who in a room, and what its kind allows.  Asked afresh each time, from the rows as they are: how
somebody came in never counts."""

from collections.abc import Iterable
from typing import Protocol

from django.conf import settings

from accounts.guests import Person
from games.engine.ids import NARRATOR, NARRATOR_VIEWER, SPECTATOR_VIEWER, SeatId, Viewer, seat_viewer
from games.engine.rules import HOST_RIGHTS, HostRight
from games.engine.rulesets import REGISTRY
from games.languages import LANGUAGES
from games.models import Member
from games.refusals import Code, Refusal

CAPACITY = 40
"""Seats in a room; a narrator takes none (P1)."""

LONGEST_DELAY = 300
"""Seconds by which those who only watch may lag at most."""

COMPETITIVE = frozenset(("ranked",))
"""Presets that, in public rooms, are played by their defaults and among people (R19)."""


class AnyRoom(Protocol):
    """A room, as a row or as it was read."""

    @property
    def public(self) -> bool: ...

    @property
    def preset(self) -> str: ...


def is_competitive(room: AnyRoom) -> bool:
    """Whether a room's games are such as count for the ladder (R19)."""
    return room.public and room.preset in COMPETITIVE


def host_rights(room: AnyRoom) -> frozenset[HostRight]:
    """What the host of a room may do in its games: in public nothing that would keep strangers waiting, and
    where it counts nothing at all (R19)."""
    if not room.public:
        return HOST_RIGHTS
    return frozenset() if is_competitive(room) else HOST_RIGHTS - {HostRight.PAUSE}


def seats(room: AnyRoom) -> int:
    """How many can sit in a room: in a public one as many as its preset seats."""
    return min(CAPACITY, REGISTRY[room.preset].max_players) if room.public else CAPACITY


def bots_refusal(room: AnyRoom, players: int, bots: int) -> Refusal | None:
    """Where it counts, why ``bots`` are too many among ``players``: more than a third (R19, C7)."""
    if not is_competitive(room) or 3 * bots <= players:
        return None
    return Refusal(Code.TOO_MANY_BOTS.value, {"bots": bots, "players": players}, "count")


def choice_refusals(preset: str, language: str) -> tuple[Refusal, ...]:
    """What is refused, each at its field, of the way to play and the language that a room is to have."""
    found = []
    if preset not in REGISTRY:
        found.append(Refusal(Code.NO_SUCH_PRESET.value, field="preset"))
    if language not in LANGUAGES:
        found.append(Refusal(Code.NO_SUCH_LANGUAGE.value, field="language"))
    return tuple(found)


def guest_refusal(room: AnyRoom, person: Person) -> Refusal | None:
    """Why somebody may not play in a room that they may watch, if so: by the site's setting guests may not
    in public ones."""
    if not room.public or person.user_id is not None or settings.GUESTS_MAY_PLAY_PUBLIC:
        return None
    return Refusal(Code.ACCOUNT_NEEDED.value)


class AnyMember(Protocol):
    """A member, as a row or as it was read."""

    @property
    def bot(self) -> bool: ...

    @property
    def narrates(self) -> bool: ...

    @property
    def absent(self) -> bool: ...


def takes_seat(member: AnyMember) -> bool:
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
