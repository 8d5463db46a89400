"""Sockets of real rooms: the application as it is served, on a database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from accounts.guests import COOKIE, Person, signed_cookie
from config.asgi import application
from games.live import closing, threads
from games.live.routing import service
from games.models import ChatLine, Connection, Member, Room
from games.moment import MINUTE, SECOND, now
from games.services import chat, clock, lobby
from games.services import play as play_service

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = [Person(name) for name in ("alice", "bob", "carol", "dave", "erin", "frank")]
ALICE, BOB = PEOPLE[:2]
STRANGER = Person("stranger")
HEADERS = [(b"host", b"10.0.0.2:8000"), (b"origin", b"http://10.0.0.2:8000")]


@pytest.fixture
def room() -> Room:
    """A lobby with six people, Alice hosting."""
    room = lobby.create_room(ALICE, name="Alice", at=now())
    assert isinstance(room, Room)
    for person in PEOPLE[1:]:
        assert isinstance(lobby.join_room(room.code, person, name=person.guest_id.title(), at=now()), Member)
    return room


@pytest.fixture
def game(room: Room) -> Room:
    """The same six with their cards before them."""
    assert lobby.start_game(room.pk, ALICE, now()) == ()
    return room


class Socket(WebsocketCommunicator):
    def __init__(self, room: Room, person: Person) -> None:
        cookie = f"{COOKIE}={signed_cookie(person.guest_id)}".encode()
        super().__init__(application, f"/ws/r/{room.code.lower()}", [*HEADERS, (b"cookie", cookie)])

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that is ``wanted``; those before it are dropped."""
        while True:
            message = await self.receive_json_from(timeout=10)
            if wanted(message):
                return message

    async def answer(self, command_id: str) -> dict[str, Any]:
        return await self.until(lambda message: message.get("id") == command_id)

    async def frame_with(self, text: str) -> dict[str, Any]:
        return await self.until(lambda message: text in message.get("html", "") + message.get("lines", ""))

    async def quiet(self) -> None:
        """Until everything that has happened so far has been shown."""
        await self.send_json_to({"t": "ping", "seq": -1})
        await self.until(lambda message: message["t"] == "pong")
        await self.until(lambda message: message["t"] == "frame" and "id=now " in message["html"])


@asynccontextmanager
async def sockets(room: Room, *people: Person) -> AsyncIterator[list[Socket]]:
    opened = [Socket(room, person) for person in people]
    for socket in opened:
        assert (await socket.connect())[0]
    for socket in opened:
        await socket.frame_with("id=status ")
    yield opened
    for socket in opened:
        await socket.disconnect()


def play(scene: Awaitable[None]) -> None:
    async def whole() -> None:
        await scene

    asyncio.run(whole())


def test_a_line_appears_on_the_pages_of_everyone_in_the_lobby(room: Room) -> None:
    async def scene() -> None:
        async with sockets(room, ALICE, BOB) as (alice, bob):
            await alice.quiet()
            await bob.quiet()
            await alice.send_json_to({"t": "say", "id": "a1", "talk": "lobby", "text": "Hi <b>all</b>"})
            assert await alice.answer("a1") == {"t": "ack", "id": "a1"}
            frame = await bob.frame_with("Hi")
            assert "Hi &lt;b&gt;all&lt;/b&gt;" in frame["lines"]
            assert 'hx-target="#lines-lobby" hx-swap="beforeend"' in frame["lines"]
            assert "html" not in frame
            assert len(str(frame)) <= 300

    play(scene())


def test_a_repeated_command_is_acknowledged_again_and_counts_once(room: Room) -> None:
    async def scene() -> None:
        async with sockets(room, ALICE) as (alice,):
            for _ in range(2):
                await alice.send_json_to({"t": "say", "id": "a1", "talk": "lobby", "text": "Once"})
                assert await alice.answer("a1") == {"t": "ack", "id": "a1"}

    play(scene())
    assert ChatLine.objects.count() == 1


def test_a_command_takes_effect_and_all_see_the_count(game: Room) -> None:
    async def scene() -> None:
        async with sockets(game, ALICE, BOB) as (alice, bob):
            await alice.send_json_to({"t": "do", "id": "a1", "verb": "ready", "phase": 1})
            assert (await alice.answer("a1"))["t"] == "ack"
            assert "id=now " in (await bob.frame_with("1 of 6"))["html"]

    play(scene())


def test_an_answer_to_an_old_question_is_refused_with_a_sentence(game: Room) -> None:
    async def scene() -> None:
        async with sockets(game, ALICE) as (alice,):
            await alice.send_json_to({"t": "do", "id": "a1", "verb": "ready", "phase": 99})
            refused = await alice.answer("a1")
            assert refused["t"] == "refused"
            assert refused["text"].endswith(".")

    play(scene())


def test_somebody_who_only_watches_sees_the_room_and_is_refused_everything(game: Room) -> None:
    async def scene() -> None:
        async with sockets(game, STRANGER) as (stranger,):
            await stranger.send_json_to({"t": "do", "id": "a1", "verb": "ready"})
            assert (await stranger.answer("a1"))["t"] == "refused"
            await stranger.send_json_to({"t": "say", "id": "a2", "talk": "table", "text": "I saw it!"})
            assert (await stranger.answer("a2"))["t"] == "refused"

    play(scene())
    assert not ChatLine.objects.exists()


