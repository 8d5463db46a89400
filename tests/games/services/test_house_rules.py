"""House rules: kept, listed, renamed, deleted, shared by a link, and played whatever has become of them."""

from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import Person
from games.models import HouseRule, Room
from games.services import house_rules, lobby
from tests.kit.screens import browser
from tests.kit.table import START, Table, refused

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def kept(table: Table, name: str = "Our way") -> HouseRule:
    rule = house_rules.keep(table.room_id, table.person("Ann"), name, table.now)
    assert isinstance(rule, HouseRule), rule
    return rule


def odd_table() -> Table:
    table = Table("Ann", "Ben")
    changes = {"roles": {"vigilante": 2, "doctor": 0}, "vigilante_shots": 4, "procedure": "majority"}
    assert lobby.change_options(table.room_id, table.person("Ann"), changes, table.now) == ()
    return table


def page(client: Client, rule: HouseRule, status: int = 200) -> str:
    response = client.get(reverse("games:house_rule", args=[rule.slug]))
    assert response.status_code == status
    return response.content.decode()


def test_what_is_kept_is_what_makes_a_difference_and_names_no_room() -> None:
    table = odd_table()
    changes = {"roles": {"vigilante": None}, "flip": "none"}
    assert lobby.change_options(table.room_id, table.person("Ann"), changes, table.now) == ()
    rule = kept(table)
    assert rule.options == {"roles": {"doctor": 0}, "procedure": "majority", "flip": "none"}
    shown = page(browser("Zoe"), rule)
    assert table.code not in shown
    assert "Ann" not in shown


def test_a_link_says_in_words_what_differs_and_opens_a_room_that_plays_so() -> None:
    rule = kept(odd_table())
    zoe = browser("Zoe")
    shown = page(zoe, rule)
    for words in ("Our way", "Parlor", "Shots of a Vigilante", "usually: 2", "more than half must agree"):
        assert words in shown, words
    assert "Share them" not in shown
    response = zoe.post(reverse("games:house_rule_open", args=[rule.slug]), {"name": "Zoe"})
    assert response.status_code == 303
    room = Room.objects.latest("pk")
    assert (room.preset, room.public) == ("parlor", False)
    assert (
        room.options
        == rule.options
        == {
            "roles": {"vigilante": 2, "doctor": 0},
            "vigilante_shots": 4,
            "procedure": "majority",
        }
    )
    assert room.host is not None
    assert room.host.guest_id == "guest-Zoe"


def test_a_name_that_cannot_be_is_refused_with_what_was_typed() -> None:
    rule = kept(odd_table())
    response = browser("Zoe").post(reverse("games:house_rule_open", args=[rule.slug]), {"name": "Z" * 50})
    assert response.status_code == 422
    assert "too long" in response.content.decode()
    assert f'value="{"Z" * 50}"' in response.content.decode()


def test_their_owner_lists_renames_and_deletes_them() -> None:
    table = odd_table()
    rule, other = kept(table), kept(table, "Another")
    ann = browser("Ann")
    listed = ann.get(reverse("games:house_rules")).content.decode()
    assert listed.index("Another") < listed.index("Our way")
    assert "None yet" in browser("Zoe").get(reverse("games:house_rules")).content.decode()
    assert "Share them" in page(ann, rule)
    rename = reverse("games:house_rule_rename", args=[rule.slug])
    assert ann.post(rename, {"name": "Better"}).status_code == 303
    assert "Better" in page(ann, rule)
    for name, words in (("another", "of that name already"), (" ", "Type a name for these rules")):
        response = ann.post(rename, {"name": name})
        assert response.status_code == 422
        assert words in response.content.decode()
    rule.refresh_from_db()
    assert rule.name == "Better"
    assert ann.post(reverse("games:house_rule_delete", args=[rule.slug])).status_code == 303
    assert house_rules.of(table.person("Ann")) == [other]
    for view in ("house_rule", "house_rule_open", "house_rule_rename", "house_rule_delete"):
        address = reverse(f"games:{view}", args=[rule.slug])
        gone = ann.get(address) if view == "house_rule" else ann.post(address, {"name": "Ann"})
        assert gone.status_code == 404
        assert "no house rules at this address" in gone.content.decode()


def test_nobody_else_renames_or_deletes_them() -> None:
    rule = kept(odd_table())
    zoe = Person("guest-Zoe")
    assert refused(house_rules.rename(rule.slug, zoe, "Mine")) == "NO_HOUSE_RULE"
    assert refused(house_rules.delete(rule.slug, zoe)) == "NO_HOUSE_RULE"
    rule.refresh_from_db()
    assert rule.name == "Our way"


