"""How a game is read and saved for a command, in plain SQL: the same five statements each time, in a third
of the time that building them anew would take."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.db import connection

from accounts.guests import Person

_HAND = """
    SELECT game.id, game.narrator_id, member.id, seat.number
      FROM games_room AS room
      JOIN games_game AS game ON game.id = room.game_id
      LEFT JOIN games_member AS member ON member.room_id = room.id AND member.gone_at IS NULL
            AND (member.guest_id = %s OR member.user_id = %s)
      LEFT JOIN games_seat AS seat ON seat.game_id = game.id AND seat.member_id = member.id
     WHERE room.id = %s
     ORDER BY member.seat_order
     LIMIT 1
"""
_LOAD = """
    SELECT game.id, game.room_id, room.code, room.public, game.phase, game.snapshot, game.version,
           game.event_count, game.bot_steps, game.due_at, game.schema
      FROM games_game AS game JOIN games_room AS room ON room.id = game.room_id
     WHERE game.id = %s
"""
_SAVE = """
    UPDATE games_game
       SET snapshot = %s, version = version + 1, event_count = %s, phase = %s, turn = %s, due_at = %s,
           status = %s, ended_at = %s
     WHERE id = %s AND version = %s
"""
_LOG = "INSERT INTO games_gameevent (game_id, seq, kind, data, seats, narrator, spectators, at) VALUES "
_EVENT = "(%s, %s, %s, %s, %s, %s, %s, %s)"
_VOTES = "INSERT INTO games_vote (game_id, phase, voter, target, at) VALUES "
_VOTE = "(%s, %s, %s, %s, %s)"


@dataclass(frozen=True, slots=True)
class Hand:
    """The game that is on, or over, in a room, and what part in it somebody has."""

    game_id: int
    narrator_id: int | None
    member_id: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class Stored:
    """The columns of a game that a command needs, and its room's code."""

    id: int
    room_id: int
    code: str
    public: bool
    phase: str
    snapshot: str
    version: int
    event_count: int
    bot_steps: str
    due_at: int | None
    schema: int


@dataclass(frozen=True, slots=True)
class EventRow:
    seq: int
    kind: str
    data: str
    seats: int
    narrator: bool
    spectators: bool
    at: int


@dataclass(frozen=True, slots=True)
class VoteRow:
    phase: int
    voter: int
    target: int | None
    at: int


def hand(room_id: int, person: Person) -> Hand | None:
    """What part ``person`` has in the game of a room; None if the room has no game."""
    with connection.cursor() as cursor:
        cursor.execute(_HAND, (person.guest_id, person.user_id, room_id))
        row = cursor.fetchone()
    return None if row is None else Hand(*row)


def load(game_id: int, *, wait: bool) -> Stored:
    """Read a game; with ``wait`` hold it until the transaction ends, where the database can.

    LookupError if there is none.
    """
    hold = " FOR NO KEY UPDATE OF game" if wait and connection.features.has_select_for_no_key_update else ""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD + hold, (game_id,))
        row = cursor.fetchone()
    if row is None:
        raise LookupError(f"no game {game_id}")
    return Stored(*row)


def save(
    stored: Stored,
    *,
    snapshot: str,
    happened: int,
    phase: str,
    turn: int,
    due_at: int | None,
    status: str,
    ended_at: int | None,
) -> bool:
    """Save what a game has become after ``happened`` more events; False, and nothing is saved, if somebody
    else changed it since it was read."""
    count = stored.event_count + happened
    values = (snapshot, count, phase, turn, due_at, status, ended_at, stored.id, stored.version)
    with connection.cursor() as cursor:
        cursor.execute(_SAVE, values)
        return cursor.rowcount == 1


def log(game_id: int, events: Sequence[EventRow], votes: Sequence[VoteRow]) -> None:
    """Add events, and ballots as they were cast; each kind in one statement."""
    with connection.cursor() as cursor:
        rows = [(game_id, e.seq, e.kind, e.data, e.seats, e.narrator, e.spectators, e.at) for e in events]
        cursor.execute(_LOG + ", ".join([_EVENT] * len(rows)), list(chain.from_iterable(rows)))
        if votes:
            ballots = [(game_id, v.phase, v.voter, v.target, v.at) for v in votes]
            cursor.execute(_VOTES + ", ".join([_VOTE] * len(ballots)), list(chain.from_iterable(ballots)))
