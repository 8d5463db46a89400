"""A whole room under made-up time: real sockets, hub, renderer, services, clock and database, in one loop.

Everything each socket is sent is written down with its moment. Nothing waits for a thread: what needs the
database is done in the loop itself and takes no time, so the same script always gives the same record.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, connections
from django.test import Client

from accounts.guests import COOKIE, Person, signed_cookie
from games import broadcast, codec
from games.engine.events import Event
from games.engine.ids import RoleId
from games.engine.state import State
from games.live import clock, render
from games.live.consumers import RoomSockets
from games.live.hubs import Hubs
from games.live.room_service import RoomService
from games.models import Game, GameEvent, Room
from games.services import lobby, notes
from tests.kit.loop import in_made_up_time

START = 1_800_000_000_000
"""When people meet, in milliseconds."""

CODE = "KIMO-TARU-58"
PING = 9.0
"""Seconds between two pings of a page."""

STRANGER, LATE = "Zed", "Yve"
"""Somebody who only looks on, and somebody who comes when the game is on and waits for the next."""

NAMES = ("Ada", "Bea", "Cid", "Dov", "Eli", "Fay", "Gil", "Hal", "Ivo", "Jan", "Kai", "Lea", "Max", "Nan")


@dataclass(frozen=True)
class Setting:
    """``roles`` by seat; the first of ``seated`` hosts, or else the ``narrator``, who has no seat.  ``tabs``:
    who has a second one."""

    preset: str
    options: dict[str, object]
    seated: tuple[str, ...]
    roles: tuple[str, ...]
    narrator: str
    tabs: tuple[str, ...]
    seed: int

    @property
    def host(self) -> str:
        return self.narrator or self.seated[0]

    @property
    def people(self) -> tuple[str, ...]:
        """Who is in the room when the game begins."""
        return (self.narrator, *self.seated) if self.narrator else self.seated


@dataclass(frozen=True)
class Step:
    """What somebody does ``after`` so many milliseconds.  ``load``: their page anew, over HTTP too.
    ``masked``: it is a ballot, and nobody may know whose.  ``idle``: it is secret, and changes nothing else.
    """

    after: int
    kind: str
    who: str = ""
    verb: str = ""
    target: int | None = None
    phase: int | None = None
    talk: str = ""
    text: str = ""
    masked: bool = False
    idle: bool = False


@dataclass(frozen=True)
class Sent:
    """``at``: milliseconds from the beginning.  ``text``: as it is on the line, or a page's HTML."""

    at: int
    text: str


@dataclass
class Record:
    """What was sent, by person and tab, and what happened, by moment."""

    sent: dict[str, list[Sent]] = field(default_factory=dict)
    events: list[tuple[int, Event]] = field(default_factory=list)
    steps: list[tuple[int, Step]] = field(default_factory=list)


class Phone:
    """The far end of one socket after another of the same page."""

    def __init__(self, world: "World", name: str, tab: str) -> None:
        self.world, self.name, self.key = world, name, f"{name}{tab}"
        self.open = False
        self._seq = 0
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        world.record.sent.setdefault(self.key, [])

    def dial(self) -> None:
        self._inbox, self._seq, self.open = asyncio.Queue(), 0, True
        scope = {
            "type": "websocket",
            "path": f"/ws/r/{CODE}",
            "headers": [(b"cookie", f"{COOKIE}={signed_cookie(person(self.name).guest_id)}".encode())],
            "client": ["127.0.0.1", 50_000],
            "url_route": {"kwargs": {"code": CODE}},
        }
        self._inbox.put_nowait({"type": "websocket.connect"})
        served = self.world.sockets(scope, self._inbox.get, self._hear)
        self._tasks = [asyncio.create_task(served), asyncio.create_task(self._ping())]

    async def hang_up(self) -> None:
        if self.open:
            self.open = False
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
            served, pings = self._tasks
            pings.cancel()
            await asyncio.gather(served)

    def send(self, message: dict[str, Any]) -> None:
        if self.open:
            self._inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING)
            self.send({"t": "ping", "c": 0, "seq": self._seq})

    async def _hear(self, message: dict[str, Any]) -> None:
        """Pongs are no part of the record: each is a part of its ping."""
        if message["type"] == "websocket.accept":
            return
        text = message.get("text", f"close {message.get('code')}")
        if text.startswith('{"t":"pong"'):
            return
        if text.startswith('{"t":"frame"'):
            self._seq = json.loads(text)["seq"]
        self.world.write(self.key, text)


def person(name: str) -> Person:
    return Person(f"guest-{name}")


