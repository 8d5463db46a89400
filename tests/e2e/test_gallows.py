"""Gallows in browsers: a Mayor stands up, a tie, a second vote, and the journals at the end (G13 to G17)."""

import pytest
from playwright.sync_api import Page, expect

from tests.kit.night import Night, button, hold_card, let_go, open_room, set_rules, sit_down, tile
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def gather(visits: Visits) -> Night:
    """Six at a table where one is Godfather and one a Mayor, up to the first night."""
    night = open_room(visits, "Ann", preset="gallows")
    for name in ("Bob", "Cleo", "Dan", "Eve", "Fay"):
        sit_down(night, name)
    set_rules(night.host, roles_mayor="1", roles_jester="0")
    button(night.host, "Deal the cards").click()
    night.all_see("The deal")
    night.everyone_is_ready("Got it")
    night.all_see("Night 1")
    return night


def tag(page: Page, name: str, given: str, note: str) -> None:
    if page.locator("#notes details").get_attribute("open") is None:
        page.locator("summary", has_text="Only for you").click()
    page.get_by_label("Whom you tag").select_option(label=name)
    page.get_by_label("As what").select_option(label=given)
    page.get_by_label("A note on them").fill(note)
    button(page.locator("#notes"), "Tag").click()
    expect(page.locator("#notes .journal li", has_text=name)).to_contain_text(given)


def test_a_Mayor_stands_up_and_the_table_hangs_in_the_second_vote(visits: Visits) -> None:
    night = gather(visits)
    mayor, godfather = night.holding("Mayor")[0], night.holding("Godfather")[0]
    town = [name for name in night.people if name not in (mayor, godfather)]
    visits.site.clock.advance(46)
    night.all_see("Day 1")

    writer = night.people[town[0]]
    tag(writer, godfather, "Evil", "sweats")
    writer.reload()
    writer.locator("summary", has_text="Only for you").click()
    expect(writer.locator("#notes .journal li")).to_contain_text(["sweats"])
    expect(night.people[town[1]].locator("#notes")).not_to_contain_text("sweats")

    own = night.people[mayor]
    for name, page in night.people.items():
        expect(page.locator("#notes", has_text="Show everybody your card")).to_have_count(int(name == mayor))
    own.locator("summary", has_text="Only for you").click()
    button(own.locator("#notes"), "Show everybody your card").click()
    for page in night.pages:
        expect(page.locator("#players li", has_text=mayor)).to_contain_text("Mayor")
        expect(page.locator("#story")).to_contain_text("3 times")

    night.everyone_is_ready("I am done talking")
    night.all_see("Vote 1")
    ballots = {mayor: godfather, godfather: "Nobody", **dict.fromkeys(town[1:], town[0]), town[0]: "Nobody"}
    for voter, name in ballots.items():
        tile(night.people[voter], name).click()
    night.all_see("Second vote")
    expect(tile(own, town[1])).to_be_disabled()
    for name, page in night.people.items():
        tile(page, "Nobody" if name == godfather else godfather).click()
    night.all_see("The end")
    for page in night.pages:
        expect(page.locator("#end .winner")).to_contain_text("The Town wins")
        expect(page.locator("#end .journal li", has_text=town[0])).to_contain_text(f"{godfather}: Evil")
        expect(page.locator("#end")).not_to_contain_text("sweats")


def test_G2_the_card_stays_covered_until_it_is_held(visits: Visits) -> None:
    night = open_room(visits, "Ann", preset="gallows")
    for name in ("Bob", "Cleo", "Dan", "Eve"):
        sit_down(night, name)
    button(night.host, "Deal the cards").click()
    night.all_see("The deal")
    page = night.people["Bob"]
    expect(page.locator("#face")).to_be_hidden()
    hold_card(page)
    expect(page.locator("#face")).to_be_visible()
    let_go(page)
    expect(page.locator("#face")).to_be_hidden()
