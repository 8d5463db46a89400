import time
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from accounts import guests
from accounts.guests import COOKIE, GuestMiddleware, Person, person_from_scope, signed_cookie


def visit(cookie: str | None = None, user: Any = None) -> tuple[Person, HttpResponse]:
    """Who the visitor is taken for, and the answer."""
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    if cookie is not None:
        request.COOKIES[COOKIE] = cookie
    seen: list[Person] = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(request.person)  # type: ignore[attr-defined]
        return HttpResponse()

    response = GuestMiddleware(page)(request)
    return seen[0], response


def test_the_first_visit_makes_a_guest_whom_the_next_visit_knows() -> None:
    person, response = visit()
    cookie = response.cookies[COOKIE]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["max-age"]) == ("Lax", 400 * 24 * 60 * 60)
    again, response = visit(cookie.value)
    assert again == person
    assert COOKIE not in response.cookies


def test_no_two_guests_are_the_same() -> None:
    assert visit()[0] != visit()[0]


OF_ANOTHER_KIND = signing.TimestampSigner().sign("other")


@pytest.mark.parametrize(
    "cookie",
    ["", "x", "x:y", "guest:1aaaaa:forged", pytest.param(OF_ANOTHER_KIND, id="of another kind")],
)
def test_a_forged_cookie_makes_a_new_guest(cookie: str) -> None:
    person, response = visit(cookie)
    assert person.guest_id not in cookie or not cookie
    assert COOKIE in response.cookies
    assert person_from_scope({"cookies": {COOKIE: cookie}}) is None


def test_the_guest_survives_logging_in_and_out() -> None:
    person, response = visit()
    cookie = response.cookies[COOKIE].value
    logged_in, _ = visit(cookie, mock.Mock(pk=7))
    assert logged_in == Person(person.guest_id, 7)
    assert visit(cookie)[0] == person


def test_an_old_cookie_is_renewed_and_a_very_old_one_is_not_known() -> None:
    cookie = signed_cookie("me")
    now = time.time()
    with mock.patch("time.time", return_value=now + guests.RENEW_AFTER + 1):
        person, response = visit(cookie)
        assert person.guest_id == "me"
        assert COOKIE in response.cookies
    with mock.patch("time.time", return_value=now + guests.MAX_AGE + 1):
        assert visit(cookie)[0].guest_id != "me"


def test_a_socket_brings_the_same_person() -> None:
    cookie = signed_cookie("me")
    header = f"theme=dark; {COOKIE}={cookie}".encode()
    assert person_from_scope({"headers": [(b"cookie", header)]}) == Person("me")
    assert person_from_scope({"cookies": {COOKIE: cookie}, "user": mock.Mock(pk=7)}) == Person("me", 7)
    assert person_from_scope({"headers": [(b"host", b"x")]}) is None
    assert person_from_scope({"headers": [(b"cookie", b"a[=b; ;;")]}) is None
    assert person_from_scope({}) is None
