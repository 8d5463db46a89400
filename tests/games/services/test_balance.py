"""Who would win among bots: found out in the background, shown in the lobby, and limited in what it costs."""

import asyncio
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache

from games import balance as known
from games.balance import Estimate
from games.engine.rulesets import REGISTRY
from games.live import render, spare
from games.selectors import configured
from games.services import balance, lobby
from games.tasks import try_out
from tests.kit.table import Table

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    cache.clear()
    balance._waiting.clear()  # noqa: SLF001
    monkeypatch.setattr(balance, "GAMES", 10)
    yield
    cache.clear()


def job(options: str = "{}", players: int = 5, code: str = "X") -> balance.Job:
    return balance.Job(code, "parlor", options, players)


def word(table: Table, **changes: object) -> balance.Job | None:
    """The job that a change of the settings leaves."""
    lobby.change_options(table.room_id, table.person("Ann"), changes, table.now)
    return balance.next_job()


def test_tables_that_are_played_alike_are_known_by_one_key() -> None:
    parlor = REGISTRY["parlor"]
    key = known.key(parlor, 7)
    same = configured("parlor", {"theme": "werewolf", "roles": {"detective": 1, "mafia": 2}})
    assert known.key(same, 7) == key
    assert known.key(parlor, 8) != key
    assert known.key(configured("parlor", {"roles": {"mafia": 1}}), 7) != key
    assert known.key(configured("parlor", {"tie": "revote"}), 7) != key


@pytest.mark.django_db(transaction=True)
def test_a_change_of_a_lobby_leaves_word_and_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "playing", mock.Mock(side_effect=AssertionError("in a request")))
    table = Table(*NAMES)
    first = balance.next_job()
    assert first is not None
    assert (first.code, first.players) == (table.code, 5)
    assert word(table, flip="none") == balance.Job(table.code, "parlor", '{"flip":"none"}', 5)
    assert word(table, roles={"mafia": 0}) is None  # may not start
    lobby.change_options(table.room_id, table.person("Ann"), {"roles": {"mafia": 1}}, table.now)
    lobby.change_options(table.room_id, table.person("Ann"), {"tie": "revote"}, table.now)
    last = balance.next_job()
    assert last is not None
    assert '"tie"' in last.options
    assert balance.next_job() is None
    known.note(last.ruleset(), 5, Estimate(10, (("town", 1.0),)))
    assert word(table, theme="werewolf") is None  # known already


@pytest.mark.django_db(transaction=True)
def test_neither_games_nor_public_rooms_are_tried_out() -> None:
    table = Table(*NAMES)
    balance.next_job()
    table.start()
    table.until("night")
    assert balance.next_job() is None
    public = Table(*NAMES, public=True)
    assert public.room.public
    assert balance.next_job() is None
    public.start()
    assert not balance.awaited(public.code)


@pytest.mark.django_db(transaction=True)
def test_no_time_is_spent_on_a_table_whose_cards_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    write = mock.AsyncMock()
    monkeypatch.setattr("games.live.threads.write", write)
    table = Table(*NAMES)
    at_work = balance.next_job()
    assert at_work is not None
    assert not balance.awaited(table.code)
    table.start()
    asyncio.run(spare.try_out(at_work))
    write.assert_not_awaited()
    assert balance.next_job() is None


def test_a_trial_costs_so_many_games_or_seconds() -> None:
    trial = balance.Trial(job())
    trial.step(1_000)
    assert (trial.games, trial.done) == (10, True)
    estimate = trial.estimate
    assert estimate is not None
    assert estimate.games == 10
    assert sum(share for _, share in estimate.winning) == pytest.approx(1)
    short = balance.Trial(job(players=12))
    assert short.step(0) > 0
    assert (short.games, short.estimate) == (0, None)
    short.step(0, whole=True)
    assert short.games == 1
    short.spent = balance.SECONDS
    assert short.done
    balance.tell(short)
    assert known.known(short.job.ruleset(), 12) is None


def test_a_side_that_wins_too_often_is_lopsided() -> None:
    assert Estimate(100, (("mafia", 0.76), ("town", 0.24))).lopsided == ("mafia", 0.76)
    assert Estimate(100, (("mafia", 0.75), ("town", 0.25))).lopsided is None
    assert Estimate(100, (("nobody", 0.9), ("town", 0.1))).lopsided is None


def test_the_lobby_shows_what_is_known_and_nothing_else_of_it_moves() -> None:
    table = Table(*NAMES)
    before = render.panels_for(table.lobby_view("Ben"))
    known.note(REGISTRY["parlor"], 5, Estimate(200, (("mafia", 0.8), ("town", 0.195), ("nobody", 0.005))))
    after = render.panels_for(table.lobby_view("Ben"))
    assert {name for name in after if after[name] != before[name]} == {"options"}
    parts = render.changed_parts(before["options"], after["options"])
    assert parts is not None
    assert set(parts) == {"balance"}
    html = render.part_html("balance", parts["balance"], "en")
    assert "If bots played this: Mafia 80 %, Town 20 %" in html
    assert "200 games" in html
    assert "Mostly one side wins: Mafia" in html
    even = Estimate(200, (("town", 0.52), ("mafia", 0.48)))
    known.note(REGISTRY["parlor"], 5, even)
    shown = render.panel_html("options", render.panels_for(table.lobby_view("Ben"))["options"], "en")
    assert "Town 52 %" in shown
    assert "Mostly" not in shown


