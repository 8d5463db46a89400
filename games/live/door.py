"""Letting sockets in."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from accounts.addresses import of_scope
from accounts.guests import Person, person_from_scope

from . import closing, limits

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


@asynccontextmanager
async def admitted(
    scope: dict[str, Any], receive: Receive, send: Send, open_sockets: limits.Open
) -> AsyncIterator[Person | None]:
    """Accepts a socket, which counts as one of its owner's within the block; gives the owner.  None where
    there is no socket, or none any more: it came without a cookie, or was one too many."""
    if (await receive())["type"] != "websocket.connect":
        yield None
        return
    await send({"type": "websocket.accept"})
    person = person_from_scope(scope)
    if person is None:
        await send({"type": "websocket.close", "code": closing.NO_COOKIE})
        yield None
        return
    whose = {"guest": person.guest_id, "address": of_scope(scope)}
    if not open_sockets.add(whose):
        await send({"type": "websocket.close", "code": closing.FLOOD})
        yield None
        return
    try:
        yield person
    finally:
        open_sockets.remove(whose)
