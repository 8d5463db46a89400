"""A walk through every page and every screen of a game, for whatever looks at all of them.

Both generators give a screen's name and the page that shows it, and go on when asked for the next.
"""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from games.engine.rulesets import REGISTRY
from tests.kit.night import (
    Night,
    add_bots,
    button,
    hold_card,
    let_go,
    open_room,
    press,
    say,
    set_rules,
    sit_down,
    tile,
)
from tests.kit.ranked_night import aim_besides, open_ranked, tap
from tests.kit.web import Visits

Screen = tuple[str, Page]

NAMES = ["Ben", "Cleo", "Dan", "Eve", "Fay", "Maximiliane von Thurn"[:20]]
"""Who plays; the last name is as long as names may be."""


def pages(visits: Visits) -> Iterator[Screen]:
    """The pages outside a room, errors included."""
    page = visits.open("/")
    yield "home", page
    page.get_by_label("The code of the room").fill("NONE-SUCH-00")
    button(page, "Join").click()
    expect(page.locator("#join-code-err")).to_be_visible()
    yield "home, wrong code", page
    for theme in ("mafia", "werewolf"):
        page.goto(f"/how-to-play/?theme={theme}")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        yield f"how to play, {theme}", page
        for preset in REGISTRY:
            page.goto(f"/how-to-play/{preset}/?theme={theme}")
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            yield f"how to play {preset}, {theme}", page
    page.goto("/verify/?room=NONE-SUCH-00")
    page.get_by_label("Or what is in one").fill("no file")
    button(page, "Check it").click()
    expect(page.locator("#outcome")).to_be_visible()
    yield "check of a deal", page
    page.goto("/nowhere/")
    expect(page.get_by_role("heading", name="Wrong door")).to_be_visible()
    yield "404", page
    page.goto("/r/NONE-SUCH-00/")
    expect(page.get_by_role("heading", name="Nobody home")).to_be_visible()
    yield "no such room", page


def join(night: Night) -> Iterator[Screen]:
    page = night.visits.open(f"/j/{night.code}/")
    yield "join", page
    page.get_by_label("Your name").fill(next(iter(night.people)))
    button(page, "Sit down").click()
    expect(page.locator("#name-err")).to_be_visible()
    yield "join, name taken", page


def shows(page: Page, phase: str) -> Page:
    expect(page.locator("#status h1")).to_have_text(phase)
    return page


