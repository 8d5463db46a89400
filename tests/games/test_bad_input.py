"""Everything that can be sent and should not be: a plain sentence in the right place, and nothing changes."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import serializers
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.guests import signed_cookie
from games import models
from games import urls as games_urls
from games.moment import DAY
from games.services import chat, clock, lobby, notes, play
from games.services.settings import apply
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
TABLES = (models.Room, models.Member, models.Game, models.Seat, models.GameEvent, models.Vote)
WRITTEN = (models.ChatLine, models.JournalEntry)
HUGE = str(10**40)


@pytest.fixture(autouse=True)
def _unspent_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Six in a lobby, Ann hosting."""
    table = Table(*PLAYERS)
    for place in ("games.views.now", "games.projections.now", "games.selectors.now"):
        monkeypatch.setattr(place, lambda: table.now)
    return table


def night(table: Table) -> Table:
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("night")
    return table


def vote(table: Table) -> Table:
    lobby.change_options(table.room_id, table.person("Ann"), {"first_day_vote": True}, table.now)
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("vote")
    return table


def everything() -> str:
    """All that is stored and counts."""
    return serializers.serialize("json", [row for kind in TABLES + WRITTEN for row in kind.objects.all()])


def browser(table: Table, name: str) -> Client:
    client = Client()
    client.cookies["guest"] = signed_cookie(table.person(name).guest_id)
    return client


def url(name: str, table: Table, *more: str) -> str:
    return reverse(f"games:{name}", args=[table.code, *more])


def told(client: Client, path: str, sent: dict[str, Any]) -> str:
    """The sentence with which a post is refused."""
    before = everything()
    response = client.post(path, sent, headers=HTMX)
    assert response.status_code == 422, response.status_code
    assert everything() == before
    text = re.sub(r"<[^>]+>", "", response.content.decode())
    assert text.endswith(".")
    return text


# --- Coming in ----------------------------------------------------------------------------------------------

NAMES = {
    "empty": ("", "Type a name"),
    "only spaces": (" \t  ", "Type a name"),
    "only spaces that look wider": ("\u3000\u2003", "Type a name"),
    "200 characters": ("x" * 200, "at most 20"),
    "60,000 characters": ("x" * 60_000, "at most 20"),
    "a control character": ("Ben\x07", "letters, numbers and ordinary signs"),
    "a NUL byte": ("Be\x00n", "letters, numbers and ordinary signs"),
    "a right-to-left override": ("\u202enneB", "letters, numbers and ordinary signs"),
    "letters without width": ("Be\u200bn", "letters, numbers and ordinary signs"),
    "nothing but blanks that are letters": ("\u3164\u3164", "letters, numbers and ordinary signs"),
    "marks piled up": ("B" + "\u0301" * 9, "letters, numbers and ordinary signs"),
    "nothing but a mark": ("\u0301", "Type a name"),
    "a line of its own": ("Ben\u2028Ann", "letters, numbers and ordinary signs"),
    "taken": ("Ann", "has that name already"),
    "taken, in other letters": ("\uff21\uff2e\uff2e", "has that name already"),
    "taken, with spaces": ("a n n", "has that name already"),
    "what the game calls nobody": ("nobody", "The game itself uses that name"),
    "what the game calls the narrator": ("The Narrator", "The game itself uses that name"),
}


@pytest.mark.parametrize("case", NAMES)
def test_a_name_that_cannot_be_is_refused_beside_its_field(table: Table, case: str) -> None:
    name, sentence = NAMES[case]
    before = everything()
    response = Client().post(url("join", table), {"name": name})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert everything() == before


CODES = ("", " ", "-", "AAAA-AAAA-11", "KIMO-TARU-5", "'; DROP", "\x00", "KIMO TARU ٥٨", "x" * 50_000)


@pytest.mark.parametrize("code", CODES, ids=[repr(code[:14]) for code in CODES])
def test_a_code_that_leads_nowhere_is_told_at_its_field(table: Table, code: str) -> None:
    response = Client().post("/join/", {"code": code})
    assert response.status_code == 422
    assert "no room with this code, or it has expired" in response.content.decode()


