"""The private notes that a player keeps during a game, and what they tag others with (G14)."""

from django.db import transaction

from accounts.guests import Person
from games import broadcast, codec
from games.engine.ids import SeatId
from games.engine.journal import Tag, tag_refusal
from games.models import Game, JournalEntry
from games.models.journal import NO_SUBJECT
from games.refusals import Code, Refusal

from . import limits, rooms, writing

LENGTH = 2_000
"""Characters in the notes of one seat at most."""

ABOUT_ONE = 200
"""Characters in the note of one player at most."""


@transaction.atomic
def save(room_id: int, person: Person, text: str, at: int) -> Refusal | None:
    """Keep ``text`` as the notes of the person's seat, instead of what was there."""
    note = text.replace("\r\n", "\n")  # as a browser sends a break that it counted as one character
    if len(note) > LENGTH:
        return Refusal(Code.NOTE_TOO_LONG.value, {"length": len(note), "high": LENGTH}, "text")
    own = _own(room_id, person, at)
    if isinstance(own, Refusal):
        return own
    place, game, seat = own
    _keep(place, game, seat, NO_SUBJECT, "", writing.tidied(note, keep="\n\t"), at)
    return None


@transaction.atomic
def tag(room_id: int, person: Person, subject: int, tag: str, text: str, at: int) -> Refusal | None:
    """Keep what the person makes of the player on the seat ``subject``, instead of what was there: a tag, or
    none, and a note.  For nobody else until the end, and the note not even then (G14)."""
    if tag and tag not in set(Tag):
        return Refusal(Code.NO_SUCH_TAG.value, field="tag")
    note = writing.tidied(" ".join(text.split())).strip()
    if len(note) > ABOUT_ONE:
        return Refusal(Code.NOTE_TOO_LONG.value, {"length": len(note), "high": ABOUT_ONE}, "text")
    own = _own(room_id, person, at)
    if isinstance(own, Refusal):
        return own
    place, game, seat = own
    reason = tag_refusal(codec.decode_state(game.snapshot, game.schema), seat, SeatId(subject))
    if reason is not None:
        return Refusal(reason.value)
    _keep(place, game, seat, subject, tag, note, at)
    return None


def _own(room_id: int, person: Person, at: int) -> tuple[rooms.Place, Game, SeatId] | Refusal:
    """The seat whose notes these are, in the locked room, if they have not kept a lot just now."""
    place = rooms.enter(room_id, person)
    if isinstance(place, Refusal):
        return place
    if place.game is None:
        return Refusal(Code.NO_GAME.value)
    seat = rooms.seat_in(place.game, place.member)
    if seat is None:
        return Refusal(Code.SPECTATOR.value)
    refusal = limits.spend("notes", f"{place.game.pk}.{seat}", at)
    return refusal or (place, place.game, seat)


def _keep(place: rooms.Place, game: Game, seat: SeatId, subject: int, tag: str, text: str, at: int) -> None:
    kept = {"tag": tag, "text": text, "saved_at": at}
    JournalEntry.objects.update_or_create(game=game, seat=seat, subject=subject, defaults=kept)
    place.room.note_count += 1
    place.room.save(update_fields=["note_count"])
    broadcast.poke(place.room.code)
