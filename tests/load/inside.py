"""Figures of one process and its database, without sockets. python -m tests.load.inside prints them as JSON.

Times are medians of interleaved blocks, and most figures ratios of two times from the same run.
"""

import json
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import F
from django.template.loader import render_to_string

import config.asgi  # noqa: F401 - sets up Django, and the collector of garbage as the server has it
from games import codec, projections
from games.engine.commands import CastBallot, Tick, WithdrawBallot
from games.engine.events import BallotsCounted
from games.engine.game import decide
from games.engine.ids import SeatId
from games.live import page, render
from games.live.hub import Page, Writer
from games.models import Game, GameEvent
from games.moment import now
from games.services import chat, play
from games.snapshots import Line, RoomSnapshot
from tests.load.tables import guest, room_in_a_vote

BLOCKS, BLOCK = 9, 20
MANY = 100_000


class Room:
    """A room in a vote, read and shown as a hub does it."""

    def __init__(self, number: int, seats: int) -> None:
        self.number, self.seats, self.turn = number, seats, 0
        self.id, self.code, self.game = room_in_a_vote(number, seats)
        self.snapshot: RoomSnapshot | None = None
        self.shown: dict[int, Page] = {}
        self.show()

    def submit(self) -> None:
        self.turn += 1
        command = CastBallot(SeatId(1), SeatId(2)) if self.turn % 2 else WithdrawBallot(SeatId(1))
        assert play.submit(self.game, command, now()) is None

    def show(self) -> list[str]:
        """The bodies of the frames for all who sit here."""
        self.read()
        return self.draw()

    def read(self) -> None:
        self.snapshot = projections.load_room(self.code, self.snapshot)

    def draw(self) -> list[str]:
        assert self.snapshot is not None
        writer, bodies = Writer(render), []
        for seat in range(self.seats):
            key = projections.viewer_key(self.snapshot, guest(self.number, seat))
            view = projections.view_for(self.snapshot, key)
            shown = Page(render.panels_for(view), render.lines_for(view))
            bodies.append(writer.body(shown, self.shown.get(seat), "en"))
            self.shown[seat] = shown
        return bodies


def times(*works: Callable[[], object]) -> list[float]:
    """Seconds that each of ``works`` takes once."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(BLOCKS):
        for number, work in enumerate(works):
            began = perf_counter()
            for _ in range(BLOCK):
                work()
            taken[number].append((perf_counter() - began) / BLOCK)
    return [median(each) for each in taken]


def against_the_orm() -> dict[str, float]:
    """``submit`` against the least that storing an event and its game takes with the ORM."""
    room, spare = Room(1, 13), Room(2, 13)
    row = GameEvent.objects.filter(game=spare.game).order_by("-seq").values().first()
    assert row is not None
    state = codec.decode_state(Game.objects.get(pk=spare.game).snapshot, codec.SCHEMA)
    snapshot = codec.encode(state)

    @transaction.atomic
    def bare() -> None:
        row["seq"] += 1
        GameEvent.objects.create(**{**row, "id": None})
        Game.objects.filter(pk=spare.game).update(snapshot=snapshot, version=F("version") + 1)

    least, whole = times(bare, room.submit)
    return {"bare_us": least * 1e6, "submit_us": whole * 1e6, "submit_share": least / whole}


def act_and_read(room: Room) -> Callable[[], None]:
    def work() -> None:
        room.submit()
        room.read()

    return work


def late_in_a_game() -> dict[str, float]:
    young, old = Room(3, 13), Room(4, 13)
    count, event = Game.objects.get(pk=old.game).event_count, codec.encode(BallotsCounted(1, 13, {}))
    GameEvent.objects.bulk_create(
        GameEvent(
            game_id=old.game,
            seq=seq,
            kind="BallotsCounted",
            data=event,
            seats=2**13 - 1,
            narrator=True,
            spectators=True,
            at=now(),
        )
        for seq in range(count + 1, 2001)
    )
    Game.objects.filter(pk=old.game).update(event_count=2000)
    old.read()
    few, many = times(act_and_read(young), act_and_read(old))
    return {"late_ratio": many / few}


def among_many() -> dict[str, float]:
    """The same action alone and among MANY games, each against a piece of work that knows no database."""
    room = Room(5, 13)
    state = codec.decode_state(Game.objects.get(pk=room.game).snapshot, codec.SCHEMA)

    def yardstick() -> None:
        for _ in range(20):
            decide(state, Tick(), now())

    alone, stick = times(act_and_read(room), yardstick)
    _fill(room.game)
    crowded, stick_again = times(act_and_read(room), yardstick)
    due = Game.objects.filter(due_at__lte=now()).order_by("due_at").values_list("pk", flat=True)
    (found,) = times(lambda: list(due[:1000]))
    return {"crowded_ratio": crowded / stick_again / (alone / stick), "due_a_second": 1000 / found}


def _fill(like: int) -> None:
    """MANY games, a third of them due."""
    columns = "room_id, ruleset, snapshot, schema, version, phase, bot_steps, status, started_at, event_count"
    copy = (
        f"INSERT INTO games_game ({columns}, due_at) SELECT {columns}, CASE WHEN id %% 3 = 0 THEN 1 END"
        " FROM games_game WHERE id >= %s LIMIT %s"
    )
    first = Game.objects.get(pk=like)
    first.pk, first.snapshot, first.ruleset, first.due_at = None, "", "", None
    first.save(force_insert=True)
    with connection.cursor() as cursor:
        while (missing := MANY - Game.objects.count()) > 0:
            cursor.execute(copy, (first.pk, missing))


def rendering() -> dict[str, float]:
    room = Room(6, 25)

    def ballot() -> float:
        room.submit()
        room.read()
        began = perf_counter()
        room.draw()
        return perf_counter() - began

    event = median(ballot() for _ in range(60))
    view = projections.room_view(room.code, guest(6, 1))
    assert view is not None

    def whole() -> None:
        shown = page.whole(view, "en", "x" * 64, {})
        render_to_string("games/room.html", {**shown, "link": "", "qr": "", "now": now()})

    full = times(whole)[0]
    numbers = iter(range(10**6))

    def line() -> None:
        text = f"Line {next(numbers)}"
        render.line_html(Line(text, "table", "Ann", text, you=False))

    return {"event_ms": event * 1e3, "page_ms": full * 1e3, "line_us": times(line)[0] * 1e6}


def sizes() -> dict[str, int]:
    """Bytes of frames at a table of twelve."""

    def size(body: str) -> int:
        return len(f'{{"t":"frame","seq":100,{body}}}'.encode())

    room = Room(7, 12)
    shown = room.shown[2].panels
    action = Writer(render).body(Page({"action": shown["action"]}), None, "en")
    whole = Writer(render).body(room.shown[2], None, "en")
    room.submit()
    ballots = room.show()
    cache.clear()
    assert chat.say(room.id, guest(7, 3), "table", "I think it was somebody else, as always.", now()) is None
    said = room.show()
    before = room.shown[2].panels["status"]
    assert play.submit(room.game, Tick(), now() + 301_000) is None
    room.show()
    after = room.shown[2].panels["status"]
    clock = Writer(render).body(Page({"status": after}), Page({"status": before}), "en")
    return {
        "line": size(said[2]),
        "clock": size(clock),
        "action": size(action),
        "ballot": size(ballots[2]),
        "own_ballot": size(ballots[1]),
        "snapshot": size(whole),
    }


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    figures: dict[str, float] = {}
    for measure in (against_the_orm, late_in_a_game, rendering, sizes, among_many):
        figures |= measure()
    sys.stdout.write(json.dumps(figures))
