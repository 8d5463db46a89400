"""Ranked in browsers: seven strangers from the home page to the end, one person among bots, and the clock."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.live import proof_words
from tests.kit.night import add_bots, button, card_of, play_now, press, say
from tests.kit.ranked_night import RankedNight, open_ranked
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

LANGUAGE = "sv"
"""Of these tests' own, as tests share the site."""

KILLER = "agree on who does not wake up"


def join_from_the_list(looker: Page, name: str) -> Page:
    looker.get_by_role("link", name="Join").click()
    looker.get_by_label("Your name").fill(name)
    button(looker, "Sit down").click()
    looker.wait_for_url("**/r/*/")
    return looker


def gather(visits: Visits) -> RankedNight:
    """Ann opens a table, three find it on a list that they have open, three let it be found for them."""
    lookers = {
        name: visits.open(f"/rooms/?preset=ranked&language={LANGUAGE}") for name in ("Ben", "Cleo", "Dan")
    }
    for looker in lookers.values():
        expect(looker.locator("html")).to_have_attribute("data-net", "live")
        expect(looker.locator("#rooms-list > li")).to_have_count(0)
    ann = play_now(visits, "Ann", LANGUAGE, preset="ranked")
    code = ann.locator("#invite .code").inner_text()
    people = {"Ann": ann}
    for name, looker in lookers.items():
        expect(looker.locator(f"#room-{code}")).to_contain_text("Ranked")
        people[name] = join_from_the_list(looker, name)
    for name in ("Eve", "Fay", "Gus"):
        people[name] = play_now(visits, name, LANGUAGE, preset="ranked")
    for page in people.values():
        expect(page.locator("#invite .code")).to_have_text(code)
    return RankedNight(visits, code, people)


def see(night: RankedNight, panel: str, text: str | re.Pattern[str]) -> None:
    """All of them have it on that panel."""
    for page in night.pages:
        expect(page.locator(panel)).to_contain_text(text)


def condemn(night: RankedNight, name: str) -> None:
    """All others vote for ``name``, who has the word alone then."""
    ballots = dict.fromkeys(night.living(), name)
    del ballots[name]
    night.vote(ballots)
    assert night.pass_on() == "Last defense"
    see(night, "#story", name)
    see(night, "#players", re.compile(rf"{name}.*speaks"))
    say(night.people[name], "table", f"Not {name}!")
    see(night, "#lines-table", f"Not {name}!")
    for other, page in night.people.items():
        expect(page.locator("#say-table")).to_have_count(int(other == name))


def log_is_clean(visits: Visits) -> bool:
    return not re.findall(r"^.*\b(ERROR|CRITICAL|Traceback)\b.*$", visits.site.log, re.MULTILINE)


def test_seven_strangers_play_ranked_from_the_home_page_to_the_end(visits: Visits) -> None:
    """R4 to R15 as they are seen: taps, dawns, a skip, majorities with a last defense, and the end."""
    night = gather(visits)
    ann = night.host
    see(night, "#options", "Public Ranked rooms all play by the same rules.")
    expect(ann.locator("#options form")).to_have_count(0)
    expect(ann.locator("#options .deck")).to_contain_text("2 × Killers")
    for page in night.pages:
        button(page.locator("#action"), "I am ready").click()
    see(night, "#status", "7 of 7 ready")
    visits.site.clock.advance(11)
    night.all_see("The deal")
    night.everyone_is_ready("Got it")
    night.all_see("Night 1")

    killers = night.holding(KILLER)
    assert len(killers) == 2
    victim, other = [name for name in night.people if "no power" in card_of(night.people[name])][:2]
    assert "Confirm" not in ann.locator("#action").inner_text()
    assert len({page.locator("#action").inner_html() for page in night.pages}) == 1
    night.everyone_taps(dict.fromkeys(killers, victim))
    night.pass_on()
    night.all_see("Dawn of day 1")
    see(night, "#story", victim)
    night.pass_on()
    night.all_see("Day 1")
    expect(night.people[victim].locator("#action")).to_contain_text("You are out")
    expect(night.people[victim].locator("#talk")).to_contain_text("The lounge")
    say(night.people[killers[0]], "table", "I was asleep.")
    see(night, "#lines-table", "I was asleep.")

    night.pass_on()
    night.all_see("Vote 1")
    see(night, "#status", "2 skips left.")
    night.vote(dict.fromkeys(night.living(), "Skip"))
    expect(night.people[victim].locator("#players .for-nobody")).to_contain_text("Skip")
    night.pass_on()
    night.all_see("Night 2")
    see(night, "#story", "A majority skips. The town can afford 1 more skip.")
    night.everyone_taps(dict.fromkeys(killers, "Nobody"))
    night.reach("Dawn of day 2")
    see(night, "#story", "obody")

    night.reach("Vote 2")
    see(night, "#status", "1 skip left.")
    condemn(night, killers[0])
    button(night.people[killers[0]].locator("#action"), "I have said it").click()
    night.wait_for_another_phase(than="Last defense")
    night.all_see("Night 3")
    see(night, "#story", killers[0])
    assert not re.search("Killer", ann.locator("#log").inner_text())
    night.everyone_taps({killers[1]: other})
    night.reach("Vote 3")
    condemn(night, killers[1])
    night.pass_on()
    night.all_see("The end")
    for page in night.pages:
        expect(page.locator("#end .winner")).to_contain_text("The Town wins")
        expect(page.locator("#end .cast li")).to_have_count(7)
        expect(page.locator("#end .cast li", has_text="Killer")).to_have_count(2)
    ann.get_by_text("Was the deal fair?").click()
    with ann.context.expect_page() as opened:
        ann.get_by_text("Check it now").click()
    expect(opened.value.locator("#outcome")).to_have_text(str(proof_words.OUTCOMES["holds"]))
    assert log_is_clean(visits)