def game(visits: Visits, theme: str, ballots: str) -> Iterator[Screen]:
    """A narrated game of six with one of the Mafia, from the lobby to the end.

    A citizen is taken in the first night; the vote ties, is repeated, and puts another out; the second
    night ends the game.
    """
    night = open_room(visits, "Ann", narrates=True)
    host = night.host
    yield "lobby, alone", host
    yield from join(night)
    for name in NAMES:
        sit_down(night, name)
    slow = dict.fromkeys(("reveal_seconds", "night_seconds", "vote_seconds", "talk_seconds"), "600")
    slow |= {"vote_seconds": "7", "announcement_seconds": "60", "last_words_seconds": "120"}
    night.news_seconds = 120
    set_rules(host, theme=theme, ballots=ballots, tie="revote", roles_mafia="1", **slow)
    expect(host.locator("#err-o-vote_seconds")).not_to_be_empty()
    yield "lobby, host with a refused rule", host
    set_rules(host, vote_seconds="600")
    expect(host.locator("#err-o-vote_seconds")).to_be_empty()
    host.get_by_text("Change the rules").click()
    ben = night.people["Ben"]
    ben.get_by_text("All the rules").click()
    button(ben.locator("#action"), "I am ready").click()
    say(ben, "lobby", "Good evening")
    expect(host.locator("#lines-lobby")).to_contain_text("Good evening")
    yield "lobby, guest", ben
    yield "lobby, host", host

    button(host, "Deal the cards").click()
    night.all_see("The deal")
    watcher = shows(night.watch(), "The deal")
    (wolf,) = night.holding("Each night you and you")
    first, second, *others = [name for name in NAMES if name != wolf][::-1]
    reader = night.people[others[0]]
    yield "the deal, card shut", reader
    hold_card(reader)
    yield "the deal, card open", reader
    let_go(reader)

    def turn(of: Night, phase: str) -> None:
        of.play_on(of.phase())
        of.all_see(phase)
        shows(watcher, phase)

    turn(night, "Day 1")
    say(reader, "table", "I was at home all evening. Ask my cat.")
    expect(host.locator("#lines-table")).to_contain_text("my cat")
    yield "greeting", reader
    yield "greeting, narrator", host
    turn(night, "Night 1")
    press(reader, tile(reader, second))
    expect(reader.locator("#action [aria-pressed=true]")).to_have_count(1)
    yield "night", reader
    night.people[wolf].locator("summary", has_text="Only for you").click()
    yield "night, the dark side with notes open", night.people[wolf]
    yield "night, narrator", host
    yield "night, spectator", watcher
    night.everyone_taps_and_confirms(first)
    night.all_see("Morning 2")
    yield "morning", reader
    yield "morning, narrator", host
    yield "morning, spectator", shows(watcher, "Morning 2")
    turn(night, "Last words")
    say(night.people[first], "table", "Remember me fondly.")
    yield "last words, speaker", night.people[first]
    yield "last words, listener", reader
    yield "last words, spectator", watcher
    turn(night, "Day 2")
    yield "day, out", night.people[first]
    host.locator("#host summary").first.click()
    yield "day, narrator's tools", host
    button(host.locator("#host"), "Pause").click()
    expect(reader.locator("#action")).to_contain_text("Paused")
    yield "paused", reader
    yield "paused, narrator", host
    button(host.locator("#host"), "Go on").click()
    expect(reader.locator("#action")).not_to_contain_text("Paused")
    turn(night, "Vote 2")

    def vote(names: dict[str, str]) -> None:
        for voter, name in names.items():
            press(night.people[voter], tile(night.people[voter], name))
        expect(watcher.locator("#status")).to_contain_text(f"{len(names)} of 5")

    quiet, *rest = others
    vote({second: rest[0], wolf: second, rest[0]: second, rest[1]: rest[0]})
    tile(reader, quiet).click(force=True)
    yield "vote", reader
    yield "vote, narrator", host
    yield "vote, spectator", watcher
    yield "vote, out", night.people[first]
    press(reader, tile(reader, "Nobody"))
    night.all_see("Second vote")
    yield "second vote", reader
    vote({second: rest[0], wolf: second, rest[0]: second, rest[1]: second})
    press(reader, tile(reader, second))
    night.all_see("The result")
    yield "result", reader
    yield "result, spectator", shows(watcher, "The result")
    turn(night, "Last words")
    turn(night, "Night 2")
    say(night.people[first], "graveyard", "Cold in here.")
    expect(night.people[second].locator("#lines-graveyard")).to_contain_text("Cold")
    yield "night, out", night.people[second]
    night.everyone_taps_and_confirms(rest[0])
    night.all_see("Morning 3")
    night.play_on("Morning 3")
    for _ in range(12):
        phase = night.phase()
        if phase == "The end":
            break
        night.play_on(phase)
        night.wait_for_another_phase(than=phase)
    yield "end", reader
    yield "end, narrator", host
    yield "end, spectator", shows(watcher, "The end")


def open_public(visits: Visits, name: str, language: str, delay: str = "0") -> Night:
    """A public room of somebody's own."""
    host = visits.open("/rooms/")
    form = host.locator("section", has=host.get_by_role("heading", name="Open a table of your own"))
    form.get_by_label("Your name").fill(name)
    form.get_by_label("Language").select_option(language)
    form.get_by_label("Watchers see").fill(delay)
    button(form, "Open a public room").click()
    host.wait_for_url("**/r/*/")
    return Night(visits, host.locator("#invite .code").inner_text(), {name: host})


def public(visits: Visits) -> Iterator[Screen]:
    """The list of public rooms, a lobby that counts down, and a game that is watched late."""
    looker = visits.open("/rooms/?language=uk")
    expect(looker.locator("html")).to_have_attribute("data-net", "live")
    yield "list, empty", looker
    night = open_public(visits, "Ann", "uk", "60")
    for name in NAMES:
        sit_down(night, name)
    other = open_public(visits, "Zoe", "uk")
    looker.goto("/rooms/?language=uk&preset=chess")
    expect(looker.locator(f"#room-{other.code}")).to_be_visible()
    yield "list, with a filter that there is not", looker
    yield "lobby, public, alone", other.host
    expect(night.host.locator("#clock")).to_be_visible()
    yield "lobby, counting down, host", night.host
    yield "lobby, counting down, guest", night.people["Ben"]
    button(night.host, "Deal the cards").click()
    watcher = shows(night.watch(), "The game has begun")
    expect(looker.locator(f"#room-{night.code}")).to_contain_text("Playing")
    yield "list, waiting and playing", looker
    yield "late, nothing to see yet", watcher
    visits.site.clock.advance(60)
    shows(watcher, "The deal")
    expect(watcher.locator("#players .watching")).to_contain_text("1 min late")
    yield "late, spectator", watcher
    looker.goto("/rooms/")
    looker.locator("#quick-name").fill("Nobody")
    button(looker.locator("form[action='/play/']"), "Play now").click()
    expect(looker.locator("#quick-name-err")).to_be_visible()
    yield "list, quick play refused", looker


