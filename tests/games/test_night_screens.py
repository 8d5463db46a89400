"""What the nights of Syndicate and Gallows show to whom: taps, choosers, changed cards, what was found
out."""

import re

import pytest

from games.live import render
from tests.kit.screens import html, words
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def dealt(preset: str, **roles: str) -> Table:
    table = Table(*PLAYERS, preset=preset)
    table.start(**roles)
    return table


def night(preset: str, **roles: str) -> Table:
    table = dealt(preset, **roles)
    table.until("night")
    return table


def chosen(table: Table, name: str) -> list[tuple[str, str]]:
    seats = table.state.seats
    return [
        (choice.ability, "" if choice.target is None else seats[choice.target].name)
        for choice in table.state.stage.choices
        if choice.seat == table.number(name)
    ]


@pytest.mark.parametrize(
    ("preset", "roles"),
    [
        ("syndicate", {"mafia": "kill", "consort": "distract", "tracker": "track", "citizen": "suspect"}),
        ("gallows", {"godfather": "kill", "mafioso": "suspect", "janitor": "clean", "escort": "distract"}),
        (
            "gallows",
            {"godfather": "kill", "serial_killer": "murder", "survivor": "suspect", "mayor": "suspect"},
        ),
        (
            "gallows",
            {"godfather": "kill", "blackmailer": "silence", "sheriff": "investigate", "jester": "suspect"},
        ),
    ],
)
def test_C1_G3_the_same_tap_is_each_roles_own_and_the_page_the_same_for_all(
    preset: str, roles: dict[str, str]
) -> None:
    holders = dict(zip(PLAYERS, roles, strict=False))
    table = night(preset, **holders)
    assert len({html(table, name, "action") for name in PLAYERS}) == 1
    for name, role in holders.items():
        table.do(name, "tap", "Gus")
        assert chosen(table, name) == [(roles[role], "Gus")]
    assert len({html(table, name, "action") for name in holders}) == 1


def test_G11_C1_a_survivor_taps_themselves_to_be_on_alert_and_the_page_tells_nothing() -> None:
    table = night("gallows", Ann="godfather", Ben="survivor")
    table.do("Ben", "tap", "Ben")
    assert chosen(table, "Ben") == [("alert", "")]
    table.do("Cat", "tap", "Cat")
    for name in ("Ben", "Cat"):
        (pressed,) = re.findall(
            r"<button[^>]*aria-pressed=\"true\"[^>]*>([^<]*)", html(table, name, "action")
        )
        assert pressed.strip() == name
    table.do("Ben", "tap", "Dan")
    assert chosen(table, "Ben") == [("suspect", "Dan")]
    table.do("Ben", "tap", "nobody")
    assert chosen(table, "Ben") == [("hold", "")]


def test_S3_a_tap_after_the_lock_is_refused_in_words() -> None:
    table = night("syndicate", Ann="mafia", Ben="mafia")
    table.do("Ben", "tap", "Gus")
    assert refused(table.act("Ann", "tap", "Fay")) == "TEAM_HAS_CHOSEN"
    assert refused(table.act("Ben", "tap", "nobody")) == "TEAM_HAS_CHOSEN"
    table.do("Ann", "tap", "nobody")


def test_S15_a_yakuza_chooses_one_of_two_and_the_recruit_gets_another_card() -> None:
    table = night("syndicate", Ann="yakuza", Ben="mafia", Cat="detective", Dan="doctor")
    shown = words(table, "Ann", "notes")
    assert "Who does not wake up: …" in shown
    assert "Who joins you: …" in shown
    assert "Choose one" in shown
    assert "more than one thing" not in words(table, "Ben", "notes")
    table.do("Ann", "tap", "Gus", power="recruit")
    assert chosen(table, "Ann") == [("recruit", "Gus")]
    assert "Ann makes Gus an offer" in words(table, "Ben", "notes")
    assert "Your card has changed" not in words(table, "Gus", "notes")
    table.until("daybreak")
    assert "Your card has changed" in words(table, "Gus", "notes")
    assert "Ben" in words(table, "Gus", "role")
    assert "Your card has changed" not in words(table, "Fay", "notes")