def tap_the_first(page: Page) -> None:
    """Of the grid, if there is one: there is none for who is out."""
    for grid in page.locator("#action [data-seats]").all():
        press(page, grid.locator("button:not([disabled])").first)


@pytest.mark.parametrize("seats", [7, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (15, 25))])
def test_one_person_plays_ranked_with_bots_to_the_end(visits: Visits, seats: int) -> None:
    night = open_ranked(visits, "Ann")
    add_bots(night.host, seats - 1)
    expect(night.host.locator("#options")).to_contain_text(f"with {seats}")
    button(night.host, "Deal the cards").click()
    night.all_see("The deal")
    for _ in range(150):
        phase = night.phase()
        if phase == "The end":
            break
        if phase.startswith(("Night", "Vote", "Runoff")):
            tap_the_first(night.host)
            night.bots_have_acted()
        night.pass_on()
    expect(night.host.locator("#end .cast li")).to_have_count(seats)
    assert log_is_clean(visits)


EARS = "window.said = []; speechSynthesis.speak = (speech) => window.said.push(speech.text);"
"""Hears what a page would say."""

COUNT_DOWN = r"""async () => {
  const live = performance.getEntriesByType('resource').find(({ name }) => /\/live\b[^/]*\.js$/.test(name));
  const ahead = (await import(live.name)).serverNow() - Date.now();
  const [now, clock] = ['now', 'clock'].map((id) => document.getElementById(id));
  const real = Date.now;
  const marked = new Set();
  for (let left = 12_000; left > 0; left -= 500) {
    Date.now = () => Number(now.dataset.due) - left - ahead;
    document.querySelector('[data-live]').dispatchEvent(new Event('live:frame'));
    if (clock.matches('[data-low][data-warn]')) marked.add(clock.textContent);
  }
  Date.now = real;
  return [...marked];
}"""
"""Shows a page the last twelve seconds of its phase at once; gives those that are marked."""

MARKED = ["0:10", "0:05", "0:03", "0:02", "0:01"]
SPOKEN = ["10 seconds left", "5", "3", "2", "1"]


def test_R10_the_last_seconds_are_marked_and_on_request_spoken_but_not_at_night(visits: Visits) -> None:
    night = open_ranked(visits, "Ann")
    ann, watcher = night.host, night.watch(f"/j/{night.code}/")
    add_bots(ann, 4)
    button(ann, "Deal the cards").click()
    night.all_see("The deal")
    watcher.goto(f"/r/{night.code}/")
    for page in (ann, watcher):
        page.add_init_script(EARS)
        page.reload()
        expect(page.get_by_label("Speak the clock")).not_to_be_checked()
        page.get_by_label("Speak the clock").check()
    assert night.pass_on() == "Night 1"
    expect(watcher.locator("#status h1")).to_have_text("Night 1")
    for page, spoken in ((ann, []), (watcher, SPOKEN)):
        assert page.evaluate(COUNT_DOWN) == MARKED
        assert page.evaluate("window.said") == spoken
    night.reach("Day 1")
    assert ann.evaluate(COUNT_DOWN) == MARKED
    assert ann.evaluate("window.said") == SPOKEN
    ann.reload()
    expect(ann.get_by_label("Speak the clock")).to_be_checked()
