"""People at a table, each with a browser of their own: what a host and guests do in a game."""

from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

from tests.kit.web import Visits


def button(where: Page | Locator, text: str) -> Locator:
    return where.get_by_role("button", name=text, exact=True)


@dataclass
class Night:
    """The people of one room, by name.  The first is the host."""

    visits: Visits
    code: str
    people: dict[str, Page] = field(default_factory=dict)

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
        return {name: page for name, page in self.people.items() if not page.get_by_text("You are out").count()}

    def everyone_is_ready(self, text: str) -> None:
        """All who may say so say that they are ready; the last of them ends the phase."""
        for page in self.living().values():
            button(page.locator("#action"), text).click()

    def everyone_taps_and_confirms(self) -> None:
        """Each taps the first name that is neither their own nor a teammate's on their card."""
        for own, page in self.living().items():
            card = page.locator("#face").text_content() or ""
            tiles = page.locator("#action [data-seats] button:not([disabled])")
            names = tiles.locator(".nm").all_inner_texts()
            tiles.nth(next(i for i, name in enumerate(names) if name != own and name not in card)).click()
            expect(page.locator("#action [aria-pressed=true]")).to_have_count(1)
            button(page.locator("#action"), "Confirm").click()

    def everyone_votes(self) -> None:
        """For the first who may be voted for; the last ballot ends the vote."""
        for page in self.living().values():
            page.locator("#action [data-seats] button:not([disabled])").first.click()

    def play_on(self, phase: str) -> None:
        """Whatever the phase asks of people, by everyone; or else let its time run out."""
        if phase.startswith("Night"):
            self.everyone_taps_and_confirms()
        elif phase.startswith("Vote"):
            self.everyone_votes()
        elif phase.startswith("Day"):
            self.everyone_is_ready("I am done talking")
        else:
            self.visits.site.clock.advance(20)

    def play_to_the_end(self) -> None:
        """At most so many phases as a game of this size can have."""
        phase = self.phase()
        for _ in range(60):
            if self.host.locator("#end .winner").is_visible():
                return
            self.play_on(phase)
            phase = self.wait_for_another_phase(than=phase)
        raise AssertionError(f"the game did not end: {phase}")


def open_room(visits: Visits, name: str) -> Night:
    host = visits.open("/")
    room = host.locator("section", has=host.get_by_role("heading", name="Play with friends"))
    room.get_by_label("Your name").fill(name)
    button(room, "Open a room").click()
    host.wait_for_url("**/r/*/")
    return Night(visits, host.locator("#invite .code").inner_text(), {name: host})


def sit_down(night: Night, name: str, *, by_code: bool = False) -> Page:
    if by_code:
        page = night.visits.open("/")
        page.get_by_label("The code of the room").fill(night.code.lower().replace("-", " "))
        button(page, "Join").click()
    else:
        page = night.visits.open(f"/j/{night.code}/")
    page.get_by_label("Your name").fill(name)
    button(page, "Sit down").click()
    page.wait_for_url("**/r/*/")
    night.people[name] = page
    return page
