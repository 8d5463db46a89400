"""`manage.py play`: serve a game night from this machine, and show phones the way to it."""

import io
import socket
from argparse import ArgumentParser
from functools import partial
from typing import Any

import segno
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from games.address import lan_host

MAX_MESSAGE = 64 * 1024

PING, PONG = 10, 15
"""Seconds after which a quiet phone is asked whether it is there, and for which its answer is waited for."""


class Command(BaseCommand):
    help = "Serves Nightfall to every device on this network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on; 0: any free one")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        get_asgi_application()
        with _listen(port) as listener:
            port = listener.getsockname()[1]
            url = settings.PUBLIC_URL or f"http://{lan_host()}:{port}"
            Server(
                application=import_string(settings.ASGI_APPLICATION),
                endpoints=build_endpoint_description_strings(file_descriptor=listener.fileno()),
                ready_callable=partial(self.invite, url, port),
                ping_interval=PING,
                ping_timeout=PONG,
                websocket_max_message_size=MAX_MESSAGE,
                websocket_max_frame_size=MAX_MESSAGE,
                server_name="",
                verbosity=0,
            ).run()
        self.stdout.write("\nGood night.")

    def invite(self, url: str, port: int) -> None:
        picture = io.StringIO()
        segno.make(url, micro=False).terminal(picture, compact=True)
        self.stdout.write(f"\nNightfall is open at {url}\n\n{picture.getvalue()}")
        self.stdout.write("On a phone in the same network scan the code or type the address.")
        self.stdout.write(f"Serving on port {port}; Ctrl+C ends the night.")
        self.stdout.flush()


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server(("0.0.0.0", port), backlog=1024)
    except PermissionError as error:
        raise CommandError(
            f"This user may not listen on port {port}. Try another: make play PORT=8000"
        ) from error
    except OSError as error:
        raise CommandError(f"Port {port} is taken. Try another: make play PORT={port + 1}") from error
