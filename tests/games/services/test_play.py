import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from unittest import mock

import pytest

from games import codec
from games.engine.commands import CastBallot, MarkReady, Tick
from games.engine.events import GameStarted
from games.engine.evolution import evolve
from games.engine.ids import SeatId
from games.models import CommandReceipt, Game, GameEvent, Vote
from games.refusals import Refusal
from games.services import lobby, play, store
from tests.kit.table import START, Table, refused

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def at_the_vote(**options: object) -> Table:
    table = Table(*FIVE, options={"first_day_vote": True, **options})
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("vote")
    return table


def test_a_whole_game_by_people() -> None:
    table = Table(*FIVE, "Fay", "Gus", options={"ballots": "names"})
    table.start(Ann="mafia", Ben="mafia", Cat="doctor", Dan="detective")
    table.all("ready")
    assert table.phase == "day"
    table.all("ready")
    assert table.phase == "night"
    table.do("Ann", "kill", "Eve")
    table.do("Ben", "kill", "Eve")
    table.do("Cat", "protect", "Eve")
    table.do("Dan", "investigate", "Ann")
    for name in ("Eve", "Fay", "Gus"):
        table.do(name, "suspect", "Ben")
    table.all("confirm")
    assert table.phase == "morning"
    assert [news.kind for news in table.game_view("Fay").observation.news] == ["nobody_died"]
    own = table.game_view("Dan").observation.own
    assert own is not None
    assert [finding.result for finding in own.findings] == ["mafia"]
    table.until("day")
    table.all("ready")
    table.all("vote", "Ann")
    table.do("Ann", "vote", "nobody")
    assert table.phase == "result"
    table.until("last_words")
    table.do("Ann", "ready")
    assert table.phase == "night"
    table.do("Ben", "kill", "Cat")
    table.until("day")
    table.all("ready")
    table.all("vote", "Ben")
    table.do("Ben", "vote", "Fay")
    assert table.phase == "over"
    game = table.game
    assert (game.status, game.due_at, game.ended_at) == ("over", None, table.now)
    result = table.game_view("Ann").observation.result
    assert result is not None
    assert result.winning == ("town",)


def test_the_snapshot_is_what_the_log_folds_to() -> None:
    table = at_the_vote()
    for name in FIVE[1:]:
        table.do(name, "vote", "Ann")
    rows = GameEvent.objects.filter(game=table.game).order_by("seq")
    state = None
    for row in rows:
        state = evolve(state, codec.decode_event(row.kind, row.data))
    assert state == table.state
    assert [row.seq for row in rows] == list(range(1, table.game.event_count + 1))


def test_the_stored_audience_is_the_events_own() -> None:
    table = at_the_vote()
    dealt = GameEvent.objects.filter(game=table.game, kind="RoleDealt").order_by("seq")
    assert [row.seats for row in dealt] == [1 << n for n in range(5)]
    assert not any(row.narrator or row.spectators for row in dealt)
    seed = GameEvent.objects.get(game=table.game, kind="SeedSet")
    assert (seed.seats, seed.narrator, seed.spectators) == (0, False, False)
    started = GameEvent.objects.get(game=table.game, kind=GameStarted.__name__)
    assert (started.seats, started.narrator, started.spectators) == (0b11111, True, True)


def test_c2_the_deal_is_committed_to_and_the_seed_shown_at_the_end_only() -> None:
    table = Table(*FIVE)
    table.start()
    view = table.game_view("Ann")
    setup = table.state.setup
    both = bytes.fromhex(setup.seed) + bytes.fromhex(setup.salt)
    assert view.observation.commitment == hashlib.sha256(both).hexdigest()
    assert setup.seed not in repr(view)
    assert view.public.history is None


def test_a_command_id_that_comes_again_gets_the_first_answer_and_changes_nothing() -> None:
    table = at_the_vote()
    assert table.act("Ben", "vote", "Ann", command_id="a1") is None
    table.do("Ben", "vote", "Cat")
    before = table.game.version
    assert table.act("Ben", "vote", "Ann", command_id="a1") is None
    assert table.game.version == before
    assert table.game_view("Ben").observation.own.ballot == table.number("Cat")  # type: ignore[union-attr]


def test_a_refused_command_stays_refused_under_its_id() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    first = table.act("Ann", "kill", "Ben", command_id="k1")
    table.until("night")
    assert refused(first) == "WRONG_PHASE"
    assert table.act("Ann", "kill", "Ben", command_id="k1") == first
    table.do("Ann", "kill", "Ben")


def test_nobody_can_use_up_the_command_ids_of_another() -> None:
    table = at_the_vote()
    assert table.act("Ben", "vote", "Ann", command_id="same") is None
    assert table.act("Cat", "vote", "Ann", command_id="same") is None
    assert table.game_view("Ann").observation.totals == {0: 2}


def test_an_id_answered_at_the_same_moment_is_answered_once() -> None:
    table = at_the_vote()
    assert table.act("Ben", "vote", "Ann", command_id="twice") is None
    find = mock.Mock(side_effect=[None, CommandReceipt.objects.get(command_id="twice").refusal])
    with mock.patch("games.services.receipts.find", find):
        assert table.act("Ben", "vote", "Cat", command_id="twice") is None
    assert Vote.objects.count() == 1


@pytest.mark.parametrize("bad", ["x" * 65, "a b", "é", "a\x00"])
def test_a_command_id_is_short_and_plain(bad: str) -> None:
    assert refused(at_the_vote().act("Ben", "vote", "Ann", command_id=bad)) == "BAD_COMMAND_ID"


