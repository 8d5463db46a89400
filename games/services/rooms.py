"""What the services share about a room: locking it, who is in it, and whose the host's powers are."""

from dataclasses import dataclass

from accounts.guests import Person
from games import broadcast, policies
from games.engine.ids import SeatId
from games.models import Game, Member, Room, Seat
from games.models.game import Status
from games.refusals import Code, Refusal
from games.selectors import member_of, members

from . import countdown, occupancy


@dataclass(frozen=True, slots=True)
class Place:
    """A locked room, and who in it asks for something.  ``game`` is the room's, on or over."""

    room: Room
    member: Member
    game: Game | None

    @property
    def hosts(self) -> bool:
        return self.room.acting_host_id == self.member.pk

    @property
    def running(self) -> bool:
        return self.game is not None and self.game.status == Status.RUNNING


def locked(room_id: int) -> Room | None:
    """The room, held until the transaction ends.  Rooms are locked before games, never after."""
    return Room.objects.select_for_update(no_key=True).filter(pk=room_id).first()


def enter(room_id: int, person: Person, *, host: bool = False, idle: bool = False) -> Place | Refusal:
    """Lock the room for a member.

    Refused for whoever is not in it, with ``host`` for whoever has not the host's powers, with ``idle``
    while a game is on.
    """
    room = locked(room_id)
    if room is None:
        return Refusal(Code.NO_ROOM.value)
    member = member_of(room, person)
    if member is None:
        return Refusal(Code.NOT_A_MEMBER.value)
    place = Place(room, member, room.game)
    if host and not place.hosts:
        return Refusal(Code.NOT_THE_HOST.value)
    if idle and place.running:
        return Refusal(Code.GAME_RUNNING.value)
    return place


def another(place: Place, member_id: int) -> Member | Refusal:
    """Somebody else in the room."""
    if member_id == place.member.pk:
        return Refusal(Code.NOT_YOURSELF.value)
    return members(place.room).filter(pk=member_id).first() or Refusal(Code.NO_SUCH_MEMBER.value)


def free_seats(room: Room) -> int:
    """Seats that nobody has (P1).  In a public room nobody keeps one who is long away."""
    sitting = members(room).filter(narrates=False)
    return policies.seats(room) - (sitting.exclude(absent=True) if room.public else sitting).count()


def seat_in(game: Game | None, member: Member) -> SeatId | None:
    """Where a member sits in a game; None if they do not."""
    if game is None:
        return None
    number = Seat.objects.filter(game=game, member=member).values_list("number", flat=True).first()
    return None if number is None else SeatId(number)


def settle_host(room: Room) -> None:
    """Give the host's powers to whom they belong now.

    While the host is long away they are with the longest-seated person present, and return with the host
    (C5).  When the host has left for good they go over for good.
    """
    people = list(members(room).filter(bot=False))
    present = [person for person in people if person.away_since is None]
    here = [person for person in people if not person.absent]
    before = (room.host_id, room.deputy_id)
    if not any(person.pk == room.host_id for person in people):
        heirs = [person for person in people if person.pk == room.deputy_id] or present or people
        room.host = heirs[0] if heirs else None
        room.deputy = None
    if any(person.pk == room.host_id for person in here):
        room.deputy = None
    elif not any(person.pk == room.deputy_id for person in here):
        room.deputy = present[0] if present else None
    if before != (room.host_id, room.deputy_id):
        room.save(update_fields=["host", "deputy"])


def changed(room: Room, at: int) -> None:
    """Who is in a locked room, or what they said or did there, has changed: what follows from it follows."""
    settle_host(room)
    if room.public:
        countdown.settle(room, at)
        occupancy.settle(room, at)
    broadcast.poke(room.code)


def touch(room: Room, at: int) -> None:
    """Something happened in the room: it stays good for another day."""
    room.last_active_at = at
    room.save(update_fields=["last_active_at"])
