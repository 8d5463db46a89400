"""The socket of a page in a room: pings, commands and lines in; frames out.

A plain ASGI application. Channels' consumers wait for a database thread at every message they handle; here
only what needs the database goes to one.
"""

import asyncio
import logging
import secrets
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import msgspec
from django.conf import settings

from accounts.guests import Person
from games.codec import GameUnreadableError
from games.engine.errors import Reason
from games.moment import now
from games.refusals import Code, Refusal

from . import closing, limits
from .door import Receive, Send, admitted
from .hub import Hub, Listener
from .hubs import Hubs
from .outbox import Outbox

logger = logging.getLogger(__name__)

RESYNC = -1
"""The frame number in a ping of a client that has lost something."""


Id = Annotated[str, msgspec.Meta(max_length=limits.ID)]


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """``c``: the client's clock, sent back as it is. ``seq``: the last frame it has seen, or RESYNC."""

    c: float = 0
    seq: int = 0


class Do(msgspec.Struct, tag_field="t", tag="do"):
    id: Id
    verb: str
    target: int | None = None
    phase: int | None = None
    power: str = ""


class Say(msgspec.Struct, tag_field="t", tag="say"):
    id: Id
    talk: str
    text: str


class _Named(msgspec.Struct):
    id: str = ""


decode = msgspec.json.Decoder(Ping | Do | Say).decode
"""What a client sends, from its JSON; raises NO_MESSAGE."""

_named_decoder = msgspec.json.Decoder(_Named)

NO_MESSAGE = (msgspec.MsgspecError, ValueError, RecursionError)
"""What decoding raises, whatever was sent."""


@dataclass(frozen=True)
class Entrance:
    """The room that somebody has come into, with its code as it is stored."""

    room_id: int
    code: str


class Service(Protocol):
    """What sockets ask of the rest. All but ``sentence`` may wait for the database."""

    async def enter(self, code: str, person: Person, connection: str) -> Entrance | int:
        """Notes the connection; gives the room, or the code to close with."""

    async def leave(self, connection: str) -> None: ...

    async def do(self, room_id: int, person: Person, command: Do) -> Refusal | None: ...

    async def say(self, room_id: int, person: Person, line: Say) -> Refusal | None: ...

    def sentence(self, refusal: Refusal) -> str: ...


class RoomSockets:
    """The application behind ``/ws/r/<code>``."""

    def __init__(self, hubs: Hubs, service: Service) -> None:
        self.hubs = hubs
        self.service = service
        self.open = limits.Open()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        async with admitted(scope, receive, send, self.open) as person:
            if person is None:
                return
            code = scope["url_route"]["kwargs"]["code"]
            connection = secrets.token_hex(8)
            try:
                entered = await self.service.enter(code, person, connection)
                if isinstance(entered, int):
                    await send({"type": "websocket.close", "code": entered})
                    return
                await _Visit(self, entered, person, connection, send).run(receive)
            finally:
                await self.service.leave(connection)


class _Visit:
    """One socket from its acceptance to its end."""

    def __init__(
        self, sockets: RoomSockets, room: Entrance, person: Person, connection: str, send: Send
    ) -> None:
        self.hubs, self.service = sockets.hubs, sockets.service
        self.room, self.person, self.connection = room, person, connection
        self.outbox = Outbox(send)
        self.listener = Listener(person, settings.LANGUAGE_CODE, self.outbox)
        self.time = asyncio.get_running_loop().time
        self.rate = limits.Rate(self.time())
        self.asked: asyncio.Queue[Do | Say] = asyncio.Queue()
        self.restored_at = float("-inf")
        self.restoring: asyncio.TimerHandle | None = None

    async def run(self, receive: Receive) -> None:
        hub = self.hubs.join(self.room.code, self.connection, self.listener)
        clerk = asyncio.create_task(self._serve())
        try:
            while (message := await receive())["type"] == "websocket.receive":
                self._hear(hub, message)
        finally:
            clerk.cancel()
            if self.restoring is not None:
                self.restoring.cancel()
            await asyncio.gather(clerk, return_exceptions=True)
            await self.outbox.stop()
            await self.hubs.leave(hub, self.connection, self.listener)

    def _hear(self, hub: Hub, message: dict[str, Any]) -> None:
        if self.outbox.closed:
            return
        if not self.rate.hears(self.time()):
            if self.rate.flooding:
                self.outbox.close(closing.FLOOD)
            return
        text = message.get("text") or ""
        if not text or len(text) > limits.MESSAGE:
            self._refuse("", Refusal(Reason.MALFORMED.value))
            return
        try:
            asked = decode(text)
        except NO_MESSAGE:
            self._refuse(_id_in(text), Refusal(Reason.MALFORMED.value))
            return
        if isinstance(asked, Ping):
            self._pong(hub, asked)
        elif self.asked.qsize() < limits.BURST:
            self.asked.put_nowait(asked)

    def _pong(self, hub: Hub, ping: Ping) -> None:
        self.outbox.say({"t": "pong", "c": ping.c, "now": now()})
        caught_up = self.outbox.confirm(ping.seq)
        if caught_up or ping.seq == RESYNC:
            self._restore(hub)
        else:
            hub.look()

    def _restore(self, hub: Hub) -> None:
        """Everything again, at once or, if that was done a moment ago, once the moment is over."""
        if self.restoring is not None:
            return
        wait = self.restored_at + limits.SNAPSHOT - self.time()
        if wait > 0:
            self.restoring = asyncio.get_running_loop().call_later(wait, self._restore_now, hub)
        else:
            self._restore_now(hub)

    def _restore_now(self, hub: Hub) -> None:
        self.restoring = None
        self.restored_at = self.time()
        hub.resync(self.listener)

    async def _serve(self) -> None:
        """Carries out what was asked, one after the other, while pings go on being answered."""
        while True:
            asked = await self.asked.get()
            try:
                carry_out = self.service.do if isinstance(asked, Do) else self.service.say
                refusal = await carry_out(self.room.room_id, self.person, asked)  # type: ignore[arg-type]
            except GameUnreadableError as error:
                logger.error("Room %s has %s", self.room.code, str(error))
                refusal = Refusal(Code.GAME_UNREADABLE.value)
            except Exception:
                logger.exception("A command in room %s failed", self.room.code)
                refusal = Refusal(Code.BUSY.value)
            if refusal is None:
                self.outbox.say({"t": "ack", "id": asked.id})
            else:
                self._refuse(asked.id, refusal)

    def _refuse(self, command_id: str, refusal: Refusal) -> None:
        self.outbox.say({"t": "refused", "id": command_id, "text": self.service.sentence(refusal)})


def _id_in(text: str) -> str:
    """The command id of a message that is otherwise none, if it has one."""
    try:
        return _named_decoder.decode(text).id[: limits.ID]
    except NO_MESSAGE:
        return ""
