"""The clock inside the server, for when no other process drives one.

It runs on the server's own event loop from the server's start, before any client has come, and sleeps until
the next deadline. Other processes may drive deadlines at the same time: each takes effect once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from django.conf import settings

from games.moment import now
from games.services import clock as deadlines

from . import threads

logger = logging.getLogger(__name__)

LONGEST = 1.0
"""Seconds after which the clock looks anew, whatever it knows.  It does so at whole seconds: what is due in
between, which may be somebody's secret, moves no other look."""

SHORTEST = 0.02
"""Seconds until the next look at what is overdue, so that a game which cannot be advanced does not keep the
server busy."""

AT_ONCE = 10
"""Games advanced in one go; commands that wait for the same thread get their turn in between."""


class Clock:
    """Calls ``advance(now)`` when something is due.

    ``advance`` says when it wants to be called next, in milliseconds, or None if it knows of nothing.
    """

    def __init__(
        self, advance: Callable[[int], Awaitable[int | None]], time: Callable[[], int] = now
    ) -> None:
        self._advance = advance
        self._time = time
        self._wake_at: float = 0
        self._woken = asyncio.Event()

    def hint(self, due_at: int) -> None:
        """Something is due at ``due_at`` milliseconds, maybe sooner than the clock knew."""
        if due_at < self._wake_at:
            self._woken.set()

    async def run(self) -> None:
        while True:
            self._woken.clear()
            wait = await self._tick()
            self._wake_at = self._time() + wait * 1000
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), wait)

    async def _tick(self) -> float:
        """Lets what is due take effect, and gives the seconds until the next time."""
        try:
            due_at = await self._advance(self._time())
        except Exception:
            logger.exception("The clock could not be advanced")
            return LONGEST
        moment = self._time() / 1000
        whole = LONGEST - moment % LONGEST
        if due_at is None:
            return whole
        wait = due_at / 1000 - moment
        return min(wait if wait > 0 else SHORTEST, whole)


def _advance_due(moment: int) -> int | None:
    deadlines.advance_due(moment, AT_ONCE)
    return deadlines.next_due()


async def _advance(moment: int) -> int | None:
    return await threads.write(_advance_due, moment)


embedded = Clock(_advance)
"""The clock of this process; it stands still unless it has been started."""

_running: set[asyncio.Task[None]] = set()


def start() -> None:
    """Starts this process's clock on the running event loop, if the settings want one."""
    if settings.EMBEDDED_CLOCK and not _running:
        _running.add(asyncio.get_running_loop().create_task(embedded.run()))
