"""Who may do what at a moderated table, for everybody who may come along: by form and by socket alike."""

from collections.abc import Mapping

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.guests import signed_cookie
from games.live.consumers import Do
from games.live.room_service import RoomService
from games.models import Member
from games.services import lobby, moderator
from tests.kit.permissions import Asked, at_once, inline
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unspent_limits")]

WHO = {
    "moderator": "Mo",
    "mafia": "Ann",
    "living": "Ben",
    "out": "Dan",
    "left": "Fay",
    "queued": "Yve",
    "stranger": "Zed",
}

ASKED: Mapping[str, tuple[str, str, str]] = {
    "undo": ("undo", "", ""),
    "mark out": ("mark_out", "Eve", ""),
    "mark out who is out": ("mark_out", "Dan", ""),
    "put back": ("put_back", "Dan", ""),
    "put back who is in": ("put_back", "Eve", ""),
    "put back who has left": ("put_back", "Fay", ""),
    "next": ("next", "", ""),
    "open the vote": ("open_vote", "", ""),
    "close the vote": ("close_vote", "", ""),
    "enter for somebody without a phone": ("tap", "Eve", "Gran"),
    "enter for somebody with a phone": ("tap", "Eve", "Ben"),
    "enter for somebody who is out": ("tap", "Eve", "Dan"),
    "enter a correction for somebody": ("mark_out", "Eve", "Gran"),
    "enter that somebody leaves": ("leave", "", "Gran"),
}
"""The verb, at whom it is aimed, and for whom it is entered."""

PLAYER = {
    **dict.fromkeys(ASKED, "NOT_MODERATOR"),
    "enter a correction for somebody": "MALFORMED",
}
OUTSIDE = dict.fromkeys(ASKED, "SPECTATOR")
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "moderator": {
        "undo": "",
        "mark out": "",
        "mark out who is out": "TARGET_OUT",
        "put back": "",
        "put back who is in": "NOT_OUT",
        "put back who has left": "HAS_LEFT",
        "next": "",
        "open the vote": "WRONG_PHASE",
        "close the vote": "WRONG_PHASE",
        "enter for somebody without a phone": "",
        "enter for somebody with a phone": "HAS_A_PHONE",
        "enter for somebody who is out": "HAS_A_PHONE",
        "enter a correction for somebody": "MALFORMED",
        "enter that somebody leaves": "WRONG_PHASE",
    },
    **dict.fromkeys(("mafia", "living", "out"), PLAYER),
    **dict.fromkeys(("left", "queued", "stranger"), OUTSIDE),
}
"""The code with which it is refused; empty where it is allowed."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Mo moderates; the night after Fay has left and Dan was marked out."""
    table = Table("Mo", "Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Hal", preset="moderated")
    assert moderator.seat_without_phone(table.room_id, table.person("Mo"), "Gran", table.now) is None
    for place in ("views", "projections", "selectors", "live.room_service"):
        monkeypatch.setattr(f"games.{place}.now", lambda: table.now)
    table.start(Ann="mafia", Ben="doctor")
    assert lobby.leave_room(table.room_id, table.person("Fay"), table.now) is None
    table.until("night")
    table.do("Mo", "next")
    table.until("night")
    table.do("Mo", "mark_out", "Dan")
    table.join("Yve")
    return table


def by_form(table: Table, asked: Asked, name: str, verb: str, target: str, who: str) -> str:
    client = Client()
    client.cookies["guest"] = signed_cookie(table.person(name).guest_id)
    fields = {"target": str(table.number(target))} if target else {}
    if who:
        path = reverse("games:enter", args=[table.code])
        fields |= {"who": str(table.number(who)), "verb": verb}
    else:
        path = reverse("games:do", args=[table.code, verb])
    answer = asked(client, "post", path, fields)
    return "" if answer == "204" else answer


def by_socket(table: Table, name: str, verb: str, target: str, who: str) -> str:
    aim, entered = (table.number(one) if one else None for one in (target, who))
    with transaction.atomic():
        answer = RoomService().do(table.room_id, table.person(name), Do("", verb, aim, who=entered))
        refusal = at_once(answer)
        transaction.set_rollback(True)
    return "" if refusal is None else refusal.code


def test_M17_M5_who_may_do_what_at_a_moderated_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.threads.write", inline)
    asked = Asked(monkeypatch)
    for kind, name in WHO.items():
        forms = {what: by_form(table, asked, name, *ASKED[what]) for what in ASKED}
        sockets = {what: by_socket(table, name, *ASKED[what]) for what in ASKED}
        assert forms == ANSWERS[kind], kind
        assert sockets == forms, kind


def test_M2_who_may_deal_and_seat_at_a_moderated_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the game is on nobody may; and nobody but the moderator between games (services)."""
    asked = Asked(monkeypatch)
    answers = {"moderator": "GAME_RUNNING", "left": "NOT_A_MEMBER", "stranger": "NOT_A_MEMBER"}
    for kind, name in WHO.items():
        client = Client()
        client.cookies["guest"] = signed_cookie(table.person(name).guest_id)
        for address in ("start_dealt", "seat_without_phone"):
            path = reverse(f"games:{address}", args=[table.code])
            assert asked(client, "post", path, {"name": "Kim"}) == answers.get(kind, "NOT_THE_HOST"), kind
    assert Member.objects.filter(phoneless=True).count() == 1