class World:
    """One room, and the phones of all who look at it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.record = Record()
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._commands = 0
        self.phones: dict[str, Phone] = {}
        self.room_id = 0

    def now(self) -> int:
        return START + round((self._loop.time() - self._began) * 1000)

    def write(self, key: str, text: str) -> None:
        self.record.sent[key].append(Sent(self.now() - START, text))

    @property
    def game(self) -> Game:
        game = Room.objects.get(pk=self.room_id).game
        assert game is not None
        return game

    @property
    def state(self) -> State:
        snapshot, schema = Game.objects.values_list("snapshot", "schema").get(room=self.room_id)
        return codec.decode_state(snapshot, schema)

    async def meet(self) -> None:
        """Everybody is in the lobby, with the page before them, and the cards are dealt."""
        service = RoomService()
        ticking = clock.Clock(clock._advance, self.now)  # noqa: SLF001
        self._clock = asyncio.create_task(ticking.run())
        self.sockets = RoomSockets(Hubs(service, render, service.beat, ticking.hint), service)
        setting = self.setting
        opened = lobby.create_room(
            person(setting.host),
            name=setting.host,
            narrates=bool(setting.narrator),
            preset=setting.preset,
            at=self.now(),
        )
        assert isinstance(opened, Room), opened
        self.room_id = opened.pk
        for name in setting.people[1:]:
            self._join(name)
        refusals = lobby.change_options(self.room_id, person(setting.host), setting.options, self.now())
        assert refusals == (), refusals
        for name in (*setting.people, STRANGER):
            self._phone(name, "").dial()
        for name in setting.tabs:
            self._phone(name, " 2").dial()
        await asyncio.sleep(1)
        roles = tuple(RoleId(role) for role in setting.roles)
        assert lobby.start_game(self.room_id, person(setting.host), self.now(), roles=roles) == ()
        await asyncio.sleep(0.5)

    def _join(self, name: str) -> None:
        joined = lobby.join_room(CODE, person(name), name=name, at=self.now())
        assert not hasattr(joined, "code"), joined

    def _phone(self, name: str, tab: str) -> Phone:
        phone = Phone(self, name, tab)
        self.phones[phone.key] = phone
        return phone

    async def perform(self, step: Step) -> None:
        """Lets time pass, and then what the step says happen."""
        await asyncio.sleep(step.after / 1000)
        self.record.steps.append((self.now() - START, step))
        self._commands += 1
        command_id = f"c{self._commands}"
        match step.kind:
            case "do":
                asked = {"verb": step.verb, "target": step.target, "phase": step.phase}
                self.phones[step.who].send({"t": "do", "id": command_id, **asked})
            case "say":
                said = {"talk": step.talk, "text": step.text}
                self.phones[step.who].send({"t": "say", "id": command_id, **said})
            case "note":
                notes.save(self.room_id, person(step.who), step.text, self.now())
            case "drop":
                await self.phones[step.who].hang_up()
            case "back":
                self.phones[step.who].dial()
            case "load":
                await self.phones[step.who].hang_up()
                self.write(step.who, self._page(step.who))
                self.phones[step.who].dial()
            case "leave":
                assert lobby.leave_room(self.room_id, person(step.who), self.now()) is None
            case "join":
                self._join(step.who)
                self._phone(step.who, "").dial()
            case other:
                assert other == "wait", other

    def _page(self, name: str) -> str:
        """A room's page as this person gets it, without what is made anew for every page."""
        client = Client()
        client.cookies[COOKIE] = signed_cookie(person(name).guest_id)
        response = client.get(f"/r/{CODE}/")
        assert response.status_code == 200, response.status_code
        return without_tokens(response.content.decode())

    async def end(self) -> None:
        """Everybody hangs up; what happened is read from the log."""
        await asyncio.sleep(1)
        for phone in self.phones.values():
            await phone.hang_up()
        self._clock.cancel()
        await asyncio.gather(self._clock, return_exceptions=True)
        rows = GameEvent.objects.filter(game=self.game).order_by("seq").values_list("at", "kind", "data")
        self.record.events = [(at - START, codec.decode_event(kind, data)) for at, kind, data in rows]


_TOKENS = re.compile(r'(data-csrf="|name="(?:csrfmiddlewaretoken|command_id)"\s+value=")[^"]*')


def without_tokens(html: str) -> str:
    return _TOKENS.sub(r"\1", html)


Scene = Callable[[World], Awaitable[None]]


def play(setting: Setting, scene: Scene) -> Record:
    """What was sent and what happened in a fresh room while ``scene`` was played.  Needs a database whose
    transactions are real: it is emptied of rooms."""
    _empty()
    database = connections["default"]

    async def whole() -> Record:
        connections["default"] = database  # a loop would open one of its own
        world = World(setting)
        with _made_up(world):
            await world.meet()
            await scene(world)
            await world.end()
        return world.record

    return in_made_up_time(whole())


def _empty() -> None:
    cache.clear()
    tables = [name for name in connection.introspection.django_table_names() if name.startswith("games_")]
    flush = connection.ops.sql_flush(no_style(), tables, reset_sequences=True, allow_cascade=False)
    connection.ops.execute_sql_flush(flush)


async def _inline(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    await asyncio.sleep(0)
    return function(*args, **kwargs)


@contextmanager
def _made_up(world: World) -> Iterator[None]:
    chance = Random(world.setting.seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        patch.setattr("games.moment.time", SimpleNamespace(time_ns=lambda: world.now() * 1_000_000))
        patch.setattr("games.live.threads.read", _inline)
        patch.setattr("games.live.threads.write", _inline)
        patch.setattr("games.codes.new_code", lambda: CODE)
        patch.setattr("games.codes.new_secret", lambda: chance.randbytes(32).hex())
        patch.setattr("games.broadcast._home", None)
        broadcast.serve_from(asyncio.get_running_loop())
        yield
