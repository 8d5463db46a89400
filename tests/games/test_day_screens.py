"""What Syndicate and Gallows show by day, and to whom (S2, S5 to S7, G13 to G15, G19)."""

import pytest
from django.urls import reverse

from games.models import JournalEntry
from games.services import chat, notes
from tests.kit.screens import browser, html, words
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
WATCHER = "Nobody at all"
SYNDICATE = {"Ben": "mafia", "Cat": "detective", "Dan": "doctor"}
GALLOWS = {"Ann": "godfather", "Ben": "blackmailer", "Cat": "mayor", "Dan": "doctor"}
LINE = "I am blackmailed."


def syndicate(phase: str, **options: object) -> Table:
    table = Table(*PLAYERS, preset="syndicate", options=options)
    table.start(**SYNDICATE)
    table.until(phase)
    return table


def gallows(phase: str) -> Table:
    table = Table(*PLAYERS, preset="gallows")
    table.start(**GALLOWS)
    table.until(phase)
    return table


def post(table: Table, name: str, address: str, **fields: str) -> str:
    """The status of a plain htmx post by ``name``, and what is told beside the control."""
    verb = fields.pop("verb", "")
    path = reverse(f"games:{address}", args=[table.code, verb] if verb else [table.code])
    response = browser(name).post(path, fields, headers={"HX-Request": "true"})
    return f"{response.status_code} {response.content.decode()}".strip()


def hang(table: Table, name: str) -> None:
    table.until("vote")
    for seat in table.state.seats:
        if seat.alive:
            table.do(seat.name, "vote", "nobody" if seat.name == name else name)


# --- Syndicate ---


def test_S2_every_page_has_the_turn_that_is_on_in_the_same_words() -> None:
    table = syndicate("night")
    first = {words(table, name, "status") for name in PLAYERS}
    assert len(first) == 1
    assert "open yours and agree on a name" in first.pop()
    table.wait(12)
    second = {html(table, name, "status") for name in PLAYERS}
    assert len(second) == 1
    assert "Detective, open your eyes" in second.pop()
    assert "Detective, open your eyes" in html(table, WATCHER, "story").split("data-aloud=")[1]
    table.until("day")
    assert "open your eyes" not in words(table, "Ann", "status")


def test_S5_S7_counts_are_shown_by_the_host_and_then_the_verdict() -> None:
    table = syndicate("vote")
    assert "Nobody sees a count before the host reveals them." in words(table, "Eve", "action")
    for name in ("Cat", "Dan", "Eve", "Fay"):
        table.do(name, "tap", "Gus")
    for name in (*PLAYERS, WATCHER):
        assert "chips" not in html(table, name, "players") + html(table, name, "action")
    assert "Reveal the votes" in words(table, "Ann", "host")
    assert "Reveal the votes" not in words(table, "Ben", "host")
    table.do("Ann", "reveal_votes")
    for name in (*PLAYERS, WATCHER):
        assert "Votes: Gus 4." in words(table, name, "story")
        assert "4 votes" in words(table, name, "players")
        assert "4 of 7 voted" in words(table, name, "status")
    assert "Finalize" in words(table, "Ann", "host")
    assert "Gus" not in words(table, "Eve", "story").replace("Votes: Gus 4.", "")
    table.do("Ann", "finalize")
    assert words(table, "Eve", "story").count("Gus") >= 2
    assert "Start the night" in words(table, "Ann", "host")
    assert "You are out" not in words(table, "Eve", "action")
    table.do("Ann", "next")
    assert table.phase == "night"


def test_S4_S16_roles_are_hidden_until_the_end() -> None:
    table = syndicate("night")
    table.do("Ben", "kill", "Eve")
    table.until("daybreak")
    assert "Eve" in words(table, "Ann", "story")
    assert "Citizen" not in words(table, "Ann", "story") + words(table, "Ann", "players")


