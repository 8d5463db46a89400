"""Which public rooms the list may show: those that somebody is in, or was a moment ago."""

from django.db.models import Q

from games import broadcast
from games.models import Connection, Room
from games.models.game import Status
from games.moment import DAY
from games.selectors import EMPTY

LIMIT = 200


def settle(room: Room, at: int) -> None:
    """Note whether anybody is in a locked public room, and let those who look at the list know."""
    before = (room.listed, room.empty_since)
    if Connection.objects.filter(member__room=room, member__gone_at=None).exists():
        room.listed, room.empty_since = True, None
    elif room.empty_since is None:
        room.empty_since = at
    if before != (room.listed, room.empty_since):
        room.save(update_fields=["listed", "empty_since"])
    broadcast.poke_list()


def forget(now: int) -> None:
    """Take rooms off the list in which nobody has been for a while and no game is on, and those whose code
    is no longer good."""
    deserted = Q(empty_since__lte=now - EMPTY, last_active_at__lte=now - EMPTY)
    idle = Room.objects.filter(deserted | Q(last_active_at__lte=now - DAY), listed=True)
    used = Q(game__status=Status.RUNNING) | Q(game__ended_at__gt=now - EMPTY)
    found = list(idle.exclude(used).values_list("pk", flat=True)[:LIMIT])
    if found:
        Room.objects.filter(pk__in=found).update(listed=False)
        broadcast.poke_list()
