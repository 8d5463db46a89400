"""The hubs of this process: one a room, for as long as anybody here looks at it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any

from channels.layers import get_channel_layer

from games import broadcast

from .hub import Hub, Listener, Renderer, Rooms

logger = logging.getLogger(__name__)

BEAT = 8.0
"""Seconds between signs of life of this process's sockets; three missed ones and they count as gone."""

RETRY = 1.0
"""Seconds before a channel layer that failed is tried again."""


@dataclass(eq=False)
class _Open:
    """An open hub, the task that passes pokes on to it, and the layer's name of where pokes arrive."""

    hub: Hub
    ears: asyncio.Task[None] | None = None
    channel: str = ""


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
            opened = self._open[code] = _Open(Hub(code, self._rooms, self._renderer, self._on_due))
            opened.ears = asyncio.create_task(self._hear(opened))
        if self._heart is None:
            self._heart = asyncio.create_task(self._beat_on())
        self._connections.add(connection)
        hub = self._open[code].hub
        hub.join(listener)
        return hub

    async def leave(self, hub: Hub, connection: str, listener: Listener) -> None:
        self._connections.discard(connection)
        hub.leave(listener)
        ending = []
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

    async def _hear(self, opened: _Open) -> None:
        """What is missed while the layer fails is made up for when it is back, and by looking."""
        layer: Any = get_channel_layer()
        group = broadcast.group(opened.hub.code)
        while True:
            try:
                opened.channel = await layer.new_channel()
                await layer.group_add(group, opened.channel)
                opened.hub.poke()
                try:
                    while True:
                        await layer.receive(opened.channel)
                        opened.hub.poke()
                finally:
                    await layer.group_discard(group, opened.channel)
            except Exception:
                logger.warning("The channel layer failed for room %s", opened.hub.code, exc_info=True)
                await asyncio.sleep(RETRY)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat(tuple(self._connections))
                await self._stay_in_groups()
            except Exception:
                logger.warning("A sign of life of this process's sockets was lost", exc_info=True)

    async def _stay_in_groups(self) -> None:
        """Layers let go of members: after a day, or when a message lay unread while the machine slept."""
        layer: Any = get_channel_layer()
        for opened in tuple(self._open.values()):
            if opened.channel:
                await layer.group_add(broadcast.group(opened.hub.code), opened.channel)
