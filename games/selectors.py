"""Questions about rooms that several parts ask."""

from django.db.models import Q, QuerySet

from accounts.guests import Person
from games import codes
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.models import Game, Member, Room
from games.models.game import Status
from games.moment import DAY, now

IDLE = DAY
"""Milliseconds without anything happening after which a room's code is no longer good."""


def room_by_code(code: str, at: int | None = None) -> Room | None:
    """The room with ``code``, in whatever case and with or without dashes; None if there is none or it has
    expired by ``at``."""
    stored = codes.canonical(code)
    if stored is None:
        return None
    room = Room.objects.select_related("game").filter(code=stored).first()
    return None if room is None or expired(room, now() if at is None else at) else room


def expired(room: Room, at: int) -> bool:
    """Idle for a day.  A game that is on keeps its room."""
    game = room.game
    if game is not None and game.status == Status.RUNNING:
        return False
    ended_at = (game.ended_at if game else None) or 0
    return max(room.last_active_at, ended_at) + IDLE < at


def same_person(person: Person, prefix: str = "") -> Q:
    """Members who are this person: this guest, or this account on another device (C4)."""
    same = Q(**{f"{prefix}guest_id": person.guest_id})
    return same | Q(**{f"{prefix}user_id": person.user_id}) if person.user_id is not None else same


def members(room: Room) -> QuerySet[Member]:
    """Everyone who is in the room, in the order in which they came."""
    return room.members.filter(gone_at=None).order_by("seat_order")


def member_of(room: Room, person: Person) -> Member | None:
    """Who ``person`` is in ``room``; None for somebody who is not in it."""
    return members(room).filter(same_person(person)).first()


def ruleset_of(room: Room) -> Ruleset:
    """The room's preset with the settings that were made; those that no longer hold are left out."""
    ruleset = REGISTRY[room.preset]
    for name, value in room.options.items():
        changed = configure(ruleset, {name: value})
        if isinstance(changed, Ruleset):
            ruleset = changed
    return ruleset


def running(room: Room) -> bool:
    """Whether a game is on."""
    return room.game_id is not None and Game.objects.filter(pk=room.game_id, status=Status.RUNNING).exists()
