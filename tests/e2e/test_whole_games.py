"""Whole games with what is rarer: a narrator, a second vote, those who are out and still talk, a page without
scripts, a host who is out, somebody who leaves."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.kit.night import (
    TILES,
    Night,
    button,
    card_of,
    open_room,
    press,
    say,
    set_rules,
    sit_down,
    tile,
)
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

UNHURRIED = {
    "night_seconds": "600",
    "vote_seconds": "600",
    "talk_seconds": "600",
    "announcement_seconds": "20",
}
GUESTS = ["Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"]
DARK = "Each night you and you"


def refuses(page: Page, name: str, sentence: str) -> None:
    """A tap on ``name`` is refused with a sentence under the names, and is not marked."""
    tile(page, name).click()
    expect(page.locator("#err-action")).to_contain_text(sentence)
    expect(tile(page, name)).to_have_attribute("aria-pressed", "false")


def until(night: Night, phase: str) -> None:
    """Play on to ``phase``."""
    for _ in range(20):
        now = night.phase()
        if now == phase:
            return
        night.play_on(now)
        night.wait_for_another_phase(than=now)
    raise AssertionError(f"{phase} does not begin")


def test_a_narrated_game_with_all_that_may_be_switched_on(visits: Visits) -> None:
    """Open ballots, a second vote, the dead talk by day, the Mafia may pick their own; one has no scripts."""
    night = open_room(visits, "Ann", narrates=True)
    narrator = night.host
    for name in GUESTS[:-1]:
        sit_down(night, name)
    plain = sit_down(night, "Gus", java_script_enabled=False)
    del night.people["Gus"]
    set_rules(narrator, ballots="names", tie="revote", dead_talk=True, mafia_may_pick_own=True, **UNHURRIED)
    expect(narrator.locator("#options")).to_contain_text("2 × Mafia")
    button(narrator, "Deal the cards").click()
    night.all_see("The deal")
    watcher = night.watch()
    expect(watcher.locator("#story")).to_contain_text("let nobody else see it")
    expect(button(narrator.locator("#story"), "Read aloud")).to_be_visible()

    def without_scripts(text: str) -> None:
        """Whoever has no scripts loads the page and posts one plain form."""
        plain.reload()
        button(plain.locator("#action"), text).click()

    night.everyone_is_ready("Got it")
    without_scripts("Got it")
    night.all_see("Day 1")
    night.everyone_is_ready("I am done talking")
    without_scripts("I am done talking")
    night.all_see("Night 1")

    # a forbidden tap gets its sentence at the control, with scripts and without
    dark = [*night.holding(DARK), *(["Gus"] if DARK in card_of(plain) else [])]
    plain.reload()
    cards = {name: card_of(page) for name, page in night.people.items()}
    detective = next((name for name, card in cards.items() if "you learn whether" in card), None)
    if detective:
        refuses(night.people[detective], detective, "You cannot choose yourself")
    names = [name for name in GUESTS if name not in dark]
    victim = next(name for name in names if name != "Gus")
    night.tapped.clear()
    night.everyone_taps_and_confirms(victim)
    choice = victim if "Gus" in dark else next(n for n in names if n not in ("Gus", victim))
    tile(plain, choice).click()
    expect(tile(plain, choice)).to_have_attribute("aria-pressed", "true")
    without_scripts("Confirm")
    night.all_see("Morning 2")
    expect(narrator.locator("#story")).to_contain_text(victim)
    dead = night.people[victim]
    visits.site.clock.advance(20)
    night.all_see("Last words")
    say(dead, "table", "It was not the butler.")
    expect(narrator.locator("#lines-table")).to_contain_text("butler")
    button(dead.locator("#action"), "I have said it").click()
    night.all_see("Day 2")

    # the dead may talk by day where that is on, and never vote
    say(dead, "table", "Boo.")
    expect(narrator.locator("#lines-table")).to_contain_text("Boo.")
    narrator.locator("#host summary").first.click()
    button(narrator.locator("#host"), "End the talk").click()
    night.all_see("Vote 2")
    expect(dead.locator(TILES)).to_have_count(0)
    living = [name for name in GUESTS if name != victim]
    # One of the Mafia goes out, or the game would end with this vote.
    voters = sorted((name for name in living if name != "Gus"), key=lambda name: name not in dark)
    one, two = voters[0], voters[1]

    def all_vote() -> None:
        """Two names get two each, and Nobody one."""
        for voter, name in {one: two, two: one, voters[2]: two, voters[3]: one}.items():
            press(night.people[voter], tile(night.people[voter], name))
        for page in (dead, watcher):
            expect(page.locator("#players li", has_text=voters[2])).to_contain_text(f"→ {two}")
        plain.reload()

    all_vote()
    tile(plain, "Nobody").click()
    night.all_see("Second vote")
    all_vote()
    expect(plain.locator(TILES)).to_have_count(3)
    plain.reload()
    tile(plain, one).click()
    night.all_see("The result")
    expect(watcher.locator("#story")).to_contain_text(one)
    expect(narrator.locator("#log")).to_contain_text(re.compile(rf"{voters[2]}[^→]* → {two}"))
    assert not re.findall(r"^.*\b(ERROR|CRITICAL|Traceback)\b.*$", visits.site.log, re.MULTILINE)


def test_a_host_who_is_out_still_hosts_and_somebody_leaves(visits: Visits) -> None:
    night = open_room(visits, "Ann")
    host = night.host
    for name in GUESTS[:5]:
        sit_down(night, name)
    set_rules(host, roles_mafia="1", **UNHURRIED)
    button(host, "Deal the cards").click()
    night.all_see("The deal")
    (dark,) = night.holding(DARK)
    victim = "Ann" if dark != "Ann" else "Ben"
    until(night, "Night 1")
    night.everyone_taps_and_confirms(victim)
    night.all_see("Morning 2")
    until(night, "Day 2")
    if victim == "Ann":
        expect(host.locator("#action")).to_contain_text("You are out")

    # the host's tools work whether the host is in or out
    host.locator("#host summary").first.click()
    button(host.locator("#host"), "Pause").click()
    expect(night.people["Cleo"].locator("#action")).to_contain_text("Paused")
    button(host.locator("#host"), "Go on").click()
    expect(button(night.people["Cleo"].locator("#action"), "I am done talking")).to_be_visible()

    # a refresh and a second tab keep the seat
    keeper, leaver = [name for name in GUESTS[:5] if name not in (dark, victim)][:2]
    page = night.people[keeper]
    before = card_of(page)
    page.reload()
    assert card_of(page) == before
    second = page.context.new_page()
    second.goto(page.url)
    assert card_of(second) == before
    button(second.locator("#action"), "I am done talking").click()
    expect(page.locator("#action")).to_contain_text("Waiting for the others")
    second.close()
    expect(host.locator("#players li", has_text=keeper)).not_to_contain_text("away")

    # somebody gets up: their seat goes out with the next count, and everyone is told
    door = night.people.pop(leaver)
    door.get_by_text("Leave", exact=True).click()
    door.get_by_text("Leave the game").click()
    button(door, "Yes, leave").click()
    door.wait_for_url("**/")
    expect(host.locator("#log")).to_contain_text(f"{leaver} has left and will be out.")
    button(host.locator("#host"), "End the talk").click()
    night.all_see("Vote 2")
    refuser = night.people[keeper]
    expect(tile(refuser, keeper)).to_be_disabled()
    ballots = dict.fromkeys(night.living(), "Nobody")
    night.everyone_votes(ballots)
    expect(host.locator("#log")).to_contain_text(re.compile(rf"{leaver} (got up and )?left"))
    night.play_to_the_end()
    expect(host.locator("#end .cast li", has_text=leaver)).to_contain_text("left the game")
    assert not re.findall(r"^.*\b(ERROR|CRITICAL|Traceback)\b.*$", visits.site.log, re.MULTILINE)
