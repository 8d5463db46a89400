"""The list, quick play and public rooms, as browsers with and without scripts get them."""

import re
import unicodedata
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import policies
from games.models import Member, Room
from games.services import presence
from tests.kit.screens import browser
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def text_of(path: str, client: Client | None = None) -> str:
    response = (client or Client()).get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_public_room_is_opened_listed_and_joined(at_table_time: Any) -> None:
    host = Client()
    asked = {"public": "1", "name": "Ann", "preset": "parlor", "language": "de", "delay": "30"}
    response = host.post("/rooms/", asked)
    room = Room.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/r/{room.code}/")
    assert (room.public, room.language, room.delay) == (True, "de", 30)
    listed = text_of("/rooms/")
    assert f'id="room-{room.code}"' in listed
    assert "Deutsch" in listed
    guest = Client()
    assert guest.post(f"/j/{room.code}/", {"name": "Ben"}).status_code == 303
    assert "Waiting for players" in text_of("/rooms/")


def test_an_empty_list_says_what_to_do() -> None:
    page = text_of("/rooms/")
    assert re.search(r'<ul id="rooms-list" class="rooms">\s*</ul>\s*<p class="empty">', page)
    assert "Play now opens one" in page
    assert "Show all of them" in text_of("/rooms/?joinable=1")


def test_the_list_is_filtered_without_scripts(at_table_time: Any) -> None:
    german = at_table_time(Table("Ann", public=True, language="de"))
    french = Table("Ben", public=True, language="fr")
    page = text_of("/rooms/?language=de&preset=parlor&joinable=1")
    assert german.code in page
    assert french.code not in page
    assert 'data-live="/ws/rooms?language=de&amp;preset=parlor&amp;joinable=1"' in page
    assert re.search(r'<option value="de"\s+selected>', page)


@pytest.mark.parametrize(
    ("query", "sentence", "element"),
    [
        ("preset=chess", "There is no such way to play.", "f-preset-err"),
        ("language=xx", "That language is not on the list.", "f-language-err"),
        ("joinable=maybe", "That cannot be asked for.", "f-joinable-err"),
    ],
)
def test_a_filter_that_there_is_not_is_refused_at_its_field(
    query: str, sentence: str, element: str, at_table_time: Any
) -> None:
    table = at_table_time(Table("Ann", public=True))
    page = text_of(f"/rooms/?{query}")
    assert re.search(rf'id="{element}"[^>]*>{re.escape(sentence)}', page)
    assert table.code in page


@pytest.mark.parametrize(
    ("typed", "sentence", "element"),
    [
        ({"name": ""}, "Type a name", "create-name-err"),
        ({"preset": "chess"}, "There is no such way to play.", "create-preset-err"),
        ({"language": "xx"}, "That language is not on the list.", "create-language-err"),
        ({"delay": "301"}, "0 to 300 seconds", "create-delay-err"),
        ({"delay": "a while"}, "0 to 300 seconds", "create-delay-err"),
    ],
)
def test_a_room_that_cannot_be_is_refused_at_its_field(
    typed: dict[str, str], sentence: str, element: str
) -> None:
    asked = {"public": "1", "name": "Ann", "preset": "parlor", "language": "en", "delay": "0", **typed}
    response = Client().post("/rooms/", asked)
    assert response.status_code == 422
    page = response.content.decode()
    assert re.search(rf'id="{element}"[^>]*>[^<]*{re.escape(sentence)}', page)
    assert 'id="rooms-list"' in page
    assert not Room.objects.exists()


@pytest.mark.parametrize("page", [{}, {"home": "1"}])
@pytest.mark.parametrize(
    ("typed", "sentence", "element"),
    [
        ({"name": "x" * 30}, "at most 20 characters", "quick-name-err"),
        ({"preset": ""}, "There is no such way to play.", "quick-preset-err"),
        ({"language": "xx"}, "That language is not on the list.", "quick-language-err"),
    ],
)
def test_quick_play_is_refused_at_its_field_on_the_page_it_was_asked_on(
    page: dict[str, str], typed: dict[str, str], sentence: str, element: str
) -> None:
    asked = {"name": "Ann", "preset": "parlor", "language": "en", **page, **typed}
    response = Client().post("/play/", asked)
    assert response.status_code == 422
    text = response.content.decode()
    assert re.search(rf'id="{element}"[^>]*>[^<]*{re.escape(sentence)}', text)
    assert ('id="join-code"' in text) == bool(page)
    assert f'value="{asked["name"][:100]}"' in text


def test_two_who_play_now_sit_at_one_table_and_are_asked_for_a_name_once() -> None:
    ann, ben = Client(), Client()
    first = ann.post("/play/", {"name": "Ann", "preset": "parlor", "language": "en"})
    second = ben.post("/play/", {"name": "Ben", "preset": "parlor", "language": "en"})
    assert first["Location"] == second["Location"]
    assert Member.objects.filter(gone_at=None).count() == 2
    for path in ("/", "/rooms/"):
        assert 'value="Ann"' in text_of(path, ann)
    other = Table("Zoe")
    assert 'value="Ann"' in text_of(f"/j/{other.code}/", ann)


