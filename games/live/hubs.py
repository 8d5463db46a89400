"""The hubs of this process: one a room, for as long as anybody here looks at it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from games import broadcast

from .ears import hear
from .hub import Hub, Listener, Renderer, Rooms

logger = logging.getLogger(__name__)

BEAT = 8.0
"""Seconds between signs of life of this process's sockets; three missed ones and they count as gone."""


@dataclass(eq=False)
class _Open:
    """An open hub, and the task that passes pokes on to it."""

    hub: Hub
    ears: asyncio.Task[None]


class Hubs:
    """Opens the hub of a room for the first socket, passes pokes on to it, and closes it after the last.

    ``beat`` is told every BEAT seconds which connections this process holds.
    """

    def __init__(
        self,
        rooms: Rooms,
        renderer: Renderer,
        beat: Callable[[Collection[str]], Awaitable[object]],
        on_due: Callable[[int], None] = lambda due_at: None,
    ) -> None:
        self._rooms = rooms
        self._renderer = renderer
        self._beat = beat
        self._on_due = on_due
        self._open: dict[str, _Open] = {}
        self._connections: set[str] = set()
        self._heart: asyncio.Task[None] | None = None

    def join(self, code: str, connection: str, listener: Listener) -> Hub:
        """Lets ``listener`` into the room with ``code``."""
        if code not in self._open:
            hub = Hub(code, self._rooms, self._renderer, self._on_due)
            ears = asyncio.create_task(hear(broadcast.group(code), hub.poke))
            self._open[code] = _Open(hub, ears)
        if self._heart is None:
            self._heart = asyncio.create_task(self._beat_on())
        self._connections.add(connection)
        hub = self._open[code].hub
        hub.join(listener)
        return hub

    async def leave(self, hub: Hub, connection: str, listener: Listener) -> None:
        self._connections.discard(connection)
        hub.leave(listener)
        ending: list[asyncio.Task[None] | None] = []
        if hub.empty and (opened := self._open.get(hub.code)) and opened.hub is hub:
            del self._open[hub.code]
            ending.append(opened.ears)
            await hub.close()
        if not self._open:
            ending.append(self._heart)
            self._heart = None
        for task in filter(None, ending):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat(tuple(self._connections))
            except Exception:
                logger.warning("A sign of life of this process's sockets was lost", exc_info=True)
