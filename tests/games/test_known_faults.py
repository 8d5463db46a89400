"""Faults that other games of the kind really had, each proven absent here or where this list says.

Voting.  One tally for all (engine/test_parts, test_laws; forged ballots here); silence is no ballot
(services/test_clock); the last two ballots, and many clocks, at once (services/test_concurrency); revotes
(engine/test_parlor, test_bots); who leaves goes out at the end of a vote (test_parlor); ballots at the
deadline, and taken back (here); masked ballots (here, live/test_planted_leaks and live/test_wire_law).
Timers.  A server that was away, and absences (here); time is taken from the server (e2e/test_live), one
absolute deadline (test_views).
Reconnecting.  Here, and services/test_presence.
The lobby.  The last seat (services/test_concurrency); a host who leaves, starting without who is long away,
who was put out, ready is gone with the connection (all services/test_lobby); a seat is in one game of one
room.
Leaks.  What is in pages, frames and public texts (live/test_wire_law, test_render); every address and socket
asks who asks (test_permissions); who may write is asked of each line (here, test_permissions_talk); the grid
of the night (test_render, live/test_wire_law); what the Mafia say (here).
"""

import pytest

from games.codec import decode_event
from games.engine.day_events import BallotCast, BallotWithdrawn
from games.engine.talk import Talk
from games.engine.turn import ABSENCE, next_due
from games.models import GameEvent
from games.moment import HOUR
from games.services import chat, clock, lobby, presence
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def met(**options: object) -> Table:
    """Seven in a lobby, each with a phone."""
    table = Table(*PLAYERS, options={"talk_seconds": 60, **options})
    for name in PLAYERS:
        presence.connect(table.room_id, table.person(name), f"{name}'s phone", table.now)
    return table


def playing(phase: str, **options: object) -> Table:
    table = met(**options)
    table.start(Ann="mafia", Ben="doctor", Cat="detective", Dan="mafia")
    while table.phase != phase:
        table.now = min(deadline(table), table.now + 10_000)  # a phone is heard of so often
        presence.beat([f"{name}'s phone" for name in PLAYERS], table.now)
        clock.advance_due(table.now)
    return table


def deadline(table: Table) -> int:
    due = next_due(table.state)
    assert due is not None
    return due


# --- Voting -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["vote", "unvote"])
@pytest.mark.parametrize("clock_is", ["on time", "late"])
@pytest.mark.parametrize(("after", "counts"), [(-1, True), (0, False), (1, False)])
def test_a_ballot_is_changed_up_to_the_deadline_and_not_at_it(
    asked: str, clock_is: str, after: int, counts: bool
) -> None:
    table = playing("vote", first_day_vote=True)
    for name in ("Ben", "Cat", "Eve"):
        table.do(name, "vote", "Gus")
    for name in ("Fay", "Gus"):
        table.do(name, "vote", "Dan")
    asked_in, due = table.state.stage.number, deadline(table)
    table.now = due + after
    if clock_is == "on time":
        clock.advance_due(table.now)
    answer = table.act("Ben", asked, "Dan" if asked == "vote" else None, phase=asked_in)
    assert refused(answer) == ("" if counts else "PHASE_PASSED")
    table.now = due + 3_000
    clock.advance_due(table.now)
    out = [seat.name for seat in table.state.seats if not seat.alive]
    tied = counts and asked == "unvote"
    assert (out, table.phase) == ([] if tied else ["Dan" if counts else "Gus"], "result")


def test_n2_a_vote_that_is_asked_for_in_a_phase_that_has_passed_is_no_choice_of_the_next() -> None:
    table = playing("vote", first_day_vote=True)
    number = table.state.stage.number
    table.until("night")
    assert refused(table.act("Ann", "vote", "Eve", phase=number)) == "PHASE_PASSED"
    assert refused(table.act("Ann", "kill", "Eve", phase=number)) == "PHASE_PASSED"
    assert not table.state.stage.choices


def test_c16_c17_who_has_no_ballot_casts_none() -> None:
    table = playing("night")
    table.do("Ann", "kill", "Eve")
    table.do("Dan", "kill", "Eve")
    table.do("Ben", "protect", "Ben")
    table.join("Yve")
    table.until("vote")
    before = GameEvent.objects.count()
    asked = {"Eve": "NOT_ALIVE", "Yve": "SPECTATOR", "Zed": "SPECTATOR"}
    assert {name: refused(table.act(name, "vote", "Fay")) for name in asked} == asked
    assert refused(table.act("Fay", "vote", "Eve")) == "TARGET_OUT"
    assert refused(table.act("Fay", "vote", "Fay")) == "SELF_VOTE"
    assert GameEvent.objects.count() == before


