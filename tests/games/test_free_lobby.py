"""The lobby's form of a free game: all roles by side, more rules, refusals at their fields."""

import re

import pytest
from django.urls import reverse

from games import free
from games.engine.rulesets import REGISTRY
from games.live import wording
from games.services import lobby
from tests.kit.screens import browser
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


def seen(table: Table, name: str) -> str:
    response = browser(name).get(reverse("games:room", args=[table.code]))
    assert response.status_code == 200
    return response.content.decode()


def fold(page: str, title: str) -> str:
    """The opening tag of the fold with that title."""
    found = re.search(rf"(<details[^>]*>)\s*<summary[^>]*>\s*{title}\s*</summary>", page)
    assert found, title
    return found[1]


def slot(page: str, name: str) -> str:
    found = re.search(rf'<p class="err" id="err-o-{name}"[^>]*>([^<]*)</p>', page)
    assert found, name
    return found[1]


@pytest.mark.parametrize("preset", REGISTRY)
def test_every_role_that_can_be_dealt_has_a_field_its_sentence_and_its_side(preset: str) -> None:
    page = seen(Table("Ann", preset=preset), "Ann")
    ruleset = REGISTRY[preset]
    for role in {*free.playable(ruleset), *ruleset.counted_roles} - {ruleset.filler}:
        assert page.count(f'name="roles.{role}"') == 1
        assert str(wording.role_words(role, ruleset.theme).power) in page.replace("&#x27;", "'")
    assert f"Everybody else: {wording.role_words(ruleset.filler, ruleset.theme).many}." in page
    own = page.index("How many of each role")
    others = set(free.playable(ruleset)) - {*ruleset.counted_roles, ruleset.filler}
    assert ("More roles" in page) == bool(others)
    more = page.index("More roles") if others else len(page)
    assert all(own < page.index(f'name="roles.{role}"') < more for role in ruleset.counted_roles)
    assert all(more < page.index(f'name="roles.{role}"') for role in others)


def test_C24_what_is_refused_among_more_roles_and_rules_is_kept_in_an_open_fold() -> None:
    table = Table("Ann")
    posted = {
        "roles.vigilante": "99",
        "doctor_uses": "many",
        "boxes": "doctor_uses on",
        "doctor_uses on": "on",
    }
    answer = browser("Ann").post(reverse("games:options", args=[table.code]), posted)
    assert answer.status_code == 303
    page = browser("Ann")
    page.cookies["sessionid"] = answer.cookies["sessionid"].value
    text = page.get(answer["Location"]).content.decode()
    assert slot(text, "roles-vigilante") == "Choose a number from 0 to 40."
    assert 'value="99"' in text
    assert 'value="many"' in text
    for title in ("Change the rules", "More roles", "More rules"):
        assert " open" in fold(text, title), title
    again = seen(table, "Ann")
    assert " open" not in fold(again, "More roles")


def test_C26_what_speaks_against_the_roles_stands_at_their_fields() -> None:
    table = Table("Ann", "Ben", "Cat", "Dan", "Eve")
    changes: dict[str, object] = {"roles": {"mafia": 3}}
    assert lobby.change_options(table.room_id, table.person("Ann"), changes, table.now) == ()
    form = seen(table, "Ann").split("How many of each role")[1].split("</fieldset>")[0]
    assert re.search(r'<p class="problem">[^<]*would have won at once', form)
    changes = {"roles": {"mafia": 2}, "first_day_vote": True}
    assert lobby.change_options(table.room_id, table.person("Ann"), changes, table.now) == ()
    form = seen(table, "Ann").split("How many of each role")[1].split("</fieldset>")[0]
    assert re.search(r'<p class="warn">[^<]*more than a third', form)
    assert "more than a third" not in seen(table, "Ben")


def test_everybody_reads_what_is_not_as_the_preset_has_it() -> None:
    table = Table("Ann", "Ben")
    assert "more than half must agree" not in seen(table, "Ben")
    changes: dict[str, object] = {"procedure": "majority", "roles": {"vigilante": 1}}
    assert lobby.change_options(table.room_id, table.person("Ann"), changes, table.now) == ()
    page = seen(table, "Ben")
    assert "more than half must agree" in page
    assert "Shots of a Vigilante" not in page  # as it always is
    assert "Vigilante" in page


def test_a_public_room_has_its_own_rules_and_roles_only() -> None:
    page = seen(Table("Ann", public=True), "Ann")
    assert "Change the rules" in page
    for title in ("More roles", "More rules", 'name="roles.vigilante"', 'name="procedure"'):
        assert title not in page
