"""Who somebody is: a guest with a signed cookie of their own, which survives logging in and out."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

COOKIE = "guest"
MAX_AGE = 400 * 24 * 60 * 60
"""Seconds that a cookie is good for: the longest that browsers keep one."""

RENEW_AFTER = 30 * 24 * 60 * 60
"""Seconds after which a visit gets the cookie anew."""

_signer = signing.TimestampSigner(salt="accounts.guests")


@dataclass(frozen=True)
class Person:
    """``user_id``: the account they are logged in to, if any."""

    guest_id: str
    user_id: int | None = None


def _read(signed: str | None, max_age: int = MAX_AGE) -> str | None:
    """The guest id in a cookie; None if it is missing, forged or too old."""
    if not signed:
        return None
    try:
        return _signer.unsign(signed, max_age=max_age)
    except signing.BadSignature:
        return None


def signed_cookie(guest_id: str) -> str:
    """The value of a cookie for ``guest_id``."""
    return _signer.sign(guest_id)


class GuestMiddleware:
    """Sets ``request.person``, and the cookie on the first visit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        signed = request.COOKIES.get(COOKIE)
        known = _read(signed)
        guest_id = known or secrets.token_urlsafe(16)
        request.person = Person(guest_id, request.user.pk)  # type: ignore[attr-defined]
        response = self.get_response(request)
        if known is None or _read(signed, RENEW_AFTER) is None:
            response.set_cookie(
                COOKIE,
                signed_cookie(guest_id),
                max_age=MAX_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
            patch_cache_control(response, private=True)  # no cache may give one guest's cookie to another
        return response


def _cookies(scope: Mapping[str, Any]) -> Mapping[str, str]:
    if "cookies" in scope:
        return scope["cookies"]
    jar: SimpleCookie = SimpleCookie()
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            try:
                jar.load(value.decode("latin-1"))
            except CookieError:
                return {}
    return {name: morsel.value for name, morsel in jar.items()}


def person_from_scope(scope: Mapping[str, Any]) -> Person | None:
    """Who opens a socket; None without a good cookie."""
    guest_id = _read(_cookies(scope).get(COOKIE))
    if guest_id is None:
        return None
    return Person(guest_id, getattr(scope.get("user"), "pk", None))
