"""Reading a room: everything that is shared about it, at once.  Stays on the server; views are made of it."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from games import codec, history, lateness, selectors, story
from games.engine.ids import SeatId
from games.engine.observation import room_sees
from games.engine.state import State
from games.history import Round
from games.lines import COLUMNS, LINES, audience_of, latest, stored
from games.log import events_of
from games.models import ChatLine, JournalEntry, Seat, Watch
from games.moment import SECOND
from games.public import Company, public_view
from games.snapshots import GameSnapshot, MemberRow, RoomSnapshot, StoredLine, Told, public_story

COUNTED_EVERY = 5 * SECOND
"""Milliseconds for which a count of those who look on is good."""

# Read after every change of a room: plain SQL spares the time to build the same statements anew.
_ROOM = """
    SELECT room.id, room.code, room.preset, room.options, room.locked, room.host_id, room.deputy_id,
           room.last_active_at, room.line_count, room.note_count,
           room.public, room.delay, room.enough_since, room.starts_at,
           game.id, game.snapshot, game.event_count, game.narrator_id, game.status, game.ended_at,
           game.due_at, game.started_at, game.schema
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
        public, delay, enough_since, starts_at = row[10:14]
        game_id, snapshot, event_count, narrator_id, status, ended_at, due_at, started_at, schema = row[14:]
        if selectors.expired(active_at, status, ended_at, at):
            return None
        cursor.execute(_MEMBERS, (room_id,))
        members = tuple(_member(member) for member in cursor.fetchall())
    before = _Before(after, game_id, line_count, note_count, event_count)
    watching, counted_at = _watching(room_id, after, at) if public else (0, at)
    company = _company(code, members, watching if public else None)
    game = None
    if game_id is not None:
        state = codec.decode_state(snapshot, schema)
        game = _game(game_id, state, event_count, narrator_id, due_at, company, before)
    late = None
    if game is not None and delay:
        late = lateness.read(game, after.late if after else None, company, started_at, delay * SECOND, at)
    return RoomSnapshot(
        code=code,
        preset=preset,
        public=bool(public),
        company=company,
        watching=watching,
        counted_at=counted_at,
        enough_since=enough_since,
        starts_at=starts_at,
        delay=delay * SECOND,
        late=late,
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


def _watching(room_id: int, after: RoomSnapshot | None, at: int) -> tuple[int, int]:
    """How many look on, and when that was counted.  Now and then is enough: each who comes changes it."""
    if after is not None and 0 <= at - after.counted_at < COUNTED_EVERY:
        return after.watching, after.counted_at
    return Watch.objects.filter(room=room_id).values("guest_id").distinct().count(), at


def _company(code: str, members: Iterable[MemberRow], watching: int | None) -> Company:
    """How many wait for the next game, and how many look on: of those who wait whoever is there, and
    ``watching`` who are not in the room; None: none are told of, in a private one."""
    queued = [member for member in members if member.queued]
    watchers = 0 if watching is None else watching + sum(not member.away for member in queued)
    return Company(code, len(queued), watchers)


def _game(
    game_id: int,
    state: State,
    event_count: int,
    narrator_id: int | None,
    due_at: int | None,
    company: Company,
    before: _Before,
) -> GameSnapshot:
    room, log = room_sees(state), _log(game_id, before)
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
        public=public_view(state, room, public_story(log), ended, company),
    )


def _seats(game_id: int) -> dict[int, SeatId]:
    placed = Seat.objects.filter(game=game_id).values_list("member_id", "number")
    return {member: SeatId(number) for member, number in placed if member is not None}


def _lobby_lines(room_id: int, before: _Before) -> tuple[StoredLine, ...]:
    if before.room is not None and before.same_lines and before.room.lobby_lines:
        return before.room.lobby_lines
    lines = ChatLine.objects.filter(room=room_id, game=None).order_by("-seq").values_list(*COLUMNS)
    return tuple(reversed(stored(lines[:LINES])))


def _lines(game_id: int, before: _Before) -> tuple[StoredLine, ...]:
    """The latest lines of each talk for each audience it had: among them are each viewer's latest."""
    known = before.game.lines if before.game else ()
    if before.game and before.same_lines:
        return known
    lines = ChatLine.objects.filter(game=game_id)
    if known:
        new = lines.filter(seq__gt=known[-1].seq)
        return latest([*known, *stored(new.order_by("seq").values_list(*COLUMNS))])
    place = Window(RowNumber(), partition_by=[F("talk"), F("seats")], order_by=F("seq").desc())
    newest = lines.annotate(place=place).filter(place__lte=LINES)
    return tuple(stored(newest.order_by("seq").values_list(*COLUMNS)))


def _log(game_id: int, before: _Before) -> tuple[Told, ...]:
    known = before.game.log if before.game else ()
    if before.same_events:
        return known
    seen = before.game.event_count if before.game else 0
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, (game_id, seen, *story.KINDS))
        rows = cursor.fetchall()
    told = (
        Told(seq, story.entries(codec.decode_event(kind, data)), audience_of(*audience))
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
    return history.rounds(events_of(game_id))
