"""A room's page keeps its place: over restarts, in two tabs, after a refresh, and when a phone has slept."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.kit.run import Run
from tests.kit.web import BrowserThread, Site, serve

pytestmark = pytest.mark.browser

SHOWS_WITHIN = 8_000
"""Milliseconds within which a page notices that its line is dead, and that it is back."""


class Place:
    """A server, and pages that look at it. They may complain when it is away."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.stack = ExitStack()
        self.people: list[BrowserContext] = []

    def person(self) -> BrowserContext:
        context = self.browser.new_context(base_url=self.site.url)
        context.set_default_timeout(10_000)
        self.stack.callback(context.close)
        self.people.append(context)
        return context

    def host(self, name: str = "Alice") -> Page:
        page = self.person().new_page()
        page.goto("/")
        page.locator("#create-name").fill(name)
        page.locator("form[action='/rooms/'] button").click()
        return live(page)

    def guest(self, host: Page, name: str) -> Page:
        page = self.person().new_page()
        page.goto(f"/j/{code(host)}/")
        page.locator("#name").fill(name)
        page.get_by_role("button", name="Sit down").click()
        return live(page)


class Shaky(Place):
    """A server of one's own, which can crash and come back."""

    def __init__(self, browser: Browser, run: Run, folder: Path) -> None:
        self.run, self.folder = run, folder
        stack = ExitStack()
        super().__init__(browser, stack.enter_context(serve(run, folder)))
        self.stack.push(stack)

    def crash(self) -> None:
        """Crashes once every page has the answers to what it sent, so that nothing else counts as unsent."""
        for page in (page for person in self.people for page in person.pages):
            answered(page)
        self.site.crash()

    def come_back(self) -> None:
        self.site = self.stack.enter_context(serve(self.run, self.folder, after=self.site))


@pytest.fixture
def place(browser_thread: BrowserThread, site: Site) -> Iterator[Place]:
    place = Place(browser_thread.browser, site)
    yield place
    browser_thread.call(place.stack.close)


@pytest.fixture
def shaky(browser_thread: BrowserThread, run: Run, tmp_path: Path) -> Iterator[Shaky]:
    shaky = Shaky(browser_thread.browser, run, tmp_path)
    yield shaky
    browser_thread.call(shaky.stack.close)