def test_an_expired_code_leads_nowhere(table: Table) -> None:
    table.now += DAY + 1
    assert Client().post("/join/", {"code": table.code}).status_code == 422
    for path in (url("room", table), url("join", table)):
        response = browser(table, "Ann").get(path)
        assert (response.status_code, "has expired" in response.content.decode()) == (404, True)
    before = everything()
    assert browser(table, "Ann").post(url("start", table)).status_code == 404
    assert refused(lobby.join_room(table.code, table.person("Gus"), name="Gus", at=table.now)) == "NO_ROOM"
    assert everything() == before


def test_a_locked_room_lets_nobody_in_but_who_is_in(table: Table) -> None:
    assert lobby.set_lock(table.room_id, table.person("Ann"), True, table.now) is None
    response = Client().post(url("join", table), {"name": "Gus"})
    assert "has locked the room" in response.content.decode()
    assert browser(table, "Ben").post(url("join", table), {"name": "Other"}).status_code == 303
    assert models.Member.objects.count() == 6


def test_a_full_room_says_so(table: Table) -> None:
    assert lobby.add_bots(table.room_id, table.person("Ann"), 34, table.now) is None
    response = Client().post(url("join", table), {"name": "Gus"})
    assert "The room is full: 40 can sit here." in response.content.decode()


def test_the_same_person_twice_is_one_person(table: Table) -> None:
    for name in ("Ben", "Somebody else", ""):
        assert browser(table, "Ben").post(url("join", table), {"name": name}).status_code == 303
    assert models.Member.objects.filter(room=table.room_id).count() == 6


def test_who_comes_to_a_game_that_is_on_watches(table: Table) -> None:
    night(table)
    gus = browser(table, "Gus")
    assert gus.post(url("join", table), {"name": "Gus"}).status_code == 303
    assert told(gus, url("do", table, "suspect"), {"target": "1"}).startswith("You are watching")
    assert told(gus, url("say", table), {"talk": "table", "text": "Hi"}).startswith("You are watching")
    assert told(gus, url("note", table), {"text": "Hi"}).startswith("You are watching")


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
    assert sentence in told(browser(table, name), url("do", table, verb), sent)


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
    assert sentence in told(browser(table, name), url("do", table, verb), sent)


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
    assert browser(table, "Ben").post(url("do", table, "vote"), sent, headers=HTMX).status_code == 204
    assert table.state.stage.ballots == {1: 3}
    said = {"talk": "table", "text": "Hi", "author": "1", "name": "Ann", **forged, "number": "9"}
    table.until("night")
    table.do("Ann", "kill", "Fay")
    table.until("day")
    assert browser(table, "Ben").post(url("say", table), said, headers=HTMX).status_code == 204
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
    eve = browser(table, "Eve")
    assert "You are out of the game" in told(eve, url("do", table, "vote"), {"target": "0"})
    assert "You are out of the game" in told(eve, url("do", table, "unvote"), {})
    for talk in ("table", "mafia", "lobby"):
        assert "cannot write here now" in told(eve, url("say", table), {"talk": talk, "text": "It was Ann!"})
    for talk in ("graveyard", "mafia", "lobby"):
        assert "cannot write here now" in told(
            browser(table, "Ben"), url("say", table), {"talk": talk, "text": "?"}
        )


def test_a_finished_game_takes_nothing_more(table: Table) -> None:
    night(table)
    for name in PLAYERS[1:]:
        table.do(name, "leave")
    table.until("over")
    for verb in ("kill", "vote", "ready", "leave", "pause", "next", "remove"):
        assert told(browser(table, "Ann"), url("do", table, verb), {"target": "1"}) == "The game is over."


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
    assert sentence in told(browser(table, "Ben"), url(name, table), sent)
    assert told(browser(table, "Zoe"), url(name, table), sent).startswith("You are not in this room")


MEMBERS = ("", "0", "-1", "999999", HUGE, "Ben", "\u0661", "1\x00", "1 OR 1=1")


