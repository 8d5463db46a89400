"""Reading a room: everything that is shared about it, at once.  Stays on the server; views are made of it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from accounts.guests import Person
from games import codec, history, selectors, story
from games.engine.audience import Audience
from games.engine.ids import SPECTATOR_VIEWER, SeatId
from games.engine.observation import SeatView, room_sees
from games.engine.rules import Ruleset
from games.engine.state import State
from games.history import Round
from games.models import ChatLine, GameEvent, JournalEntry, Seat
from games.public import PublicView, public_view
from games.story import LogEntry

LINES = 60
"""Lines of each talk that a viewer is shown."""

# Read after every change of a room: plain SQL spares the time to build the same statements anew.
_ROOM = """
    SELECT room.id, room.code, room.preset, room.options, room.locked, room.host_id, room.deputy_id,
           room.last_active_at, room.line_count, room.note_count,
           game.id, game.snapshot, game.event_count, game.narrator_id, game.status, game.ended_at,
           game.due_at, game.schema
      FROM games_room AS room LEFT JOIN games_game AS game ON game.id = room.game_id
     WHERE room.code = %s
"""
_MEMBERS = """
    SELECT id, guest_id, user_id, name, bot, narrates, ready, queued, away_since, absent, hears_from
      FROM games_member
     WHERE room_id = %s AND gone_at IS NULL
     ORDER BY seat_order
"""
_EVENTS = f"""
    SELECT seq, kind, data, seats, narrator, spectators
      FROM games_gameevent
     WHERE game_id = %s AND seq > %s AND kind IN ({", ".join(["%s"] * len(story.KINDS))})
     ORDER BY seq
"""  # noqa: S608 - nothing but placeholders
_LINE = ("seq", "talk", "phase", "number", "author_id", "name", "text", "seats", "narrator", "spectators")


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Somebody in the room."""

    id: int
    guest_id: str
    user_id: int | None
    name: str
    bot: bool
    narrates: bool
    ready: bool
    queued: bool
    away: bool
    absent: bool
    hears_from: int

    def is_person(self, person: Person) -> bool:
        same_user = person.user_id is not None and person.user_id == self.user_id
        return self.guest_id == person.guest_id or same_user


