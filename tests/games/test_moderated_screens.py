"""A moderator's page, and what nobody else gets of it."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.live import render
from games.models import Member
from games.services import moderator
from tests.kit.screens import browser
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

NAMES = ("Mo", "Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
PHONELESS = ("Ann", "Dan")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(at_table_time: Callable[[Table], Table]) -> Table:
    options = {"procedure": "nominations", "second": True}
    return at_table_time(Table(*NAMES, preset="moderated", options=options))


def panel(table: Table, name: str, panel_id: str) -> str:
    """As ``name`` is sent it; empty if it is hidden."""
    in_lobby = table.room.game is None
    view = table.lobby_view(name) if in_lobby else table.game_view(name)
    html = render.panel_html(panel_id, render.panels_for(view)[panel_id], "en")
    return "" if html.endswith("hidden></section>") else html


def post(table: Table, by: str, address: str, /, *args: str, **fields: str) -> str:
    """The refusal in words, or the status."""
    path = reverse(f"games:{address}", args=[table.code, *args])
    response = browser(by).post(path, fields, headers=HTMX)
    return response.content.decode() or str(response.status_code)


def without_phones(table: Table) -> None:
    """Some of the players have none."""
    Member.objects.filter(name__in=PHONELESS).update(phoneless=True)


def test_before_the_game_only_the_moderator_may_deal_by_hand(table: Table) -> None:
    assert "Cards dealt at the table" in panel(table, "Mo", "console")
    assert panel(table, "Ann", "console") == ""
    assert "moderates" in panel(table, "Ann", "seats")
    assert "I moderate and do not play" in panel(table, "Mo", "seats")


def test_m2_a_deal_is_posted_card_by_card_and_refused_beside_the_form(table: Table) -> None:
    fields = {f"dealt.{table.member(name).pk}": "citizen" for name in NAMES[1:]}
    assert "was dealt 6 times" in post(table, "Mo", "start_dealt", **fields)
    assert "has no card yet" in post(table, "Mo", "start_dealt")
    assert "does not sit here" in post(table, "Mo", "start_dealt", **{"dealt.x": "mafia"})
    for name, role in {"Ann": "mafia", "Ben": "mafia", "Cat": "doctor", "Dan": "detective"}.items():
        fields[f"dealt.{table.member(name).pk}"] = role
    assert post(table, "Mo", "start_dealt", **fields) == "204"
    assert table.phase == "reveal"


def test_m5_somebody_without_a_phone_is_seated_from_the_page(table: Table) -> None:
    assert post(table, "Mo", "seat_without_phone", name="Gran") == "204"
    assert "without a phone" in panel(table, "Ann", "seats")
    assert "name" in post(table, "Mo", "seat_without_phone", name="")


def test_c1_no_page_but_the_moderators_holds_a_console(table: Table) -> None:
    table.start(Ann="mafia", Ben="doctor")
    table.join("Yve")
    table.until("night")
    for name in ("Ann", "Ben", "Yve"):
        page = browser(name).get(reverse("games:room", args=[table.code])).content.decode()
        assert '<section id="console" hidden></section>' in page
    page = browser("Mo").get(reverse("games:room", args=[table.code])).content.decode()
    assert "You moderate" in page
    assert "Werewolf" in page


def test_m5_the_page_prompts_in_the_order_of_the_night(table: Table) -> None:
    without_phones(table)
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("night")
    rows = re.findall(r"<li><b>(\w+)</b>", panel(table, "Mo", "console"))
    assert rows[:3] == ["Ben", "Cat", "Ann"]
    assert panel(table, "Mo", "console").count("nothing yet") == 3
    who = str(table.number("Ann"))
    dan = str(table.number("Dan"))
    assert post(table, "Mo", "enter", who=who, verb="kill", target=dan) == "204"
    html = panel(table, "Mo", "console")
    assert re.findall(r'<option id="ew\d+"[^>]*>(\w+)', html) == list(PHONELESS)
    assert "points at Dan" in html
    assert html.count("nothing yet") == 2


def test_m7_an_entry_is_refused_beside_the_form_to_the_moderator_alone(table: Table) -> None:
    without_phones(table)
    table.start(Ann="mafia")
    table.until("night")
    dan, eve = str(table.number("Dan")), str(table.number("Eve"))
    assert "choose for themselves" in post(table, "Mo", "enter", who=eve, verb="suspect", target="0")
    assert "cannot do that" in post(table, "Mo", "enter", who=dan, verb="kill", target="0")
    assert post(table, "Mo", "enter", verb="kill", target="0") == "Tap a name first."
    assert "could not be understood" in post(table, "Mo", "enter", who="x", verb="kill", target="0")
    assert "Only a moderator" in post(table, "Ann", "enter", who=dan, verb="kill", target="0")


def test_m10_players_nominate_and_support_on_their_pages(table: Table) -> None:
    table.start(Ann="mafia")
    table.until("nomination")
    assert "Who has something to answer for?" in panel(table, "Ben", "action")
    assert "nothing to support" in post(table, "Ben", "do", "second")
    assert post(table, "Ben", "do", "nominate") == "Tap a name first."
    assert post(table, "Ben", "do", "nominate", target=str(table.number("Dan"))) == "204"
    assert "I support it" in panel(table, "Cat", "action")
    assert "I support it" not in panel(table, "Dan", "action")
    assert "Ben has nominated Dan." in panel(table, "Mo", "console")
    assert "Dan" in panel(table, "Eve", "story")
    assert post(table, "Cat", "do", "second") == "204"
    assert "Your answer" in panel(table, "Dan", "action")
    assert "Dan answers" in panel(table, "Cat", "action")
    assert "Open the vote" in panel(table, "Mo", "console")


def test_m17_corrections_are_offered_and_told_to_the_table(table: Table) -> None:
    table.start(Ann="mafia", Ben="mafia")
    assert "nothing to take back yet" in panel(table, "Mo", "console")
    assert "no step left" in post(table, "Mo", "do", "undo")
    table.until("day")
    assert "Undo the last step" in panel(table, "Mo", "console")
    assert post(table, "Mo", "do", "mark_out", target=str(table.number("Dan"))) == "204"
    assert "out by house rule" in panel(table, "Eve", "story")
    assert "out by house rule" in panel(table, "Eve", "players")
    assert "still in the game" in post(table, "Mo", "do", "put_back", target=str(table.number("Eve")))
    assert post(table, "Mo", "do", "put_back", target=str(table.number("Dan"))) == "204"
    assert "is back in the game" in panel(table, "Eve", "story")
    assert post(table, "Mo", "do", "undo") == "204"
    assert "took back the last step" in panel(table, "Eve", "log")


def test_a_public_form_does_not_offer_a_moderated_game(table: Table) -> None:
    page = Client().get(reverse("games:rooms")).content.decode()
    assert 'value="moderated"' not in page
    home = Client().get(reverse("games:home")).content.decode()
    assert home.count('value="moderated"') == 1


def test_the_moderators_services_need_a_room(table: Table) -> None:
    answer = moderator.seat_without_phone(0, table.person("Mo"), "Gran", table.now)
    assert answer is not None
    assert answer.code == "NO_ROOM"


def test_m17_the_news_shows_the_card_only_of_somebody_who_is_out_and_once(table: Table) -> None:
    table.start(Ann="mafia", Ben="doctor")
    table.until("day")
    table.do("Mo", "mark_out", "Ben")
    assert panel(table, "Cat", "story").count("Ben was a Healer.</p>") == 1
    table.do("Mo", "put_back", "Ben")
    html = panel(table, "Cat", "story")
    assert "Ben is back in the game." in html
    assert "Healer" not in html
    table.until("nomination")
    table.do("Cat", "nominate", "Ben")
    assert "Healer" not in panel(table, "Cat", "story")
    table.do("Mo", "mark_out", "Ben")
    assert panel(table, "Cat", "story").count("Ben was a Healer.</p>") == 1
