"""A moderated game in browsers: cards dealt by hand, an entry for somebody without a phone, an undo, a
nomination, to the end."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kit.night import Night, button, open_room, set_rules, sit_down, tile
from tests.kit.web import LAPTOP, PHONE, Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

CARDS = {"Ann": "mafia", "Ben": "doctor", "Cat": "detective", "Dan": "citizen", "Eve": "citizen"}


def gather(visits: Visits) -> Night:
    night = open_room(visits, "Mo", preset="moderated")
    mo = night.host
    mo.locator("#console summary").click()
    mo.get_by_label("Seat somebody without a phone").fill("Ann")
    button(mo.locator("#console"), "Seat").click()
    expect(mo.locator("#seats")).to_contain_text("Ann")
    mo.locator("#desk").evaluate("desk => { desk.open = false }")
    for name in CARDS:
        if name != "Ann":
            sit_down(night, name)
    return night


def deal_by_hand(mo: Page) -> None:
    mo.locator("#console summary").click()
    for name, card in CARDS.items():
        mo.locator("#console").get_by_label(name).select_option(card)
    button(mo.locator("#console"), "Start with these cards").click()


def call(night: Night, what: str, phase: str) -> None:
    """The moderator calls what is proposed; everybody sees the phase."""
    button(night.host.locator("#console"), what).click()
    night.all_see(phase)


def test_a_moderator_and_five_people_play_to_the_end(visits: Visits) -> None:
    """M2, M4, M5, M10, M17 as they are seen."""
    night = gather(visits)
    mo, ben = night.host, night.people["Ben"]
    set_rules(mo, procedure="nominations")
    expect(ben.locator("#console")).to_be_hidden()
    deal_by_hand(mo)
    night.all_see("The deal")
    expect(mo.locator("#console")).to_contain_text("Ann · Werewolf")
    call(night, "Begin the set-up night", "Set-up night")
    call(night, "Begin the first night", "Night 1")
    console = mo.locator("#console")
    console.get_by_label("Who", exact=True).select_option("Ann")
    tile(ben, "Eve").click()  # what others do meanwhile leaves the form as it is
    expect(console.locator("li", has_text="Ben")).to_contain_text("stays with Eve")
    console.get_by_label("What").select_option("kill")
    console.get_by_label("Whom").select_option("Dan")
    button(console, "Enter").click()
    expect(console.locator("li", has_text="Ann")).to_contain_text("points at Dan")
    _look(mo, "night")
    call(night, "End the night", "Dawn of day 1")
    expect(ben.locator("#story")).to_contain_text("Dan")
    console.locator("summary", has_text="Put something right").click()
    call(night, "Undo the last step", "Night 1")
    expect(ben.locator("#story")).to_contain_text("took back the last step")
    expect(night.people["Dan"].get_by_text("You are out")).to_have_count(0)
    call(night, "End the night", "Dawn of day 1")
    call(night, "Let the table talk", "Day 1")
    call(night, "End the talk", "Nominations")
    ben.locator("#nominee").select_option("Ann")
    button(ben.locator("#action"), "Nominate").click()
    night.all_see("The answer")
    expect(ben.locator("#action")).to_contain_text("Ann answers")
    call(night, "Open the vote", "Vote 1")
    for name in ("Ben", "Cat", "Eve"):
        tile(night.people[name], "Ann").click()
    expect(console.locator("li", has_text="Eve")).to_contain_text("→ Ann")
    _look(mo, "vote")
    button(console, "Close the vote").click()
    for page in night.pages:
        expect(page.locator("#end .winner")).to_contain_text("Village wins")
    expect(ben.locator("#log")).to_contain_text("Night 1: the moderator took this back")
    expect(ben.locator("#end")).to_contain_text("Unverified")


def _look(page: Page, name: str) -> None:
    """Keeps pictures of a page as a phone and a laptop show it, where they are asked for."""
    folder = os.environ.get("PICTURES")
    if not folder:
        return
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        page.screenshot(path=Path(folder) / f"{name}-{size['width']}.png", full_page=True)
