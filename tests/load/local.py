"""The bare comparison: a Daphne whose sockets send what one of them sends to all, with nothing in between.

python -m tests.load.local PORT
"""

import sys
from collections.abc import Awaitable, Callable
from typing import Any

from daphne.server import Server

rooms: dict[str, set[Callable[[dict[str, Any]], Awaitable[None]]]] = {}


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms.setdefault(scope["path"], set())
    room.add(send)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            for each in room:
                await each({"type": "websocket.send", "text": message["text"]})
    finally:
        room.discard(send)


def _ready() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()


def serve(application: Any) -> None:
    """Serves on the port that the command line names, and says when."""
    Server(
        application,
        endpoints=[f"tcp:{sys.argv[1]}:interface=127.0.0.1"],
        signal_handlers=True,
        ready_callable=_ready,
        verbosity=0,
    ).run()


if __name__ == "__main__":
    serve(application)
