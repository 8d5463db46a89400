"""Rooms in a vote, set up in a database. python -m tests.load.tables ROOMS SEATS prints their codes."""

import json
import sys

import config.asgi  # noqa: F401 - sets up Django
from accounts.guests import Person
from games.engine.commands import AdvancePhase, MarkReady
from games.engine.ids import SeatId
from games.models import Room
from games.moment import now
from games.services import lobby, play


def guest(room: int, seat: int) -> Person:
    return Person(f"guest-{room}-{seat}")


def room_in_a_vote(number: int, seats: int) -> tuple[int, str, int]:
    """The room, its code, and its game.  Guest 0 hosts; nobody has voted yet."""
    room = lobby.create_room(guest(number, 0), name="P0", at=now())
    assert isinstance(room, Room), room
    for seat in range(1, seats):
        lobby.join_room(room.code, guest(number, seat), name=f"P{seat}", at=now())
    changes = {"first_day_vote": True, "vote_seconds": 300}
    assert lobby.change_options(room.pk, guest(number, 0), changes, now()) == ()
    assert lobby.start_game(room.pk, guest(number, 0), now()) == ()
    room.refresh_from_db()
    assert room.game_id is not None
    for seat in range(seats):
        assert play.submit(room.game_id, MarkReady(SeatId(seat)), now()) is None
    assert play.submit(room.game_id, AdvancePhase(SeatId(0)), now()) is None
    return room.pk, room.code, room.game_id


if __name__ == "__main__":
    rooms, seats = map(int, sys.argv[1:])
    sys.stdout.write(json.dumps([room_in_a_vote(number, seats)[1] for number in range(rooms)]))
