"""A whole public Ranked game on PostgreSQL, Redis and Celery: everybody asks one web process and listens to
the other, and no clock runs but Celery's."""

import asyncio
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import namedtuple_row

from games import codec
from games.engine import proof
from games.engine.evolution import evolve
from games.engine.ids import NOBODY
from games.engine.state import State
from tests.kit.clock import OffsetFile
from tests.kit.run import Run
from tests.kit.scaled import LOG, read_ports, scaled
from tests.kit.visitor import Visitor
from tests.kit.web import static_root

pytestmark = pytest.mark.stack

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")


@dataclass
class Room:
    """``people`` by name; ``looker`` has the list of rooms open, and ``watcher`` the game."""

    code: str
    people: dict[str, Visitor]
    looker: Visitor
    watcher: Visitor
    clock: OffsetFile

    @property
    def do(self) -> str:
        return f"/r/{self.code}/do"

    async def all_see(self, title: str, *others: Visitor) -> None:
        for visitor in (*self.people.values(), *others):
            await visitor.sees(title)

    async def pass_on(self, seconds: int, title: str) -> None:
        """Time runs out, and nobody asks for anything: by Celery alone the next phase begins."""
        self.clock.advance(seconds)
        await self.all_see(title, self.watcher)

    def cards(self) -> dict[str, str]:
        """What each has been dealt, as their own page says."""
        return {
            name: re.findall(r"<strong>(.*?)</strong>", visitor.page["role"])[0].lower()
            for name, visitor in self.people.items()
        }

    def seats(self) -> dict[str, int]:
        rows = re.findall(r"<li id=c(\d+)[^>]*><div><b>(.*?)</b>", self.watcher.page["players"])
        return {name: int(seat) for seat, name in rows}

    async def ask(self, verb: str, targets: dict[str, str]) -> None:
        """What each does to whom: by a post to the one process, or by the socket to the other."""
        seats = self.seats()
        for name, target in targets.items():
            seat = seats.get(target, NOBODY)
            if seats[name] % 2:
                self.people[name].press(f"{self.do}/{verb}/", target=seat)
            else:
                await self.people[name].send(t="do", verb=verb, target=seat)


async def gather(ports: list[int], clock: OffsetFile) -> Room:
    """One opens a public room, the others join it, and the list on the other process tells it."""
    here, there = ports
    looker = Visitor("the looker", here, there)
    await looker.listen("/ws/rooms?preset=ranked")
    people = {name: Visitor(name, *(ports if n % 2 else ports[::-1])) for n, name in enumerate(NAMES)}
    host, *guests = people.values()
    path = host.post("/rooms/", name=host.name, preset="ranked", language="en", public="on")
    code = path.split("/")[2]
    await looker.reads(f"room-{code}")
    for guest in guests:
        assert guest.post(f"/j/{code}/", name=guest.name) == path
    for visitor in people.values():
        await visitor.listen(f"/ws/r/{code}")
    await looker.reads("<b>7</b>/25")
    return Room(code, people, looker, Visitor("the watcher", here, there), clock)


async def start(room: Room) -> None:
    """Everybody is ready, and the countdown starts the game."""
    for visitor in room.people.values():
        visitor.press(f"/r/{room.code}/ready/", ready=1)
    for visitor in room.people.values():
        await visitor.reads("7 of 7 ready")
    await room.looker.reads("About to start")
    room.clock.advance(11)
    await room.all_see("The deal")
    await room.looker.reads("The deal")
    await room.watcher.listen(f"/ws/r/{room.code}")
    await room.watcher.sees("The deal")
    await room.looker.reads("1 watching")
    for visitor in room.people.values():
        visitor.press(f"{room.do}/ready/")
    await room.all_see("Night 1", room.watcher)


async def night(room: Room, living: Iterable[str], killers: list[str], victim: str, day: int) -> None:
    """The killers tap their victim, all others the first killer there is."""
    plan = dict.fromkeys(living, killers[0]) | dict.fromkeys(killers, victim)
    await room.ask("tap", plan)
    await room.pass_on(36, f"Dawn of day {day}")
    for visitor in (*room.people.values(), room.watcher):
        await visitor.until(lambda visitor=visitor: victim in visitor.page["story"], f"the news of {victim}")  # type: ignore[misc]
    await room.pass_on(9, f"Day {day}")


