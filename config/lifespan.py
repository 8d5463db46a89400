"""The moment at which the server starts, before any client has come."""

import sys
from collections.abc import Awaitable, Callable
from typing import Any

Start = Callable[[], None]


class Lifespan:
    """Calls ``start`` when a server that speaks ASGI's lifespan protocol starts."""

    def __init__(self, start: Start) -> None:
        self.start = start

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await send({"type": "lifespan.shutdown.complete"})
                return


def when_daphne_runs(start: Start) -> None:
    """Calls ``start`` on Daphne's event loop once that runs: Daphne does not speak the lifespan protocol.

    Whoever has not loaded Daphne's reactor serves by other means.
    """
    reactor = sys.modules.get("twisted.internet.reactor")
    if reactor is not None:
        # The first moment is before the loop runs, so from there it takes one turn more.
        reactor.callWhenRunning(lambda: reactor.callLater(0, start))
