"""A host and six guests, from the home page to the rematch, over plain http and a name that is not ours."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.night import button, hold_card, let_go, open_room, sit_down
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

GUESTS = ["Bob", "Cleo", "Dan", "Eve", "Fay", "Gus"]


def test_seven_people_play_from_the_home_page_to_the_rematch(visits: Visits) -> None:
    night = open_room(visits, "Ann")
    host = night.host
    for name in GUESTS:
        sit_down(night, name, by_code=name == "Bob")
    bob = night.pages[1]
    expect(host.locator("#seats")).to_contain_text("Gus")

    # the lobby: rules, bots in and out, the crown over and back, ready marks, talk
    host.get_by_text("Change the rules").click()
    host.get_by_label("Length of the vote").fill("90")
    button(host, "Keep these rules").click()
    expect(bob.locator("#options")).to_contain_text("1 min 30 s")
    expect(host.get_by_role("status").filter(has_text="Kept.")).to_be_visible()
    host.get_by_label("Let bots sit in").fill("1")
    button(host.locator("#seats"), "Add").click()
    expect(bob.locator("#seats li")).to_have_count(8)
    host.locator("#seats li", has_text="bot").locator("summary").click()
    button(host, "Remove the bot").click()
    expect(bob.locator("#seats li")).to_have_count(7)
    host.locator("#seats li", has_text="Bob").locator("summary").click()
    button(host.locator("#seats"), "Make them the host").click()
    expect(bob.get_by_role("heading", name="Start the game")).to_be_visible()
    bob.locator("#seats li", has_text="Ann").locator("summary").click()
    button(bob.locator("#seats"), "Make them the host").click()
    expect(host.get_by_role("heading", name="Start the game")).to_be_visible()
    for page in night.pages[1:]:
        button(page.locator("#action"), "I am ready").click()
    expect(host.locator("#seats")).to_contain_text("ready")
    bob.get_by_label("Say in: ").fill("Good evening")
    button(bob.locator("#talk"), "Say").click()
    expect(host.locator("#lines-lobby")).to_contain_text("Good evening")

    button(host, "Deal the cards").click()
    for page in night.pages:
        expect(page.locator("[data-card]")).to_have_attribute("aria-expanded", "false")
        hold_card(page)
        let_go(page)
    phase = night.phase()
    night.everyone_is_ready("Got it")
    phase = night.wait_for_another_phase(than=phase)
    assert phase == "Day 1"
    bob.locator("#talk").get_by_label(re.compile("Say in")).fill("It was not me <b>at all</b>")
    button(bob.locator("#talk"), "Say").click()
    expect(host.locator("#lines-table")).to_contain_text("It was not me <b>at all</b>")

    # a latecomer watches, and waits for the next game
    late = visits.open(f"/j/{night.code}/")
    late.get_by_label("Your name").fill("Hal")
    button(late, "Sit down").click()
    expect(late.locator("#story")).to_be_visible()

    host.locator("#host summary").first.click()
    button(host.locator("#host"), "Pause").click()
    expect(bob.locator("#action")).to_contain_text("Paused")
    button(host.locator("#host"), "Go on").click()
    expect(button(bob.locator("#action"), "I am done talking")).to_be_visible()

    night.play_to_the_end()
    for page in night.pages:
        expect(page.locator("#end .cast li")).to_have_count(7)
    button(host.locator("#end"), "Play again").click()
    for page in [*night.pages, late]:
        expect(page.locator("#action").get_by_role("heading", name="Look at your card")).to_be_visible()
    expect(host.locator("#players li")).to_have_count(8)

    assert not re.findall(r"^.*\b(ERROR|CRITICAL|Traceback)\b.*$", visits.site.log, re.MULTILINE)
