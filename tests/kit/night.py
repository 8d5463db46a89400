"""People at a table, each with a browser of their own: what a host and guests do in a game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.kit.web import Visits


def button(where: Page | Locator, text: str) -> Locator:
    return where.get_by_role("button", name=text, exact=True)


def press(page: Page, control: Locator) -> None:
    """Clicks what sends a command, and waits for the answer: a page marks a tap before the server has it."""
    with page.expect_response("**/do/**"):
        control.click()


@dataclass
class Night:
    """The people of one room, by name.  The first is the host."""

    visits: Visits
    code: str
    people: dict[str, Page] = field(default_factory=dict)
    tapped: dict[str, str] = field(default_factory=dict)
    """Whom each tapped in the last night."""
    bots: bool = False
    """Whether bots play too, who take their time."""
    news_seconds: int = 20
    """As long as last words and the news last at most."""

    @property
    def pages(self) -> list[Page]:
        return list(self.people.values())

    @property
    def host(self) -> Page:
        return self.pages[0]

    def phase(self) -> str:
        return self.host.locator("#status h1").inner_text()

    def all_see(self, phase: str) -> None:
        for page in self.pages:
            expect(page.locator("#status h1")).to_have_text(phase)

    def wait_for_another_phase(self, than: str) -> str:
        expect(self.host.locator("#status h1")).not_to_have_text(than)
        phase = self.phase()
        self.all_see(phase)
        return phase

    def living(self) -> dict[str, Page]:
        """Those who play and are not out."""
        seated = {name: page for name, page in self.people.items() if page.locator("[data-card]").count()}
        return {name: page for name, page in seated.items() if not page.get_by_text("You are out").count()}

    def holding(self, role: str) -> list[str]:
        """The names of those with such a card."""
        return [name for name, page in self.people.items() if role in card_of(page)]

    def watch(self, path: str = "", **options: Any) -> Page:
        """Somebody who only looks on."""
        return self.visits.open(path or f"/r/{self.code}/", **options)

    def everyone_is_ready(self, text: str) -> None:
        """All who may say so say that they are ready; the last of them ends the phase."""
        for page in self.living().values():
            press(page, button(page.locator("#action"), text))

    def everyone_taps_and_confirms(self, victim: str = "") -> None:
        """The Mafia taps ``victim``, and everybody else somebody else whom they may choose."""
        for own, page in self.living().items():
            card, before = card_of(page), self.tapped.get(own)
            names = page.locator(TILES).all_inner_texts()[:-1]
            others = [name for name in names if name not in (own, victim, before) and name not in card]
            name = victim if victim and "Each night you and you" in card else others[0]
            press(page, tile(page, name))
            expect(page.locator("#action [aria-pressed=true]")).to_have_count(1)
            self.tapped[own] = name
            press(page, button(page.locator("#action"), "Confirm"))

    def everyone_votes(self, ballots: Mapping[str, str] | None = None) -> None:
        """As ``ballots`` say by voter, or else for the first who may be voted for; the last ends the vote."""
        for own, page in self.living().items():
            if ballots and own in ballots:
                press(page, tile(page, ballots[own]))
            else:
                press(page, page.locator(TILES).first)

    def play_on(self, phase: str) -> None:
        """Whatever the phase asks of people, by everyone; or else let its time run out."""
        if phase.startswith("Night"):
            self.everyone_taps_and_confirms()
        elif phase.startswith("Vote"):
            self.everyone_votes()
        elif phase.startswith("Day"):
            self.everyone_is_ready("I am done talking")
        elif phase == "The deal":
            self.everyone_is_ready("Got it")
        else:
            self.visits.site.clock.advance(self.news_seconds)
        if self.bots:
            self.visits.site.clock.advance(10)

    def play_to_the_end(self) -> None:
        """At most so many phases as a game of this size can have."""
        phase = self.phase()
        for _ in range(300):
            if self.host.locator("#end .winner").is_visible():
                return
            self.play_on(phase)
            phase = self.wait_for_another_phase(than=phase)
        raise AssertionError(f"the game did not end: {phase}")


TILES = "#action [data-seats] button:not([disabled])"
"""The names that may be tapped, and Nobody at the end."""


def tile(page: Page, name: str) -> Locator:
    """The tile of ``name``, whatever stands behind the name: votes, or that they are out."""
    begins = re.compile(rf"^\s*{re.escape(name)}(?![^\W\d])")
    return page.locator("#action [data-seats] button").filter(has_text=begins)


def card_of(page: Page) -> str:
    """All that is on the card of whoever looks at ``page``; empty for whoever has none."""
    face = page.locator("#face")
    return (face.text_content() or "") if face.count() else ""


def hold_card(page: Page) -> None:
    """Press the card and keep it pressed."""
    card = page.locator("[data-card]")
    card.dispatch_event("pointerdown", {"pointerId": 1, "button": 0, "isPrimary": True})
    expect(card).to_have_attribute("aria-expanded", "true")


def let_go(page: Page) -> None:
    page.locator("body").dispatch_event("pointerup", {"pointerId": 1})
    expect(page.locator("[data-card]")).to_have_attribute("aria-expanded", "false")


_TYPE = """values => {
  for (const [id, value] of Object.entries(values)) {
    const field = document.getElementById(id);
    if (field.type === 'checkbox') field.checked = value;
    else field.value = value;
  }
}"""


def set_rules(host: Page, **rules: str | bool) -> None:
    """Rules of the table by their names, a count as ``roles_mafia``; all kept at once."""
    fields = {f"o-{name.replace('roles_', 'roles-')}": value for name, value in rules.items()}
    form = host.locator("#options > details").first
    if form.get_attribute("open") is None:
        form.locator("> summary").click()
    host.evaluate(_TYPE, fields)
    with host.expect_response("**/options/"):
        button(host, "Keep these rules").click()


def add_bots(host: Page, count: int) -> None:
    host.get_by_label("Let bots sit in").fill(str(count))
    button(host.locator("#seats"), "Add").click()
    expect(host.locator("#seats li", has_text="bot")).to_have_count(count)


def say(page: Page, talk: str, text: str) -> None:
    page.locator(f"#say-{talk}").fill(text)
    page.locator(f"#say-{talk}").press("Enter")


def open_room(
    visits: Visits, name: str, *, narrates: bool = False, preset: str = "parlor", **options: Any
) -> Night:
    host = visits.open("/", **options)
    room = host.locator("section", has=host.get_by_role("heading", name="Play with friends"))
    room.get_by_label("Your name").fill(name)
    room.get_by_label("Game").select_option(preset)
    room.get_by_label("I narrate").set_checked(narrates)
    button(room, "Open a room").click()
    host.wait_for_url("**/r/*/")
    return Night(visits, host.locator("#invite .code").inner_text(), {name: host})


def play_now(
    visits: Visits, name: str, language: str, path: str = "/", preset: str = "parlor", **options: Any
) -> Page:
    """Somebody who lets a table be found for them."""
    page = visits.open(path, **options)
    form = page.locator("form[action='/play/']")
    form.get_by_label("Your name").fill(name)
    form.get_by_label("Game").select_option(preset)
    form.get_by_label("Language").select_option(language)
    button(form, "Play now").click()
    page.wait_for_url("**/r/*/")
    return page


def sit_down(night: Night, name: str, *, by_code: bool = False, **options: Any) -> Page:
    if by_code:
        page = night.visits.open("/", **options)
        page.get_by_label("The code of the room").fill(night.code.lower().replace("-", " "))
        button(page, "Join").click()
    else:
        page = night.visits.open(f"/j/{night.code}/", **options)
    page.get_by_label("Your name").fill(name)
    button(page, "Sit down").click()
    page.wait_for_url("**/r/*/")
    night.people[name] = page
    return page
