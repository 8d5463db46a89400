"""The list's hub and its socket: changed rows only, at most once a second, nothing while nothing changes."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer
from channels.testing import WebsocketCommunicator

from accounts.guests import COOKIE, signed_cookie
from games import broadcast
from games.listing import Entry, Filter, Stand
from games.live import closing, ears, limits
from games.live.list_hub import ListHub, Reader
from games.live.list_socket import ListSocket
from games.live.outbox import Outbox
from tests.kit.loop import in_made_up_time

FIRST = Entry("KIMO-TARU-58", "parlor", "en", Stand.WAITING, "", 0, 2, 40, 0, 0, True)
SECOND = replace(FIRST, code="BABA-BABA-10", language="de")


class Stage:
    def __init__(self) -> None:
        self.entries: list[Entry] = [FIRST]
        self.reads = 0
        self.fails = 0
        self.hub = ListHub(self.load, self.draw)
        self.sockets = ListSocket(self.hub, limits.Open())

    async def load(self) -> list[Entry]:
        self.reads += 1
        if self.fails:
            self.fails -= 1
            raise OSError("the database is away")
        return list(self.entries)

    def draw(self, entry: Entry, language: str) -> str:
        return f'<li id="room-{entry.code}">{entry.players} {entry.stand} {language}</li>'

    def plug_in(self, wanted: Filter = Filter(), language: str = "en") -> tuple[Reader, list[str]]:  # noqa: B008
        frames: list[str] = []

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                frames.append(json.loads(message["text"])["html"])

        reader = Reader(wanted, language, Outbox(send))
        self.hub.join(reader)
        return reader, frames

    def dial(self, query: str = "", guest: str = "alice") -> WebsocketCommunicator:
        cookie = [(b"cookie", f"{COOKIE}={signed_cookie(guest)}".encode())] if guest else []
        return WebsocketCommunicator(self.sockets, f"/ws/rooms{query}", cookie)


def play(scene: Callable[[Stage], Awaitable[None]]) -> None:
    async def whole() -> None:
        await scene(Stage())

    in_made_up_time(whole())


def test_who_comes_is_shown_the_list_and_then_only_what_changed() -> None:
    async def scene(stage: Stage) -> None:
        reader, frames = stage.plug_in()
        await asyncio.sleep(2)
        (whole,) = frames
        assert 'hx-target="#rooms-list"' in whole
        assert "innerMorph" in whole
        assert FIRST.code in whole
        stage.entries = [replace(SECOND, players=1), FIRST]
        stage.hub.poke()
        await asyncio.sleep(2)
        assert FIRST.code not in frames[1]
        assert "afterbegin" in frames[1]
        stage.entries = [replace(SECOND, players=1), replace(FIRST, players=3)]
        stage.hub.poke()
        await asyncio.sleep(2)
        assert frames[2].count("<li") == 1
        assert f'hx-target="#room-{FIRST.code}" hx-swap="outerMorph"' in frames[2]
        stage.entries = [replace(FIRST, players=3)]
        stage.hub.poke()
        await asyncio.sleep(2)
        assert frames[3] == f'<hx-partial hx-target="#room-{SECOND.code}" hx-swap="delete"></hx-partial>'
        await stage.hub.leave(reader)

    play(scene)


def test_a_room_that_cannot_be_joined_any_more_moves_down() -> None:
    async def scene(stage: Stage) -> None:
        stage.entries = [SECOND, FIRST]
        reader, frames = stage.plug_in()
        await asyncio.sleep(2)
        stage.entries = [FIRST, replace(SECOND, joinable=False, stand=Stand.PLAYING)]
        stage.hub.poke()
        await asyncio.sleep(2)
        assert f'hx-target="#room-{SECOND.code}" hx-swap="delete"' in frames[1]
        assert f'hx-target="#room-{FIRST.code}" hx-swap="afterend"' in frames[1]
        await stage.hub.leave(reader)

    play(scene)


def test_an_idle_list_sends_nothing_and_a_busy_one_is_read_once_a_second() -> None:
    async def scene(stage: Stage) -> None:
        reader, frames = stage.plug_in()
        for _ in range(100):
            stage.hub.poke()
            await asyncio.sleep(0.1)
        assert len(frames) == 1
        assert stage.reads <= 11
        before = stage.reads
        await asyncio.sleep(600)
        assert stage.reads <= before + 1
        assert len(frames) == 1
        await stage.hub.leave(reader)

    play(scene)


def test_each_sees_what_they_asked_for_in_their_language() -> None:
    async def scene(stage: Stage) -> None:
        stage.entries = [SECOND, FIRST]
        german, in_german = stage.plug_in(Filter(language="de"), "de")
        free, in_english = stage.plug_in(Filter(joinable=True))
        await asyncio.sleep(2)
        assert FIRST.code not in in_german[0]
        assert "de</li>" in in_german[0]
        assert in_english[0].count("<li") == 2
        stage.entries = [SECOND, replace(FIRST, joinable=False)]
        stage.hub.poke()
        await asyncio.sleep(2)
        assert len(in_german) == 1
        assert in_english[1:] == [
            f'<hx-partial hx-target="#room-{FIRST.code}" hx-swap="delete"></hx-partial>'
        ]
        await stage.hub.leave(german)
        await stage.hub.leave(free)

    play(scene)


def test_pokes_come_from_whichever_process() -> None:
    async def scene(stage: Stage) -> None:
        reader, frames = stage.plug_in()
        await asyncio.sleep(2)
        stage.entries = [replace(FIRST, players=9)]
        await broadcast.send_now(broadcast.LIST)
        await asyncio.sleep(2)
        assert "9 waiting" in frames[1]
        layer: Any = get_channel_layer()
        layer.groups.clear()  # it has forgotten
        await asyncio.sleep(ears.REJOIN + 1)
        stage.entries = []
        await broadcast.send_now(broadcast.LIST)
        await asyncio.sleep(2)
        assert len(frames) == 3
        await stage.hub.leave(reader)

    play(scene)


class Forgetful(InMemoryChannelLayer):
    """Lets go of a channel when somebody stops waiting for its messages, as that on Redis does."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: set[str] = set()

    async def receive(self, channel: str) -> Any:
        try:
            return await super().receive(channel)
        except asyncio.CancelledError:
            self.gone.add(channel)
            raise

    async def group_add(self, group: str, channel: str) -> None:
        if channel in self.gone:
            raise RuntimeError("no such channel")
        await super().group_add(group, channel)


