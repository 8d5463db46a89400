"""Talk.  Each line is checked against the state as it is, and is only for those who are there (C29)."""

from django.db import transaction
from django.db.models import Max

from accounts.guests import Person
from games import broadcast, codec
from games.engine.commands import Tick
from games.engine.ids import SeatId, Standpoint, seat_viewer
from games.engine.state import State
from games.engine.talk import Talk, audience, may_say, writes
from games.engine.turn import next_due
from games.models import ChatLine, Game, Member, Room, Seat
from games.models.chat import LOBBY
from games.policies import viewer_of
from games.refusals import Code, Refusal

from . import limits, play, receipts, rooms, writing

LENGTH = 300
"""Characters in a line at most."""


def clean(raw: object) -> str | Refusal:
    """``raw`` as one line: whitespace is single spaces, what cannot be seen or turns the writing round is
    gone, marks are not piled up.  LINE_EMPTY or LINE_TOO_LONG otherwise."""
    if not isinstance(raw, str):
        return Refusal(Code.LINE_EMPTY.value, field="text")
    if len(raw) > 4 * LENGTH:
        return Refusal(Code.LINE_TOO_LONG.value, {"length": len(raw), "high": LENGTH}, "text")
    line = writing.tidied(" ".join(raw.split())).strip()
    if writing.blank(line):
        return Refusal(Code.LINE_EMPTY.value, field="text")
    if len(line) > LENGTH:
        return Refusal(Code.LINE_TOO_LONG.value, {"length": len(line), "high": LENGTH}, "text")
    return line


@transaction.atomic
def say(
    room_id: int, person: Person, talk: str, text: str, at: int, *, command_id: str = ""
) -> Refusal | None:
    """Write a line in ``talk``: ``lobby``, ``table``, ``mafia`` or ``graveyard``.

    Who may write is asked of the game as it is at ``at``, for every line anew.
    """
    if command_id and not writing.is_command_id(command_id):
        return Refusal(Code.BAD_COMMAND_ID.value)
    line = clean(text)
    if isinstance(line, Refusal):
        return line
    place = rooms.enter(room_id, person)
    if isinstance(place, Refusal):
        return place
    scope = f"talk {place.member.pk}"
    if command_id:
        first = receipts.find(room_id, scope, command_id)
        if first is not None:
            return receipts.answer(first)
    refusal = limits.spend("lines", f"{room_id}.{place.member.pk}", at) or _say(place, talk, line, at)
    if command_id:
        receipts.write(room_id, scope, command_id, refusal, at)
    return refusal


def _say(place: rooms.Place, talk: str, text: str, at: int) -> Refusal | None:
    if talk == LOBBY:
        if place.running:
            return Refusal(Code.MAY_NOT_WRITE.value, {"talk": talk})
        _store(
            place.room, ChatLine(talk=LOBBY, author=place.member, name=place.member.name, text=text, at=at)
        )
        return None
    if talk not in set(Talk):
        return Refusal(Code.NO_SUCH_TALK.value)
    if place.game is None:
        return Refusal(Code.NO_GAME.value)
    state = _state_at(place.game, at)
    seat = rooms.seat_in(place.game, place.member)
    viewer = viewer_of(place.member.pk, seat, place.game.narrator_id)
    if viewer.standpoint is not Standpoint.SEAT:
        return Refusal(Code.SPECTATOR.value)
    if not may_say(state, viewer, Talk(talk), text):
        return Refusal(Code.MAY_NOT_WRITE.value, {"talk": talk})
    _speak(place.room, place.game, state, viewer.seat, place.member, Talk(talk), text, at)
    return None


def _state_at(game: Game, at: int) -> State:
    """The state, once time that has run out has taken effect."""
    state = codec.decode_state(game.snapshot, game.schema)
    due = next_due(state)
    if due is not None and due <= at:
        play.submit(game.pk, Tick(), at)
        game.refresh_from_db(fields=["snapshot"])
        state = codec.decode_state(game.snapshot, game.schema)
    return state


def claim(room: Room, game: Game, state: State, said: dict[str, int | str], text: str, at: int) -> None:
    """A bot says at the table what it knows, in a locked room; nothing if it may not speak now.

    ``said`` is its claim for other bots, ``by`` the speaker's seat.
    """
    number = SeatId(int(said["by"]))
    seat = Seat.objects.select_related("member").get(game=game, number=number)
    if Talk.TABLE in writes(state, seat_viewer(number)):
        _speak(room, game, state, number, seat.member, Talk.TABLE, text[:LENGTH], at, said)


def _speak(
    room: Room,
    game: Game,
    state: State,
    number: SeatId,
    author: Member | None,
    talk: Talk,
    text: str,
    at: int,
    said: dict[str, int | str] | None = None,
) -> None:
    readers = audience(state, talk)
    line = ChatLine(
        game=game,
        talk=talk.value,
        phase=state.stage.number,
        author=author,
        seat=number,
        name=state.seats[number].name,
        text=text,
        claim=said,
        seats=codec.seat_mask(readers.seats),
        narrator=readers.narrator,
        spectators=readers.spectators,
        at=at,
    )
    _store(room, line)


def _store(room: Room, line: ChatLine) -> None:
    """Number a line and store it; the room is locked."""
    before = ChatLine.objects.filter(game=line.game, talk=line.talk, phase=line.phase)
    if line.game is None:
        before = before.filter(room=room)
    last = before.aggregate(last=Max("number"))["last"] or 0
    room.line_count += 1
    if line.game is None:
        room.last_active_at = line.at
    room.save(update_fields=["line_count", "last_active_at"])
    line.room, line.seq, line.number = room, room.line_count, last + 1
    line.save(force_insert=True)
    broadcast.poke(room.code)