def test_C1_whoever_has_several_powers_has_the_same_night_to_look_at_as_everybody() -> None:
    """A neighbour's glance at a phone is not to tell a Yakuza; which of two powers it is stands where only
    they look."""
    table = night("syndicate", Ann="yakuza", Ben="mafia", Cat="detective", Dan="doctor")
    assert len({html(table, name, "action") for name in PLAYERS}) == 1
    table.do("Ann", "tap", "Gus", power="recruit")
    table.do("Cat", "tap", "Gus")
    table.do("Eve", "tap", "Gus")
    assert len({html(table, name, "action") for name in ("Ann", "Cat", "Eve")}) == 1
    (pressed,) = re.findall(r'aria-pressed="true"[^>]*>([^<]*)', html(table, "Ann", "action"))
    assert pressed.strip() == "Gus"


def test_G4_the_lobby_names_both_cards_of_which_one_is_drawn() -> None:
    table = Table(*PLAYERS, "Hal", preset="gallows")
    panels = render.panels_for(table.lobby_view("Ann"))
    shown = render.panel_html("options", panels["options"], "en")
    assert "Blackmailer or Janitor" in shown
    assert "Blackmailer or Janitor" not in words(night("gallows", Ann="godfather"), "Ben", "role")


def test_G18_a_hanged_jester_has_a_night_to_take_somebody_along() -> None:
    table = dealt("gallows", Ann="godfather", Ben="jester")
    table.until("vote")
    for voter in ("Cat", "Dan"):
        table.do(voter, "vote", "Ben")
    table.until("night")
    assert "You are out" not in words(table, "Ben", "action")
    assert refused(table.act("Ben", "tap", "Eve")) == "NOT_AN_ACCUSER"
    table.do("Ben", "tap", "Dan")
    assert chosen(table, "Ben") == [("revenge", "Dan")]
    table.until("day")
    assert "You are out" in words(table, "Ben", "action")
    assert [seat.name for seat in table.state.seats if not seat.alive] == ["Ben", "Dan"]


@pytest.mark.parametrize(("ballots", "told"), [("names", False), ("totals", True), ("secret", True)])
def test_NN10_a_hanged_jester_who_was_not_told_who_voted_is_told_that_a_lot_may_pick(
    ballots: str, told: bool
) -> None:
    table = Table(*PLAYERS, preset="gallows", options={"ballots": ballots})
    table.start(Ann="godfather", Ben="jester")
    table.until("vote")
    table.do("Cat", "vote", "Ben")
    table.until("night")
    for name, shown in (("Ben", told), ("Ann", False), ("Cat", False)):
        assert ("You are not told who voted for you" in words(table, name, "action")) is shown
    assert (table.act("Ben", "tap", "Dan") is None) is told


def test_NN11_the_page_says_that_a_night_takes_its_whole_time() -> None:
    table = Table(*PLAYERS, preset="gallows", options={"flip": "none"})
    table.start(Ann="godfather", Ben="jester")
    table.until("night")
    assert "takes its whole time" not in words(table, "Ann", "action")
    table.until("vote")
    table.do("Cat", "vote", "Dan")
    table.until("night")
    assert "takes its whole time" in words(table, "Ann", "action")


def test_S13_G9_what_was_found_out_is_told_to_its_finder_alone() -> None:
    table = night("syndicate", Ann="mafia", Ben="tracker", Cat="sheriff", Dan="consort")
    table.do("Ann", "tap", "Gus")
    table.do("Ben", "tap", "Ann")
    table.do("Cat", "tap", "Ann")
    table.until("daybreak")
    assert "Ann visited Gus." in words(table, "Ben", "notes")
    assert "Ann is suspicious." in words(table, "Cat", "notes")
    assert "visited" not in words(table, "Fay", "notes")


def test_C3_the_history_tells_who_turned_and_of_what_everybody_died() -> None:
    table = night("syndicate", Ann="yakuza", Ben="mafia", Cat="tracker", Dan="doctor")
    table.do("Ann", "tap", "Dan", power="recruit")
    table.do("Cat", "tap", "Ann")
    table.until("over")
    told = words(table, "Eve", "log")
    assert "Dan was recruited" in told
    assert "Ann: died to recruit somebody." in told
    assert "Cat learned: Ann visited Dan." in told


def test_G5_C3_the_history_tells_who_stepped_up() -> None:
    table = night("gallows", Ann="godfather", Ben="mafioso", Cat="vigilante")
    table.do("Cat", "tap", "Ann")
    table.until("over")
    assert "Ben steps up as Godfather." in words(table, "Eve", "log")
