"""axe finds nothing to object to on any screen, on phones and laptops, by night and day, in both themes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.kit import tour
from tests.kit.web import LAPTOP, PHONE, Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

AXE = Path(__file__).resolve().parents[1] / "vendor" / "axe.min.js"

OBJECTIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}"""


@pytest.fixture
def seen(visits: Visits) -> Visits:
    """With axe in every page; it runs whatever the page's policy on scripts is."""
    visits.script = AXE
    visits.expected += ("status of 404",)
    return visits


def objections(screens: Iterator[tour.Screen], *sizes: ViewportSize) -> list[str]:
    found = []
    for name, page in screens:
        title = heading(page)
        for size in sizes:
            page.set_viewport_size(size)
            found += [f"{name}, {size}: {what}" for what in page.evaluate(OBJECTIONS)]
        assert heading(page) == title, f"{name} went by while it was looked at"
    return found


def heading(page: Page) -> str:
    return page.locator("h1").first.inner_text()


def test_the_pages_outside_a_room(seen: Visits) -> None:
    assert not objections(tour.pages(seen), PHONE, LAPTOP)


def test_every_screen_of_a_game(seen: Visits) -> None:
    """A theme changes words and colours, a size the layout: each is seen with one of the other."""
    assert not objections(tour.game(seen, "mafia", "names"), PHONE)


def test_every_screen_of_a_ranked_game(seen: Visits) -> None:
    assert not objections(tour.ranked(seen, "werewolf"), LAPTOP)


@pytest.mark.soak
@pytest.mark.parametrize("theme", ["mafia", "werewolf"])
def test_every_screen_in_every_theme_and_size(seen: Visits, theme: str) -> None:
    for screens in (tour.game(seen, theme, "totals"), tour.ranked(seen, theme)):
        assert not objections(screens, PHONE, LAPTOP)


def test_public_rooms(seen: Visits) -> None:
    assert not objections(tour.public(seen), PHONE, LAPTOP)


def test_a_table_of_forty(seen: Visits) -> None:
    assert not objections(tour.crowd(seen), PHONE, LAPTOP)
