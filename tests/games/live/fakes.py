"""A made-up room for the hub: versions of it, who looks at it how, and what was rendered and sent."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.guests import Person
from games.codec import GameUnreadableError
from games.live import closing, hub
from games.live.consumers import Entrance
from games.live.hub import Hub, Listener
from games.live.outbox import Outbox
from games.refusals import Refusal
from tests.kit.loop import in_made_up_time

ALICE, BOB, CAROL, DAVE = (Person(name) for name in ("alice", "bob", "carol", "dave"))


@dataclass(frozen=True)
class Line:
    id: str
    text: str


@dataclass
class FakeRooms:
    """``shared`` is what all see, ``private`` what one sees besides; ``outsiders`` are not in the room."""

    shared: dict[str, Hashable] = field(default_factory=lambda: {"status": "day"})
    private: dict[str, dict[str, Hashable]] = field(default_factory=dict)
    lines: dict[str, list[Line]] = field(default_factory=dict)
    outsiders: set[str] = field(default_factory=set)
    gone: bool = False
    due: int | None = None
    alarm: float | None = None
    reads: int = 0
    fails: int = 0

    async def load(self, code: str, after: Any) -> Any:
        self.reads += 1
        if self.fails:
            self.fails -= 1
            raise OSError("the database is away")
        if self.gone:
            return None
        private = {name: dict(panels) for name, panels in self.private.items()}
        return dict(self.shared), private, {talk: tuple(lines) for talk, lines in self.lines.items()}

    def viewer(self, snapshot: Any, person: Person) -> Hashable:
        return None if person.guest_id in self.outsiders else person.guest_id

    def view(self, snapshot: Any, viewer: Hashable) -> Any:
        shared, private, lines = snapshot
        return {**shared, **private.get(viewer, {})}, lines

    def due_at(self, snapshot: Any) -> int | None:
        return self.due

    def changes_in(self, snapshot: Any) -> float | None:
        return self.alarm


@dataclass
class FakeRenderer:
    rendered: Counter[tuple[str, Hashable]] = field(default_factory=Counter)

    def panels_for(self, view: Any) -> Mapping[str, Hashable]:
        return view[0]

    def panel_html(self, panel_id: str, context: Hashable, language: str) -> str:
        self.rendered[panel_id, context] += 1
        return f'<section id="{panel_id}">{context}</section>'

    def changed_parts(self, before: Any, now: Any) -> Mapping[str, Hashable] | None:
        """Of a panel that is a tuple, its elements."""
        if not isinstance(now, tuple):
            return None
        return {f"part-{at}": part for at, part in enumerate(now) if before[at] != part}

    def part_html(self, part_id: str, part: Hashable, language: str) -> str:
        self.rendered[part_id, part] += 1
        return f'<li id="{part_id}">{part}</li>'

    def lines_for(self, view: Any) -> Mapping[str, Sequence[Line]]:
        return view[1]

    def line_html(self, line: Line) -> str:
        return f"<li>{line.text}</li>"


@dataclass
class Wire:
    """The far end of a socket."""

    listener: Listener
    sent: list[dict[str, Any]]

    @property
    def frames(self) -> list[dict[str, Any]]:
        messages = [json.loads(m["text"]) for m in self.sent if m["type"] == "websocket.send"]
        return [message for message in messages if message["t"] == "frame"]

    @property
    def close_code(self) -> int | None:
        return next((m["code"] for m in self.sent if m["type"] == "websocket.close"), None)


def plug_in(hub: Hub, person: Person) -> Wire:
    """Lets ``person`` into the room on a socket whose line takes everything."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    listener = Listener(person, "en", Outbox(send))
    hub.join(listener)
    return Wire(listener, sent)


@dataclass
class FakeService:
    """Lets people into the room KIMO, and refuses what is called ``bad``."""

    entered: dict[str, Person] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    done: list[Any] = field(default_factory=list)
    answers: dict[str, Refusal | None] = field(default_factory=dict)

    async def enter(self, code: str, person: Person, connection: str) -> Entrance | int:
        if code.upper() != "KIMO":
            return closing.NO_SUCH_ROOM
        self.entered[connection] = person
        return Entrance(1, "KIMO")

    async def leave(self, connection: str) -> None:
        self.left.append(connection)

    async def do(self, room_id: int, person: Person, command: Any) -> Refusal | None:
        return self._answer(command.id, command, command.verb)

    async def say(self, room_id: int, person: Person, line: Any) -> Refusal | None:
        return self._answer(line.id, line, line.text)

    def _answer(self, command_id: str, asked: Any, what: str) -> Refusal | None:
        if what == "crash":
            raise OSError("the database is away")
        if what == "unreadable":
            raise GameUnreadableError("a game of schema 9; this version reads 1")
        if command_id not in self.answers:
            self.done.append(asked)
            self.answers[command_id] = Refusal("SPECTATOR") if what == "bad" else None
        return self.answers[command_id]

    def sentence(self, refusal: Refusal) -> str:
        return f"No: {refusal.code}."


Scene = Callable[["Stage"], Awaitable[None]]


class Stage:
    def __init__(self) -> None:
        self.rooms = FakeRooms()
        self.renderer = FakeRenderer()
        self.due: list[int] = []
        self.hub = Hub("KIMO", self.rooms, self.renderer, self.due.append)

    async def settle(self) -> None:
        """Until everything that was poked has been shown."""
        await asyncio.sleep(2 * hub.WINDOW)

    async def enter(self, *people: object) -> list[Wire]:
        wires = [plug_in(self.hub, person) for person in people]  # type: ignore[arg-type]
        await self.settle()
        for wire in wires:
            wire.sent.clear()
        return wires


def play(scene: Scene) -> None:
    async def whole() -> None:
        stage = Stage()
        await scene(stage)
        await stage.hub.close()

    in_made_up_time(whole())


def html(frame: dict[str, str]) -> str:
    return frame.get("html", "") + frame.get("lines", "")