def test_S6_a_second_tap_takes_the_ballot_back_and_another_moves_it() -> None:
    table = syndicate("vote")
    assert "/do/tap/" in html(table, "Eve", "action")
    table.do("Eve", "tap", "Ben")
    table.do("Eve", "tap", "Cat")
    assert table.state.stage.ballots == {4: 2}
    table.do("Eve", "tap", "Cat")
    assert table.state.stage.ballots == {}
    table.do("Eve", "tap", "nobody")
    assert table.state.stage.ballots == {4: -1}
    table.do("Eve", "tap", "nobody")
    assert table.state.stage.ballots == {}
    assert refused(table.act("Eve", "tap")) == "NEEDS_TARGET"
    assert refused(table.act("Eve", "tap", "Eve")) == "SELF_VOTE"


def test_S6_elsewhere_a_tap_is_no_vote() -> None:
    table = gallows("vote")
    assert "/do/vote/" in html(table, "Eve", "action")
    assert refused(table.act("Eve", "tap", "Ben")) == "WRONG_PHASE"


def test_S7_the_hosts_steps_by_form_and_everybody_elses_refusals() -> None:
    table = syndicate("vote")
    for verb in ("reveal_votes", "finalize"):
        assert post(table, "Eve", "do", verb=verb) == "422 Only the host can do that."
    assert post(table, "Ann", "do", verb="finalize") == "422 That is not possible in this phase."
    for verb in ("reveal_votes", "finalize", "next"):
        assert post(table, "Ann", "do", verb=verb) == "204"
    assert table.phase == "night"


# --- Gallows ---


def silenced() -> Table:
    table = gallows("night")
    table.do("Ben", "silence", "Eve")
    table.until("day")
    return table


def say(table: Table, name: str, text: str) -> str:
    return refused(chat.say(table.room_id, table.person(name), "table", text, table.now))


def test_G13_the_silenced_have_one_button_and_all_else_is_refused() -> None:
    table = silenced()
    talk = html(table, "Eve", "talk")
    assert (talk.count("<button"), f'value="{LINE}"' in talk, "say-table" in talk) == (1, True, True)
    assert '<input class="field"' not in talk
    assert LINE not in html(table, "Fay", "talk")
    assert say(table, "Eve", "It was Ben") == "MAY_NOT_WRITE"
    assert post(table, "Eve", "say", talk="table", text=f"{LINE}!").startswith("422")
    assert post(table, "Eve", "say", talk="table", text=LINE) == "204"
    assert table.heard("Fay", "table") == [LINE]
    table.until("night")
    assert say(table, "Eve", LINE) == "MAY_NOT_WRITE"


def test_G13_others_may_say_the_same_words_as_anything_else() -> None:
    table = silenced()
    assert say(table, "Fay", LINE) == ""
    assert table.heard("Eve", "table") == [LINE]


def tag(table: Table, by: str, subject: str, given: str, text: str = "") -> str:
    number = table.number(subject)
    return refused(notes.tag(table.room_id, table.person(by), number, given, text, table.now))


def test_G14_a_journal_is_its_owners_until_the_end_and_then_the_tags_are_everybodys() -> None:
    table = gallows("day")
    before = {name: html(table, name, "notes") for name in PLAYERS}
    assert tag(table, "Eve", "Ann", "evil", "too   calm") == ""
    assert tag(table, "Eve", "Ben", "trusted") == ""
    assert tag(table, "Eve", "Ben", "suspicious", "hm") == ""
    assert tag(table, "Fay", "Eve", "", "only a note") == ""
    own = words(table, "Eve", "notes")
    assert "Ann Evil too calm" in own
    assert "Ben Suspicious hm" in own
    for name in PLAYERS:
        if name not in ("Eve", "Fay"):
            assert html(table, name, "notes") == before[name]
        assert "too calm" not in html(table, name, "notes") or name == "Eve"
    assert table.game_view(WATCHER).public.tags == ()
    hang(table, "Ann")
    hang(table, "Ben")
    table.until("over")
    for name in (*PLAYERS, WATCHER):
        end = words(table, name, "end")
        assert "Eve Ann: Evil Ben: Suspicious" in end
        assert "calm" not in end
        assert "only a note" not in end
    assert tag(table, "Eve", "Ann", "trusted") == "GAME_OVER"