def test_who_is_put_out_is_closed_and_may_not_come_back_at_once(room: Room) -> None:
    bob = Member.objects.get(room=room, name="Bob")

    async def scene() -> None:
        async with sockets(room, BOB) as (socket,):
            assert await threads.write(lobby.kick, room.pk, ALICE, bob.pk, now()) is None
            await closed(socket, closing.PUT_OUT)
        again = Socket(room, BOB)
        assert (await again.connect())[0]
        await closed(again, closing.PUT_OUT)
        await again.disconnect()

    play(scene())


async def closed(socket: Socket, code: int) -> None:
    while (message := await socket.receive_output(timeout=10))["type"] != "websocket.close":
        pass
    assert message["code"] == code


def test_people_are_away_once_their_last_tab_is_closed(room: Room) -> None:
    def away() -> bool:
        return Member.objects.get(room=room, name="Bob").away_since is not None

    async def scene() -> None:
        async with sockets(room, BOB) as (first,):
            async with sockets(room, BOB):
                assert not await threads.read(away)
            await first.quiet()
            assert not await threads.read(away)

    play(scene())
    assert away()
    assert not Connection.objects.exists()


def test_a_crash_leaves_nobody_online(room: Room) -> None:
    began = now()
    clock.advance_due(began)

    async def scene() -> None:
        async with sockets(room, BOB):
            # What the process would have said, had it lived, is never said.
            left = Connection.objects.values_list("channel", flat=True)
            await threads.read(lambda: remembered.extend(left))

    remembered: list[str] = []
    play(scene())
    bob = Member.objects.get(room=room, name="Bob")
    Connection.objects.create(channel=remembered[0], member=bob, last_seen=now())
    Member.objects.filter(pk=bob.pk).update(away_since=None)
    for second in range(30):
        clock.advance_due(began + second * SECOND)
    bob.refresh_from_db()
    assert bob.away_since is not None


def test_who_was_taken_for_gone_is_back_at_the_next_sign_of_life(room: Room) -> None:
    async def scene() -> None:
        async with sockets(room, BOB) as (socket,):
            await threads.write(Connection.objects.all().delete)
            (connection,) = service._entered  # noqa: SLF001
            await service.beat([connection])
            assert await threads.read(Connection.objects.count) == 1
            await socket.quiet()

    play(scene())


def test_a_lost_poke_is_made_up_for_by_looking(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.hub.STALE", 0)

    async def scene() -> None:
        async with sockets(room, BOB) as (bob,):
            await bob.quiet()
            await threads.write(Room.objects.filter(pk=room.pk).update, locked=True)
            await bob.send_json_to({"t": "ping", "seq": 1})
            frame = await bob.until(lambda message: message["t"] == "frame")
            assert "locked" in frame["html"].lower()

    play(scene())


def test_a_rooms_code_expires(room: Room) -> None:
    Room.objects.update(last_active_at=now() - 24 * 60 * MINUTE - 1)

    async def scene() -> None:
        socket = Socket(room, ALICE)
        assert (await socket.connect())[0]
        await closed(socket, closing.NO_SUCH_ROOM)
        await socket.disconnect()

    play(scene())


def test_whoever_watches_late_is_sent_nothing_younger_and_all_of_it_when_it_is_old_enough(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = 0

    def made_up() -> int:
        return start + ahead

    start = now()
    for module in ("games.live.room_service", "games.projections", "games.selectors"):
        monkeypatch.setattr(f"{module}.now", made_up)
    Room.objects.filter(pk=room.pk).update(public=True, delay=60)

    async def scene() -> None:
        nonlocal ahead
        assert await threads.write(lobby.start_game, room.pk, ALICE, made_up()) == ()
        async with sockets(room, ALICE, STRANGER) as (alice, stranger):
            await stranger.send_json_to({"t": "ping", "seq": -1})
            whole = await stranger.frame_with("The game has begun")
            assert "Bob" not in str(whole)
            ahead = 30_000
            for person in PEOPLE:
                assert (
                    await threads.write(play_service.act, room.pk, person, "ready", None, made_up()) is None
                )
            assert await threads.write(chat.say, room.pk, BOB, "table", "I was asleep", made_up()) is None
            await alice.frame_with("I was asleep")
            while not await stranger.receive_nothing(0.5):  # that somebody watches may be news
                assert "asleep" not in str(await stranger.receive_json_from())
            ahead = 60_000
            await stranger.send_json_to({"t": "ping", "seq": -1})
            early = await stranger.frame_with("The deal")
            assert "Bob" in early["html"]
            assert "Day 1" not in str(early)
            assert "I was asleep" not in str(early)
            ahead = 90_000
            await stranger.send_json_to({"t": "ping", "seq": -1})
            late = await stranger.frame_with("Day 1")
            assert "I was asleep" in late["lines"]

    play(scene())
