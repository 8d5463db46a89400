"""The ASGI application: pages by Django, sockets by Channels, and the clock inside the server."""

import asyncio
import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # sets up the apps, which what follows needs

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.urls import re_path  # noqa: E402

from config.lifespan import Lifespan, when_daphne_runs  # noqa: E402
from config.origin import SameOrigin  # noqa: E402
from games import broadcast  # noqa: E402
from games.live import clock, spare  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402


def start() -> None:
    """What begins with the server, on its event loop."""
    broadcast.serve_from(asyncio.get_running_loop())
    clock.start()
    spare.start()


nowhere = re_path(r"", WebsocketDenier())
application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter([*websocket_urlpatterns, nowhere]))),
        "lifespan": Lifespan(start),
    }
)
when_daphne_runs(start)

# With a thousand sockets a full collection stops the process for 100–150 ms. What is loaded by now stays
# for good, so leave it out of collections, and make those rarer.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 100)
