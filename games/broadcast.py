"""Telling the hubs that a room has changed: a poke without content."""

import asyncio
import logging
from concurrent.futures import Future
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

POKE = "poke"
"""The ``type`` of the message."""

_home: asyncio.AbstractEventLoop | None = None


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Send from this loop from now on: a process that serves sockets need not wait for its pokes."""
    global _home
    _home = loop


def group(code: str) -> str:
    """The channel-layer group of the room with ``code``."""
    return f"room.{code}"


LIST = "rooms"
"""The group of those who look at the list of public rooms."""


def poke_list() -> None:
    """Once the transaction is committed, let every hub read the list of public rooms again."""
    transaction.on_commit(partial(_send, LIST))


def poke(code: str) -> None:
    """Once the transaction is committed, let every hub of the room read it again.

    A layer that fails is logged and costs delay only: clients notice a gap and ask again.
    """
    transaction.on_commit(partial(_send, group(code)))


async def send_now(name: str) -> None:
    """Pokes the group called ``name``."""
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(name, {"type": POKE})


def _send(name: str) -> None:
    home = _home
    if home is not None and home.is_running():
        sent = asyncio.run_coroutine_threadsafe(send_now(name), home)
        sent.add_done_callback(partial(_check, name))
        return
    try:
        if home is None:
            async_to_sync(send_now)(name)
        else:
            # The server is stopping: its loop, to which async_to_sync would hand this, never runs again.
            asyncio.run(send_now(name))
    except Exception:
        logger.exception("could not poke %s", name)


def _check(name: str, sent: "Future[None]") -> None:
    error = None if sent.cancelled() else sent.exception()
    if error is not None:
        logger.error("could not poke %s", name, exc_info=error)
