"""Letting people into a room and out of it; the callers have locked it."""

from accounts.guests import Person
from games import policies
from games.engine.commands import RemovePlayer
from games.engine.errors import Reason
from games.engine.ids import NARRATOR
from games.models import Connection, Member, Room, Watch
from games.moment import MINUTE
from games.refusals import Code, Refusal
from games.selectors import kicked_until, members, same_person

from . import naming, play, rooms


def admission(room: Room, person: Person, name: str, at: int) -> str | Refusal:
    """The name under which ``person`` may come in, or why not."""
    left = kicked_until(room, person) - at
    if left > 0:
        return Refusal(Code.KICKED.value, {"minutes": -(-left // MINUTE)})
    if room.locked:
        return Refusal(Code.ROOM_LOCKED.value)
    unknown = policies.guest_refusal(room, person)
    if unknown is not None:
        return unknown
    if rooms.free_seats(room) < 1:
        return Refusal(Code.ROOM_FULL.value, {"high": policies.seats(room)})
    clean = naming.clean(name)
    if isinstance(clean, str) and members(room).filter(folded_name=naming.folded(clean)).exists():
        return Refusal(Code.NAME_TAKEN.value, {"name": clean}, "name")
    return clean


def seat(room: Room, person: Person, name: str, at: int, **details: bool) -> Member:
    """Let somebody in: as a new member, or as the one they were before they left."""
    member = Member.objects.filter(same_person(person), room=room).first() or Member(
        room=room, guest_id=person.guest_id
    )
    member.user_id = person.user_id or member.user_id
    room.seat_count += 1
    room.last_active_at = at
    room.save(update_fields=["seat_count", "last_active_at"])
    fresh = {
        "bot": False,
        "narrates": False,
        "ready": False,
        "queued": room.game_id is not None,
        "absent": False,
        "phoneless": False,
    }
    for field, value in {**fresh, **details}.items():
        setattr(member, field, value)
    member.name, member.folded_name = name, naming.folded(name)
    member.joined_at = at
    member.gone_at = member.kicked_at = member.away_since = None
    member.seat_order, member.hears_from = room.seat_count, room.line_count
    member.save()
    # Whoever watched watches no more; with the next beat their open sockets are those of a member.
    Watch.objects.filter(room=room, guest_id=person.guest_id).delete()
    return member


def put_out(place: rooms.Place, member: Member, at: int) -> None:
    """A member is no longer in the room."""
    member.gone_at = at
    member.narrates = member.ready = member.queued = False
    member.save()
    Connection.objects.filter(member=member).delete()
    if place.game is not None and place.game.narrator_id == member.pk:
        play.mark(place.game.pk, member.pk, at, away=True)
    rooms.changed(place.room, at)


def remove_from_game(place: rooms.Place, member: Member, at: int) -> Refusal | None:
    """The host takes a member out of the game that is on (C5); nothing if they have no seat in it."""
    number = rooms.seat_in(place.game, member) if place.running else None
    if place.game is None or number is None:
        return None
    by = rooms.seat_in(place.game, place.member)
    command = RemovePlayer(NARRATOR if by is None else by, number)
    refusal = play.submit(place.game.pk, command, at)
    gone = (Reason.HAS_LEFT.value, Reason.GAME_OVER.value)
    return None if refusal is None or refusal.code in gone else refusal
