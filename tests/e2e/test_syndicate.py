"""Syndicate in browsers: the turns of the night, a hidden vote, and the host who drives (S2, S5 to S7)."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.night import Night, button, open_room, press, set_rules, sit_down, tile
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def see(night: Night, panel: str, text: str | re.Pattern[str]) -> None:
    for page in night.pages:
        expect(page.locator(panel)).to_contain_text(text)


def test_the_host_reveals_finalizes_and_starts_the_night(visits: Visits) -> None:
    night = open_room(visits, "Ann", preset="syndicate")
    host = night.host
    for name in ("Bob", "Cleo", "Dan", "Eve", "Fay"):
        sit_down(night, name)
    set_rules(host, roles_mafia="1")
    button(host, "Deal the cards").click()
    night.all_see("The deal")
    host.evaluate(
        "() => { window.said = []; speechSynthesis.speak = speech => { said.push(speech.text); }; }"
    )
    button(host, "Tell the nights aloud").click()
    night.everyone_is_ready("Got it")
    night.all_see("Night 1")
    see(night, "#status", "open yours and agree on a name")
    visits.site.clock.advance(12)
    see(night, "#status", "Detective, open your eyes")
    host.wait_for_function("said.at(-1).startsWith('Detective, open your eyes')")
    assert [text for text in host.evaluate("said") if "agree on a name" in text]
    visits.site.clock.advance(25)
    night.all_see("Daybreak 1")
    visits.site.clock.advance(9)
    night.all_see("Day 1")
    night.everyone_is_ready("I am done talking")

    night.all_see("Vote 1")
    victim = next(name for name in ("Bob", "Cleo") if name not in night.holding("Mafia member"))
    voters = [name for name in night.people if name != victim]
    tapped = tile(night.people[voters[0]], victim)
    for pressed in ("true", "false", "true"):
        press(night.people[voters[0]], tapped)
        expect(tapped).to_have_attribute("aria-pressed", pressed)
    for name in voters[1:]:
        tile(night.people[name], victim).click()
    tile(night.people[victim], "Nobody").click()
    see(night, "#status", "6 of 6 voted")
    expect(host.locator("#status h1")).to_have_text("Vote 1")
    for page in night.pages:
        expect(page.locator(".chips")).to_have_count(0)
        expect(button(page, "Reveal the votes")).to_have_count(int(page is host))

    button(host, "Reveal the votes").click()
    night.all_see("The votes of day 1")
    see(night, "#story", re.compile(rf"Votes: {victim} 5"))
    assert not night.people[victim].get_by_text("You are out").count()
    button(host, "Finalize: tell the verdict").click()
    expect(night.people[victim].locator("#players li.out")).to_have_count(1)
    button(host, "Start the night").click()
    night.all_see("Night 2")
    see(night, "#status", "open yours and agree on a name")
    assert not re.findall(r"^.*\b(ERROR|CRITICAL|Traceback)\b.*$", visits.site.log, re.MULTILINE)
