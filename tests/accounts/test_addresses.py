from typing import Any

import pytest
from django.test import RequestFactory

from accounts.addresses import of_request, of_scope


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "expected"),
    [
        (0, "203.0.113.9", None, "203.0.113.9"),
        (0, "203.0.113.9", "198.51.100.1", "203.0.113.9"),
        (0, "::ffff:203.0.113.9", None, "203.0.113.9"),
        (0, "2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),
        (0, "127.0.0.1", None, ""),
        (0, "::1", None, ""),
        (0, "", None, ""),
        (0, "/run/web.sock", None, ""),
        (1, "10.0.0.1", "203.0.113.9", "203.0.113.9"),
        (1, "10.0.0.1", "1.1.1.1, 2.2.2.2,203.0.113.9", "203.0.113.9"),
        (2, "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "10.0.0.1", "203.0.113.9", ""),
        (1, "10.0.0.1", "unknown", ""),
        (1, "10.0.0.1", None, ""),
    ],
)
def test_an_address_is_what_nobody_can_make_up(
    settings: Any, proxies: int, peer: str, forwarded: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert of_request(RequestFactory(REMOTE_ADDR=peer).get("/", headers=headers)) == expected
    raw = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    assert of_scope({"client": [peer, 1], "headers": raw}) == expected


def test_a_socket_of_which_nothing_is_known_has_no_address() -> None:
    assert of_scope({"client": None, "headers": []}) == ""