def test_a_command_against_an_old_version_is_decided_anew() -> None:
    table = at_the_vote()
    old = store.load(table.game.pk, wait=False)
    table.do("Cat", "vote", "Ann")
    new = store.load(table.game.pk, wait=False)
    with mock.patch("games.services.store.load", side_effect=[old, new]) as load:
        table.do("Ben", "vote", "Ann")
    assert [call.kwargs["wait"] for call in load.mock_calls] == [False, True]
    assert table.state.stage.ballots == {2: 0, 1: 0}
    assert [vote.voter for vote in Vote.objects.order_by("pk")] == [2, 1]


def test_a_game_that_never_holds_still_answers_busy() -> None:
    table = at_the_vote()
    with mock.patch("games.services.store.save", return_value=False):
        assert table.act("Ben", "vote", "Ann") == Refusal("BUSY")
    assert not Vote.objects.exists()


def test_an_answer_to_an_old_question_is_refused() -> None:
    table = at_the_vote()
    old = table.game_view("Ben").observation.phase_number
    table.until("night")
    assert refused(table.act("Ben", "vote", "Ann", phase=old)) == "PHASE_PASSED"


def test_overdue_time_stays_even_if_the_command_is_refused() -> None:
    table = at_the_vote()
    phase = table.state.stage.number
    table.now += 61_000
    assert refused(table.act("Ben", "vote", "Ann", phase=phase)) == "PHASE_PASSED"
    assert table.phase == "result"
    assert table.game.due_at == table.state.stage.due_at


def test_a_late_tick_decides_nothing_and_a_second_one_changes_nothing() -> None:
    table = at_the_vote()
    table.do("Ben", "vote", "Dan")
    table.now += 3 * 60 * 60 * 1000
    assert play.submit(table.game.pk, Tick(), table.now) is None
    assert table.phase == "result"
    version = table.game.version
    assert play.submit(table.game.pk, Tick(), table.now) is None
    assert table.game.version == version


def test_c5_the_host_pauses_and_nothing_is_due_until_the_game_goes_on() -> None:
    table = at_the_vote()
    assert refused(table.act("Ben", "pause")) == "NOT_HOST"
    table.wait(10)
    table.do("Ann", "pause")
    assert table.game.due_at is None
    table.wait(3)
    assert refused(table.act("Ben", "vote", "Ann")) == "GAME_PAUSED"
    due = table.state.stage.due_at
    table.do("Ann", "resume")
    assert table.game.due_at == due + 3_000


def test_c18_every_ballot_is_kept_with_its_time() -> None:
    table = at_the_vote()
    table.do("Ben", "vote", "Ann")
    table.wait(1)
    table.do("Ben", "unvote")
    table.wait(1)
    table.do("Ben", "vote", "nobody")
    first = table.now - 2_000
    votes = Vote.objects.order_by("pk").values_list("voter", "target", "at")
    assert list(votes) == [(1, 0, first), (1, None, first + 1_000), (1, -1, first + 2_000)]


def test_spectators_strangers_and_empty_rooms_play_no_part() -> None:
    table = Table(*FIVE)
    assert refused(table.act("Ann", "ready")) == "NO_GAME"
    assert refused(play.act(10**9, table.person("Ann"), "ready", None, START)) == "NO_GAME"
    table.start()
    assert refused(table.act("stranger", "ready")) == "SPECTATOR"


def test_p1_the_narrator_has_the_hosts_powers_and_no_others() -> None:
    table = Table("Nan", *FIVE, narrates=True)
    table.start(Ann="mafia")
    view = table.game_view("Nan")
    assert {legal.verb for legal in view.observation.legal} == {"pause", "remove"}
    assert view.observation.own is None
    table.do("Nan", "pause")
    table.do("Nan", "resume")
    table.until("day")
    table.do("Nan", "next")
    assert table.phase == "night"
    for verb, target in (("kill", "Ann"), ("vote", "Ann"), ("ready", None), ("leave", None)):
        assert refused(table.act("Nan", verb, target)) == "NO_SUCH_SEAT"


def test_c6_who_left_is_refused_whatever_they_ask() -> None:
    table = at_the_vote()
    table.do("Ben", "leave")
    assert refused(table.act("Ben", "vote", "Ann")) == "HAS_LEFT"
    assert refused(table.act("Ben", "leave")) == "HAS_LEFT"


def test_who_left_and_comes_back_has_no_rights_from_coming_back() -> None:
    table = at_the_vote()
    lobby.leave_room(table.room_id, table.person("Ben"), table.now)
    table.join("Ben")
    view = table.game_view("Ben")
    assert (view.observation.legal, view.observation.writes) == ((), ())
    assert refused(table.act("Ben", "vote", "Ann")) == "HAS_LEFT"


def test_whatever_is_asked_is_answered() -> None:
    table = at_the_vote()
    for verb in ("", "x" * 500, "Kill", "\x00", "🔪", "__class__"):
        for target in (None, 0, -1, -2, 10**30):
            answer = play.act(table.room_id, table.person("Ben"), verb, target, table.now)
            assert answer is not None


def test_no_such_game() -> None:
    with pytest.raises(LookupError):
        play.submit(10**9, MarkReady(SeatId(0)), START)


def test_an_action_costs_as_much_late_in_a_game_as_early(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    table = at_the_vote()
    game_id = table.game.pk
    for _ in range(3):
        with django_assert_num_queries(6):  # read, save, events, ballot, and the savepoint around them
            play.submit(game_id, CastBallot(SeatId(1), SeatId(0)), table.now)
        for turn in range(50):
            play.submit(game_id, CastBallot(SeatId(1), SeatId(2 + turn % 3)), table.now)


def test_games_have_seeds_of_their_own() -> None:
    seeds = set()
    for name in ("Ann", "Zoe"):
        table = Table(name, *FIVE[1:])
        table.start()
        seeds.add(table.state.setup.seed)
    assert len(seeds) == 2
    assert Game.objects.count() == 2