@pytest.mark.parametrize("member", MEMBERS, ids=[repr(member[:10]) for member in MEMBERS])
def test_a_member_who_is_not_there_cannot_be_dealt_with(table: Table, member: str) -> None:
    other = Table("Zed", "Yan")
    for name in ("kick", "hand_over", "remove_bot"):
        sent = {"member": member}
        expected = ("not in the room any more", "do that to yourself")
        assert any(text in told(browser(table, "Ann"), url(name, table), sent) for text in expected)
        sent = {"member": str(other.member("Yan").pk)}
        assert "not in the room any more" in told(browser(table, "Ann"), url(name, table), sent)


@pytest.mark.parametrize("count", ["", "0", "-3", "41", HUGE, "many", "1.5", "\x00"])
def test_a_number_of_bots_that_cannot_be_is_told(table: Table, count: str) -> None:
    assert "from 1 to 40" in told(browser(table, "Ann"), url("add_bots", table), {"count": count})


def test_more_bots_than_seats_are_refused_all_of_them(table: Table) -> None:
    assert "full" in told(browser(table, "Ann"), url("add_bots", table), {"count": "35"})


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
    response = browser(table, "Ann").post(url("options", table), sent, headers=HTMX)
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
    ann = browser(table, "Ann")
    for counts, sentence in (
        ({"roles.mafia": "0"}, "Somebody has to be Mafia"),
        ({"roles.mafia": "6"}, "roles are set for 6 players"),
        ({"roles.mafia": "3"}, "would have won at once"),
    ):
        assert ann.post(url("options", table), counts, headers=HTMX).status_code == 204
        assert sentence in told(ann, url("start", table), {})


def test_a_game_that_is_on_is_not_started_set_or_handed_over(table: Table) -> None:
    night(table)
    ann = browser(table, "Ann")
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
    ann = browser(table, "Ann")
    assert ann.post(url(name, table), {"night_seconds": "50"}).status_code == 303
    text = ann.get(url("room", table)).content.decode()
    assert re.search(r'id="err-page" role="alert">(A game is on|The game is not over yet)', text)


# --- Talking and noting -------------------------------------------------------------------------------------

LINES = {
    "empty": ("", "Type something first"),
    "only spaces": ("  \n ", "Type something first"),
    "only what cannot be seen": ("\u202e\u200b\x00", "Type something first"),
    "301 characters": ("x" * 301, "at most 300"),
    "10,000 characters": ("x" * 10_000, "at most 300"),
}


@pytest.mark.parametrize("case", LINES)
def test_a_line_that_cannot_be_is_told_beside_its_field(table: Table, case: str) -> None:
    text, sentence = LINES[case]
    sent = {"talk": "lobby", "text": text}
    assert sentence in told(browser(table, "Ben"), url("say", table), sent)


def test_what_turns_the_writing_round_is_taken_out_of_a_line(table: Table) -> None:
    text = "a\u202eb\x00c\u2066<b>"
    assert chat.say(table.room_id, table.person("Ben"), "lobby", text, table.now) is None
    assert table.heard("Ann", "lobby") == ["abc<b>"]


def test_a_note_too_long_is_told(table: Table) -> None:
    night(table)
    assert "at most 2000" in told(browser(table, "Ben"), url("note", table), {"text": "x" * 2_001})
    assert refused(notes.save(table.room_id, table.person("Zoe"), "x", table.now)) == "NOT_A_MEMBER"


def test_a_note_is_as_long_as_its_field_counts_it(table: Table) -> None:
    """A browser counts a break as one character, and sends two."""
    night(table)
    text = "\r\n".join(["x" * 19] * 100) + "\r\n"
    assert notes.save(table.room_id, table.person("Ben"), text, table.now) is None
    assert len(table.game_view("Ben").note) == 2_000
    assert refused(notes.save(table.room_id, table.person("Ben"), text + "x", table.now)) == "NOTE_TOO_LONG"


