"""What is on its way to one socket: numbered, and never more than a slow line can be owed."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]

FRAMES = 64
"""Frames that may be on the way to a client that has not confirmed them."""

BYTES = 256 * 1024
"""Characters that may be on the way to a client that has not confirmed them."""


class Outbox:
    """Sends to one socket without making anyone wait for it.

    Servers take whatever they are given and keep what the line does not carry, so the only measure of a slow
    line is what the client has confirmed: each of its pings names the last frame that it has seen. When too
    much is unconfirmed nothing more is sent; once the client has caught up it is owed a snapshot.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[dict[str, Any]] = deque()
        self._unconfirmed: deque[tuple[int, int]] = deque()
        self._unconfirmed_bytes = 0
        self._wake = asyncio.Event()
        self._writer = asyncio.create_task(self._write())
        self.seq = 0
        self.lagging = False
        self.closed = False

    def frame(self, body: str) -> None:
        """Sends a frame. ``body`` is its members as JSON, without the braces."""
        if self.lagging or self.closed:
            return
        if len(self._unconfirmed) >= FRAMES or self._unconfirmed_bytes + len(body) > BYTES + self._single(
            body
        ):
            self.lagging = True
            return
        self.seq += 1
        self._unconfirmed.append((self.seq, len(body)))
        self._unconfirmed_bytes += len(body)
        self._put({"type": "websocket.send", "text": f'{{"t":"frame","seq":{self.seq},{body}}}'})

    def html(self, text: str) -> None:
        """Sends a frame of fragments alone."""
        self.frame(f'"html":{json.dumps(text, ensure_ascii=False)}')

    def _single(self, body: str) -> int:
        """A snapshot larger than all that may be on the way still goes out when nothing else is."""
        return 0 if self._unconfirmed else len(body)

    def say(self, message: Mapping[str, Any]) -> None:
        """Sends an answer to something the client sent."""
        if not self.closed:
            self._put({"type": "websocket.send", "text": json.dumps(message, separators=(",", ":"))})

    def confirm(self, seq: int) -> bool:
        """Notes that the client has seen frame ``seq``; says whether it is owed a snapshot now."""
        while self._unconfirmed and self._unconfirmed[0][0] <= seq:
            self._unconfirmed_bytes -= self._unconfirmed.popleft()[1]
        if self.lagging and not self._unconfirmed:
            self.lagging = False
            return True
        return False

    def close(self, code: int) -> None:
        """Closes the socket after what is waiting has been sent."""
        if not self.closed:
            self._put({"type": "websocket.close", "code": code})
            self.closed = True

    async def stop(self) -> None:
        """Ends the writer; for when the socket is gone."""
        self.closed = True
        self._waiting.clear()
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def flush(self) -> None:
        """Waits until all that was given has been handed to the server."""
        self.closed = True
        self._wake.set()
        await asyncio.gather(self._writer, return_exceptions=True)

    def _put(self, message: dict[str, Any]) -> None:
        self._waiting.append(message)
        self._wake.set()

    async def _write(self) -> None:
        try:
            while True:
                while self._waiting:
                    await self._send(self._waiting.popleft())
                if self.closed:
                    return
                self._wake.clear()
                await self._wake.wait()
        except Exception:
            logger.debug("A socket went away while it was sent to", exc_info=True)
            self.closed = True
            self._waiting.clear()
