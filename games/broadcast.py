"""Telling the hubs that a room has changed: a poke without content."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

POKE = "poke"
"""The ``type`` of the message."""


def group(code: str) -> str:
    """The channel-layer group of the room with ``code``."""
    return f"room.{code}"


def poke(code: str) -> None:
    """Once the transaction is committed, let every hub of the room read it again.

    A layer that fails is logged and costs delay only: clients notice a gap and ask again.
    """
    transaction.on_commit(lambda: _send(code))


def _send(code: str) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group(code), {"type": POKE})
    except Exception:
        logger.exception("could not poke room %s", code)
