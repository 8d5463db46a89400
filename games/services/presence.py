"""Who is here, by the open sockets.  A socket not heard of for a while counts as gone, so that a crash
leaves nobody online; a restart of the server counts against nobody until they could have come back."""

from collections.abc import Iterable

from django.db import transaction

from accounts.guests import Person
from games import broadcast
from games.engine.turn import ABSENCE
from games.models import Connection, Member, Pulse, Room, Watch
from games.models.game import Status
from games.moment import SECOND
from games.refusals import Refusal
from games.selectors import same_person

from . import cleaning, occupancy, play, rooms
from .steps import succeeds

GRACE = 25 * SECOND
"""Milliseconds without a beat after which a connection counts as gone."""

SWEEP_EVERY = SECOND

RESTARTED = 5 * SECOND
"""Milliseconds without a sweep that mean that the server was away."""

_LIMIT = 200


def connect(room_id: int, person: Person, channel: str, at: int) -> None:
    """``person`` has opened a socket.  Of those who are not in the room it is kept only that they watch, and
    only in a public one; however many do, they lock nothing."""
    if Member.objects.filter(same_person(person), room=room_id, gone_at=None).exists():
        _connect(room_id, person, channel, at)
    elif Room.objects.filter(pk=room_id, public=True).exists():
        watch = {"room_id": room_id, "guest_id": person.guest_id, "last_seen": at}
        Watch.objects.update_or_create(channel=channel, defaults=watch)
        broadcast.poke_list()


@transaction.atomic
def _connect(room_id: int, person: Person, channel: str, at: int) -> None:
    place = rooms.enter(room_id, person)
    if isinstance(place, Refusal):
        return
    Connection.objects.update_or_create(channel=channel, defaults={"member": place.member, "last_seen": at})
    member = place.member
    if member.away_since is None:
        if place.room.public:
            occupancy.settle(place.room, at)
        return
    member.away_since, member.absent = None, False
    member.save(update_fields=["away_since", "absent"])
    if place.game is not None:
        play.mark(place.game.pk, member.pk, at, away=False)
    rooms.changed(place.room, at)


def beat(channels: Iterable[str], at: int) -> frozenset[str]:
    """These sockets are open.  Gives back those that had been taken for gone, to be connected again."""
    alive = frozenset(channels)
    known = Connection.objects.filter(channel__in=alive)
    missing = len(alive) - known.update(last_seen=at)
    watching = Watch.objects.filter(channel__in=alive)
    if not missing or missing == watching.update(last_seen=at):
        return frozenset()
    return alive - {*known.values_list("channel", flat=True), *watching.values_list("channel", flat=True)}


def disconnect(channel: str, at: int) -> None:
    """A socket is closed.  With the last one of a member they are away (C4) and no longer ready."""
    found = Connection.objects.filter(channel=channel).values_list("member_id", "member__room_id").first()
    if found is None:
        if Watch.objects.filter(channel=channel).delete()[0]:
            broadcast.poke_list()
        return
    member_id, room_id = found
    with transaction.atomic():
        room = rooms.locked(room_id)
        gone, _ = Connection.objects.filter(channel=channel).delete()
        if room is not None and gone:
            _away(room, member_id, at)


@transaction.atomic
def _unseen(room_id: int, member_id: int, now: int) -> None:
    """Among strangers nobody is dealt in who sat down and then neither opened the page nor said that they
    are ready, as they do who have no scripts."""
    room = rooms.locked(room_id)
    if room is not None:
        _away(room, member_id, now)


def _away(room: Room, member_id: int, at: int) -> None:
    """A member of a locked room is away, if they have no connection."""
    if Connection.objects.filter(member=member_id).exists():
        return
    changes: dict[str, int | bool] = {"away_since": at}
    game = room.game
    if game is None or game.status == Status.OVER:
        changes["ready"] = False
    if not Member.objects.filter(pk=member_id, gone_at=None, away_since=None).update(**changes):
        return
    if game is not None:
        play.mark(game.pk, member_id, at, away=True)
    rooms.changed(room, at)


def sweep(now: int) -> None:
    """Once a second: close connections not heard of, note who is away from a public lobby without ever having
    been there, and who has been away long (C5), and clean up.  One that fails holds up no other."""
    if not _turn(now):
        return
    cleaning.clean(now)
    for sockets in (Connection.objects, Watch.objects):
        stale = sockets.filter(last_seen__lte=now - GRACE).order_by("last_seen")
        for channel in list(stale.values_list("channel", flat=True)[:_LIMIT]):
            if not succeeds(disconnect, channel, now):
                sockets.filter(channel=channel).delete()
    never_came = Member.objects.filter(
        room__listed=True,
        room__game=None,
        bot=False,
        ready=False,
        gone_at=None,
        away_since=None,
        joined_at__lte=now - GRACE,
        connections=None,
    )
    for member_id, room_id in list(never_came.values_list("pk", "room_id")[:_LIMIT]):
        if not succeeds(_unseen, room_id, member_id, now):
            Member.objects.filter(pk=member_id).update(away_since=now)
    occupancy.forget(now)
    long_away = Member.objects.filter(gone_at=None, absent=False, away_since__lte=now - ABSENCE)
    for member_id, room_id in list(long_away.values_list("pk", "room_id")[:_LIMIT]):
        if not succeeds(_absent, room_id, member_id, now):
            Member.objects.filter(pk=member_id).update(absent=True)


def _turn(now: int) -> bool:
    """Whether it is time to sweep, once in each whole second; of several processes one gets the turn."""
    pulse, _ = Pulse.objects.get_or_create(pk=1, defaults={"swept_at": 0})
    since = now - pulse.swept_at
    if now // SWEEP_EVERY == pulse.swept_at // SWEEP_EVERY:
        return False
    if not Pulse.objects.filter(pk=1, swept_at=pulse.swept_at).update(swept_at=now):
        return False
    if since > RESTARTED:
        Connection.objects.update(last_seen=now)
        Watch.objects.update(last_seen=now)
    return True


@transaction.atomic
def _absent(room_id: int, member_id: int, now: int) -> None:
    """Somebody has been away so long that a game starts without them and the host's powers pass."""
    room = rooms.locked(room_id)
    still = Member.objects.filter(pk=member_id, gone_at=None, away_since__lte=now - ABSENCE)
    if room is not None and still.update(absent=True):
        rooms.changed(room, now)
