"""Several writers at once: threads with connections of their own.  On SQLite here, on PostgreSQL by
tests/stack."""

import threading
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from django.db import connection

from accounts.guests import Person
from games import policies
from games.codec import decode_state
from games.models import ChatLine, CommandReceipt, Game, GameEvent, Member, Room, Vote
from games.services import chat, clock, lobby, matchmaking, play, presence
from tests.kit.table import START, Table, refused

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(jobs: Sequence[Callable[[], object]]) -> list[object]:
    """Run every job in a thread of its own, all let go together; their answers in order."""
    answers: list[object] = [None] * len(jobs)
    gate = threading.Barrier(len(jobs))

    def run(number: int, job: Callable[[], object]) -> None:
        gate.wait()
        try:
            answers[number] = job()
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number, job)) for number, job in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


NAMES = tuple(f"P{n}" for n in range(12))


def join(table: Table, person: Person, name: str) -> object:
    return lobby.join_room(table.code, person, name=name, at=table.now)


def at_the_vote() -> Table:
    table = Table(*NAMES, options={"first_day_vote": True})
    table.start(P0="mafia")
    table.until("vote")
    return table


def test_ballots_cast_at_the_same_moment_all_count() -> None:
    table = at_the_vote()
    answers = at_once([partial(table.act, name, "vote", "P0") for name in NAMES[1:11]])
    assert answers == [None] * 10
    assert table.state.stage.totals == {0: 10}
    assert Vote.objects.count() == 10
    seqs = list(GameEvent.objects.filter(game=table.game).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, table.game.event_count + 1))


def test_one_command_sent_many_times_at_once_is_carried_out_once() -> None:
    table = at_the_vote()
    job = partial(table.act, "P1", "vote", "P0", command_id="tap")
    assert at_once([job] * 6) == [None] * 6
    assert Vote.objects.count() == 1
    assert CommandReceipt.objects.count() == 1


def test_many_clocks_end_a_phase_once() -> None:
    table = at_the_vote()
    table.now += 60_000
    answers = at_once([lambda: clock.advance_due(table.now)] * 5)
    assert all(isinstance(answer, int) for answer in answers)
    assert GameEvent.objects.filter(kind="VoteClosed").count() == 1
    assert table.phase == "result"


def test_bots_driven_by_many_clocks_act_once() -> None:
    table = Table("Ann")
    lobby.add_bots(table.room_id, table.person("Ann"), 6, table.now)
    table.start()
    table.now += 30_000
    answers = at_once([lambda: clock.advance_due(table.now)] * 4)
    assert all(isinstance(answer, int) for answer in answers)
    assert GameEvent.objects.filter(kind="ReadyMarked").count() == 6


def test_two_people_want_the_last_seat() -> None:
    table = Table("Ann")
    lobby.add_bots(table.room_id, table.person("Ann"), 38, table.now)
    answers = at_once([partial(join, table, Person(name), name) for name in ("Ben", "Cat", "Dan", "Eve")])
    assert sorted(map(refused, answers)) == ["", "ROOM_FULL", "ROOM_FULL", "ROOM_FULL"]
    assert Member.objects.filter(room=table.room_id, gone_at=None).count() == 40


def test_one_name_wanted_twice_and_one_person_who_taps_twice() -> None:
    table = Table("Ann")
    answers = at_once([partial(join, table, Person(guest), "Ben") for guest in ("one", "two")])
    assert sorted(map(refused, answers)) == ["", "NAME_TAKEN"]
    assert len(set(at_once([partial(join, table, Person("cat"), "Cat")] * 3))) == 1
    assert Member.objects.filter(room=table.room_id).count() == 3


def test_a_host_who_taps_start_twice_starts_one_game() -> None:
    table = Table(*NAMES)
    answers = at_once([partial(lobby.start_game, table.room_id, table.person("P0"), table.now)] * 3)
    assert sorted(map(refused, answers)) == ["", "GAME_RUNNING", "GAME_RUNNING"]
    assert Game.objects.count() == 1


