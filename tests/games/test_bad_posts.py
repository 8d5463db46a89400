"""Lines and notes that cannot be, floods, and posts that are none: refused plainly, and nothing changes."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import signed_cookie
from games import models
from games import urls as games_urls
from games.services import chat, notes, play
from tests.kit.posts import HTMX, PLAYERS, everything, night, told, url, vote
from tests.kit.screens import browser
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(at_table_time: Callable[[Table], Table]) -> Table:
    """Six in a lobby, Ann hosting."""
    return at_table_time(Table(*PLAYERS))


# --- Talking and noting -------------------------------------------------------------------------------------

LINES = {
    "empty": ("", "Type something first"),
    "only spaces": ("  \n ", "Type something first"),
    "only what cannot be seen": ("\u202e\u200b\x00", "Type something first"),
    "301 characters": ("x" * 301, "at most 300"),
    "10,000 characters": ("x" * 10_000, "at most 300"),
}


@pytest.mark.parametrize("case", LINES)
def test_a_line_that_cannot_be_is_told_beside_its_field(table: Table, case: str) -> None:
    text, sentence = LINES[case]
    sent = {"talk": "lobby", "text": text}
    assert sentence in told(browser("Ben"), url("say", table), sent)


def test_what_turns_the_writing_round_is_taken_out_of_a_line(table: Table) -> None:
    text = "a\u202eb\x00c\u2066<b>"
    assert chat.say(table.room_id, table.person("Ben"), "lobby", text, table.now) is None
    assert table.heard("Ann", "lobby") == ["abc<b>"]


def test_a_note_too_long_is_told(table: Table) -> None:
    night(table)
    assert "at most 2000" in told(browser("Ben"), url("note", table), {"text": "x" * 2_001})
    assert refused(notes.save(table.room_id, table.person("Zoe"), "x", table.now)) == "NOT_A_MEMBER"


def test_talk_where_there_is_none(table: Table) -> None:
    before = everything()
    for talk in ("", "attic", "TABLE", "\x00", "table "):
        said = chat.say(table.room_id, table.person("Ben"), talk, "Hi", table.now)
        assert refused(said) == "NO_SUCH_TALK"
    assert refused(chat.say(table.room_id, table.person("Ben"), "mafia", "Hi", table.now)) in (
        "NO_GAME",
        "TOO_MANY_LINES",
    )
    assert everything() == before


# --- Too much, and not in the right form --------------------------------------------------------------------


def test_a_note_is_as_long_as_its_field_counts_it(table: Table) -> None:
    """A browser counts a break as one character, and sends two."""
    night(table)
    text = "\r\n".join(["x" * 19] * 100) + "\r\n"
    assert notes.save(table.room_id, table.person("Ben"), text, table.now) is None
    assert len(table.game_view("Ben").note) == 2_000
    assert refused(notes.save(table.room_id, table.person("Ben"), text + "x", table.now)) == "NOTE_TOO_LONG"


def test_a_flood_of_lines_is_a_few_and_a_sentence(table: Table) -> None:
    ben = table.person("Ben")
    answers = [chat.say(table.room_id, ben, "lobby", f"{n}", table.now + n) for n in range(100)]
    assert models.ChatLine.objects.count() == 5
    assert {refused(answer) for answer in answers} == {"", "TOO_MANY_LINES"}


def test_a_flood_of_changes_of_mind_is_some_and_a_sentence(table: Table) -> None:
    vote(table)
    before = models.GameEvent.objects.count()
    answers = [table.act("Ben", "vote", PLAYERS[2 + n % 2]) for n in range(100)]
    assert {refused(answer) for answer in answers} == {"", "TOO_MANY_ACTS"}
    assert models.GameEvent.objects.count() - before <= 130
    table.now += 1_000
    assert table.act("Ben", "vote", "Ann") is None
    assert table.act("Cat", "vote", "Ann") is None


def test_rooms_and_joins_from_one_address_have_an_end_however_many_guests_come(
    table: Table, settings: Any
) -> None:
    few = {"burst": 3, "seconds": 60.0}
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "rooms from": few, "joins from": few}

    def post(path: str, name: str, address: str) -> int:
        return Client(REMOTE_ADDR=address).post(path, {"name": name}).status_code

    rooms = [post("/rooms/", "Ann", "203.0.113.9") for _ in range(5)]
    assert rooms == [303, 303, 303, 422, 422]
    assert post("/rooms/", "Ann", "203.0.113.10") == 303
    joins = [post(url("join", table), "Ann", f"2001:db8::{n}") for n in range(3)]
    text = Client(REMOTE_ADDR="2001:db8::7").post(url("join", table), {"name": "Gus"}).content.decode()
    assert set(joins) == {422}
    assert "That was a lot of tries" in text


METHODS = ("put", "patch", "delete", "options", "trace")


@pytest.mark.parametrize("method", METHODS)
def test_pages_answer_to_their_methods_only(table: Table, method: str) -> None:
    before = everything()
    for path in ("/", url("room", table), url("join", table), "/rooms/", "/join/", url("start", table)):
        assert getattr(browser("Ann"), method)(path).status_code == 405, path
    assert everything() == before


def test_a_post_without_a_token_or_from_another_site_is_refused(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["guest"] = signed_cookie(table.person("Ann").guest_id)
    text = client.get(url("room", table)).content.decode()
    token = re.findall(r'data-csrf="(\w+)"', text)[0]
    before = everything()
    for headers in (
        {},
        {"X-CSRFToken": "x" * 64},
        {"X-CSRFToken": token, "Origin": "https://evil.example"},
        {"X-CSRFToken": token, "Origin": "null"},
    ):
        assert client.post(url("start", table), {}, headers={**HTMX, **headers}).status_code == 403
    assert everything() == before


BODIES: dict[str, tuple[bytes, str]] = {
    "larger than any form": (b"text=" + b"x" * 70_000, "application/x-www-form-urlencoded"),
    "a thousand fields": (b"&".join(b"f%d=1" % n for n in range(1_000)), "application/x-www-form-urlencoded"),
    "multipart without a boundary": (b"--x", "multipart/form-data"),
    "another alphabet": (b"a=1", "application/x-www-form-urlencoded; charset=utf-16"),
}


@pytest.mark.parametrize("case", BODIES)
def test_a_post_that_is_none_gets_a_page_that_says_so(table: Table, case: str) -> None:
    body, kind = BODIES[case]
    client = Client(enforce_csrf_checks=True)
    client.cookies["guest"] = signed_cookie(table.person("Ann").guest_id)
    token = re.findall(r'data-csrf="(\w+)"', client.get(url("room", table)).content.decode())[0]
    before = everything()
    for name in ("start", "options", "say", "note", "leave"):
        response = client.post(url(name, table), body, content_type=kind, headers={"X-CSRFToken": token})
        assert response.status_code == 400, name
        assert "was not understood" in response.content.decode()
    assert everything() == before


def test_json_is_no_form(table: Table) -> None:
    night(table)
    sent = json.dumps({"target": 1, "verb": "kill"})
    response = browser("Ann").post(
        url("do", table, "kill"), sent, content_type="application/json", headers=HTMX
    )
    assert (response.status_code, response.content.decode()) == (422, "Tap a name first.")


def test_whatever_a_room_answers_is_kept_by_nobody(table: Table) -> None:
    ann = browser("Ann")
    answers = [
        ann.get(url("room", table)),
        ann.get(url("join", table)),
        ann.post(url("ready", table), {"ready": "1"}),
        ann.post(url("say", table), {"talk": "lobby", "text": ""}, headers=HTMX),
        Client().get(url("room", table)),
    ]
    for answer in answers:
        assert "no-store" in answer["Cache-Control"]
    assert "private" in Client().get("/")["Cache-Control"]


@pytest.mark.parametrize("verb", ["kill", "vote", "ready", "confirm", "leave", "pause", "remove", "", "\x00"])
def test_a_stranger_has_no_hand_in_any_game(table: Table, verb: str) -> None:
    for expected in ("NO_GAME", "SPECTATOR"):
        assert refused(play.act(table.room_id, table.person("Zoe"), verb, 0, table.now)) == expected
        if expected == "NO_GAME":
            night(table)


def test_no_address_answers_somebody_who_opens_it_with_an_empty_page(table: Table) -> None:
    known = {"code": table.code, "slug": "none", "verb": "tap", "preset": "parlor"}
    refused = 0
    for pattern in games_urls.urlpatterns:
        args = {name: known[name] for name in pattern.pattern.converters}
        response = browser("Ann").get(reverse(f"games:{pattern.name}", kwargs=args))
        assert response.content or response.has_header("Location"), pattern.name
        if response.status_code == 405:
            refused += 1
            text = response.content.decode()
            assert "Nothing was changed" in text
            onward = re.findall(r'class="btn"\s+href="([^"]+)"', text)
            assert [browser("Ann").get(link).status_code for link in onward] == [200], pattern.name
    assert refused > 20


def test_a_flood_of_notes_and_tags_is_some_and_a_sentence() -> None:
    table = Table(*PLAYERS, preset="gallows")
    night(table)
    ben, eve = table.person("Ben"), table.number("Eve")
    answers = [notes.save(table.room_id, ben, f"{n}", table.now) for n in range(40)]
    answers += [notes.tag(table.room_id, ben, eve, "evil", f"{n}", table.now) for n in range(40)]
    assert {refused(answer) for answer in answers} == {"", "TOO_MANY_POSTS"}
    assert table.game_view("Ben").note == "29"
    assert table.room.note_count == 30
    assert notes.save(table.room_id, table.person("Cat"), "Ben?", table.now) is None
    assert notes.tag(table.room_id, ben, eve, "evil", "", table.now + 1_000) is None


FLOODS = ("ready", "lock", "options", "add_bots", "seat_without_phone", "kick")


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_of_posts_in_a_lobby_is_some_and_a_sentence(table: Table, name: str) -> None:
    """Each bot and each seat is a row, and each change wakes every page of the room."""
    ann, ben = browser("Ann"), browser("Ben")
    answers = [ann.post(url(name, table), {"ready": "1", "name": ""}, headers=HTMX) for _ in range(70)]
    told = [answer.content.decode() for answer in answers[-5:]]
    assert all("a lot at once" in text for text in told), told
    assert "a lot at once" not in answers[50].content.decode()
    assert ben.post(url("ready", table), {"ready": "1"}, headers=HTMX).status_code == 204