def test_only_a_host_keeps_the_rules_of_a_room_under_a_name_that_can_be() -> None:
    table = odd_table()
    assert refused(house_rules.keep(table.room_id, table.person("Ben"), "Mine", START)) == "NOT_THE_HOST"
    for name, code in (
        ("", "HOUSE_NAME_EMPTY"),
        ("x" * 41, "NAME_TOO_LONG"),
        ("a\u202eb", "NAME_CHARACTERS"),
    ):
        assert refused(house_rules.keep(table.room_id, table.person("Ann"), name, START)) == code
    kept(table)
    assert (
        refused(house_rules.keep(table.room_id, table.person("Ann"), "OUR WAY", START)) == "HOUSE_NAME_TAKEN"
    )
    assert HouseRule.objects.count() == 1


def test_one_person_keeps_so_many_and_no_more(settings: Any) -> None:
    table = odd_table()
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "house rules": {"burst": 2, "seconds": 30.0}}
    kept(table, "1")
    kept(table, "2")
    assert refused(house_rules.keep(table.room_id, table.person("Ann"), "3", table.now)) == "TOO_MANY_POSTS"
    with mock.patch.object(house_rules, "MOST", 2):
        answer = house_rules.keep(table.room_id, table.person("Ann"), "3", table.now)
    assert refused(answer) == "TOO_MANY_HOUSE_RULES"


def test_the_lobby_keeps_them_and_says_so_at_the_field() -> None:
    table = odd_table()
    ann, address = browser("Ann"), reverse("games:keep", args=[table.code])
    refusal = ann.post(address, {"house_name": "  "}, headers=HTMX)
    assert (refusal.status_code, "Type a name" in refusal.content.decode()) == (422, True)
    assert ann.post(address, {"house_name": "x" * 50}).status_code == 303
    shown = ann.get(reverse("games:room", args=[table.code])).content.decode()
    assert "too long" in shown
    assert f'id="house-name" value="{"x" * 50}"' in shown
    assert ann.post(address, {"house_name": "Sundays"}, headers=HTMX).status_code == 204
    assert HouseRule.objects.get().name == "Sundays"


OLD: dict[str, tuple[str, Any, str]] = {
    "an option that is no more": ("parlor", {"moon_phase": 3, "flip": "none"}, "moon_phase"),
    "a number out of bounds": ("parlor", {"night_seconds": 9_999, "flip": "none"}, "Length of the night"),
    "a role that is no more": ("parlor", {"roles": {"bard": 1}, "flip": "none"}, "bard"),
    "a choice that is no more": ("parlor", {"ballots": "sung", "flip": "none"}, "Who voted for whom"),
    "what changes nothing any more": ("parlor", {"skip_budget": 3, "flip": "none"}, "Skips"),
}


@pytest.mark.parametrize("case", OLD)
def test_what_no_longer_holds_is_said_and_the_rest_is_offered(case: str) -> None:
    preset, options, words = OLD[case]
    rule = kept(Table("Ann"))
    HouseRule.objects.update(preset=preset, options=options)
    shown = page(browser("Zoe"), rule)
    assert "no longer holds" in shown
    assert words in shown
    response = browser("Zoe").post(reverse("games:house_rule_open", args=[rule.slug]), {"name": "Zoe"})
    assert response.status_code == 303
    assert Room.objects.latest("pk").options == {"flip": "none"}


def test_a_preset_that_is_no_more_is_said_so() -> None:
    rule = kept(Table("Ann"))
    HouseRule.objects.update(preset="whist")
    assert "not played here any more" in page(browser("Zoe"), rule)
    response = browser("Zoe").post(reverse("games:house_rule_open", args=[rule.slug]), {"name": "Zoe"})
    assert response.status_code == 422
    assert "not played here any more" in response.content.decode()
    assert "whist" in browser("Ann").get(reverse("games:house_rules")).content.decode()


@pytest.mark.parametrize("options", [[], "x", 3, None, {"roles": []}, {"roles": {"doctor": "many"}}])
def test_whatever_is_stored_never_breaks_a_page(options: Any) -> None:
    rule = kept(Table("Ann"))
    HouseRule.objects.update(options=options if options is not None else {"talk_seconds": {}})
    assert "Open a room with these rules" in page(browser("Zoe"), rule)


def test_a_link_that_is_not_whole_leads_to_a_plain_sentence() -> None:
    rule = kept(Table("Ann"))
    for slug in (rule.slug[:-1], f"{rule.slug}x", rule.slug.swapcase(), "%3F", "x" * 2_000, "\x00", "🐺"):
        response = browser("Zoe").get(f"/house-rules/{slug}/")
        assert response.status_code == 404
        assert "link is not whole" in response.content.decode(), slug