def hears_of_nine(patch: pytest.MonkeyPatch, layer: InMemoryChannelLayer, after: float) -> None:
    """Somebody looks at the list, ``after`` so many seconds a room changes, and they are shown it."""
    patch.setattr(ears, "get_channel_layer", lambda: layer)

    async def scene(stage: Stage) -> None:
        reader, frames = stage.plug_in()
        await asyncio.sleep(after)
        stage.entries = [replace(FIRST, players=9)]
        await layer.group_send(broadcast.LIST, {"type": broadcast.POKE})
        await asyncio.sleep(3)
        assert "9 waiting" in frames[1]
        await stage.hub.leave(reader)

    play(scene)


def test_a_quiet_list_goes_on_listening(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hears_of_nine(monkeypatch, Forgetful(), after=ears.REJOIN * 3 + 0.5)
    assert caplog.messages == []


def test_what_changes_before_the_layer_listens_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(InMemoryChannelLayer):
        async def group_add(self, group: str, channel: str) -> None:
            await asyncio.sleep(3)
            await super().group_add(group, channel)

    hears_of_nine(monkeypatch, Slow(), after=2)


def test_a_reading_that_fails_is_made_up_for_by_the_next() -> None:
    async def scene(stage: Stage) -> None:
        stage.fails = 1
        reader, frames = stage.plug_in()
        await asyncio.sleep(2)
        assert frames == []
        stage.hub.look()
        await asyncio.sleep(6)
        stage.hub.look()
        await asyncio.sleep(2)
        assert len(frames) == 1
        await stage.hub.leave(reader)

    play(scene)


def test_a_socket_shows_what_its_page_shows_and_answers_pings() -> None:
    async def scene(stage: Stage) -> None:
        stage.entries = [SECOND, FIRST]
        socket = stage.dial("?language=de&preset=chess&joinable=1")
        assert (await socket.connect())[0]
        frame = await socket.receive_json_from()
        assert (frame["t"], frame["seq"]) == ("frame", 1)
        assert SECOND.code in frame["html"]
        assert FIRST.code not in frame["html"]
        await socket.send_json_to({"t": "ping", "c": 5, "seq": 1})
        assert (await socket.receive_json_from())["c"] == 5
        await socket.send_json_to({"t": "ping", "c": 6, "seq": -1})
        assert (await socket.receive_json_from())["c"] == 6
        assert (await socket.receive_json_from(timeout=3))["seq"] == 2
        await socket.disconnect()

    play(scene)


def test_who_loses_something_twice_in_a_second_is_shown_everything_twice() -> None:
    async def scene(stage: Stage) -> None:
        socket = stage.dial()
        await socket.connect()
        await socket.receive_json_from()
        await asyncio.sleep(0.5)
        for seq in (2, 3):
            await socket.send_json_to({"t": "ping", "c": 1, "seq": -1})
            assert (await socket.receive_json_from())["t"] == "pong"
            frame = await socket.receive_json_from(timeout=3)
            assert (frame["seq"], FIRST.code in frame["html"]) == (seq, True)
        await socket.disconnect()

    play(scene)


def test_a_query_of_very_many_fields_shows_everything_and_keeps_no_socket_open() -> None:
    async def scene(stage: Stage) -> None:
        socket = stage.dial("?" + "&" * 3000)
        await socket.connect()
        assert FIRST.code in (await socket.receive_json_from())["html"]
        await socket.disconnect()
        assert not stage.sockets.open._held  # noqa: SLF001

    play(scene)


def test_what_is_no_ping_is_passed_over() -> None:
    async def scene(stage: Stage) -> None:
        socket = stage.dial()
        await socket.connect()
        await socket.receive_json_from()
        for text in ("{bad", "[]", "5", "null", '{"t":"do","id":"1","verb":"kill"}', "x" * 5000):
            await socket.send_to(text_data=text)
        await socket.send_to(bytes_data=b"\xff")
        await socket.send_json_to({"t": "ping", "c": 7, "seq": 1})
        assert (await socket.receive_json_from())["c"] == 7
        await socket.disconnect()

    play(scene)


def test_a_flood_is_cut_off() -> None:
    async def scene(stage: Stage) -> None:
        socket = stage.dial()
        await socket.connect()
        for _ in range(limits.BURST + limits.PATIENCE + 2):
            await socket.send_json_to({"t": "ping"})
        while (message := await socket.receive_output())["type"] != "websocket.close":
            pass
        assert message["code"] == closing.FLOOD
        await socket.disconnect()

    play(scene)


def test_without_a_cookie_or_with_too_many_sockets_nobody_gets_one(settings: Any) -> None:
    async def scene(stage: Stage) -> None:
        async def code_of(socket: WebsocketCommunicator) -> int:
            await socket.connect()
            while (message := await socket.receive_output())["type"] != "websocket.close":
                pass
            code: int = message["code"]
            return code

        assert await code_of(stage.dial(guest="")) == closing.NO_COOKIE
        settings.OPEN_SOCKETS = {"guest": 1, "address": 10}
        first = stage.dial()
        await first.connect()
        assert await code_of(stage.dial()) == closing.FLOOD
        await first.disconnect()

    play(scene)
