"""Hearing, on the channel layer, that something has changed."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds before a channel layer that failed is tried again."""

REJOIN = 8.0
"""Seconds after which the layer is told again that somebody listens.  It may have forgotten: after a day, or
when a message lay unread while the machine slept."""


async def hear(group: str, poke: Callable[[], object]) -> None:
    """Calls ``poke`` once it listens, and then for every message to ``group``, from whichever process, until
    it is cancelled.  What is missed while the layer fails is made up for when it is back."""
    layer: Any = get_channel_layer()
    while True:
        try:
            channel = await layer.new_channel()
            try:
                await layer.group_add(group, channel)
                poke()
                await _hear_on(layer, group, channel, poke)
            finally:
                await layer.group_discard(group, channel)
        except Exception:
            logger.warning("The channel layer failed for %s", group, exc_info=True)
            await asyncio.sleep(RETRY)


async def _hear_on(layer: Any, group: str, channel: str, poke: Callable[[], object]) -> None:
    """Waits for one message after the other.  A wait that is broken off makes layers drop the channel, so it
    goes on while the layer is told again."""
    while True:
        message = asyncio.create_task(layer.receive(channel))
        try:
            while not (await asyncio.wait([message], timeout=REJOIN))[0]:
                await layer.group_add(group, channel)
            await message
        finally:
            message.cancel()
        poke()