def test_lines_and_ballots_at_once_all_arrive() -> None:
    table = at_the_vote()
    jobs: list[Callable[[], object]] = []
    for name in NAMES[1:7]:
        person = table.person(name)
        jobs.append(partial(chat.say, table.room_id, person, "table", "hi", table.now))
        jobs.append(partial(table.act, name, "vote", "P0"))
    assert at_once(jobs) == [None] * 12
    assert sorted(ChatLine.objects.values_list("seq", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert sorted(ChatLine.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert decode_state(table.game.snapshot, table.game.schema).stage.totals == {0: 6}


def test_somebody_joins_while_the_host_starts() -> None:
    table = Table(*NAMES)
    start = partial(lobby.start_game, table.room_id, table.person("P0"), table.now)
    assert list(map(refused, at_once([start, partial(join, table, Person("late"), "Late")]))) == ["", ""]
    late = Member.objects.get(name="Late")
    seated = {seat.name for seat in table.state.seats}
    assert ("Late" in seated) is not late.queued
    assert seated - {"Late"} == set(NAMES)


def test_who_is_kicked_while_they_act_is_out_whatever_comes_first() -> None:
    table = at_the_vote()
    kick = partial(lobby.kick, table.room_id, table.person("P0"), table.member("P1").pk, table.now)
    answers = at_once([kick, partial(table.act, "P1", "vote", "P0")])
    assert refused(answers[0]) == ""
    assert refused(answers[1]) in ("", "HAS_LEFT", "SPECTATOR")
    assert table.state.seats[1].left
    assert refused(table.act("P1", "vote", "P2")) == "SPECTATOR"


def test_the_last_two_ballots_at_once_end_the_vote_once() -> None:
    table = at_the_vote()
    for name in NAMES[:10]:
        table.do(name, "vote", "P11" if name == "P10" else "P10")
    assert at_once([partial(table.act, name, "vote", "P0") for name in NAMES[10:]]) == [None, None]
    assert GameEvent.objects.filter(kind="VoteClosed").count() == 1
    assert not table.state.seats[10].alive


def test_leaving_and_voting_at_once_does_both_or_tells_why_not() -> None:
    table = at_the_vote()
    leave = partial(lobby.leave_room, table.room_id, table.person("P1"), table.now)
    answers = at_once([leave, partial(table.act, "P1", "vote", "P0")])
    assert refused(answers[0]) == ""
    assert refused(answers[1]) in ("", "HAS_LEFT", "SPECTATOR")
    assert Vote.objects.count() == (answers[1] is None)


def test_a_rematch_asked_for_twice_is_one_game() -> None:
    table = Table(*NAMES)
    table.start(P0="mafia")
    for name in NAMES[1:]:
        table.do(name, "leave")
    table.until("over")
    again = partial(lobby.rematch, table.room_id, table.person("P0"), table.now)
    assert sorted(map(refused, at_once([again, again, again]))) == ["", "GAME_NOT_OVER", "GAME_NOT_OVER"]
    assert Game.objects.count() == 2


def test_a_pause_at_the_deadline_comes_before_it_or_after_it() -> None:
    table = at_the_vote()
    deadline = table.state.stage.due_at
    pause = partial(play.act, table.room_id, table.person("P0"), "pause", None, deadline - 1)
    answers = at_once([pause, lambda: clock.advance_due(deadline)])
    assert refused(answers[0]) == ""
    assert table.state.paused_at == deadline - 1
    assert table.phase in ("vote", "result")
    assert table.game.due_at is None


def play_now(name: str) -> object:
    return matchmaking.quick_play(Person(f"guest-{name}"), name=name, preset="parlor", at=START)


def test_all_who_play_now_at_the_same_moment_sit_at_one_table() -> None:
    rooms = at_once([partial(play_now, name) for name in NAMES[:6]])
    assert all(isinstance(room, Room) for room in rooms), rooms
    assert Room.objects.count() == 1
    assert Member.objects.filter(gone_at=None).count() == 6


def test_the_last_seat_goes_to_one_and_the_other_is_told_or_seated_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 4)
    table = Table(*NAMES[:3], public=True)
    answers = at_once([partial(join, table, Person(name), name) for name in ("Yan", "Zoe")])
    assert sorted(refused(answer) for answer in answers) == ["", "ROOM_FULL"]
    other = Table(*NAMES[:3], public=True, language="fr")
    seated = at_once([partial(play_now, name) for name in ("Una", "Vic")])
    assert all(isinstance(room, Room) for room in seated), seated
    assert other.room.members.filter(gone_at=None).count() == 4
    assert Room.objects.count() == 3


def test_many_clocks_start_a_lobby_once() -> None:
    table = Table(*NAMES[:6], public=True)
    presence.connect(table.room_id, table.person("P0"), "P0", table.now)
    presence.connect(table.room_id, table.person("P1"), "P1", table.now)
    table.now += 90_000
    assert at_once([lambda: clock.advance_due(table.now)] * 4)
    assert table.room.games.count() == 1
    assert table.phase == "reveal"
