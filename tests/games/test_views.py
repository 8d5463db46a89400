"""Pages and posts, as a browser without scripts and as htmx sends them."""

import re
from collections.abc import Callable
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.guests import signed_cookie
from games import codec, links
from games.models import Game, Member, Room
from games.services import lobby
from tests.kit.screens import browser
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
POSTED = (
    "say", "note", "options", "ready", "lock", "narrate", "add_bots", "remove_bot", "kick", "hand_over",
    "start", "rematch", "back_to_lobby", "leave",
)  # fmt: skip
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve")


@pytest.fixture
def table(at_table_time: Callable[[Table], Table]) -> Table:
    return at_table_time(Table(*PLAYERS))


def url(name: str, table: Table, *more: str) -> str:
    return reverse(f"games:{name}", args=[table.code, *more])


def page(client: Client, table: Table) -> str:
    response = client.get(url("room", table))
    assert response.status_code == 200
    return response.content.decode()


def test_a_room_is_opened_and_joined_with_a_name_each() -> None:
    host, guest = Client(), Client()
    response = host.post("/rooms/", {"name": "Ann"})
    assert response.status_code == 303
    room = Room.objects.get()
    assert response["Location"] == f"/r/{room.code}/"
    found = guest.post("/join/", {"code": room.code.lower().replace("-", " ")})
    assert (found.status_code, found["Location"]) == (303, f"/j/{room.code}/")
    assert guest.get(f"/r/{room.code}/")["Location"] == f"/j/{room.code}/"
    assert guest.post(f"/j/{room.code}/", {"name": "Ben"}).status_code == 303
    assert "Ben" in guest.get(f"/r/{room.code}/").content.decode()
    assert "Resume my seat" in guest.get(f"/j/{room.code}/").content.decode()
    assert Member.objects.count() == 2


def test_what_was_typed_is_kept_beside_the_refusal(table: Table) -> None:
    response = Client().post("/join/", {"code": "NOPE"})
    assert response.status_code == 422
    assert 'value="NOPE"' in response.content.decode()
    response = Client().post("/rooms/", {"name": "x" * 30})
    assert "at most 20 characters" in response.content.decode()
    response = Client().post(url("join", table), {"name": "ann"})
    text = response.content.decode()
    assert response.status_code == 422
    assert "has that name already" in text
    assert 'value="ann"' in text


def test_an_unknown_code_is_told_plainly() -> None:
    for path in ("/r/KAKA-KAKA-11/", "/j/KAKA-KAKA-11/", "/r/-/"):
        response = Client().get(path)
        assert response.status_code == 404
        assert "no room with this code" in response.content.decode()
    assert Client().post("/r/KAKA-KAKA-11/start/").status_code == 404


def test_the_codes_spelling_is_put_right(table: Table) -> None:
    response = browser("Ann").get(f"/r/{table.code.lower()}/")
    assert response["Location"] == url("room", table)


def test_a_refused_setting_is_told_at_its_field_and_stays_as_typed(table: Table) -> None:
    host = browser("Ann")
    typed = {"night_seconds": "long", "vote_seconds": "70", "roles.mafia": "x"}
    assert host.post(url("options", table), typed).status_code == 303
    text = page(host, table)
    assert re.search(r'id="err-o-night_seconds"[^>]*>This needs a whole number.', text)
    assert re.search(r'id="err-o-roles-mafia"[^>]*>This needs a whole number.', text)
    assert 'value="long"' in text
    assert table.room.options == {"vote_seconds": 70}
    assert "whole number" not in page(host, table)


def test_settings_of_every_kind_are_taken(table: Table) -> None:
    host = browser("Ann")
    sent = {
        "boxes": ["last_words", "first_day_vote", "talk_seconds on"],
        "first_day_vote": "on",
        "talk_seconds": "180",
        "ballots": "names",
        "roles.mafia": "1",
        "roles.doctor": "",
        "quiet_days": "4",
    }
    assert host.post(url("options", table), sent, headers=HTMX).status_code == 204
    assert table.room.options == {
        "last_words": False,
        "first_day_vote": True,
        "talk_seconds": None,
        "ballots": "names",
        "roles": {"mafia": 1},
        "quiet_days": 4,
    }
    assert "clock on" in page(host, table)


def test_htmx_gets_fragments_for_the_form_and_the_fields(table: Table) -> None:
    sent = {"night_seconds": "1", "boxes": "", "theme": "space"}
    response = browser("Ann").post(url("options", table), sent, headers=HTMX)
    assert response.status_code == 422
    text = response.content.decode()
    assert '<hx-partial hx-target="#err-o-night_seconds"' in text
    assert "Choose a number from 10 to 600." in text
    refused = browser("Ben").post(url("options", table), sent, headers=HTMX)
    assert refused.content.decode() == "Only the host can do that."