@pytest.mark.django_db(transaction=True)
def test_spare_time_plays_it_out_and_pokes_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(*NAMES)
    found = balance.next_job()
    assert found is not None
    poke = mock.Mock()
    monkeypatch.setattr("games.broadcast.poke", poke)
    monkeypatch.setattr(spare, "PAUSE", 0)
    monkeypatch.setattr("games.live.threads.write", mock.AsyncMock())
    asyncio.run(spare.try_out(found))
    (tell, trial), _ = spare.threads.write.await_args  # type: ignore[attr-defined]
    assert spare.threads.write.await_count == 1  # type: ignore[attr-defined]
    tell(trial)
    assert table.lobby_view("Ann").estimate == trial.estimate
    poke.assert_called_once_with(table.code)
    table.start()
    poke.reset_mock()
    balance.tell(trial)
    poke.assert_not_called()  # a game is on: its frames are not moved


def test_a_first_estimate_is_told_before_it_is_made_surer(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(balance, "FIRST", 4)
    monkeypatch.setattr(spare, "PAUSE", 0)
    monkeypatch.setattr(
        "games.live.threads.write", mock.AsyncMock(side_effect=lambda _, t: told.append(t.games))
    )
    asyncio.run(spare.try_out(job()))
    assert told == [4, 10]


def test_spare_time_drops_a_table_that_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    write = mock.AsyncMock()
    monkeypatch.setattr("games.live.threads.write", write)
    monkeypatch.setattr(balance, "awaited", lambda code: True)
    asyncio.run(spare.try_out(job()))
    write.assert_not_awaited()


def test_spare_time_goes_on_after_a_fault(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    jobs = iter([job(), None])
    monkeypatch.setattr(balance, "next_job", lambda: next(jobs))
    monkeypatch.setattr(spare, "try_out", mock.AsyncMock(side_effect=RuntimeError))

    async def stop(seconds: float) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr("asyncio.sleep", stop)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(spare.run())
    assert "could not be tried out" in caplog.text


@pytest.mark.parametrize(
    ("embedded", "workers", "runs"), [(True, False, 1), (False, False, 0), (True, True, 0)]
)
def test_spare_time_is_used_where_no_workers_are(
    embedded: bool, workers: bool, runs: int, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED_CLOCK, settings.CLOCK_HINTS = embedded, workers
    monkeypatch.setattr(spare, "_running", set())

    async def begin() -> None:
        spare.start()
        spare.start()
        assert len(spare._running) == runs  # noqa: SLF001
        for task in spare._running:  # noqa: SLF001
            task.cancel()

    asyncio.run(begin())


def test_only_so_many_tables_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "_AWAITED", 2)
    for code in "ABAC":
        balance._leave_word(job(code=code))  # noqa: SLF001
    assert balance.awaited("C")
    assert [found.code for found in iter(balance.next_job, None)] == ["A", "C"]


class Workers:
    """Stands in for Celery: takes tasks, and carries them out when it is told to."""

    def __init__(self) -> None:
        self.tasks: list[Any] = []

    def send_task(self, name: str, args: Any, **options: Any) -> None:
        assert (name, options) == ("games.balance", {"expires": 60})
        self.tasks.append(args)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Workers:
    settings.CLOCK_HINTS = True
    found = Workers()
    monkeypatch.setattr(balance, "current_app", found)
    return found


def test_workers_play_it_out_a_little_at_a_time(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "CHUNK", 0)
    balance._leave_word(job())  # noqa: SLF001
    rounds = 0
    while workers.tasks:
        try_out(*workers.tasks.pop())
        rounds += 1
        assert len(workers.tasks) <= 1
    assert rounds == 10
    found = known.known(REGISTRY["parlor"], 5)
    assert found is not None
    assert found.games == 10


def test_workers_drop_a_table_that_has_changed(workers: Workers) -> None:
    balance._leave_word(job())  # noqa: SLF001
    balance._leave_word(job('{"flip":"none"}'))  # noqa: SLF001
    try_out(*workers.tasks[0])
    assert len(workers.tasks) == 2
    assert known.known(REGISTRY["parlor"], 5) is None


@pytest.mark.django_db(transaction=True)
def test_workers_drop_a_table_whose_cards_are_dealt(workers: Workers) -> None:
    table = Table(*NAMES)
    assert workers.tasks
    table.start()
    task = workers.tasks.pop()
    try_out(*task)
    assert known.known(balance.Job(*task[:4]).ruleset(), 5) is None
    assert not [again for again in workers.tasks if again[:4] == task[:4]]


@pytest.mark.django_db(transaction=True)
def test_a_game_begins_whether_or_not_the_cache_answers(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(*NAMES)
    monkeypatch.setattr(balance, "cache", mock.Mock(delete=mock.Mock(side_effect=OSError)))
    table.start()
    assert table.game is not None


def test_a_broker_or_cache_that_is_away_costs_the_estimate_only(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(workers, "send_task", mock.Mock(side_effect=OSError))
    balance._leave_word(job())  # noqa: SLF001
    assert "could not ask" in caplog.text
    monkeypatch.setattr(known, "cache", mock.Mock(get=mock.Mock(side_effect=OSError)))
    assert known.known(REGISTRY["parlor"], 5) is None
    assert "could not read" in caplog.text
