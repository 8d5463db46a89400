"""Public rooms: finding a table for somebody who just wants to play, and what happens there by itself."""

from django.db import connection, transaction
from django.db.models import Case, Count, F, IntegerField, Q, Value, When

from accounts.guests import Person
from games import broadcast, languages, policies
from games.models import Member, Room
from games.models.game import Status
from games.moment import SECOND
from games.refusals import Refusal
from games.selectors import on_the_list, same_person

from . import countdown, limits, lobby, naming, rooms, seating
from .steps import succeeds

LIMIT = 100
"""Rooms that are looked at, or moved on, in one go at most."""

_TURN = 7_201_933
"""The number of the lock that lets one person at a time look for a table, where the database has such."""


def quick_play(
    person: Person, *, name: str, preset: str, language: str = languages.DEFAULT, at: int
) -> Room | Refusal:
    """A public room in whose lobby ``person`` sits now: the fullest that plays ``preset``, before others
    those in which ``language`` is spoken; a new one if there is none.

    Whoever waits in one already stays there.  Of two who ask at the same moment the second finds the first.
    """
    clean = naming.clean(name)
    if isinstance(clean, Refusal):
        return clean
    wrong = policies.choice_refusals(preset, language)
    if wrong:
        return wrong[0]
    refusal = policies.guest_refusal(Room(public=True), person) or limits.spend("joins", person.guest_id, at)
    if refusal is not None:
        return refusal
    with transaction.atomic():
        if connection.vendor == "postgresql":  # elsewhere there is one writer at a time anyway
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_TURN,))
        found = _waiting_in(person, preset, at) or _seat_somewhere(person, clean, preset, language, at)
        if found is not None:
            return found
        return lobby.create_room(person, name=clean, preset=preset, public=True, language=language, at=at)


def _waiting_in(person: Person, preset: str, at: int) -> Room | None:
    """The lobby in which somebody sits already."""
    lobbies = on_the_list(at).filter(preset=preset, game=None)
    mine = Member.objects.filter(same_person(person), gone_at=None).values("room")
    return lobbies.filter(pk__in=mine).first()


def _seat_somewhere(person: Person, name: str, preset: str, language: str, at: int) -> Room | None:
    """The first of the lobbies that lets somebody in, with them in it."""
    sitting = Q(members__gone_at=None, members__narrates=False, members__absent=False)
    spoken = Case(When(language=language, then=Value(0)), default=Value(1), output_field=IntegerField())
    fitting = on_the_list(at).filter(preset=preset, game=None)
    ordered = fitting.annotate(sitting=Count("members", filter=sitting)).order_by(spoken, "-sitting", "pk")
    for room_id in list(ordered.values_list("pk", flat=True)[:LIMIT]):
        room = rooms.locked(room_id)
        if room is None or room.game_id is not None:
            continue
        allowed = seating.admission(room, person, name, at)
        if isinstance(allowed, str):
            seating.seat(room, person, allowed, at)
            rooms.changed(room, at)
            return room
    return None


def advance(now: int) -> None:
    """Start the games whose countdown is over at ``now``, and put those away that have been over for long.

    A room in which that fails is left alone from then on, so that it holds up no other.
    """
    starting = Room.objects.filter(starts_at__lte=now).order_by("starts_at")
    for room_id in list(starting.values_list("pk", flat=True)[:LIMIT]):
        if not succeeds(_start, room_id, now):
            Room.objects.filter(pk=room_id).update(starts_at=None, enough_since=None)
    long_over = now - countdown.AFTERWARDS - F("delay") * SECOND
    ended = Room.objects.filter(listed=True, game__status=Status.OVER, game__ended_at__lte=long_over)
    for room_id in list(ended.values_list("pk", flat=True)[:LIMIT]):
        if not succeeds(_reopen, room_id, now):
            Room.objects.filter(pk=room_id).update(listed=False)


@transaction.atomic
def _start(room_id: int, now: int) -> None:
    room = rooms.locked(room_id)
    if room is None:
        return
    countdown.settle(room, now)
    if room.starts_at is None or room.starts_at > now:
        return
    if lobby.deal(room, now):
        room.starts_at = room.enough_since = None
        room.save(update_fields=["starts_at", "enough_since"])
        broadcast.poke(room.code)


@transaction.atomic
def _reopen(room_id: int, now: int) -> None:
    room = rooms.locked(room_id)
    if room is not None and room.game is not None and room.game.status == Status.OVER:
        lobby.reopen(room, now)
