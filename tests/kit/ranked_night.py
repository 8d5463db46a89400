"""People at a Ranked table in their browsers; as its phases take their whole time, the site's clock moves."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from games.codec import decode_state
from games.engine import bots
from games.engine.state import State
from tests.kit.night import TILES, Night, button, card_of, open_room, press, tile
from tests.kit.web import Visits

LASTS = {"The deal": 60, "Night": 35, "Dawn": 8, "Day": 180, "Vote": 75, "Runoff": 15, "Last defense": 5}
"""Seconds that a phase takes at most, by how its title begins."""


@dataclass
class RankedNight(Night):
    """``held``: seconds by which the phase that is on was made longer."""

    held: int = 0

    def linger(self) -> None:
        """Gives people time to look at the phase and to act in it, however slow the machine is."""
        if not self.held:
            self.visits.site.clock.advance(-100)
            self.held = 100

    def pass_on(self, lasts: int | None = None) -> str:
        """Lets the time of the phase run out, if it takes no longer than ``lasts``; gives the next one."""
        phase = self.phase()
        seconds = lasts or next(most for title, most in LASTS.items() if phase.startswith(title))
        self.visits.site.clock.advance(seconds + self.held + 1)
        return self.wait_for_another_phase(than=phase)

    def wait_for_another_phase(self, than: str) -> str:
        """Holds the phase that begins open, as some take no longer than a slow machine to show them."""
        expect(self.host.locator("#status h1")).not_to_have_text(than)
        self.held = 0
        self.linger()
        return super().wait_for_another_phase(than)

    def reach(self, phase: str, lasts: int | None = None) -> None:
        """Lets time run out until that phase, and no more of it than five others; ``lasts`` as in pass_on."""
        for _ in range(5):
            if self.phase() == phase:
                return
            self.pass_on(lasts)
        raise AssertionError(f"{phase} does not begin, but {self.phase()}")

    def everyone_taps(self, plan: Mapping[str, str]) -> None:
        """Whom ``plan`` says, by who taps; all others somebody else, whom anybody may choose."""
        self.linger()
        for own, page in self.living().items():
            card, before = card_of(page), self.tapped.get(own)
            names = page.locator(TILES).all_inner_texts()[:-1]
            taken = (own, before, *plan.values())
            name = plan.get(own) or next(name for name in names if name not in taken and name not in card)
            tap(page, name)
            self.tapped[own] = name

    def vote(self, ballots: Mapping[str, str]) -> None:
        """All of these at once; the table sees them."""
        self.linger()
        for voter, name in ballots.items():
            tap(self.people[voter], name)
        expect(self.host.locator("#status")).to_contain_text(f"{len(ballots)} of ")

    def bots_have_acted(self) -> None:
        """Lets the bots think, and waits until none owes anything in the phase that is on."""
        self.visits.site.clock.advance(self.held + 10)
        self.held = -10
        for _ in range(100):
            state = self._state()
            if not any(state.seats[seat].bot for seat in bots.waiting(state)):
                return
            self.host.reload()
        raise AssertionError("the bots do nothing")

    def _state(self) -> State:
        path = self.visits.site.folder / "db.sqlite3"
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return decode_state(*database.execute(STATE, (self.code,)).fetchone())


STATE = """
SELECT snapshot, schema FROM games_game JOIN games_room ON games_room.game_id = games_game.id WHERE code = ?
"""


def tap(page: Page, name: str) -> None:
    """Taps a name; with several powers, for the first."""
    shown = tile(page, name).locator("visible=true")
    press(page, shown)
    expect(shown).to_have_attribute("aria-pressed", "true")


def aim_besides(page: Page, name: str) -> None:
    """Somebody with two powers chooses a name for the second, which is for them alone to see."""
    notes = page.locator("#notes")
    if notes.locator("details").get_attribute("open") is None:
        notes.locator("summary").first.click()
    notes.locator("select[id^=aim-]").select_option(name)
    button(notes, "Choose").click()
    expect(notes.locator("li b", has_text=name)).to_have_count(1)


def open_ranked(visits: Visits, name: str, *, narrates: bool = False) -> RankedNight:
    """A private room, from the home page."""
    night = open_room(visits, name, narrates=narrates, preset="ranked")
    return RankedNight(visits, night.code, night.people)
