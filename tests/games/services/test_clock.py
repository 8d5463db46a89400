from collections.abc import Iterator
from unittest import mock

import pytest

from games import tasks
from games.engine import bots
from games.engine.beliefs import Claim
from games.engine.ids import NOBODY, SeatId
from games.engine.observed import Observation
from games.models import ChatLine, Game, GameEvent
from games.services import clock, lobby, presence, schedule
from tests.kit.table import Table

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def with_bots(count: int, *names: str) -> Table:
    table = Table(*names)
    assert lobby.add_bots(table.room_id, table.person(table.host), count, table.now) is None
    return table


def test_c7_bots_play_a_game_to_its_end() -> None:
    table = with_bots(7, "Nan")
    assert lobby.set_narrates(table.room_id, table.person("Nan"), True, table.now) is None
    table.start()
    table.until("over")
    kinds = set(GameEvent.objects.values_list("kind", flat=True))
    assert {"ChoiceMade", "BallotCast", "ReadyMarked", "VoteClosed", "GameEnded"} <= kinds
    assert clock.next_due() is None


def test_bots_take_their_time_and_the_game_is_due_when_the_next_of_them_acts() -> None:
    table = with_bots(4, "Ann")
    table.start()
    state = table.state
    first = min(
        state.stage.began_at + bots.delay(SeatId(seat), state.stage.number, 0) for seat in range(1, 5)
    )
    assert table.game.due_at == first
    assert clock.advance_due(first - 1) == 0
    assert clock.advance_due(first) == 1
    assert table.state.stage.ready == 1
    due = table.game.due_at
    assert due is not None
    assert due > first


def test_a_paused_game_waits_for_its_bots_too() -> None:
    table = with_bots(4, "Ann")
    table.start()
    table.do("Ann", "pause")
    assert clock.next_due() is None
    table.now += 3_600_000
    assert clock.advance_due(table.now) == 0
    table.do("Ann", "resume")
    due = clock.next_due()
    assert due is not None
    assert due > table.now


def test_a_bot_that_fails_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    table = with_bots(4, "Ann")
    table.start()
    with mock.patch("games.engine.bots.act", side_effect=RuntimeError("no idea")):
        table.until("day")
    assert "failed" in caplog.text


def test_what_a_bot_says_is_heard_by_the_others_and_read_by_everyone() -> None:
    table = with_bots(4, "Ann")
    table.start()
    table.do("Ann", "ready")
    heard: list[tuple[Claim, ...]] = []

    def act(observation: Observation, claims: tuple[Claim, ...], key: str) -> bots.Act:
        heard.append(claims)
        first = len(heard) == 1
        return bots.Act(None, Claim(observation.viewer.seat, SeatId(0), "mafia") if first else None)

    with mock.patch("games.engine.bots.act", act):
        table.wait(20)
    assert table.heard("Ann", "table") == ["I looked into Ann: one of them."]
    line = ChatLine.objects.get()
    assert line.claim == {"by": line.seat, "subject": 0, "result": "mafia"}
    assert heard[0] == ()
    assert set(heard[1:]) == {(Claim(SeatId(line.seat or 0), SeatId(0), "mafia"),)}


def test_a_bot_says_nothing_where_it_may_not_speak() -> None:
    table = with_bots(4, "Ann")
    table.start()
    table.until("night")
    act = bots.Act(None, Claim(SeatId(1), SeatId(0), "mafia"))
    with mock.patch("games.engine.bots.act", return_value=act):
        table.wait(20)
    assert not ChatLine.objects.exists()


def test_a_bot_acts_so_often_in_a_phase_and_no_more() -> None:
    table = with_bots(4, "Ann")
    table.start()
    with mock.patch("games.engine.bots.act", return_value=bots.Act(None, None)) as act:
        table.wait(59)
    assert act.call_count == 4 * schedule.STEPS
    assert table.game.due_at == table.state.stage.due_at


def test_every_overdue_game_is_advanced_the_oldest_first() -> None:
    tables = []
    for later, letter in enumerate("XYZ"):
        table = Table(*(f"{name}{letter}" for name in FIVE))
        table.now += later
        table.start()
        tables.append(table)
    now = tables[0].now + 61_000
    assert clock.advance_due(now, limit=2) == 2
    assert [table.phase for table in tables] == ["day", "day", "reveal"]
    assert clock.advance_due(now, limit=2) == 1
    assert clock.advance_due(now, limit=2) == 0


def test_a_game_that_cannot_be_advanced_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = Table(*FIVE), Table("Zoe", *FIVE[1:])
    broken.start()
    sound.start()
    Game.objects.filter(pk=broken.game.pk).update(snapshot="{}")
    now = broken.now + 60_000
    assert clock.advance_due(now) == 2
    assert sound.phase == "day"
    assert clock.advance_due(now + 59_000) == 0
    assert f"clock.advance_game({broken.game.pk}, {now}) failed" in caplog.text


def test_a_game_that_is_not_due_is_left_alone() -> None:
    table = Table(*FIVE)
    table.start()
    version = table.game.version
    clock.advance_game(table.game.pk, table.now)
    assert table.game.version == version


@pytest.fixture
def sent(settings: object) -> Iterator[mock.Mock]:
    settings.CLOCK_HINTS = True  # type: ignore[attr-defined]
    with (
        mock.patch("games.services.schedule.current_app.send_task") as send,
        mock.patch("games.services.schedule.now", return_value=Table("Zoe").now),
    ):
        yield send


def test_workers_are_told_of_each_new_deadline_once_it_is_committed(
    sent: mock.Mock, django_capture_on_commit_callbacks: object
) -> None:
    table = Table(*FIVE)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table.start()
        assert not sent.called
    (name, args), options = sent.call_args
    assert (name, args) == ("games.tick", (table.game.pk,))
    assert (options["countdown"], options["expires"]) == (60, 90)
    sent.reset_mock()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table.do("Ann", "ready")
    assert not sent.called, "the deadline is the same"


def test_a_broker_that_fails_costs_nothing(
    sent: mock.Mock, django_capture_on_commit_callbacks: object, caplog: pytest.LogCaptureFixture
) -> None:
    sent.side_effect = ConnectionError
    table = Table(*FIVE)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table.start()
    assert table.phase == "reveal"
    assert "could not announce" in caplog.text


def test_an_untimed_day_is_not_announced_long_ahead(
    sent: mock.Mock, django_capture_on_commit_callbacks: object
) -> None:
    table = Table(*FIVE, options={"talk_seconds": None})
    table.start()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table.all("ready")
    assert table.phase == "day"
    assert not sent.called


def test_tasks_only_call_the_clock() -> None:
    table = Table(*FIVE)
    table.start()
    with mock.patch("games.tasks.now", return_value=table.now + 60_000):
        tasks.tick(table.game.pk)
        assert table.phase == "day"
    with mock.patch("games.tasks.now", return_value=table.now + 60_000 + 180_000):
        tasks.sweep()
        assert table.phase == "night"


def test_p11_silence_is_no_ballot_when_the_vote_runs_out() -> None:
    table = Table(*FIVE, options={"first_day_vote": True})
    table.start(Ann="mafia")
    table.until("vote")
    table.until("result")
    vote = table.state.last_vote
    assert vote is not None
    assert (dict(vote.totals), vote.eliminated) == ({}, None)
    assert NOBODY not in vote.totals


def test_games_go_on_though_nobody_can_clean_up(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")

    def fail(now: int) -> None:
        raise ArithmeticError

    monkeypatch.setattr(presence, "sweep", fail)
    table.until("night")