def test_talk_where_there_is_none(table: Table) -> None:
    before = everything()
    for talk in ("", "attic", "TABLE", "\x00", "table "):
        said = chat.say(table.room_id, table.person("Ben"), talk, "Hi", table.now)
        assert refused(said) == "NO_SUCH_TALK"
    assert refused(chat.say(table.room_id, table.person("Ben"), "mafia", "Hi", table.now)) in (
        "NO_GAME",
        "TOO_MANY_LINES",
    )
    assert everything() == before


# --- Too much, and not in the right form --------------------------------------------------------------------


def test_a_flood_of_lines_is_a_few_and_a_sentence(table: Table) -> None:
    ben = table.person("Ben")
    answers = [chat.say(table.room_id, ben, "lobby", f"{n}", table.now + n) for n in range(100)]
    assert models.ChatLine.objects.count() == 5
    assert {refused(answer) for answer in answers} == {"", "TOO_MANY_LINES"}


def test_a_flood_of_changes_of_mind_is_some_and_a_sentence(table: Table) -> None:
    vote(table)
    before = models.GameEvent.objects.count()
    answers = [table.act("Ben", "vote", PLAYERS[2 + n % 2]) for n in range(100)]
    assert {refused(answer) for answer in answers} == {"", "TOO_MANY_ACTS"}
    assert models.GameEvent.objects.count() - before <= 130
    table.now += 1_000
    assert table.act("Ben", "vote", "Ann") is None
    assert table.act("Cat", "vote", "Ann") is None


def test_a_flood_of_notes_and_tags_is_some_and_a_sentence() -> None:
    table = Table(*PLAYERS, preset="gallows")
    night(table)
    ben, eve = table.person("Ben"), table.number("Eve")
    answers = [notes.save(table.room_id, ben, f"{n}", table.now) for n in range(40)]
    answers += [notes.tag(table.room_id, ben, eve, "evil", f"{n}", table.now) for n in range(40)]
    assert {refused(answer) for answer in answers} == {"", "TOO_MANY_POSTS"}
    assert table.game_view("Ben").note == "29"
    assert table.room.note_count == 30
    assert notes.save(table.room_id, table.person("Cat"), "Ben?", table.now) is None
    assert notes.tag(table.room_id, ben, eve, "evil", "", table.now + 1_000) is None


FLOODS = ("ready", "lock", "options", "add_bots", "seat_without_phone", "kick")


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_of_posts_in_a_lobby_is_some_and_a_sentence(table: Table, name: str) -> None:
    """Each bot and each seat is a row, and each change wakes every page of the room."""
    ann, ben = browser(table, "Ann"), browser(table, "Ben")
    answers = [ann.post(url(name, table), {"ready": "1", "name": ""}, headers=HTMX) for _ in range(70)]
    told = [answer.content.decode() for answer in answers[-5:]]
    assert all("a lot at once" in text for text in told), told
    assert "a lot at once" not in answers[50].content.decode()
    assert ben.post(url("ready", table), {"ready": "1"}, headers=HTMX).status_code == 204


def test_rooms_and_joins_from_one_address_have_an_end_however_many_guests_come(
    table: Table, settings: Any
) -> None:
    few = {"burst": 3, "seconds": 60.0}
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "rooms from": few, "joins from": few}

    def post(path: str, name: str, address: str) -> int:
        return Client(REMOTE_ADDR=address).post(path, {"name": name}).status_code

    rooms = [post("/rooms/", "Ann", "203.0.113.9") for _ in range(5)]
    assert rooms == [303, 303, 303, 422, 422]
    assert post("/rooms/", "Ann", "203.0.113.10") == 303
    joins = [post(url("join", table), "Ann", f"2001:db8::{n}") for n in range(3)]
    text = Client(REMOTE_ADDR="2001:db8::7").post(url("join", table), {"name": "Gus"}).content.decode()
    assert set(joins) == {422}
    assert "That was a lot of tries" in text


METHODS = ("put", "patch", "delete", "options", "trace")


@pytest.mark.parametrize("method", METHODS)
def test_pages_answer_to_their_methods_only(table: Table, method: str) -> None:
    before = everything()
    for path in ("/", url("room", table), url("join", table), "/rooms/", "/join/", url("start", table)):
        assert getattr(browser(table, "Ann"), method)(path).status_code == 405, path
    assert everything() == before


