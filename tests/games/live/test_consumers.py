"""A room's socket from outside, with a made-up room behind it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.urls import path

from accounts.guests import COOKIE, Person, signed_cookie
from config.origin import SameOrigin
from games.live import closing, hubs, limits
from games.live.consumers import NO_MESSAGE, RESYNC, RoomSockets, decode
from games.live.hubs import Hubs
from tests.games.live.fakes import ALICE, BOB, FakeRenderer, FakeRooms, FakeService
from tests.kit.loop import in_made_up_time

HOST = [(b"host", b"192.168.1.20:8000"), (b"origin", b"http://192.168.1.20:8000")]


class Stage:
    def __init__(self) -> None:
        self.rooms = FakeRooms()
        self.service = FakeService()
        self.beats: list[set[str]] = []
        self.hubs = Hubs(self.rooms, FakeRenderer(), self.beat)
        sockets = RoomSockets(self.hubs, self.service)
        routes = [path("ws/r/<str:code>", sockets)]  # type: ignore[arg-type]
        self.application = SameOrigin(URLRouter(routes))

    async def beat(self, connections: Any) -> None:
        self.beats.append(set(connections))

    def dial(
        self, person: Person | None = ALICE, code: str = "KIMO", headers: Any = HOST
    ) -> WebsocketCommunicator:
        cookie = [(b"cookie", f"{COOKIE}={signed_cookie(person.guest_id)}".encode())] if person else []
        return WebsocketCommunicator(self.application, f"/ws/r/{code}", [*headers, *cookie])

    @asynccontextmanager
    async def socket(self, person: Person = ALICE) -> AsyncIterator[WebsocketCommunicator]:
        """A socket that has got its snapshot."""
        socket = self.dial(person)
        assert (await socket.connect())[0]
        assert (await socket.receive_json_from())["seq"] == 1
        yield socket
        await socket.disconnect()


def play(scene: Callable[[Stage], Awaitable[None]]) -> None:
    async def whole() -> None:
        await scene(Stage())

    in_made_up_time(whole())


async def close_code(socket: WebsocketCommunicator) -> int:
    """The code with which the server closes, after whatever else it sends."""
    while True:
        message = await socket.receive_output()
        if message["type"] == "websocket.close":
            return message["code"]


def test_a_page_of_another_site_gets_no_socket() -> None:
    async def scene(stage: Stage) -> None:
        for origin in (b"http://evil.example", b"http://192.168.1.20:9000", b"null"):
            socket = stage.dial(headers=[HOST[0], (b"origin", origin)])
            assert not (await socket.connect())[0]
        assert stage.service.entered == {}

    asyncio.run(scene(Stage()))  # who is refused is so by a thread


def test_a_page_may_come_by_any_name_of_the_machine() -> None:
    async def scene(stage: Stage) -> None:
        for host in (b"laptop.local:8000", b"10.0.0.7:8000", b"[fe80::1]:8000"):
            socket = stage.dial(headers=[(b"host", host), (b"origin", b"http://" + host)])
            assert (await socket.connect())[0]
            await socket.disconnect()

    play(scene)


@pytest.mark.parametrize(
    ("person", "code", "expected"),
    [(None, "KIMO", closing.NO_COOKIE), (ALICE, "NOPE", closing.NO_SUCH_ROOM)],
)
def test_a_socket_that_may_not_stay_is_told_why(person: Person | None, code: str, expected: int) -> None:
    async def scene(stage: Stage) -> None:
        socket = stage.dial(person, code)
        assert (await socket.connect())[0], "before it is accepted a browser cannot see the reason"
        assert await close_code(socket) == expected
        await socket.disconnect()

    play(scene)


def test_a_kicked_person_is_closed() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            stage.rooms.outsiders = {ALICE.guest_id}
            await asyncio.sleep(10)
            await socket.send_json_to({"t": "ping"})
            assert await close_code(socket) == closing.PUT_OUT

    play(scene)


def test_a_ping_is_answered_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.consumers.now", lambda: 1_700_000_000_000)

    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "ping", "c": 12.5, "seq": 1})
            assert await socket.receive_json_from() == {"t": "pong", "c": 12.5, "now": 1_700_000_000_000}
            assert await socket.receive_nothing()

    play(scene)


def test_who_lost_a_frame_gets_everything_again() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "ping", "seq": RESYNC})
            assert (await socket.receive_json_from())["t"] == "pong"
            frame = await socket.receive_json_from()
            assert frame["seq"] == 2
            assert "id=status>" in frame["html"]

    play(scene)


def test_commands_and_lines_are_carried_out_in_order_and_acknowledged() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "do", "id": "a1", "verb": "vote", "target": 3, "phase": 7})
            await socket.send_json_to({"t": "say", "id": "a2", "talk": "table", "text": "It was Bob."})
            assert await socket.receive_json_from() == {"t": "ack", "id": "a1"}
            assert await socket.receive_json_from() == {"t": "ack", "id": "a2"}
        vote, line = stage.service.done
        assert (vote.verb, vote.target, vote.phase) == ("vote", 3, 7)
        assert (line.talk, line.text) == ("table", "It was Bob.")

    play(scene)


def test_a_refused_command_is_answered_with_a_sentence() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "do", "id": "a1", "verb": "bad"})
            assert await socket.receive_json_from() == {"t": "refused", "id": "a1", "text": "No: SPECTATOR."}

    play(scene)


def test_a_repeated_command_is_acknowledged_again() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            for _ in range(2):
                await socket.send_json_to({"t": "do", "id": "a1", "verb": "ready"})
                assert await socket.receive_json_from() == {"t": "ack", "id": "a1"}
        assert len(stage.service.done) == 1

    play(scene)


def test_a_failure_of_ours_is_answered_too(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "do", "id": "a1", "verb": "crash"})
            assert await socket.receive_json_from() == {"t": "refused", "id": "a1", "text": "No: BUSY."}
            await socket.send_json_to({"t": "do", "id": "a2", "verb": "ready"})
            assert await socket.receive_json_from() == {"t": "ack", "id": "a2"}

    play(scene)
    assert "the database is away" in caplog.text


@pytest.mark.parametrize(
    ("text", "command_id"),
    [
        ("{bad", ""),
        ("[]", ""),
        ("5", ""),
        ("null", ""),
        ("{}", ""),
        ('{"t":"dance","id":"x"}', "x"),
        ('{"t":"do","id":"x"}', "x"),
        ('{"t":"do","id":5,"verb":"vote"}', ""),
        ('{"t":"do","id":"x","verb":"vote","target":"me"}', "x"),
        ('{"t":"ping","seq":1e400}', ""),
        ("[" * 4_000, ""),
        ("\ud800", ""),
        (json.dumps({"t": "say", "id": "x", "talk": "table", "text": "a" * limits.MESSAGE}), ""),
    ],
)
def test_what_is_no_message_is_answered_with_a_sentence(text: str, command_id: str) -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_to(text_data=text)
            assert await socket.receive_json_from() == {
                "t": "refused",
                "id": command_id,
                "text": "No: MALFORMED.",
            }
            await socket.send_json_to({"t": "ping", "c": 1})
            assert (await socket.receive_json_from())["t"] == "pong"

    play(scene)


def test_bytes_are_no_message() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_to(bytes_data=b'{"t":"ping"}')
            assert (await socket.receive_json_from())["t"] == "refused"

    play(scene)


def test_a_flood_is_dropped_and_then_closed() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            for number in range(1_000):
                await socket.send_json_to({"t": "do", "id": str(number), "verb": "ready"})
            assert await close_code(socket) == closing.FLOOD
        assert len(stage.service.done) <= limits.BURST

    play(scene)


def test_a_burst_of_taps_costs_nobody_the_socket() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            for number in range(limits.BURST + 100):
                await socket.send_json_to({"t": "do", "id": str(number), "verb": "ready"})
            for number in range(limits.BURST):
                assert await socket.receive_json_from() == {"t": "ack", "id": str(number)}
            assert await socket.receive_nothing()
            await asyncio.sleep(60)
            await socket.send_json_to({"t": "do", "id": "later", "verb": "ready"})
            assert await socket.receive_json_from() == {"t": "ack", "id": "later"}

    play(scene)


def test_who_floods_slows_nobody_else_down() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket(ALICE) as alice, stage.socket(BOB) as bob:
            for number in range(200):
                await alice.send_json_to({"t": "do", "id": str(number), "verb": "ready"})
            await bob.send_json_to({"t": "ping", "c": 1})
            assert (await bob.receive_json_from())["t"] == "pong"

    play(scene)


def test_connections_are_noted_and_keep_giving_signs_of_life() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket(ALICE), stage.socket(BOB):
            assert list(stage.service.entered.values()) == [ALICE, BOB]
            await asyncio.sleep(hubs.BEAT + 1)
            assert stage.beats == [set(stage.service.entered)]
        assert sorted(stage.service.left) == sorted(stage.service.entered)
        await asyncio.sleep(3 * hubs.BEAT)
        assert len(stage.beats) == 1, "after the last has left nothing goes on"

    play(scene)


def test_an_id_without_end_is_not_sent_back() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "do", "id": "x" * 3_000, "verb": "ready"})
            assert len((await socket.receive_json_from())["id"]) == limits.ID
        assert stage.service.done == []

    play(scene)


def test_whoever_says_without_end_that_something_was_lost_gets_a_snapshot_a_second() -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            for _ in range(50):
                await socket.send_json_to({"t": "ping", "seq": RESYNC})
                await asyncio.sleep(0.1)
            await asyncio.sleep(2)
            await socket.send_json_to({"t": "do", "id": "end", "verb": "ready"})
            frames = 0
            while (message := await socket.receive_json_from()).get("id") != "end":
                frames += message["t"] == "frame"
            assert 5 <= frames <= 7

    play(scene)


@pytest.mark.parametrize("holder", ["guest", "address"])
def test_nobody_holds_more_sockets_than_there_is_use_for(settings: Any, holder: str) -> None:
    settings.OPEN_SOCKETS = {"guest": 9, "address": 9, holder: 2}

    async def scene(stage: Stage) -> None:
        def dial(number: int) -> WebsocketCommunicator:
            socket = stage.dial(ALICE if holder == "guest" else Person(str(number)))
            socket.scope["client"] = ["203.0.113.9", 1] if holder == "address" else [f"203.0.113.{number}", 1]
            return socket

        first, second, third = (dial(number) for number in range(3))
        for socket in (first, second, third):
            assert (await socket.connect())[0]
        assert await close_code(third) == closing.FLOOD
        await first.disconnect()
        fourth = dial(4)
        assert (await fourth.connect())[0]
        assert (await fourth.receive_json_from())["seq"] == 1
        await second.disconnect()
        await fourth.disconnect()

    play(scene)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "[]",
        "5",
        "null",
        "{}",
        b"\xff\xfe",
        '{"t": "do", "id": "1", "verb": 1}',
        '{"t": "do", "id": "1", "verb": "vote", "target": "1"}',
        '{"t": "do", "id": "1", "verb": "vote", "target": 1.5}',
        '{"t": "do", "verb": "vote"}',
        '{"t": "do", "id": "1", "verb": "vote", "phase": []}',
        '{"t": "undo", "id": "1"}',
        "\ud800",
        "[" * 100_000,
    ],
)
def test_what_is_no_message_is_known_as_none(raw: str | bytes) -> None:
    with pytest.raises(NO_MESSAGE):
        decode(raw)


def test_a_command_in_a_game_of_another_version_is_refused_plainly(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(stage: Stage) -> None:
        async with stage.socket() as socket:
            await socket.send_json_to({"t": "do", "id": "a1", "verb": "unreadable"})
            assert await socket.receive_json_from() == {
                "t": "refused",
                "id": "a1",
                "text": "No: GAME_UNREADABLE.",
            }

    play(scene)
    assert "Room KIMO has a game of schema 9" in caplog.text
