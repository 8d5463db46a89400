"""Which public rooms the list may show: those that somebody is in, or was a moment ago."""

from games import broadcast
from games.models import Connection, Room
from games.selectors import in_use

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
    """Take the rooms off the list that are no longer in use."""
    unused = Room.objects.filter(~in_use(now), listed=True)
    found = list(unused.values_list("pk", flat=True)[:LIMIT])
    if found:
        Room.objects.filter(pk__in=found).update(listed=False)
        broadcast.poke_list()
