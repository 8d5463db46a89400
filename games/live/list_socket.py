"""The socket of the page that lists public rooms: pings in, rows that changed out."""

import asyncio
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict

from games.forms import filter_from
from games.listing import Filter
from games.moment import now

from . import closing, limits
from .consumers import NO_MESSAGE, RESYNC, Ping
from .door import Receive, Send, admitted
from .list_hub import ListHub, Reader
from .outbox import Outbox

_decoder = msgspec.json.Decoder(Ping)


def _wanted(query: bytes) -> Filter:
    """What a query wants to see; everything, if it has more fields than can be read."""
    try:
        return filter_from(QueryDict(query[: limits.MESSAGE]))[0]
    except TooManyFieldsSent:
        return Filter()


class ListSocket:
    """The application behind ``/ws/rooms``.  What the page shows of the list its query says, as that of the
    page itself does."""

    def __init__(self, hub: ListHub, open_sockets: limits.Open) -> None:
        self.hub = hub
        self.open = open_sockets

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        async with admitted(scope, receive, send, self.open) as person:
            if person is None:
                return
            outbox = Outbox(send)
            reader = Reader(_wanted(scope.get("query_string", b"")), settings.LANGUAGE_CODE, outbox)
            try:
                self.hub.join(reader)
                await self._listen(reader, receive)
            finally:
                await outbox.stop()
                await self.hub.leave(reader)

    async def _listen(self, reader: Reader, receive: Receive) -> None:
        time = asyncio.get_running_loop().time
        rate = limits.Rate(time())
        while (message := await receive())["type"] == "websocket.receive":
            if not rate.hears(time()):
                if rate.flooding:
                    reader.outbox.close(closing.FLOOD)
                continue
            text = message.get("text") or ""
            try:
                ping = _decoder.decode(text) if len(text) <= limits.MESSAGE else None
            except NO_MESSAGE:
                ping = None
            if ping is None:
                continue
            reader.outbox.say({"t": "pong", "c": ping.c, "now": now()})
            lost = reader.outbox.confirm(ping.seq) or ping.seq == RESYNC
            if lost:  # the hub reads, and so sends, at its own pace
                self.hub.resync(reader)
            else:
                self.hub.look()
