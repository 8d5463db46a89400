"""Threads for the database, away from the event loop and from each other.

Channels' own way sends every call of every socket through one thread, so one slow query holds up all rooms.
Here reads and writes have threads of their own. SQLite has one writer at a time anyway: a single thread
queues there in order, where several would poll for the lock.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import SyncToAsync
from django.db import close_old_connections, connection, connections

P = ParamSpec("P")
R = TypeVar("R")

_reads = ThreadPoolExecutor(2, thread_name_prefix="room-reads")
_writes = ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 4, thread_name_prefix="room-writes")


async def read(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Runs ``function``, which only reads the database, in a thread."""
    return await SyncToAsync(_tidily(function), thread_sensitive=False, executor=_reads)(*args, **kwargs)


async def write(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Runs ``function``, which may write to the database, in a thread."""
    return await SyncToAsync(_tidily(function), thread_sensitive=False, executor=_writes)(*args, **kwargs)


def _tidily(function: Callable[P, R]) -> Callable[P, R]:
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Exception:
            close_old_connections()
            raise
        finally:
            # A connection goes back to its pool. SQLite has no pool, and opening the file costs more than
            # most queries, so there each thread keeps the one it has.
            if connection.vendor != "sqlite":
                connections.close_all()

    return run