async def day(room: Room, living: Iterable[str], condemned: str, number: int) -> None:
    """All others vote for somebody, who has the word alone then."""
    speaker = next(iter(living))
    await room.people[speaker].send(t="say", talk="table", text=f"It was {condemned}!")
    for visitor in (*room.people.values(), room.watcher):
        await visitor.reads(f"It was {condemned}!")
    await room.pass_on(181, f"Vote {number}")
    await room.ask("vote", {name: condemned for name in living if name != condemned})
    await room.pass_on(76, "Last defense")


async def play(room: Room) -> dict[str, str]:
    """The game from its deal to the end, which the town wins; gives the cards."""
    await start(room)
    cards = room.cards()
    killers = [name for name in NAMES if cards[name] == "killer"]
    citizens = [name for name in NAMES if cards[name] == "citizen"]
    living = list(NAMES)

    await night(room, living, killers, citizens[0], 1)
    living.remove(citizens[0])
    await day(room, living, killers[0], 1)
    room.people[killers[0]].press(f"{room.do}/ready/")
    await room.all_see("Night 2", room.watcher)
    living.remove(killers[0])

    mover = room.people[citizens[1]]  # whose phone comes back by the other process
    await mover.hang_up()
    mover.posts_to, mover.listens_to = mover.listens_to, mover.posts_to
    await mover.listen(f"/ws/r/{room.code}")
    await mover.sees("Night 2")
    assert room.cards() == cards

    await night(room, living, killers[1:], citizens[1], 2)
    living.remove(citizens[1])
    await day(room, living, killers[1], 2)
    assert room.watcher.page["role"] == "<section id=role hidden></section>"
    await room.pass_on(6, "The end")
    return cards


async def whole(ports: list[int], clock: OffsetFile) -> None:
    room = await gather(ports, clock)
    try:
        cards = await play(room)
        for visitor in (*room.people.values(), room.watcher):
            assert "The Town wins" in visitor.page["end"]
            assert "The Town wins" in visitor.get(f"/r/{room.code}/")
        await room.looker.reads("Just finished")
    finally:
        for visitor in (*room.people.values(), room.watcher, room.looker):
            await visitor.hang_up()
    files = {room.watcher.get(f"/r/{room.code}/deal.json", port) for port in ports}
    (text,) = files
    assert proof.check(text).outcome is proof.Outcome.HOLDS
    assert {seat["name"]: seat["role"] for seat in json.loads(text)["seats"]} == cards


def stored(postgres_url: str, query: str) -> list[Any]:
    with psycopg.connect(postgres_url, row_factory=namedtuple_row) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.timeout(120)
def test_ranked_is_played_to_the_end_on_two_processes_by_celerys_clock(
    run: Run, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    clock = OffsetFile(tmp_path / "offset")
    environment = {
        "NIGHTFALL_CLOCK_OFFSET_FILE": str(clock.path),
        "NIGHTFALL_STATIC_ROOT": static_root(run),
    }
    options = ("--web", "2", "--workers", "1")
    with scaled(tmp_path, postgres_url, redis_url, *options, **environment) as process:
        asyncio.run(whole(read_ports(process), clock))
    (game,) = stored(postgres_url, "SELECT * FROM games_game")
    log = stored(postgres_url, "SELECT * FROM games_gameevent ORDER BY seq")
    assert [row.seq for row in log] == list(range(1, game.event_count + 1))
    state: State | None = None
    for row in log:
        state = evolve(state, codec.decode_event(row.kind, row.data))
    assert state == codec.decode_state(game.snapshot, game.schema)
    complaints = r"^.*\b(?:ERROR|CRITICAL|Traceback|WARNING games)\b.*$"
    assert not re.findall(complaints, (tmp_path / LOG).read_text(), re.MULTILINE)
