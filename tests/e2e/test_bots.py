"""One person alone with bots, from the home page to the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.night import add_bots, button, open_room
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.mark.parametrize("seats", [5, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (12, 40))])
def test_one_person_plays_with_bots_to_the_end(visits: Visits, seats: int) -> None:
    night = open_room(visits, "Ann")
    night.bots = True
    add_bots(night.host, seats - 1)
    button(night.host, "Deal the cards").click()
    expect(night.host.locator("#status h1")).to_have_text("The deal")
    night.play_to_the_end()
    expect(night.host.locator("#end .cast li")).to_have_count(seats)
    expect(night.host.locator("#log h3").first).to_have_text("Night 1")
    button(night.host.locator("#end"), "Play again").click()
    expect(night.host.locator("#status h1")).to_have_text("The deal")
    assert not re.findall(r"^.*\b(ERROR|CRITICAL|Traceback)\b.*$", visits.site.log, re.MULTILINE)
