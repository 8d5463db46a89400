"""What pages and frames weigh, in bytes."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.kit.night import Night, add_bots, button, open_room, say, sit_down
from tests.kit.web import Visits

pytestmark = pytest.mark.browser

PAGE = 60_000
LINE = 300
ACTION = 2_000
CLOCK = 300
SNAPSHOT = 8_000


class Frames:
    """What arrives on a page's sockets from now on."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.texts.append(str(payload)))

    @property
    def shown(self) -> list[str]:
        """Those that change the page."""
        return [text for text in self.texts if json.loads(text)["t"] == "frame"]

    @property
    def pongs(self) -> int:
        return len(self.texts) - len(self.shown)


def weigh(page: Page, action: Callable[[], Any]) -> int:
    """The bytes that come over the line while ``action`` runs with an empty cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    action()
    page.wait_for_load_state("networkidle")
    session.detach()
    return sum(sizes)


def table_of_twelve(visits: Visits) -> Night:
    night = open_room(visits, "Ann")
    sit_down(night, "Bob")
    add_bots(night.host, 10)
    button(night.host, "Deal the cards").click()
    night.all_see("The deal")
    night.bots = True
    return night


def test_cold_pages_are_light(visits: Visits) -> None:
    page = visits.open("/")
    assert 5_000 < weigh(page, page.reload) <= PAGE
    host = open_room(visits, "Ann").host
    add_bots(host, 39)
    assert 5_000 < weigh(host, host.reload) <= PAGE
    button(host, "Deal the cards").click()
    expect(host.locator("#status h1")).to_have_text("The deal")
    assert 5_000 < weigh(host, host.reload) <= PAGE


def partial(frame: str, panel: str) -> str:
    """What a frame brings for a panel, as it is in the frame."""
    html: str = json.loads(frame).get("html", "")
    found = re.search(rf"<hx-partial id={panel}>.*?</hx-partial>", html, re.DOTALL)
    return json.dumps(found[0], ensure_ascii=False) if found else ""


def alone(panel: str) -> str:
    """A frame that brings one panel, as ``partial`` gives it, and nothing else."""
    return f'{{"t":"frame","seq":100,"html":{panel}}}'


def weigh_snapshot(page: Page, frames: Frames) -> int:
    """The bytes of the frame that shows ``page`` everything."""
    del frames.texts[:]
    with page.expect_event("websocket"):
        page.reload()
    expect(page.locator("html")).to_have_attribute("data-net", "live")
    return max(len(text.encode()) for text in frames.shown)


def test_frames_are_small(visits: Visits) -> None:
    night = table_of_twelve(visits)
    ann, bob = night.pages
    frames_of = {page: Frames(page) for page in night.pages}
    frames = frames_of[bob]
    for page in (ann, bob):
        assert 3_000 < weigh_snapshot(page, frames_of[page]) <= SNAPSHOT

    night.play_on("The deal")
    night.all_see("Day 1")
    del frames.texts[:]
    say(ann, "table", "I was at home all night, and so was my cat. Ask anyone.")
    expect(bob.locator("#lines-table")).to_contain_text("my cat")
    assert [len(text.encode()) <= LINE for text in frames.shown] == [True]

    del frames.texts[:]
    night.play_on("Day 1")
    night.all_see("Night 1")
    (action,) = [panel for text in frames.shown if "Tap a name" in (panel := partial(text, "action"))]
    assert 1_000 < len(action.encode()) <= ACTION
    clocks = [alone(panel) for text in frames.shown if (panel := partial(text, "now"))]
    assert [text for text in clocks if "Night 1" in text and "data-due" in text]
    assert all(len(text.encode()) <= CLOCK for text in clocks)
    for page in (ann, bob):
        assert 3_000 < weigh_snapshot(page, frames_of[page]) <= SNAPSHOT


def test_a_running_clock_sends_nothing(visits: Visits) -> None:
    night = open_room(visits, "Ann", narrates=True)
    for name in ("Bob", "Cleo", "Dan", "Eve", "Fay"):
        sit_down(night, name)
    button(night.host, "Deal the cards").click()
    night.all_see("The deal")
    bob = night.people["Bob"]
    frames = Frames(bob)
    with bob.expect_event("websocket") as opened:
        bob.reload()
    expect(bob.locator("html")).to_have_attribute("data-net", "live")
    opened.value.wait_for_event("framereceived", lambda payload: '"pong"' in str(payload))
    bob.wait_for_function("() => document.querySelector('#clock').textContent")
    del frames.texts[:]
    clock = bob.locator("#clock").inner_text()
    for _ in range(2):
        opened.value.wait_for_event("framereceived")
    assert bob.locator("#clock").inner_text() != clock
    assert frames.pongs >= 2
    assert not frames.shown