def test_a_forged_ballot_counts_for_nobody() -> None:
    table = playing("vote", first_day_vote=True)
    table.do("Ben", "vote", "Gus")
    table.do("Ben", "vote", "Gus")
    assert table.act("Ben", "vote", "Dan", command_id="one") is None
    assert table.act("Ben", "vote", "Dan", command_id="one") is None
    assert dict(table.state.stage.totals) == {table.number("Dan"): 1}


def test_whoever_takes_a_ballot_back_may_vote_again_and_is_waited_for() -> None:
    table = playing("vote", first_day_vote=True)
    table.do("Ben", "vote", "Gus")
    table.do("Ben", "unvote")
    assert refused(table.act("Ben", "unvote")) == "NO_BALLOT"
    assert table.game_view("Cat").observation.done == 0
    for name in PLAYERS:
        if name != "Ben":
            table.do(name, "vote", "Gus" if name != "Gus" else "Dan")
    assert table.phase == "vote"
    table.do("Ben", "vote", "Gus")
    assert table.phase != "vote"


@pytest.mark.parametrize("ballots", ["secret", "totals"])
def test_a_ballot_that_is_taken_back_is_nobody_elses_business(ballots: str) -> None:
    table = playing("vote", first_day_vote=True, ballots=ballots)
    table.do("Ben", "vote", "Gus")
    table.do("Ben", "unvote")
    told = [
        (decode_event(event.kind, event.data), event.seats, event.narrator or event.spectators)
        for event in GameEvent.objects.filter(kind__in=("BallotCast", "BallotWithdrawn"))
    ]
    mask = 1 << table.number("Ben")
    assert [type(event) for event, _, _ in told] == [BallotCast, BallotWithdrawn]
    assert {(seats, others) for _, seats, others in told} == {(mask, False)}
    seen = table.game_view("Cat").observation
    assert [seat.vote for seat in seen.seats] == [None] * len(PLAYERS)


# --- Timers -------------------------------------------------------------------------------------------------


def test_a_phase_that_ran_out_while_the_server_was_away_ends_once_and_the_next_is_whole() -> None:
    table = playing("vote", first_day_vote=True)
    number = table.state.stage.number
    table.now = deadline(table) + HOUR
    clock.advance_due(table.now)
    stage = table.state.stage
    assert (stage.number, stage.began_at) == (number + 1, table.now)
    assert not any(seat.absent for seat in table.state.seats)
    clock.advance_due(table.now)
    assert table.state.stage.number == number + 1


def test_without_any_clock_the_next_who_does_something_moves_the_game_on() -> None:
    table = playing("vote", first_day_vote=True)
    table.now = deadline(table)
    assert refused(table.act("Ben", "vote", "Gus")) == "WRONG_PHASE"
    assert table.phase == "result"


@pytest.mark.parametrize("paused", [False, True])
def test_who_comes_back_has_their_whole_absence_before_them_again(paused: bool) -> None:
    table = playing("day")
    presence.disconnect("Ben's phone", table.now)
    table.now += ABSENCE - 1_000
    if paused:
        table.do("Ann", "pause")
    presence.connect(table.room_id, table.person("Ben"), "Ben's phone", table.now)
    if paused:
        table.do("Ann", "resume")
    table.now += 2_000
    presence.disconnect("Ben's phone", table.now)
    table.now += ABSENCE - 1_000
    clock.advance_due(table.now)
    assert not table.member("Ben").absent
    assert not table.state.seats[table.number("Ben")].absent


# --- Reconnecting -------------------------------------------------------------------------------------------


