"""Public rooms in browsers: the list fills by itself, and whoever plays now finds the others."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.kit.night import button, play_now
from tests.kit.web import Visits

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def code_of(page: Page) -> str:
    return page.locator("#invite .code").inner_text()


def rows(page: Page) -> Locator:
    return page.locator("#rooms-list > li")


def test_a_room_appears_fills_and_starts_on_the_list_of_somebody_who_only_looks(visits: Visits) -> None:
    """In a language of its own, as tests share the site."""
    looker = visits.open("/rooms/?language=fi")
    expect(looker.locator("html")).to_have_attribute("data-net", "live")
    expect(rows(looker)).to_have_count(0)
    expect(looker.get_by_text("No such table at the moment.")).to_be_visible()
    people = [play_now(visits, NAMES[0], "fi", "/rooms/")]
    row = looker.locator(f"#room-{code_of(people[0])}")
    expect(row).to_contain_text("Waiting for players")
    expect(row).to_contain_text("1/40")
    people += [play_now(visits, name, "fi") for name in NAMES[1:]]
    assert len({code_of(page) for page in people}) == 1
    expect(row).to_contain_text("5/40")
    expect(row).to_contain_text("About to start")
    for page in people:
        button(page.locator("#action"), "I am ready").click()
    for page in people:
        expect(page.locator("#status")).to_contain_text("5 of 5 ready")
    assert len({page.locator("#status").get_attribute("data-due") for page in people}) == 1
    visits.site.clock.advance(11)
    for page in people:
        expect(page.locator("#status h1")).to_have_text("The deal")
    expect(row).to_contain_text("The deal")
    expect(row.get_by_role("link", name="Watch")).to_be_visible()
    looker.get_by_role("link", name="Watch").click()
    expect(looker.locator("#status h1")).to_have_text("The deal")
    expect(looker.locator("#players")).to_contain_text("1 watching", timeout=20_000)
    expect(people[0].locator("#players")).to_contain_text("1 watching", timeout=20_000)


def test_two_who_play_now_meet(visits: Visits) -> None:
    first = play_now(visits, "Ann", "el")
    second = play_now(visits, "Ben", "el")
    assert code_of(first) == code_of(second)
    expect(first.locator("#seats")).to_contain_text("Ben")
    second.goto("/rooms/")
    expect(second.locator("#quick-name")).to_have_value("Ben")


def test_somebody_with_the_wrong_name_is_told_at_the_field(visits: Visits) -> None:
    page = visits.open("/rooms/")
    form = page.locator("form[action='/play/']")
    form.get_by_label("Your name").fill("Nobody")
    button(form, "Play now").click()
    expect(page.locator("#quick-name-err")).to_be_visible()
    expect(page.locator("#quick-name")).to_have_value("Nobody")
