"""The private notes that a player keeps during a game."""

from django.db import transaction

from accounts.guests import Person
from games import broadcast
from games.models import JournalEntry
from games.refusals import Code, Refusal

from . import rooms, writing

LENGTH = 2_000
"""Characters in the notes of one seat at most."""


@transaction.atomic
def save(room_id: int, person: Person, text: str, at: int) -> Refusal | None:
    """Keep ``text`` as the notes of the person's seat, instead of what was there."""
    if len(text) > LENGTH:
        return Refusal(Code.NOTE_TOO_LONG.value, {"length": len(text), "high": LENGTH}, "text")
    place = rooms.enter(room_id, person)
    if isinstance(place, Refusal):
        return place
    if place.game is None:
        return Refusal(Code.NO_GAME.value)
    seat = rooms.seat_in(place.game, place.member)
    if seat is None:
        return Refusal(Code.SPECTATOR.value)
    kept = writing.tidied(text.replace("\r\n", "\n"), keep="\n\t")
    JournalEntry.objects.update_or_create(game=place.game, seat=seat, defaults={"text": kept, "saved_at": at})
    place.room.note_count += 1
    place.room.save(update_fields=["note_count"])
    broadcast.poke(place.room.code)
    return None
