"""The server's spare time, for when no workers do what can wait: trying out the tables of lobbies.

A slice of a few milliseconds in a thread of its own, then a pause in which everything else has its turn.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from games.services import balance

from . import threads

logger = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds from one look for work to the next."""

SLICE = 0.005
"""Seconds of work at a time; a phase of a game is not cut in two."""

PAUSE = 4
"""How much longer a pause is than the work before it."""

_one = ThreadPoolExecutor(1, thread_name_prefix="spare-time")


async def try_out(job: balance.Job) -> None:
    """Play games of bots at a table until that is enough, or the room has another one to try."""
    loop = asyncio.get_running_loop()
    trial = balance.Trial(job)
    while not trial.done and not balance.awaited(job.code):
        before = trial.games
        took = await loop.run_in_executor(_one, trial.step, SLICE)
        if trial.tells(before):
            await threads.write(balance.tell, trial)
        await asyncio.sleep(PAUSE * took)


async def run() -> None:
    while True:
        job = balance.next_job()
        if job is None:
            await asyncio.sleep(LOOK)
            continue
        try:
            await try_out(job)
        except Exception:
            logger.exception("The table of room %s could not be tried out", job.code)


_running: set[asyncio.Task[None]] = set()


def start() -> None:
    """Use this process's spare time on the running event loop, if it has to do what workers do elsewhere."""
    if settings.EMBEDDED_CLOCK and not settings.CLOCK_HINTS and not _running:
        _running.add(asyncio.get_running_loop().create_task(run()))