def code(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


def net(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-net", state, timeout=SHOWS_WITHIN)


def live(page: Page) -> Page:
    net(page, "live")
    return page


def answered(page: Page) -> None:
    expect(page.locator("html")).not_to_have_attribute("data-unsent", re.compile(".*"), timeout=SHOWS_WITHIN)


def say(page: Page, text: str) -> None:
    page.locator("#say-lobby").fill(text)
    page.locator("#say-lobby").press("Enter")


def said(page: Page, *lines: str) -> None:
    expect(page.locator("#lines-lobby .line")).to_have_text(
        [re.compile(re.escape(line) + "$") for line in lines]
    )


def test_a_page_keeps_its_place_over_a_crash_of_the_server(shaky: Shaky) -> None:
    alice = shaky.host("Alice")
    bob = shaky.guest(alice, "Bob")
    say(alice, "Before")
    said(bob, "Before")
    shaky.crash()
    net(alice, "lost")
    expect(alice.locator(".net-offline")).to_be_visible()
    say(alice, "Meanwhile")
    say(alice, "And more")
    expect(alice.locator("html")).to_have_attribute("data-unsent", "2")
    expect(alice.locator("#say-lobby")).to_have_value("")
    bob.locator("#say-lobby").fill("half a sent")
    shaky.come_back()
    live(alice)
    live(bob)
    said(alice, "Before", "Meanwhile", "And more")
    said(bob, "Before", "Meanwhile", "And more")
    expect(alice.locator(".net-offline")).to_be_hidden()
    answered(alice)
    expect(bob.locator("#say-lobby")).to_have_value("half a sent")
    expect(alice.locator("#seats")).to_contain_text("Bob")


def test_what_waits_survives_a_refresh(place: Place) -> None:
    alice = place.host()
    context = alice.context
    context.route("**/say/", lambda route: route.abort())
    say(alice, "Do not lose me")
    expect(alice.locator("html")).to_have_attribute("data-unsent", "1")
    context.unroute("**/say/")
    alice.reload()
    said(live(alice), "Do not lose me")


LOSE_AN_ANSWER = """() => {
  const real = window.fetch;
  window.fetch = async (...request) => {
    const answer = await real(...request);
    window.fetch = real;
    throw new TypeError(`the answer ${answer.status} was lost`);
  };
}"""


def test_a_line_whose_answer_was_lost_counts_once(place: Place) -> None:
    alice = place.host()
    alice.evaluate(LOSE_AN_ANSWER)
    say(alice, "Once")
    expect(alice.locator("html")).to_have_attribute("data-unsent", "1")
    answered(alice)
    say(alice, "Then")
    said(alice, "Once", "Then")


def test_the_same_tap_twice_counts_once(place: Place) -> None:
    alice = place.host()
    alice.locator("#say-lobby").fill("Twice")
    alice.evaluate("() => { for (const _ of [1, 2]) document.querySelector('form.say').requestSubmit(); }")
    say(alice, "Then")
    said(alice, "Twice", "Then")


def test_what_is_typed_while_a_line_is_under_way_stays_typed(place: Place) -> None:
    alice = place.host()
    held: list[Route] = []
    alice.context.route("**/say/", lambda route: held.append(route))
    with alice.expect_request("**/say/"):
        say(alice, "First")
    alice.locator("#say-lobby").fill("Second")
    with alice.expect_response("**/say/"):
        held[0].continue_()
    said(alice, "First")
    expect(alice.locator("#say-lobby")).to_have_value("Second")
    alice.context.unroute("**/say/")
    alice.locator("#say-lobby").press("Enter")
    said(alice, "First", "Second")
    expect(alice.locator("#say-lobby")).to_have_value("")


def test_a_refusal_is_shown_at_its_control(place: Place) -> None:
    alice = place.host()
    alice.get_by_role("button", name="Deal the cards").click(force=True)
    expect(alice.locator("#err-start-early")).not_to_be_empty()
    alice.get_by_role("button", name="Add").click()
    expect(alice.locator("#err-start-early")).to_be_empty()


def test_two_tabs_and_a_refresh_keep_one_seat(place: Place) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    second = bob.context.new_page()
    second.goto(bob.url)
    live(second)
    expect(alice.locator("#seats li > div > b")).to_have_text(["Alice", "Bob"])
    say(second, "From the other tab")
    said(bob, "From the other tab")
    second.close()
    bob.reload()
    live(bob)
    said(bob, "From the other tab")
    expect(alice.locator("#seats li > div > b")).to_have_text(["Alice", "Bob"])
    expect(alice.locator("#seats")).not_to_contain_text("away")


def test_a_phone_without_network_catches_up(place: Place) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    bob.context.set_offline(True)
    say(bob, "From a tunnel")
    say(alice, "Anyone there?")
    said(alice, "Anyone there?")
    expect(bob.locator("html")).to_have_attribute("data-unsent", "1")
    bob.context.set_offline(False)
    said(bob, "Anyone there?", "From a tunnel")
    said(alice, "Anyone there?", "From a tunnel")


@pytest.fixture
def frozen(browser_thread: BrowserThread) -> Callable[[Page, bool], None]:
    def freeze(page: Page, yes: bool) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Page.setWebLifecycleState", {"state": "frozen" if yes else "active"})
        session.detach()

    return freeze


def test_a_phone_that_slept_catches_up(shaky: Shaky, frozen: Callable[[Page, bool], None]) -> None:
    alice = shaky.host("Alice")
    bob = shaky.guest(alice, "Bob")
    frozen(bob, True)
    say(alice, "Good night")
    said(alice, "Good night")
    shaky.crash()
    shaky.come_back()
    frozen(bob, False)
    live(bob)
    said(bob, "Good night")


def test_a_silent_line_is_noticed(shaky: Shaky) -> None:
    """The server is there but says nothing: half-open lines look like this."""
    alice = shaky.host()
    shaky.site.process.send_signal(signal.SIGSTOP)
    try:
        net(alice, "lost")
        expect(alice.locator(".net-offline")).to_be_visible()
    finally:
        shaky.site.process.send_signal(signal.SIGCONT)
    live(alice)


def test_who_is_put_out_sees_it_and_does_not_come_back(place: Place) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    alice.locator("#seats summary").click()
    alice.get_by_role("button", name="Put them out").click()
    net(bob, "stopped")
    expect(bob.locator(".net-ended")).to_be_visible()
    expect(alice.locator("#seats li > div > b")).to_have_text(["Alice"])


AHEAD = """async () => {
  const module = performance.getEntriesByType('resource').find(({ name }) => /js.live/.test(name)).name;
  return (await import(module)).serverNow() - Date.now();
}"""


def test_time_is_taken_from_the_server(shaky: Shaky) -> None:
    shaky.site.clock.advance(3_600)
    alice = shaky.host()
    assert abs(alice.evaluate(AHEAD) - 3_600_000) < 1_000