def test_a_post_without_a_token_or_from_another_site_is_refused(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["guest"] = signed_cookie(table.person("Ann").guest_id)
    text = client.get(url("room", table)).content.decode()
    token = re.findall(r'data-csrf="(\w+)"', text)[0]
    before = everything()
    for headers in (
        {},
        {"X-CSRFToken": "x" * 64},
        {"X-CSRFToken": token, "Origin": "https://evil.example"},
        {"X-CSRFToken": token, "Origin": "null"},
    ):
        assert client.post(url("start", table), {}, headers={**HTMX, **headers}).status_code == 403
    assert everything() == before


BODIES: dict[str, tuple[bytes, str]] = {
    "larger than any form": (b"text=" + b"x" * 70_000, "application/x-www-form-urlencoded"),
    "a thousand fields": (b"&".join(b"f%d=1" % n for n in range(1_000)), "application/x-www-form-urlencoded"),
    "multipart without a boundary": (b"--x", "multipart/form-data"),
    "another alphabet": (b"a=1", "application/x-www-form-urlencoded; charset=utf-16"),
}


@pytest.mark.parametrize("case", BODIES)
def test_a_post_that_is_none_gets_a_page_that_says_so(table: Table, case: str) -> None:
    body, kind = BODIES[case]
    client = Client(enforce_csrf_checks=True)
    client.cookies["guest"] = signed_cookie(table.person("Ann").guest_id)
    token = re.findall(r'data-csrf="(\w+)"', client.get(url("room", table)).content.decode())[0]
    before = everything()
    for name in ("start", "options", "say", "note", "leave"):
        response = client.post(url(name, table), body, content_type=kind, headers={"X-CSRFToken": token})
        assert response.status_code == 400, name
        assert "was not understood" in response.content.decode()
    assert everything() == before


def test_json_is_no_form(table: Table) -> None:
    night(table)
    sent = json.dumps({"target": 1, "verb": "kill"})
    response = browser(table, "Ann").post(
        url("do", table, "kill"), sent, content_type="application/json", headers=HTMX
    )
    assert (response.status_code, response.content.decode()) == (422, "Tap a name first.")


def test_whatever_a_room_answers_is_kept_by_nobody(table: Table) -> None:
    ann = browser(table, "Ann")
    answers = [
        ann.get(url("room", table)),
        ann.get(url("join", table)),
        ann.post(url("ready", table), {"ready": "1"}),
        ann.post(url("say", table), {"talk": "lobby", "text": ""}, headers=HTMX),
        Client().get(url("room", table)),
    ]
    for answer in answers:
        assert "no-store" in answer["Cache-Control"]
    assert "private" in Client().get("/")["Cache-Control"]


@pytest.mark.parametrize("verb", ["kill", "vote", "ready", "confirm", "leave", "pause", "remove", "", "\x00"])
def test_a_stranger_has_no_hand_in_any_game(table: Table, verb: str) -> None:
    for expected in ("NO_GAME", "SPECTATOR"):
        assert refused(play.act(table.room_id, table.person("Zoe"), verb, 0, table.now)) == expected
        if expected == "NO_GAME":
            night(table)


def test_no_address_answers_somebody_who_opens_it_with_an_empty_page(table: Table) -> None:
    known = {"code": table.code, "slug": "none", "verb": "tap", "preset": "parlor"}
    refused = 0
    for pattern in games_urls.urlpatterns:
        args = {name: known[name] for name in pattern.pattern.converters}
        response = browser(table, "Ann").get(reverse(f"games:{pattern.name}", kwargs=args))
        assert response.content or response.has_header("Location"), pattern.name
        if response.status_code == 405:
            refused += 1
            text = response.content.decode()
            assert "Nothing was changed" in text
            onward = re.findall(r'class="btn"\s+href="([^"]+)"', text)
            assert [browser(table, "Ann").get(link).status_code for link in onward] == [200], pattern.name
    assert refused > 20