def test_guests_are_told_where_an_account_is_needed_and_may_watch(settings: Any, at_table_time: Any) -> None:
    table = at_table_time(Table(*FIVE, public=True))
    table.start()
    settings.GUESTS_MAY_PLAY_PUBLIC = False
    guest = Client()
    response = guest.post("/play/", {"name": "Zoe", "preset": "parlor", "language": "en"})
    assert response.status_code == 422
    assert re.search(r'id="quick-err"[^>]*>[^<]*takes an account', response.content.decode())
    response = guest.post(f"/j/{table.code}/", {"name": "Zoe"})
    assert response.status_code == 422
    assert "takes an account" in response.content.decode()
    assert "Playing here takes an account" in text_of(f"/j/{table.code}/", guest)
    assert "At the table" in text_of(f"/r/{table.code}/", guest)


def test_a_room_that_just_filled_up_is_told_plainly(
    monkeypatch: pytest.MonkeyPatch, at_table_time: Any
) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 5)
    table = at_table_time(Table(*FIVE, public=True))
    response = Client().post(f"/j/{table.code}/", {"name": "Zoe"})
    assert response.status_code == 422
    assert "The room is full: 5 can sit here." in response.content.decode()
    row = text_of("/rooms/")
    assert f"/j/{table.code}/" not in row
    assert "full" in row


def test_a_private_room_is_nowhere_to_be_seen(at_table_time: Any) -> None:
    table = at_table_time(Table(*FIVE))
    for path in ("/", "/rooms/", "/rooms/?joinable=1"):
        assert table.code not in text_of(path)
    table.start()
    assert table.code not in text_of("/rooms/")
    assert "watch" not in text_of(reverse("games:room", args=[table.code]), browser("Ann")).lower()


def test_what_a_host_may_not_do_in_public_is_not_offered_and_refused_with_a_sentence(
    at_table_time: Any,
) -> None:
    table = at_table_time(Table(*FIVE, public=True))
    host = browser("Ann")
    lobby = text_of(f"/r/{table.code}/", host)
    assert "Lock the room" not in lobby
    assert "public room" in lobby
    assert "cannot be locked" in post(host, table, "lock", locked="on")
    table.start()
    assert "/do/pause/" not in text_of(f"/r/{table.code}/", host)
    assert "cannot do that in this game" in post(host, table, "do/pause")


def post(client: Client, table: Table, what: str, **data: str) -> str:
    response = client.post(f"/r/{table.code}/{what}/", data, headers={"HX-Request": "true"})
    assert response.status_code == 422
    return response.content.decode()


def test_leaving_a_running_game_is_confirmed_without_scripts(at_table_time: Any) -> None:
    table = at_table_time(Table(*FIVE, public=True))
    table.start()
    page = text_of(f"/r/{table.code}/", browser("Ben"))
    step = re.search(r"<details>\s*<summary[^>]*>Leave the game</summary>(.*?)</details>", page, re.DOTALL)
    assert step
    assert "Yes, leave" in step[1]
    assert f'action="/r/{table.code}/leave/"' in step[1]
    assert page.count(f'action="/r/{table.code}/leave/"') == 1


def test_a_countdown_is_on_every_page_with_one_deadline(at_table_time: Any) -> None:
    table = at_table_time(Table(*FIVE, public=True))
    presence.connect(table.room_id, table.person("Ann"), "Ann", table.now)
    for name in FIVE:
        page = text_of(f"/r/{table.code}/", browser(name))
        assert f'data-due="{table.now + 90_000}"' in page
        assert "dealt when the clock runs out" in page


def test_those_who_watch_late_wait_first_and_then_see_it_with_its_lateness(at_table_time: Any) -> None:
    table = at_table_time(Table(*FIVE, public=True, delay=60))
    table.start(Ann="mafia")
    watcher = Client()
    page = text_of(f"/r/{table.code}/", watcher)
    assert "The game has begun" in page
    assert f'data-due="{table.now + 60_000}"' in page
    assert "Ben" not in page
    table.now += 30_000
    table.all("ready")
    table.now += 30_000
    page = text_of(f"/r/{table.code}/", watcher)
    assert "The deal" in page
    assert "Day 1" not in page
    assert "shown 1 min late" in page
    assert "Day 1" in text_of(f"/r/{table.code}/", browser("Ann"))
    table.now += 30_000
    assert "Day 1" in text_of(f"/r/{table.code}/", watcher)


def test_a_late_watcher_is_not_told_of_the_end_by_the_join_page(at_table_time: Any) -> None:
    table = at_table_time(Table(*FIVE, public=True, delay=60))
    table.start(Ann="mafia")
    table.until("night")
    for name in FIVE[1:]:
        table.act(name, "leave")
    table.until("over")
    assert "A game is on" in text_of(f"/j/{table.code}/")
    table.now += 60_000
    assert "A game is on" not in text_of(f"/j/{table.code}/")


def test_languages_keep_the_capitals_they_have() -> None:
    page = unicodedata.normalize("NFC", Client().get("/rooms/").content.decode())
    for name in ("Bahasa Indonesia", "Tiếng Việt", "Español"):
        assert f">{name}</option>" in page
