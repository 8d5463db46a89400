"""Names, codes and rooms that nobody can come in with: refused at their field, and nothing changes."""

from collections.abc import Callable

import pytest
from django.test import Client

from games import models
from games.moment import DAY
from games.services import lobby
from tests.kit.posts import PLAYERS, everything, night, told, url
from tests.kit.screens import browser
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(at_table_time: Callable[[Table], Table]) -> Table:
    """Six in a lobby, Ann hosting."""
    return at_table_time(Table(*PLAYERS))


NAMES = {
    "empty": ("", "Type a name"),
    "only spaces": (" \t  ", "Type a name"),
    "only spaces that look wider": ("\u3000\u2003", "Type a name"),
    "200 characters": ("x" * 200, "at most 20"),
    "60,000 characters": ("x" * 60_000, "at most 20"),
    "a control character": ("Ben\x07", "letters, numbers and ordinary signs"),
    "a NUL byte": ("Be\x00n", "letters, numbers and ordinary signs"),
    "a right-to-left override": ("\u202enneB", "letters, numbers and ordinary signs"),
    "letters without width": ("Be\u200bn", "letters, numbers and ordinary signs"),
    "nothing but blanks that are letters": ("\u3164\u3164", "letters, numbers and ordinary signs"),
    "marks piled up": ("B" + "\u0301" * 9, "letters, numbers and ordinary signs"),
    "nothing but a mark": ("\u0301", "Type a name"),
    "a line of its own": ("Ben\u2028Ann", "letters, numbers and ordinary signs"),
    "taken": ("Ann", "has that name already"),
    "taken, in other letters": ("\uff21\uff2e\uff2e", "has that name already"),
    "taken, with spaces": ("a n n", "has that name already"),
    "what the game calls nobody": ("nobody", "The game itself uses that name"),
    "what the game calls the narrator": ("The Narrator", "The game itself uses that name"),
}


@pytest.mark.parametrize("case", NAMES)
def test_a_name_that_cannot_be_is_refused_beside_its_field(table: Table, case: str) -> None:
    name, sentence = NAMES[case]
    before = everything()
    response = Client().post(url("join", table), {"name": name})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert everything() == before


CODES = ("", " ", "-", "AAAA-AAAA-11", "KIMO-TARU-5", "'; DROP", "\x00", "KIMO TARU ٥٨", "x" * 50_000)


@pytest.mark.parametrize("code", CODES, ids=[repr(code[:14]) for code in CODES])
def test_a_code_that_leads_nowhere_is_told_at_its_field(table: Table, code: str) -> None:
    response = Client().post("/join/", {"code": code})
    assert response.status_code == 422
    assert "no room with this code, or it has expired" in response.content.decode()


def test_an_expired_code_leads_nowhere(table: Table) -> None:
    table.now += DAY + 1
    assert Client().post("/join/", {"code": table.code}).status_code == 422
    for path in (url("room", table), url("join", table)):
        response = browser("Ann").get(path)
        assert (response.status_code, "has expired" in response.content.decode()) == (404, True)
    before = everything()
    assert browser("Ann").post(url("start", table)).status_code == 404
    assert refused(lobby.join_room(table.code, table.person("Gus"), name="Gus", at=table.now)) == "NO_ROOM"
    assert everything() == before


def test_a_locked_room_lets_nobody_in_but_who_is_in(table: Table) -> None:
    assert lobby.set_lock(table.room_id, table.person("Ann"), True, table.now) is None
    response = Client().post(url("join", table), {"name": "Gus"})
    assert "has locked the room" in response.content.decode()
    assert browser("Ben").post(url("join", table), {"name": "Other"}).status_code == 303
    assert models.Member.objects.count() == 6


def test_a_full_room_says_so(table: Table) -> None:
    assert lobby.add_bots(table.room_id, table.person("Ann"), 34, table.now) is None
    response = Client().post(url("join", table), {"name": "Gus"})
    assert "The room is full: 40 can sit here." in response.content.decode()


def test_the_same_person_twice_is_one_person(table: Table) -> None:
    for name in ("Ben", "Somebody else", ""):
        assert browser("Ben").post(url("join", table), {"name": name}).status_code == 303
    assert models.Member.objects.filter(room=table.room_id).count() == 6


def test_who_comes_to_a_game_that_is_on_watches(table: Table) -> None:
    night(table)
    gus = browser("Gus")
    assert gus.post(url("join", table), {"name": "Gus"}).status_code == 303
    assert told(gus, url("do", table, "suspect"), {"target": "1"}).startswith("You are watching")
    assert told(gus, url("say", table), {"talk": "table", "text": "Hi"}).startswith("You are watching")
    assert told(gus, url("note", table), {"text": "Hi"}).startswith("You are watching")
