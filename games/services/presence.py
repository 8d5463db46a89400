"""Who is here, by the open sockets.  A socket not heard of for a while counts as gone, so that a crash
leaves nobody online; a restart of the server counts against nobody until they could have come back."""

import logging
from collections.abc import Iterable

from django.db import transaction

from accounts.guests import Person
from games import broadcast
from games.engine.turn import ABSENCE
from games.models import Connection, Member, Pulse, Room
from games.models.game import Status
from games.moment import SECOND
from games.refusals import Refusal
from games.selectors import same_person

from . import cleaning, play, rooms

logger = logging.getLogger(__name__)

GRACE = 25 * SECOND
"""Milliseconds without a beat after which a connection counts as gone."""

SWEEP_EVERY = SECOND

RESTARTED = 5 * SECOND
"""Milliseconds without a sweep that mean that the server was away."""

_LIMIT = 200


def connect(room_id: int, person: Person, channel: str, at: int) -> None:
    """``person`` has opened a socket.  Of those who are not in the room nothing is kept, and however many
    watch, they lock nothing."""
    if Member.objects.filter(same_person(person), room=room_id, gone_at=None).exists():
        _connect(room_id, person, channel, at)


@transaction.atomic
def _connect(room_id: int, person: Person, channel: str, at: int) -> None:
    place = rooms.enter(room_id, person)
    if isinstance(place, Refusal):
        return
    Connection.objects.update_or_create(channel=channel, defaults={"member": place.member, "last_seen": at})
    member = place.member
    if member.away_since is None:
        return
    member.away_since, member.absent = None, False
    member.save(update_fields=["away_since", "absent"])
    if place.game is not None:
        play.mark(place.game.pk, member.pk, at, away=False)
    rooms.settle_host(place.room)
    broadcast.poke(place.room.code)


def beat(channels: Iterable[str], at: int) -> frozenset[str]:
    """These sockets are open.  Gives back those that had been taken for gone, to be connected again."""
    alive = frozenset(channels)
    known = Connection.objects.filter(channel__in=alive)
    if known.update(last_seen=at) == len(alive):
        return frozenset()
    return alive - set(known.values_list("channel", flat=True))


def disconnect(channel: str, at: int) -> None:
    """A socket is closed.  With the last one of a member they are away (C4) and no longer ready."""
    found = Connection.objects.filter(channel=channel).values_list("member_id", "member__room_id").first()
    if found is None:
        return
    member_id, room_id = found
    with transaction.atomic():
        room = rooms.locked(room_id)
        gone, _ = Connection.objects.filter(channel=channel).delete()
        if room is None or not gone or Connection.objects.filter(member=member_id).exists():
            return
        _away(room, member_id, at)


def _away(room: Room, member_id: int, at: int) -> None:
    changes: dict[str, int | bool] = {"away_since": at}
    game = room.game
    if game is None or game.status == Status.OVER:
        changes["ready"] = False
    if not Member.objects.filter(pk=member_id, gone_at=None, away_since=None).update(**changes):
        return
    if game is not None:
        play.mark(game.pk, member_id, at, away=True)
    broadcast.poke(room.code)


def sweep(now: int) -> None:
    """Once a second: close connections not heard of, note who has been away long (C5), and clean up.  A
    connection that cannot be closed holds up no other."""
    if not _turn(now):
        return
    cleaning.clean(now)
    stale = Connection.objects.filter(last_seen__lte=now - GRACE).order_by("last_seen")
    for channel in list(stale.values_list("channel", flat=True)[:_LIMIT]):
        try:
            disconnect(channel, now)
        except Exception:
            logger.exception("a connection that was lost could not be closed")
            Connection.objects.filter(channel=channel).delete()
    long_away = Member.objects.filter(gone_at=None, absent=False, away_since__lte=now - ABSENCE)
    for member_id, room_id in list(long_away.values_list("pk", "room_id")[:_LIMIT]):
        _absent(room_id, member_id, now)


def _turn(now: int) -> bool:
    """Whether it is time to sweep; of several processes one gets the turn."""
    pulse, _ = Pulse.objects.get_or_create(pk=1, defaults={"swept_at": 0})
    since = now - pulse.swept_at
    if 0 <= since < SWEEP_EVERY or not Pulse.objects.filter(pk=1, swept_at=pulse.swept_at).update(
        swept_at=now
    ):
        return False
    if since > RESTARTED:
        Connection.objects.update(last_seen=now)
    return True


@transaction.atomic
def _absent(room_id: int, member_id: int, now: int) -> None:
    """Somebody has been away so long that a game starts without them and the host's powers pass."""
    room = rooms.locked(room_id)
    still = Member.objects.filter(pk=member_id, gone_at=None, away_since__lte=now - ABSENCE)
    if room is not None and still.update(absent=True):
        rooms.settle_host(room)
        broadcast.poke(room.code)
