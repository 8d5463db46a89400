"""Questions about rooms that several parts ask."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db.models import Max, Q, QuerySet

from accounts.guests import Person
from games import codec, codes, policies
from games.engine.errors import Problem, Reason
from games.engine.ids import RoleId
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.table import problems
from games.models import Member, Room
from games.models.game import Status
from games.moment import DAY, MINUTE, SECOND, now
from games.refusals import Refusal

IDLE = DAY
"""Milliseconds without anything happening after which a room's code is no longer good."""

EMPTY = 5 * MINUTE
"""Milliseconds without anybody in it after which a public room is no longer on the list."""


def room_by_code(code: str, at: int | None = None) -> Room | None:
    """The room with ``code``, in whatever case and with or without dashes; None if there is none or it has
    expired by ``at``."""
    stored = codes.canonical(code)
    if stored is None:
        return None
    room = Room.objects.select_related("game").filter(code=stored).first()
    if room is None:
        return None
    status, ended_at = (room.game.status, room.game.ended_at) if room.game else (None, None)
    return None if expired(room.last_active_at, status, ended_at, now() if at is None else at) else room


def expired(last_active_at: int, status: str | None, ended_at: int | None, at: int) -> bool:
    """Whether a room has been idle for a day.  ``status`` and ``ended_at`` are those of its game; one that
    is on keeps the room."""
    if status == Status.RUNNING:
        return False
    return max(last_active_at, ended_at or 0) + IDLE < at


def in_use(at: int) -> Q:
    """Rooms in which a game is on, and those with a good code that somebody is in or was a moment ago."""
    used = Q(empty_since=None) | Q(empty_since__gt=at - EMPTY) | Q(last_active_at__gt=at - EMPTY)
    used |= Q(game__ended_at__gt=at - EMPTY)
    good = Q(last_active_at__gte=at - IDLE) | Q(game__ended_at__gte=at - IDLE)
    return Q(game__status=Status.RUNNING) | used & good


def on_the_list(at: int) -> QuerySet[Room]:
    """The public rooms that are in use; none whose game another version saved, as it cannot be shown."""
    shown = Q(game=None) | Q(game__schema=codec.SCHEMA)
    return Room.objects.filter(in_use(at), shown, listed=True)


def same_person(person: Person) -> Q:
    """Members who are this person: this guest, or this account on another device (C4)."""
    same = Q(guest_id=person.guest_id)
    return same | Q(user_id=person.user_id) if person.user_id is not None else same


def members(room: Room) -> QuerySet[Member]:
    """Everyone who is in the room, in the order in which they came."""
    return room.members.filter(gone_at=None).order_by("seat_order")


def member_of(room: Room, person: Person) -> Member | None:
    """Who ``person`` is in ``room``; None for somebody who is not in it."""
    return members(room).filter(same_person(person)).first()


def configured(preset: str, options: Mapping[str, object]) -> Ruleset:
    """A preset with the settings that were made; those that no longer hold are left out."""
    ruleset = REGISTRY[preset]
    for name, value in options.items():
        changed = configure(ruleset, {name: value})
        if isinstance(changed, Ruleset):
            ruleset = changed
    return ruleset


def objections(ruleset: Ruleset, players: int, roles: Sequence[RoleId] | None = None) -> tuple[Problem, ...]:
    """What speaks against starting with so many players, and warnings.

    Of a table that is too small or too large only that is said: what follows from it goes away with it.
    """
    found = problems(ruleset, players, roles)
    size = tuple(p for p in found if p.reason in (Reason.TOO_FEW_PLAYERS, Reason.TOO_MANY_PLAYERS))
    return size or found


def start_refusals(
    room: policies.AnyRoom,
    ruleset: Ruleset,
    players: Sequence[policies.AnyMember],
    roles: Sequence[RoleId] | None = None,
) -> tuple[Refusal, ...]:
    """Why a game cannot start with those who would be dealt in; nothing if it can."""
    found = [
        Refusal.of(problem) for problem in objections(ruleset, len(players), roles) if not problem.warning
    ]
    bots = policies.bots_refusal(room, len(players), sum(member.bot for member in players))
    return (*found, bots) if bots else tuple(found)


def seems_over(ended_at: int | None, delay: int, at: int) -> bool:
    """Whether a game is over as far as those may know who see it ``delay`` seconds late."""
    return ended_at is not None and ended_at + delay * SECOND <= at


def kicked_until(room: Room, person: Person) -> int:
    """Until when ``person`` may not come back to a room they were put out of; 0 if they were not."""
    kicked = Member.objects.filter(same_person(person), room=room).exclude(kicked_at=None)
    last = kicked.aggregate(last=Max("kicked_at"))["last"]
    return 0 if last is None else last + settings.KICK_MINUTES * MINUTE
