"""Sockets answer to pages of this site only."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

DEFAULT_PORTS = {"http": "80", "https": "443"}


class SameOrigin:
    """Lets a socket in if the page that opened it came from the very host the socket was opened to.

    Browsers always send `Origin`; what sends none is a program of its own, which no foreign page can steer.
    Unlike a list of allowed origins this protects a game night too, where the server goes by any name.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        inner = self.application if is_same_origin(headers) else WebsocketDenier()
        return await inner(scope, receive, send)


def is_same_origin(headers: dict[bytes, str]) -> bool:
    host = headers.get(b"host", "").lower()
    domain, port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        page = urlsplit(origin.lower())
    except ValueError:
        return False
    page_domain, page_port = split_domain_port(page.netloc)
    default = DEFAULT_PORTS.get(page.scheme)
    return page_domain == domain and (page_port or default) == (port or default)