RANKED_ROLES = {"killer": 1, "silencer": 1, "vigilante": 1, "detective": 0, "doctor": 0}


def ranked(visits: Visits, theme: str) -> Iterator[Screen]:
    """A narrated Ranked game of six: a killer, a silencer who is their heir, a vigilante.

    A citizen is taken in the first night, another silenced; the town skips and has no skip left; the second
    vote ties, and the runoff puts the killer out; the vigilante shoots the heir.
    """
    night = open_ranked(visits, "Ann", narrates=True)
    host = night.host
    for name in NAMES:
        sit_down(night, name)
    roles = {f"roles_{role}": str(number) for role, number in RANKED_ROLES.items()}
    slow = {"reveal_seconds": "600", "night_seconds": "600", "announcement_seconds": "60"}
    set_rules(host, theme=theme, skip_budget="1", **roles, **slow)
    yield "Ranked lobby, host with the rules open", host
    ben = night.people["Ben"]
    ben.get_by_text("All the rules").click()
    yield "Ranked lobby, guest", ben
    button(host, "Deal the cards").click()
    night.all_see("The deal")
    watcher = night.watch()
    (killer,), (heir,), (hunter,) = map(night.holding, ("agree on who", "silence one player", "may shoot"))
    taken, hushed, last = [name for name in NAMES if name not in (killer, heir, hunter)]
    first, quiet, reader = (night.people[name] for name in (taken, hushed, last))

    night.everyone_is_ready("Got it")
    night.all_see("Night 1")
    hold_card(night.people[hunter])
    yield "Ranked night, a card with shots", night.people[hunter]
    let_go(night.people[hunter])
    night.everyone_taps({killer: taken, heir: hushed, hunter: "Nobody"})
    yield "Ranked night", reader
    night.reach("Dawn of day 1", 600)
    yield "Ranked dawn", reader
    yield "Ranked dawn, spectator", shows(watcher, "Dawn of day 1")
    night.reach("Day 1", 60)
    night.linger()
    yield "Ranked day, silenced", quiet
    yield "Ranked day, out", first
    yield "Ranked day, narrator", host
    night.reach("Vote 1")
    night.linger()
    night.vote({killer: hushed, hushed: "Skip", last: "Skip"})
    yield "Ranked vote with a skip", reader
    night.vote(dict.fromkeys((killer, heir, hunter, hushed, last), "Skip"))
    night.reach("Night 2")
    yield "Ranked night after a skip, narrator", host
    yield "Ranked night after a skip", reader
    night.everyone_taps(dict.fromkeys((killer, heir, hunter), "Nobody"))
    night.reach("Dawn of day 2", 600)
    night.reach("Day 2", 60)
    night.reach("Vote 2")
    night.linger()
    night.vote({killer: hushed, heir: hushed, hunter: killer, hushed: killer, last: "Skip"})
    yield "Ranked vote without skips", reader
    yield "Ranked vote, spectator", watcher
    night.reach("Runoff")
    night.linger()
    yield "Ranked runoff", reader
    yield "Ranked runoff, spectator", shows(watcher, "Runoff")
    night.vote({killer: hushed, heir: hushed, hunter: killer, hushed: killer, last: killer})
    night.reach("Last defense")
    night.linger()
    yield "Ranked last defense, speaker", night.people[killer]
    yield "Ranked last defense", reader
    yield "Ranked last defense, spectator", shows(watcher, "Last defense")
    night.reach("Night 3")
    tap(night.people[heir], last)
    aim_besides(night.people[heir], hushed)
    yield "Ranked night of an heir", night.people[heir]
    yield "Ranked night, out", first
    tap(night.people[hunter], heir)
    night.reach("The end", 600)
    yield "Ranked end", reader
    yield "Ranked end, spectator", shows(watcher, "The end")


def crowd(visits: Visits) -> Iterator[Screen]:
    """Forty at one table: a person, bots, and somebody who looks on."""
    night = open_room(visits, "Ann")
    add_bots(night.host, 39)
    yield "lobby of forty", night.host
    button(night.host, "Deal the cards").click()
    night.bots = True
    night.all_see("The deal")
    for _ in range(4):
        phase = night.phase()
        if phase.startswith("Night"):
            break
        night.play_on(phase)
        night.wait_for_another_phase(than=phase)
    yield "night of forty", night.host
    yield "night of forty, spectator", shows(night.watch(), night.phase())
