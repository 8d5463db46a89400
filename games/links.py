"""Links that are passed on: what they say, and how they are drawn for a phone to read."""

import io
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.address import lan_host

LOOPBACK = ("localhost", "127.", "[::1]", "0.0.0.0")  # noqa: S104 - names of this machine, not a binding


def invitation(request: HttpRequest, code: str) -> str:
    """The address of a room."""
    return shared(request, reverse("games:join", args=[code]))


def shared(request: HttpRequest, path: str) -> str:
    """An address that a phone can reach: never this machine's name for itself."""
    base = settings.PUBLIC_URL
    if not base:
        host = request.get_host()
        if host.startswith(LOOPBACK):
            port = urlsplit(f"//{host}").port
            host = lan_host() + (f":{port}" if port else "")
        base = f"{request.scheme}://{host}"
    return base + path


def qr(link: str) -> SafeString:
    """The address as an inline picture."""
    out = io.BytesIO()
    segno.make(link, error="q", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        border=1,
        title=link,
        lineclass="qrline",
        svgclass=None,
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308 - made by segno from an address of ours