@dataclass(frozen=True, slots=True)
class Line:
    """A line of talk.  ``id`` is unique among the lines of the game, or lobby, that this viewer sees."""

    id: str
    talk: str
    author: str
    text: str
    you: bool


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A chat line and whom it is for: ``own`` for its author, ``told`` for everybody else."""

    seq: int
    author_id: int | None
    audience: Audience
    told: Line
    own: Line

    def for_member(self, member_id: int | None) -> Line:
        return self.own if member_id is not None and member_id == self.author_id else self.told


@dataclass(frozen=True, slots=True)
class Told:
    """What one event adds to the story, and for whom."""

    seq: int
    entries: tuple[LogEntry, ...]
    audience: Audience


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """The room's game.  ``seats``: member id to seat.  ``event_count`` tells whether anything happened.
    ``due_at``: when time or a bot next changes something.  ``room_sees``: the seats as all see them.
    ``public``: all that everybody may know; follows from the rest and from who waits in the room."""

    id: int
    state: State
    room_sees: tuple[SeatView, ...]
    event_count: int
    seats: Mapping[int, SeatId]
    narrator_id: int | None
    due_at: int | None
    lines: tuple[StoredLine, ...]
    log: tuple[Told, ...]
    notes: Mapping[SeatId, str]
    history: tuple[Round, ...] | None
    public: PublicView = field(compare=False)


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """A room as it was at one moment.  ``host_id`` holds the host's powers.  The counts tell whether lines
    were written and notes saved since."""

    code: str
    locked: bool
    host_id: int | None
    ruleset: Ruleset
    members: tuple[MemberRow, ...]
    lobby_lines: tuple[StoredLine, ...]
    line_count: int
    note_count: int
    game: GameSnapshot | None


def read(code: str, after: RoomSnapshot | None, at: int) -> RoomSnapshot | None:
    """The room at ``at``, None if there is none; ``after`` is what was read of it before.
    GameUnreadableError if another version saved its game."""
    with connection.cursor() as cursor:
        cursor.execute(_ROOM, (code,))
        row = cursor.fetchone()
        if row is None:
            return None
        room_id, code, preset, options, locked, host_id, deputy_id, active_at, line_count, note_count = row[
            :10
        ]
        game_id, snapshot, event_count, narrator_id, status, ended_at, due_at, schema = row[10:]
        if selectors.expired(active_at, status, ended_at, at):
            return None
        cursor.execute(_MEMBERS, (room_id,))
        members = tuple(_member(member) for member in cursor.fetchall())
    before = _Before(after, game_id, line_count, note_count, event_count)
    game = None
    if game_id is not None:
        state, queued = codec.decode_state(snapshot, schema), sum(member.queued for member in members)
        game = _game(code, game_id, state, event_count, narrator_id, due_at, queued, before)
    return RoomSnapshot(
        code=code,
        locked=bool(locked),
        host_id=deputy_id or host_id,
        ruleset=selectors.configured(preset, json.loads(options)) if game is None else game.state.ruleset,
        members=members,
        lobby_lines=_lobby_lines(room_id, before) if game is None or game.state.ending else (),
        line_count=line_count,
        note_count=note_count,
        game=game,
    )


class _Before:
    """What an earlier snapshot still holds true of a room that has these counts now."""

    def __init__(
        self, after: RoomSnapshot | None, game_id: int | None, lines: int, notes: int, events: int
    ) -> None:
        same_game = after is not None and after.game is not None and after.game.id == game_id
        self.game = after.game if after is not None and same_game else None
        self.room = after
        self.same_lines = after is not None and after.line_count == lines
        self.same_notes = after is not None and after.note_count == notes
        self.same_events = self.game is not None and self.game.event_count == events


def _member(row: tuple[Any, ...]) -> MemberRow:
    pk, guest_id, user_id, name, bot, narrates, ready, queued, away_since, absent, hears_from = row
    return MemberRow(
        id=pk,
        guest_id=guest_id,
        user_id=user_id,
        name=name,
        bot=bool(bot),
        narrates=bool(narrates),
        ready=bool(ready),
        queued=bool(queued),
        away=away_since is not None,
        absent=bool(absent),
        hears_from=hears_from,
    )


def _game(
    code: str,
    game_id: int,
    state: State,
    event_count: int,
    narrator_id: int | None,
    due_at: int | None,
    queued: int,
    before: _Before,
) -> GameSnapshot:
    room, log = room_sees(state), _log(game_id, before)
    public = [told for told in log if told.audience.includes(SPECTATOR_VIEWER)]
    story_so_far = tuple([entry for told in public for entry in told.entries])
    ended = _history(game_id, before) if state.ending is not None else None
    return GameSnapshot(
        id=game_id,
        state=state,
        room_sees=room,
        event_count=event_count,
        seats=before.game.seats if before.game else _seats(game_id),
        narrator_id=narrator_id,
        due_at=due_at,
        lines=_lines(game_id, before),
        log=log,
        notes=_notes(game_id, before),
        history=ended,
        public=public_view(code, state, room, story_so_far, ended, queued),
    )


def _seats(game_id: int) -> dict[int, SeatId]:
    placed = Seat.objects.filter(game=game_id).values_list("member_id", "number")
    return {member: SeatId(number) for member, number in placed if member is not None}


def _audience(seats: int, narrator: bool, spectators: bool) -> Audience:
    return codec.audience_of(seats, narrator=narrator, spectators=spectators)


def _stored(rows: Iterable[tuple[Any, ...]]) -> list[StoredLine]:
    lines = []
    for seq, talk, phase, number, author_id, name, text, *audience in rows:
        line_id = f"{talk}-{phase}-{number}"
        told, own = (Line(line_id, talk, name, text, you) for you in (False, True))
        lines.append(StoredLine(seq, author_id, _audience(*audience), told, own))
    return lines


def _lobby_lines(room_id: int, before: _Before) -> tuple[StoredLine, ...]:
    if before.room is not None and before.same_lines and before.room.lobby_lines:
        return before.room.lobby_lines
    lines = ChatLine.objects.filter(room=room_id, game=None).order_by("-seq").values_list(*_LINE)
    return tuple(reversed(_stored(lines[:LINES])))


def _lines(game_id: int, before: _Before) -> tuple[StoredLine, ...]:
    """The latest lines of each talk for each audience it had: among them are each viewer's latest."""
    known = before.game.lines if before.game else ()
    if before.game and before.same_lines:
        return known
    lines = ChatLine.objects.filter(game=game_id)
    if known:
        new = lines.filter(seq__gt=known[-1].seq)
        return _latest([*known, *_stored(new.order_by("seq").values_list(*_LINE))])
    place = Window(RowNumber(), partition_by=[F("talk"), F("seats")], order_by=F("seq").desc())
    latest = lines.annotate(place=place).filter(place__lte=LINES)
    return tuple(_stored(latest.order_by("seq").values_list(*_LINE)))


def _latest(lines: Iterable[StoredLine]) -> tuple[StoredLine, ...]:
    groups: dict[tuple[str, Audience], list[StoredLine]] = {}
    for line in lines:
        groups.setdefault((line.told.talk, line.audience), []).append(line)
    kept = [line for group in groups.values() for line in group[-LINES:]]
    return tuple(sorted(kept, key=lambda line: line.seq))


def _log(game_id: int, before: _Before) -> tuple[Told, ...]:
    known = before.game.log if before.game else ()
    if before.same_events:
        return known
    seen = before.game.event_count if before.game else 0
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, (game_id, seen, *story.KINDS))
        rows = cursor.fetchall()
    told = (
        Told(seq, story.entries(codec.decode_event(kind, data)), _audience(*audience))
        for seq, kind, data, *audience in rows
    )
    return (*known, *told)


def _notes(game_id: int, before: _Before) -> Mapping[SeatId, str]:
    if before.game and before.same_notes:
        return before.game.notes
    entries = JournalEntry.objects.filter(game=game_id).values_list("seat", "text")
    return {SeatId(seat): text for seat, text in entries}


def _history(game_id: int, before: _Before) -> tuple[Round, ...]:
    if before.game and before.game.history is not None:
        return before.game.history
    rows = GameEvent.objects.filter(game=game_id).order_by("seq").values_list("kind", "data")
    return history.rounds(codec.decode_event(kind, data) for kind, data in rows)
