"""A room's page keeps its place: over restarts, in two tabs, after a refresh, and when a phone has slept."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.kit.run import Run
from tests.kit.web import BrowserThread, Site, serve

pytestmark = pytest.mark.browser

SHOWS_WITHIN = 8_000
"""Milliseconds within which a page notices that its line is dead, and that it is back."""


class Place:
    """A server that can crash and come back, and pages that look at it. They may complain meanwhile."""

    def __init__(self, run: Run, folder: Path, browser: Browser, stack: ExitStack) -> None:
        self.run, self.folder, self.browser, self.stack = run, folder, browser, stack
        self.site = stack.enter_context(serve(run, folder))

    def crash(self) -> None:
        self.site.crash()

    def come_back(self) -> None:
        self.site = self.stack.enter_context(serve(self.run, self.folder, after=self.site))

    def person(self) -> BrowserContext:
        context = self.browser.new_context(base_url=self.site.url)
        context.set_default_timeout(10_000)
        self.stack.callback(context.close)
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


@pytest.fixture
def place(run: Run, tmp_path: Path, browser_thread: BrowserThread) -> Iterator[Place]:
    stack = ExitStack()
    yield browser_thread.call(lambda: Place(run, tmp_path, browser_thread.browser, stack))
    browser_thread.call(stack.close)


def code(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


def net(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-net", state, timeout=SHOWS_WITHIN)


def live(page: Page) -> Page:
    net(page, "live")
    return page


def say(page: Page, text: str) -> None:
    page.locator("#say-lobby").fill(text)
    page.locator("#say-lobby").press("Enter")


def said(page: Page, *lines: str) -> None:
    expect(page.locator("#lines-lobby .line")).to_have_text([re.compile(re.escape(line) + "$") for line in lines])


def test_a_page_keeps_its_place_over_a_crash_of_the_server(place: Place) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    say(alice, "Before")
    said(bob, "Before")
    place.crash()
    net(alice, "offline")
    expect(alice.locator(".net-offline")).to_be_visible()
    say(alice, "Meanwhile")
    say(alice, "And more")
    expect(alice.locator("html")).to_have_attribute("data-unsent", "2")
    expect(alice.locator("#say-lobby")).to_have_value("")
    bob.locator("#say-lobby").fill("half a sent")
    place.come_back()
    live(alice)
    live(bob)
    said(alice, "Before", "Meanwhile", "And more")
    said(bob, "Before", "Meanwhile", "And more")
    expect(alice.locator(".net-offline")).to_be_hidden()
    expect(alice.locator("html")).not_to_have_attribute("data-unsent", re.compile(".*"))
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


def test_a_line_whose_answer_was_lost_counts_once(place: Place) -> None:
    alice = place.host()
    answers: list[int] = []

    def lose_the_first(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        answers.append(response.status)
        if len(answers) == 1:
            route.abort()  # type: ignore[attr-defined]
        else:
            route.fulfill(response=response)  # type: ignore[attr-defined]

    alice.context.route("**/say/", lose_the_first)
    say(alice, "Once")
    expect(alice.locator("html")).to_have_attribute("data-unsent", "1")
    expect(alice.locator("html")).not_to_have_attribute("data-unsent", re.compile(".*"), timeout=SHOWS_WITHIN)
    assert answers == [204, 204]
    said(alice, "Once")


def test_the_same_tap_twice_counts_once(place: Place) -> None:
    alice = place.host()
    alice.locator("#say-lobby").fill("Twice")
    alice.evaluate("() => { for (const _ of [1, 2]) document.querySelector('form.say').requestSubmit(); }")
    say(alice, "Then")
    said(alice, "Twice", "Then")


def test_a_refusal_is_shown_at_its_control(place: Place) -> None:
    alice = place.host()
    alice.get_by_role("button", name="Deal the cards").click(force=True)
    expect(alice.locator("#err-start")).not_to_be_empty()


def test_two_tabs_and_a_refresh_keep_one_seat(place: Place) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    second = bob.context.new_page()
    second.goto(bob.url)
    live(second)
    expect(alice.locator("#seats .nm")).to_have_text(["Alice", "Bob"])
    say(second, "From the other tab")
    said(bob, "From the other tab")
    second.close()
    bob.reload()
    live(bob)
    said(bob, "From the other tab")
    expect(alice.locator("#seats .nm")).to_have_text(["Alice", "Bob"])
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


def test_a_phone_that_slept_catches_up(place: Place, frozen: Callable[[Page, bool], None]) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    frozen(bob, True)
    say(alice, "Good night")
    said(alice, "Good night")
    place.crash()
    place.come_back()
    frozen(bob, False)
    live(bob)
    said(bob, "Good night")


def test_a_silent_line_is_noticed(place: Place) -> None:
    """The server is there but says nothing: half-open lines look like this."""
    alice = place.host()
    place.site.process.send_signal(19)
    try:
        net(alice, "offline")
        expect(alice.locator(".net-offline")).to_be_visible()
    finally:
        place.site.process.send_signal(18)
    live(alice)


def test_who_is_put_out_sees_it_and_does_not_come_back(place: Place) -> None:
    alice = place.host("Alice")
    bob = place.guest(alice, "Bob")
    alice.locator("#seats summary").click()
    alice.get_by_role("button", name="Put them out").click()
    net(bob, "ended")
    expect(bob.locator(".net-ended")).to_be_visible()
    expect(alice.locator("#seats .nm")).to_have_text(["Alice"])


def test_time_is_taken_from_the_server(place: Place) -> None:
    site: Site = place.site
    site.clock.advance(3_600)
    alice = place.host()
    ahead = "async () => { const live = performance.getEntriesByType('resource').map(e => e.name).find(n => /js\\/live/.test(n)); return (await import(live)).serverNow() - Date.now(); }"
    assert abs(alice.evaluate(ahead) - 3_600_000) < 1_000