def test_G14_what_cannot_be_tagged_changes_nothing() -> None:
    table = gallows("day")
    assert tag(table, "Eve", "Eve", "evil") == "SELF_TARGET"
    assert tag(table, "Eve", "Ann", "wicked") == "NO_SUCH_TAG"
    assert tag(table, "Eve", "Ann", "evil", "x" * 201) == "NOTE_TOO_LONG"
    assert refused(notes.tag(table.room_id, table.person("Eve"), 40, "evil", "", table.now)) == "NO_SUCH_SEAT"
    assert post(table, "Eve", "tag", subject="one", tag="evil") == (
        "422 That could not be understood. Please try again."
    )
    assert post(table, "Eve", "tag", subject="0", tag="bad").endswith("or take the tag away.")
    assert not JournalEntry.objects.exists()
    assert post(table, "Eve", "tag", subject="0", tag="evil", text="hm") == "204"
    assert JournalEntry.objects.get().text == "hm"


def test_G14_the_notes_on_the_whole_are_kept_beside_it() -> None:
    table = gallows("day")
    assert notes.save(table.room_id, table.person("Eve"), "All odd", table.now) is None
    assert tag(table, "Eve", "Ann", "evil") == ""
    assert (table.game_view("Eve").note, len(table.game_view("Eve").journal)) == ("All odd", 1)


def test_G14_where_there_is_no_journal_no_page_has_one() -> None:
    table = syndicate("day")
    assert "Your journal" not in html(table, "Eve", "notes")
    assert tag(table, "Eve", "Ann", "evil") == "NO_JOURNAL"


def test_G14_whoever_watches_late_reads_the_tags_at_their_end() -> None:
    table = Table(*PLAYERS, preset="gallows", delay=60)
    table.start(**GALLOWS)
    table.until("day")
    assert tag(table, "Eve", "Ann", "evil") == ""
    hang(table, "Ann")
    hang(table, "Ben")
    table.until("over")
    assert table.game_view(WATCHER).public.tags == ()
    table.wait(61)
    assert table.game_view(WATCHER).public.tags == ((4, ((0, "evil"),)),)


def test_G15_a_Mayor_has_a_button_by_day_and_everybody_sees_the_card_then() -> None:
    table = gallows("night")
    assert "Show everybody your card" not in html(table, "Cat", "notes")
    table.until("day")
    for name in PLAYERS:
        assert ("Show everybody your card" in html(table, name, "notes")) is (name == "Cat")
    assert "Mayor" not in "".join(html(table, name, "players") for name in (*PLAYERS, WATCHER))
    assert post(table, "Eve", "do", verb="reveal") == "422 Your role cannot do that."
    assert post(table, "Cat", "do", verb="reveal") == "204"
    for name in (*PLAYERS, WATCHER):
        assert "Cat Mayor" in words(table, name, "players")
        assert "3 times" in words(table, name, "story")
        assert "3 times" in words(table, name, "log")
    assert "Show everybody your card" not in html(table, "Cat", "notes")
    table.until("vote")
    table.do("Cat", "vote", "Fay")
    assert "3 votes" in words(table, "Eve", "action")


def test_G15_the_story_at_the_end_tells_who_showed_their_card() -> None:
    table = gallows("day")
    table.do("Cat", "reveal")
    hang(table, "Ann")
    hang(table, "Ben")
    table.until("over")
    assert "Cat showed their card: Mayor." in words(table, "Eve", "log")


def test_G19_those_who_are_out_talk_in_the_Afterlife() -> None:
    table = gallows("night")
    table.do("Ann", "kill", "Eve")
    table.until("day")
    assert "Afterlife" in words(table, "Eve", "talk")
    assert "Afterlife" not in words(table, "Fay", "talk")
