import asyncio

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from config.asgi import application
from config.origin import is_same_origin


def directives(header: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in header.split(";"))}


def test_pages_run_and_load_only_what_this_site_serves(client: Client) -> None:
    policy = directives(client.get("/healthz").headers["Content-Security-Policy"])
    assert policy.pop("default-src") == ["'none'"]
    assert policy.pop("base-uri") == ["'none'"]
    assert policy.pop("frame-ancestors") == ["'none'"]
    assert set(policy) >= {"script-src", "style-src", "connect-src", "form-action"}
    assert all(values == ["'self'"] for values in policy.values())


def test_headers_keep_addresses_and_content_types_to_themselves(client: Client) -> None:
    headers = client.get("/healthz").headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_a_game_night_is_served_under_any_name_over_plain_http(client: Client) -> None:
    response = client.get("/healthz", headers={"host": "dads-laptop.local:8000"})
    assert response.content == b"ok"
    assert "Cross-Origin-Opener-Policy" not in response.headers
    assert not settings.SESSION_COOKIE_SECURE


@pytest.mark.parametrize(
    ("host", "origin", "welcome"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000", True),
        ("mafia.example.org", "https://mafia.example.org", True),
        ("mafia.example.org", "https://mafia.example.org:443", True),
        ("[fe80::1]:8000", "http://[fe80::1]:8000", True),
        ("192.168.1.20:8000", None, True),
        ("192.168.1.20:8000", "http://192.168.1.20:9000", False),
        ("192.168.1.20:8000", "http://evil.example.org:8000", False),
        ("192.168.1.20:8000", "null", False),
        ("mafia.example.org", "http://mafia.example.org:443@evil.example.org", False),
        ("", "http://", False),
        ("192.168.1.20:8000", "http://[192.168.1.20:8000", False),
        ("192.168.1.20:8000", "http://192.168.1.20:port", False),
    ],
)
def test_sockets_answer_to_pages_of_this_site_only(host: str, origin: str | None, welcome: bool) -> None:
    headers = {b"host": host} | ({b"origin": origin} if origin is not None else {})
    assert is_same_origin(headers) is welcome


def test_sockets_answer_to_allowed_hosts_only(settings: pytest.FixtureRequest) -> None:
    settings.ALLOWED_HOSTS = ["mafia.example.org"]  # type: ignore[attr-defined]
    assert is_same_origin({b"host": "mafia.example.org", b"origin": "https://mafia.example.org"})
    assert not is_same_origin({b"host": "rebound.example", b"origin": "https://rebound.example"})


def test_a_socket_to_nowhere_is_refused() -> None:
    async def scene() -> None:
        for path in ("/", "/ws/", "/ws/r/", "/ws/r/KIMO/more"):
            socket = WebsocketCommunicator(application, path, [(b"host", b"10.0.0.2:8000")])
            assert not (await socket.connect())[0]

    asyncio.run(scene())