def test_the_host_sets_the_table(table: Table) -> None:
    host, ben = browser("Ann"), table.member("Ben")
    for name, sent in (
        ("add_bots", {"count": "2"}),
        ("lock", {"locked": "on"}),
        ("narrate", {"narrates": "on"}),
        ("kick", {"member": str(ben.pk)}),
        ("hand_over", {"member": str(table.member("Cat").pk)}),
    ):
        assert host.post(url(name, table), sent, headers=HTMX).status_code == 204, name
    room = table.room
    assert room.locked
    assert room.host_id == table.member("Cat").pk
    assert Member.objects.filter(room=room, bot=True).count() == 2
    bot = Member.objects.filter(room=room, bot=True).first()
    assert bot is not None
    cat = browser("Cat")
    assert cat.post(url("remove_bot", table), {"member": str(bot.pk)}).status_code == 303
    assert cat.post(url("ready", table), {"ready": "1"}).status_code == 303
    assert table.member("Cat").ready
    assert cat.post(url("add_bots", table), {"count": "many"}, headers=HTMX).status_code == 422


def test_a_game_is_played_by_plain_forms(table: Table) -> None:
    host = browser("Ann")
    assert host.post(url("start", table)).status_code == 303
    text = page(host, table)
    assert "Hold to see your card" in text
    assert "Got it" in text
    forms = re.findall(r"<form.*?</form>", text, re.DOTALL)
    assert forms
    assert all("csrfmiddlewaretoken" in form and "command_id" in form for form in forms)
    assert host.post(url("do", table, "ready"), {"phase": "1"}).status_code == 303
    assert "Waiting for the others" in page(host, table)
    assert host.post(url("do", table, "ready"), {"phase": "1"}).status_code == 303
    assert re.search(r'id="err-action"[^>]*>You have said so already.', page(host, table))
    assert "You have said so already" not in page(host, table)


def test_a_repeated_command_id_counts_once(table: Table) -> None:
    table.start()
    ann = browser("Ann")
    sent = {"phase": "1", "command_id": "0123456789abcdef"}
    for _ in range(2):
        assert ann.post(url("do", table, "ready"), sent, headers=HTMX).status_code == 204


def test_a_line_that_is_refused_is_still_in_its_field(table: Table) -> None:
    table.start()
    ann = browser("Ann")
    assert ann.post(url("say", table), {"talk": "table", "text": "Hello"}).status_code == 303
    assert re.search(r'id="lines-table"[^>]*>\s*<p class="line you"><b>Ann</b>Hello</p>', page(ann, table))
    ann.post(url("say", table), {"talk": "table", "text": 'so "long" ' + "x" * 300})
    text = page(ann, table)
    assert "at most 300 characters" in text
    assert "so &quot;long&quot; xxx" in text
    assert ann.post(url("say", table), {"talk": "attic", "text": "Hello"}).status_code == 404


def test_notes_are_kept_and_a_refused_one_is_not_lost(table: Table) -> None:
    table.start()
    ann = browser("Ann")
    assert ann.post(url("note", table), {"text": "Eve <3"}).status_code == 303
    assert "Eve &lt;3</textarea>" in page(ann, table)
    ann.post(url("note", table), {"text": "y" * 2001})
    text = page(ann, table)
    assert "too long to keep" in text
    assert "y" * 2001 in text


def test_host_verbs_are_refused_at_the_hosts_tools(table: Table) -> None:
    table.start()
    ben = browser("Ben")
    assert ben.post(url("do", table, "pause")).status_code == 303
    assert re.search(r'id="err-host"[^>]*>Only the host can do that.', page(ben, table))
    assert browser("Ann").post(url("do", table, "pause"), headers=HTMX).status_code == 204
    assert "The clocks stand still" in page(ben, table)


def test_a_stranger_may_watch_a_game_but_not_act(table: Table) -> None:
    table.start()
    stranger = Client()
    text = page(stranger, table)
    assert 'data-seat="none"' in text
    assert "data-card" not in text
    assert "Only watch" in stranger.get(url("join", table)).content.decode()
    refused = stranger.post(url("do", table, "ready"), headers=HTMX)
    assert (refused.status_code, refused.content.decode()) == (
        422,
        "You are watching this game. You can play in the next one.",
    )


def test_a_screen_may_show_the_lobby_before_the_game_without_a_seat(table: Table) -> None:
    screen = Client()
    assert screen.get(url("room", table)).status_code == 302
    found = re.search(r'href="([^"]+)">Only watch', screen.get(url("join", table)).content.decode())
    assert found
    text = screen.get(found[1]).content.decode()
    assert "You are looking on" in text
    assert 'data-send="err-ready"' not in text


def test_who_is_alone_in_a_lobby_is_told_so_and_a_screen_that_looks_on_is_not() -> None:
    table = Table("Ann")
    assert "Only you so far" in page(browser("Ann"), table)
    screen = Client().get(url("room", table), {"watch": ""}).content.decode()
    assert "Who is here" in screen
    assert "Only you so far" not in screen


