"""A table of one's own: an odd role list, refused once, kept under a name, and played by somebody else."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_accessibility import AXE, OBJECTIONS
from tests.kit.night import add_bots, button, open_room, set_rules
from tests.kit.web import LAPTOP, PHONE, Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]


def unfold(page: Page, title: str) -> None:
    fold = page.locator("summary").filter(has_text=re.compile(f"^\\s*{title}\\s*$"))
    if fold.locator("..").get_attribute("open") is None:
        fold.click()


def check(page: Page, name: str, found: list[str]) -> None:
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        found += [f"{name}, {size}: {what}" for what in page.evaluate(OBJECTIONS)]


def test_a_host_shares_house_rules_and_somebody_else_plays_by_them(visits: Visits) -> None:
    visits.script = AXE
    objections: list[str] = []
    night = open_room(visits, "Ann")
    host = night.host
    add_bots(host, 6)
    unfold(host, "Change the rules")
    unfold(host, "More roles")
    unfold(host, "More rules")
    vigilantes = host.get_by_label("Vigilantes")
    vigilantes.fill("99")
    vigilantes.blur()
    expect(host.locator("#err-o-roles-vigilante")).to_have_text("Choose a number from 0 to 40.")
    expect(vigilantes).to_have_value("99")
    vigilantes.fill("2")
    vigilantes.blur()
    expect(host.locator("#options .deck")).to_contain_text("2 × Vigilantes")
    expect(host.locator("#err-o-roles-vigilante")).to_be_empty()
    shots = host.get_by_label("Shots of a Vigilante")
    expect(shots).to_be_visible()  # the role is at hand now
    set_rules(host, roles_mafia="4", vigilante_shots="3", procedure="majority")
    expect(
        host.locator("#options fieldset .problem").filter(has_text="8 roles are set for 7 players")
    ).to_be_visible()
    set_rules(host, roles_mafia="2")
    expect(host.locator("#options fieldset")).not_to_contain_text("8 roles are set")
    expect(host.locator("#balance")).to_contain_text("If bots played this: ", timeout=180_000)
    check(host, "lobby", objections)

    unfold(host, "House rules")
    button(host.locator("#options"), "Save them").click()
    expect(host.locator("#err-keep")).to_contain_text("Type a name for these rules")
    host.get_by_label("Name of the rules").fill("High noon")
    button(host.locator("#options"), "Save them").click()
    expect(host.locator("#kept-house")).to_contain_text("Saved.")
    with host.expect_popup() as popup:
        host.get_by_role("link", name="Your house rules").click()
    host = popup.value
    check(host, "list", objections)
    host.get_by_role("link", name="High noon").click()
    link = host.locator("a.link").get_attribute("href")
    assert link
    check(host, "own rules", objections)

    visitor = visits.open(re.sub("^https?://[^/]+", "", link), java_script_enabled=False)
    expect(visitor.locator("main")).to_contain_text("One vote, more than half must agree")
    expect(visitor.locator("main")).to_contain_text("2 × Vigilantes")
    expect(visitor.get_by_text("Share them")).to_have_count(0)
    visitor.get_by_label("Your name").fill("Bob")
    button(visitor, "Open a room with these rules").click()
    visitor.wait_for_url("**/r/*/")
    expect(visitor.get_by_label("Vigilantes", exact=False).first).to_have_value("2")
    assert not objections


def test_R10_whoever_types_a_number_means_it_and_the_boxes_beside_it_give_way(visits: Visits) -> None:
    host = open_room(visits, "Ann", preset="ranked").host
    unfold(host, "Change the rules")
    number, by_players, clock = (host.locator(f'[name="talk_seconds{end}"]') for end in ("", " auto", " on"))
    expect(by_players).to_be_checked()
    number.fill("15")
    expect(by_players).not_to_be_checked()
    number.blur()
    expect(host.locator('[name="talk_seconds was"]')).to_have_value("15")
    expect(host.locator("#kept")).to_have_text("Kept.")
    number.fill("20")
    by_players.check()
    expect(number).to_have_value("180")
    expect(host.locator('[name="talk_seconds was"]')).to_have_value("180")
    expect(by_players).to_be_checked()
    clock.uncheck()
    expect(host.locator('[name="talk_seconds was"]')).to_have_value("")
    number.fill("60")
    expect(clock).to_be_checked()
    number.blur()
    expect(host.locator('[name="talk_seconds was"]')).to_have_value("60")
