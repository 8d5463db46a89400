"""What players and hosts can ask for and should not: a plain sentence in the right place, and nothing
changes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.guests import signed_cookie
from games import models
from games.services import clock
from games.services.settings import apply
from tests.kit.posts import HTMX, PLAYERS, everything, night, told, url, vote
from tests.kit.screens import browser
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

HUGE = str(10**40)


@pytest.fixture
def table(at_table_time: Callable[[Table], Table]) -> Table:
    """Six in a lobby, Ann hosting."""
    return at_table_time(Table(*PLAYERS))


# --- Playing ------------------------------------------------------------------------------------------------

AT_NIGHT = {
    "voting in the night": ("Ben", "vote", {"target": "0"}, "not possible in this phase"),
    "taking back a vote in the night": ("Ben", "unvote", {}, "not possible in this phase"),
    "being done talking in the night": ("Ben", "ready", {}, "not possible in this phase"),
    "no target": ("Ben", "protect", {}, "Tap a name first"),
    "a target for nothing": ("Ben", "hold", {"target": "1"}, "not aimed at anybody"),
    "a teammate's power": ("Ben", "kill", {"target": "1"}, "Your role cannot do that"),
    "a power that nobody has": ("Ben", "fly", {"target": "1"}, "Your role cannot do that"),
    "a verb of 5,000 letters": ("Ben", "x" * 5_000, {"target": "1"}, "Your role cannot do that"),
    "a seat that is not there": ("Ben", "protect", {"target": "6"}, "nobody in that seat"),
    "a negative seat": ("Ben", "protect", {"target": "-6"}, "nobody in that seat"),
    "a huge seat": ("Ben", "protect", {"target": HUGE}, "could not be understood"),
    "a seat in letters": ("Ben", "protect", {"target": "one"}, "could not be understood"),
    "half a seat": ("Ben", "protect", {"target": "1.5"}, "could not be understood"),
    "a seat with a NUL byte": ("Ben", "protect", {"target": "1\x00"}, "could not be understood"),
    "a seat as a power of two": ("Ben", "protect", {"target": "²"}, "could not be understood"),
    "an old phase": ("Ben", "protect", {"target": "1", "phase": "1"}, "the game has moved on"),
    "a phase to come": ("Ben", "protect", {"target": "1", "phase": "99"}, "the game has moved on"),
    "a huge phase": ("Ben", "protect", {"target": "1", "phase": HUGE}, "could not be understood"),
    "a phase in letters": ("Ben", "protect", {"target": "1", "phase": "now"}, "could not be understood"),
    "a command id with blanks": (
        "Ben",
        "protect",
        {"target": "1", "command_id": "a b"},
        "Load the page again",
    ),
    "a command id without end": ("Ben", "protect", {"target": "1", "command_id": "a" * 65}, "Load the page"),
    "pausing as a guest": ("Ben", "pause", {}, "Only the host can do that"),
    "going on as a guest": ("Ben", "resume", {}, "Only the host can do that"),
    "ending the phase as a guest": ("Ben", "next", {}, "Only the host can do that"),
    "removing as a guest": ("Ben", "remove", {"target": "0"}, "Only the host can do that"),
    "removing oneself": ("Ann", "remove", {"target": "0"}, "cannot choose yourself"),
    "removing a seat that is not there": ("Ann", "remove", {"target": "77"}, "nobody in that seat"),
    "going on without a pause": ("Ann", "resume", {}, "The game is not paused"),
    "ending the night as the host": ("Ann", "next", {}, "not possible in this phase"),
    "a spectator's choice": ("Zoe", "suspect", {"target": "0"}, "You are watching"),
    "a spectator's leaving": ("Zoe", "leave", {}, "You are watching"),
    "a spectator's pause": ("Zoe", "pause", {}, "You are watching"),
}


@pytest.mark.parametrize("case", AT_NIGHT)
def test_at_night_what_may_not_be_done_is_told_and_changes_nothing(table: Table, case: str) -> None:
    name, verb, sent, sentence = AT_NIGHT[case]
    night(table)
    assert sentence in told(browser(name), url("do", table, verb), sent)


AT_THE_VOTE = {
    "for oneself": ("Ben", "vote", {"target": "1"}, "cannot vote for yourself"),
    "for nobody's seat": ("Ben", "vote", {"target": "6"}, "nobody in that seat"),
    "for a seat below nobody": ("Ben", "vote", {"target": "-2"}, "nobody in that seat"),
    "for no one at all": ("Ben", "vote", {}, "Tap a name first"),
    "for what is no seat": ("Ben", "vote", {"target": "Ann"}, "could not be understood"),
    "taken back before it was cast": ("Ben", "unvote", {}, "no vote to take back"),
    "with a power": ("Ben", "protect", {"target": "1"}, "not possible in this phase"),
    "by a spectator": ("Zoe", "vote", {"target": "0"}, "You are watching"),
}


@pytest.mark.parametrize("case", AT_THE_VOTE)
def test_a_ballot_that_cannot_be_is_told_and_changes_nothing(table: Table, case: str) -> None:
    name, verb, sent, sentence = AT_THE_VOTE[case]
    vote(table)
    assert sentence in told(browser(name), url("do", table, verb), sent)


def test_no_field_of_a_post_lets_anybody_speak_for_another(table: Table) -> None:
    vote(table)
    forged = {
        "by": "0",
        "seat": "0",
        "member": "1",
        "person": "guest-Ann",
        "guest_id": "guest-Ann",
        "voter": "0",
    }
    sent = {"target": "3", **forged}
    assert browser("Ben").post(url("do", table, "vote"), sent, headers=HTMX).status_code == 204
    assert table.state.stage.ballots == {1: 3}
    said = {"talk": "table", "text": "Hi", "author": "1", "name": "Ann", **forged, "number": "9"}
    table.until("night")
    table.do("Ann", "kill", "Fay")
    table.until("day")
    assert browser("Ben").post(url("say", table), said, headers=HTMX).status_code == 204
    assert list(models.ChatLine.objects.values_list("name", flat=True)) == ["Ben"]


def test_a_forged_cookie_is_nobody(table: Table) -> None:
    night(table)
    for cookie in (
        "guest-Ann",
        signed_cookie("guest-Ann")[:-1] + "!",
        "x:y:z",
        "guest-Ann:1:2",
        "\u00e9" * 40,
    ):
        client = Client()
        client.cookies["guest"] = cookie
        assert told(client, url("do", table, "kill"), {"target": "1"}).startswith("You are watching")


def test_an_id_that_comes_again_is_answered_the_same_and_belongs_to_its_sender(table: Table) -> None:
    vote(table)
    assert table.act("Ben", "vote", "Cat", command_id="tap") is None
    before = everything()
    assert table.act("Ben", "vote", "Dan", command_id="tap") is None
    assert everything() == before
    assert refused(table.act("Dan", "vote", "Dan", command_id="bad")) == "SELF_VOTE"
    assert refused(table.act("Dan", "vote", "Cat", command_id="bad")) == "SELF_VOTE"
    assert table.act("Eve", "vote", "Dan", command_id="tap") is None
    assert table.state.stage.totals == {2: 1, 3: 1}


@pytest.mark.parametrize(("late", "counts"), [(-1, True), (0, False), (1, False)])
def test_a_ballot_counts_up_to_the_deadline_and_not_at_it(table: Table, late: int, counts: bool) -> None:
    vote(table)
    stage = table.state.stage
    table.now = stage.due_at + late
    answer = table.act("Ben", "vote", "Ann", phase=stage.number)
    assert refused(answer) == ("" if counts else "PHASE_PASSED")
    clock.advance_due(stage.due_at + 1)
    assert models.Vote.objects.count() == counts


def test_who_is_out_has_no_hand_in_anything_but_their_notes_and_the_graveyard(table: Table) -> None:
    night(table)
    table.do("Ann", "kill", "Eve")
    table.until("vote")
    eve = browser("Eve")
    assert "You are out of the game" in told(eve, url("do", table, "vote"), {"target": "0"})
    assert "You are out of the game" in told(eve, url("do", table, "unvote"), {})
    for talk in ("table", "mafia", "lobby"):
        assert "cannot write here now" in told(eve, url("say", table), {"talk": talk, "text": "It was Ann!"})
    for talk in ("graveyard", "mafia", "lobby"):
        assert "cannot write here now" in told(browser("Ben"), url("say", table), {"talk": talk, "text": "?"})


def test_a_finished_game_takes_nothing_more(table: Table) -> None:
    night(table)
    for name in PLAYERS[1:]:
        table.do(name, "leave")
    table.until("over")
    for verb in ("kill", "vote", "ready", "leave", "pause", "next", "remove"):
        assert told(browser("Ann"), url("do", table, verb), {"target": "1"}) == "The game is over."


# --- Hosting ------------------------------------------------------------------------------------------------

HOSTING: dict[str, tuple[str, dict[str, Any], str]] = {
    "setting": ("options", {"night_seconds": "50"}, "Only the host"),
    "locking": ("lock", {"locked": "on"}, "Only the host"),
    "narrating": ("narrate", {"narrates": "on"}, "Only the host"),
    "adding bots": ("add_bots", {"count": "1"}, "Only the host"),
    "removing a bot": ("remove_bot", {"member": "1"}, "Only the host"),
    "kicking": ("kick", {"member": "1"}, "Only the host"),
    "handing over": ("hand_over", {"member": "1"}, "Only the host"),
    "starting": ("start", {}, "Only the host"),
    "a rematch": ("rematch", {}, "Only the host"),
    "going back to the lobby": ("back_to_lobby", {}, "Only the host"),
}


@pytest.mark.parametrize("case", HOSTING)
def test_only_the_host_hosts(table: Table, case: str) -> None:
    name, sent, sentence = HOSTING[case]
    assert sentence in told(browser("Ben"), url(name, table), sent)
    assert told(browser("Zoe"), url(name, table), sent).startswith("You are not in this room")


MEMBERS = ("", "0", "-1", "999999", HUGE, "Ben", "\u0661", "1\x00", "1 OR 1=1")


@pytest.mark.parametrize("member", MEMBERS, ids=[repr(member[:10]) for member in MEMBERS])
def test_a_member_who_is_not_there_cannot_be_dealt_with(table: Table, member: str) -> None:
    other = Table("Zed", "Yan")
    for name in ("kick", "hand_over", "remove_bot"):
        sent = {"member": member}
        expected = ("not in the room any more", "do that to yourself")
        assert any(text in told(browser("Ann"), url(name, table), sent) for text in expected)
        sent = {"member": str(other.member("Yan").pk)}
        assert "not in the room any more" in told(browser("Ann"), url(name, table), sent)


@pytest.mark.parametrize("count", ["", "0", "-3", "41", HUGE, "many", "1.5", "\x00"])
def test_a_number_of_bots_that_cannot_be_is_told(table: Table, count: str) -> None:
    assert "from 1 to 40" in told(browser("Ann"), url("add_bots", table), {"count": count})


def test_more_bots_than_seats_are_refused_all_of_them(table: Table) -> None:
    assert "full" in told(browser("Ann"), url("add_bots", table), {"count": "35"})


OPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "a number in letters": ({"night_seconds": "long"}, "whole number"),
    "a number too small": ({"night_seconds": "0"}, "Choose a number from"),
    "a negative number": ({"night_seconds": "-45"}, "Choose a number from"),
    "a number too large": ({"night_seconds": "99999999"}, "Choose a number from"),
    "a number without end": ({"night_seconds": HUGE}, "whole number"),
    "a fraction": ({"quiet_days": "2.5"}, "whole number"),
    "a number with a NUL byte": ({"night_seconds": "45\x00"}, "whole number"),
    "not a number": ({"night_seconds": "NaN"}, "whole number"),
    "a choice there is not": ({"ballots": "everyone"}, "Choose one of"),
    "a choice of the wrong kind": ({"theme": "1"}, "Choose one of"),
    "a role there is not": ({"roles.dragon": "1"}, "no role called"),
    "a negative count": ({"roles.mafia": "-1"}, "Choose a number from"),
    "a count of letters": ({"roles.mafia": "two"}, "whole number"),
    "a role named by a tag": ({"roles.<img src=x>": "1"}, "no role called"),
}


@pytest.mark.parametrize("case", OPTIONS)
def test_a_setting_that_cannot_be_is_told_at_its_field(table: Table, case: str) -> None:
    sent, sentence = OPTIONS[case]
    response = browser("Ann").post(url("options", table), sent, headers=HTMX)
    text = response.content.decode()
    assert response.status_code == 422
    assert sentence in text
    assert '<hx-partial hx-target="#err-o-' in text
    assert "<img" not in text
    assert table.room.options == {}


@pytest.mark.parametrize(
    "changes",
    [
        {"no_such": 1},
        {"preset": "x"},
        {"min_players": 1},
        {"wins": []},
        {"line": None},
        {"night_seconds": True},
        {"night_seconds": 4.5},
        {"night_seconds": [45]},
        {"night_seconds": {}},
        {"last_words": "perhaps"},
        {"last_words": 2},
        {"ballots": None},
        {"ballots": ["names"]},
        {"roles": 3},
        {"roles": [["mafia", 1]]},
        {"roles": {"mafia": "1e3"}},
        {"roles": {"mafia": True}},
        {"roles": {"": 1}},
        {"__class__": 1},
    ],
    ids=repr,
)
def test_settings_of_no_sense_are_refused_one_by_one(changes: dict[str, object]) -> None:
    kept, refusals = apply("parlor", {}, {**changes, "vote_seconds": 70})
    assert kept == {"vote_seconds": 70}
    assert len(refusals) == 1


def test_a_table_that_cannot_start_says_what_to_change(table: Table) -> None:
    ann = browser("Ann")
    for counts, sentence in (
        ({"roles.mafia": "0"}, "Somebody has to be Mafia"),
        ({"roles.mafia": "6"}, "roles are set for 6 players"),
        ({"roles.mafia": "3"}, "would have won at once"),
    ):
        assert ann.post(url("options", table), counts, headers=HTMX).status_code == 204
        assert sentence in told(ann, url("start", table), {})


def test_a_game_that_is_on_is_not_started_set_or_handed_over(table: Table) -> None:
    night(table)
    ann = browser("Ann")
    for name, sent in (
        ("start", {}),
        ("options", {"night_seconds": "50"}),
        ("add_bots", {"count": "1"}),
        ("hand_over", {"member": str(table.member("Ben").pk)}),
        ("narrate", {"narrates": "on"}),
        ("ready", {"ready": "1"}),
    ):
        assert told(ann, url(name, table), sent).startswith("A game is on")
    for name in ("rematch", "back_to_lobby"):
        assert told(ann, url(name, table), {}) == "The game is not over yet."


@pytest.mark.parametrize("name", ["start", "rematch", "back_to_lobby", "options", "add_bots"])
def test_a_plain_post_refused_on_a_page_that_has_moved_on_is_still_told(table: Table, name: str) -> None:
    night(table)
    ann = browser("Ann")
    assert ann.post(url(name, table), {"night_seconds": "50"}).status_code == 303
    text = ann.get(url("room", table)).content.decode()
    assert re.search(r'id="err-page" role="alert">(A game is on|The game is not over yet)', text)