def test_the_end_of_an_old_connection_does_not_touch_who_is_here_on_another() -> None:
    table = playing("day")
    presence.connect(table.room_id, table.person("Ben"), "Ben's laptop", table.now)
    presence.disconnect("Ben's phone", table.now)
    for _ in range(ABSENCE // 1_000 + 5):
        table.wait(1)
        presence.beat([f"{name}'s phone" for name in PLAYERS] + ["Ben's laptop"], table.now)
    assert table.member("Ben").away_since is None
    assert not table.state.seats[table.number("Ben")].absent
    presence.disconnect("Ben's phone", table.now)
    assert table.member("Ben").away_since is None


def test_who_is_open_in_another_room_is_away_in_this_one() -> None:
    table, other = playing("day"), Table("Hal", "Ben")
    presence.connect(other.room_id, other.person("Ben"), "Ben's other tab", table.now)
    presence.disconnect("Ben's phone", table.now)
    assert table.state.seats[table.number("Ben")].away_since == table.now
    assert other.member("Ben").away_since is None


def out_by_night() -> Table:
    """A day on which Eve is out."""
    table = playing("night", last_words=False)
    for name, verb, target in (("Ann", "kill", "Eve"), ("Dan", "kill", "Eve"), ("Ben", "protect", "Ben")):
        table.do(name, verb, target)
    table.until("day")
    assert not table.state.seats[table.number("Eve")].alive
    return table


def test_who_is_out_and_comes_back_is_still_out() -> None:
    table = out_by_night()
    presence.disconnect("Eve's phone", table.now)
    presence.connect(table.room_id, table.person("Eve"), "Eve's new phone", table.now)
    assert refused(table.act("Eve", "ready")) == "NOT_ALIVE"
    assert refused(chat.say(table.room_id, table.person("Eve"), "table", "Hm", table.now)) == "MAY_NOT_WRITE"
    assert chat.say(table.room_id, table.person("Eve"), "graveyard", "Hm", table.now) is None
    assert lobby.leave_room(table.room_id, table.person("Eve"), table.now) is None
    table.join("Eve")
    for talk in ("table", "graveyard", "mafia"):
        assert refused(chat.say(table.room_id, table.person("Eve"), talk, "Hm", table.now)) != ""
    assert table.game_view("Eve").observation.reads == (Talk.TABLE,)


def test_a_new_name_changes_nothing_of_a_game_that_is_on() -> None:
    table = playing("vote", first_day_vote=True)
    table.do("Cat", "vote", "Ben")
    assert lobby.leave_room(table.room_id, table.person("Ben"), table.now) is None
    again = lobby.join_room(table.code, table.person("Ben"), name="Somebody", at=table.now)
    assert getattr(again, "name", "") == "Somebody"
    seats = [seat.name for seat in table.state.seats]
    assert seats == list(PLAYERS)
    assert dict(table.state.stage.totals) == {table.number("Ben"): 1}
    assert refused(table.act("Ben", "vote", "Cat")) == "HAS_LEFT"


def test_who_opens_the_link_of_a_game_that_is_on_only_looks_on() -> None:
    table = playing("night")
    table.join("Yve")
    view = table.game_view("Yve")
    assert view.observation.own is None
    assert view.observation.legal == ()
    assert len(table.state.seats) == len(PLAYERS)
    for verb, target in (("suspect", "Ben"), ("confirm", None), ("leave", None)):
        assert refused(table.act("Yve", verb, target)) == "SPECTATOR"


# --- Leaks --------------------------------------------------------------------------------------------------


def test_a_page_that_was_open_before_gives_no_right_now() -> None:
    """Each line is asked of the game as it is, whatever page it was typed on."""
    table = playing("day")
    ben = table.person("Ben")
    assert chat.say(table.room_id, ben, "table", "By day", table.now) is None
    table.until("night")
    assert refused(chat.say(table.room_id, ben, "table", "By night", table.now)) == "MAY_NOT_WRITE"
    assert refused(chat.say(table.room_id, ben, "mafia", "Me too", table.now)) == "MAY_NOT_WRITE"
    assert refused(chat.say(table.room_id, ben, "graveyard", "Boo", table.now)) == "MAY_NOT_WRITE"
    assert refused(chat.say(table.room_id, ben, "lobby", "Hello?", table.now)) == "MAY_NOT_WRITE"
    assert table.heard("Ann", "table") == ["By day"]


def test_only_living_members_read_what_the_mafia_say() -> None:
    table = playing("night")
    assert chat.say(table.room_id, table.person("Ann"), "mafia", "Not Eve", table.now) is None
    table.join("Yve")
    readers = [name for name in (*PLAYERS, "Yve", "Zed") if table.heard(name, "mafia")]
    assert readers == ["Ann", "Dan"]
    assert lobby.leave_room(table.room_id, table.person("Dan"), table.now) is None
    assert refused(chat.say(table.room_id, table.person("Dan"), "mafia", "Me?", table.now)) == "NOT_A_MEMBER"
    table.now += 1_000
    assert chat.say(table.room_id, table.person("Ann"), "mafia", "Alone now", table.now) is None
    assert table.heard("Dan", "mafia") == []