def test_a_game_saved_by_another_version_is_told_plainly_and_nothing_of_it_logged(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.start(Ann="mafia")
    ann = browser("Ann")
    seed = table.state.setup.seed
    Game.objects.filter(pk=table.game.pk).update(schema=codec.SCHEMA + 1)
    response = ann.get(url("room", table))
    assert response.status_code == 503
    assert "saved by another version" in response.content.decode()
    for name, more, sent in (
        ("do", ("ready",), {"phase": "1"}),
        ("say", (), {"talk": "table", "text": "Hello"}),
    ):
        response = ann.post(url(name, table, *more), sent, headers=HTMX)
        assert response.status_code == 422
        assert "saved by another version" in response.content.decode()
    assert f"Room {table.code} has a game of schema {codec.SCHEMA + 1}" in caplog.text
    assert seed not in caplog.text
    assert "snapshot" not in caplog.text


def test_leaving_leads_home(table: Table) -> None:
    answer = browser("Ben").post(url("leave", table))
    assert (answer.status_code, answer["Location"]) == (303, "/")
    answer = browser("Cat").post(url("leave", table), headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/")
    assert browser("Cat").post(url("leave", table)).status_code == 303
    assert Member.objects.filter(room=table.room, gone_at=None).count() == 3


def test_after_the_end_the_host_plays_again_or_goes_back(table: Table) -> None:
    table.start(Ann="mafia")
    host = browser("Ann")
    early = host.post(url("rematch", table), headers=HTMX)
    assert early.content.decode() == "The game is not over yet."
    for name in PLAYERS[1:]:
        table.do(name, "leave")
    table.until("over")
    assert "Play again" in page(host, table)
    assert host.post(url("back_to_lobby", table)).status_code == 303
    assert "The lobby" in page(host, table)


@pytest.mark.parametrize("name", POSTED)
def test_what_changes_something_is_posted(table: Table, name: str) -> None:
    refused = browser("Ann").get(url(name, table))
    assert refused.status_code == 405
    assert f'href="{url("room", table)}"' in refused.content.decode()


def test_posts_need_a_token(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["guest"] = signed_cookie(table.person("Ann").guest_id)
    assert client.post(url("start", table)).status_code == 403
    assert "That page was too old" in client.post(url("start", table)).content.decode()
    text = client.get(url("room", table)).content.decode()
    token = re.search(r'data-csrf="(\w+)"', text)
    assert token is not None
    headers = {**HTMX, "X-CSRFToken": token[1]}
    assert client.post(url("ready", table), {"ready": "1"}, headers=headers).status_code == 204


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost:8000", "http://192.168.1.7:8000/j/"),
        ("127.0.0.1", "http://192.168.1.7/j/"),
        ("[::1]:8000", "http://192.168.1.7:8000/j/"),
        ("games.example:81", "http://games.example:81/j/"),
    ],
)
def test_the_invitation_can_be_reached_by_a_phone(
    host: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "lan_host", lambda: "192.168.1.7")
    request = RequestFactory().get("/", headers={"host": host})
    assert links.invitation(request, "KIMO-TARU-58") == f"{expected}KIMO-TARU-58/"


def test_pages_keep_to_the_content_security_policy(table: Table) -> None:
    host = browser("Ann")
    pages = [
        Client().get("/").content.decode(),
        *(
            Client().get(path).content.decode()
            for path in ("/how-to-play/", "/how-to-play/parlor/", "/verify/")
        ),
        page(host, table),
    ]
    table.start()
    pages += [page(host, table), page(Client(), table)]
    for text in pages:
        assert not re.search(r"<[^>]+\s(style|on\w+)=", text)
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)
        assert not re.search(r"<style", text)


def test_the_qr_code_is_drawn_inline(table: Table) -> None:
    text = page(browser("Ann"), table)
    assert re.search(r'<div class="qr">\s*<svg', text)


def test_public_pages_say_what_the_game_says() -> None:
    for theme, word in (("mafia", "Mafia member"), ("werewolf", "Werewolf"), ("space", "Mafia member")):
        assert word in Client().get("/how-to-play/parlor/", {"theme": theme}).content.decode()


def test_the_room_page_names_every_panel_once(table: Table) -> None:
    text = page(browser("Ann"), table)
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_styles_and_scripts_of_our_own_stay_light() -> None:
    def weight(pattern: str) -> int:
        return sum(len(brotli.compress(path.read_bytes())) for path in Path("static").glob(pattern))

    assert weight("js/*.js") <= 15_000
    assert weight("css/*.css") <= 12_000


def test_somebody_put_out_is_told_why(table: Table) -> None:
    assert lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, table.now) is None
    response = browser("Ben").post(url("join", table), {"name": "Ben"})
    assert "put you out" in response.content.decode()
