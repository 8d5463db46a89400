"""Syndicate by day, and the narration of its nights (S2, S5 to S7)."""

from typing import Any

import pytest

from games.engine.commands import MarkAway, PauseGame, ResumeGame, Tick
from games.engine.day_events import BallotCast, BallotsCounted, VerdictGiven, VoteClosed
from games.engine.events import TurnCalled
from games.engine.ids import NARRATOR, NOBODY, RoleId, SeatId
from games.engine.news import NewsKind
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from tests.kit.games import Table, begin, start_command, table, viewers

SEVEN = "mafia detective doctor citizen citizen citizen citizen"
EVERYBODY = "mafia consort detective doctor vigilante tracker citizen citizen citizen"


def night(roles: str = SEVEN, **options: Any) -> Table:
    return table(roles, host=0, preset="syndicate", **options).until("night")


def vote(roles: str = SEVEN) -> Table:
    return table(roles, host=0, preset="syndicate").until("vote")


def called(game: Table) -> list[str]:
    return [addressed.event.call for addressed in game.log if isinstance(addressed.event, TurnCalled)]


def through(game: Table) -> list[tuple[str, int]]:
    """The turns of the night that is on, each with the seconds at which it is called."""
    began = game.state.stage.began_at
    turns = [(game.see(0).called, 0)]
    while game.phase == "night":
        game.tick()
        if game.phase == "night":
            turns.append((game.see(0).called, (game.now - began) // 1000))
    return turns


def test_S2_turns_are_called_in_their_order_each_as_long() -> None:
    turns = ["mafia", "consort", "detective", "doctor", "vigilante", "tracker"]
    assert through(night(EVERYBODY)) == [(turn, 12 * number) for number, turn in enumerate(turns)]
    assert through(night(turn_seconds=20)) == [("mafia", 0), ("detective", 20), ("doctor", 40)]


def test_S2_the_turns_follow_from_the_cards_and_not_from_who_lives() -> None:
    game = night(EVERYBODY)
    game.must(0, "kill", 2)
    first = through(game)
    game.until("night")
    assert not game.state.seats[2].alive
    assert through(game) == first


def test_S2_every_viewer_is_told_of_every_turn_alike() -> None:
    game = night(EVERYBODY)
    game.until("daybreak")
    told = [addressed for addressed in game.log if isinstance(addressed.event, TurnCalled)]
    assert len(told) == 6
    for addressed in told:
        assert all(addressed.audience.includes(viewer) for viewer in viewers(game.state))


@pytest.mark.parametrize(("roles", "turns"), [({}, 3), ({"tracker": 1, "consort": 1}, 5), ({"doctor": 0}, 2)])
def test_S2_a_dealt_night_has_the_turns_of_the_cards_that_are_in(roles: dict[str, int], turns: int) -> None:
    ruleset = configure(REGISTRY["syndicate"], {"roles": roles})
    assert isinstance(ruleset, Ruleset)
    game = begin(start_command(ruleset, tuple([RoleId("citizen")] * 9), deal=False))
    assert len(game.state.setup.calls) == turns
    game.until("night")
    assert game.state.stage.due_at - game.state.stage.began_at == 12_000 * turns


def test_S2_a_pause_moves_the_turns_that_are_to_come() -> None:
    game = night()
    game.now += 6_000
    game.do(PauseGame(SeatId(0)))
    game.now += 60_000
    game.do(ResumeGame(SeatId(0)))
    before = game.now
    game.tick()
    assert (game.see(1).called, game.now - before) == ("detective", 6_000)


def test_S2_nothing_is_called_by_day_or_elsewhere() -> None:
    game = night().until("day")
    assert game.see(0).called == ""
    assert called(table("mafia doctor citizen citizen citizen").until("day")) == []


def test_S2_a_night_that_goes_unnoticed_is_called_to_its_end() -> None:
    """The clock was away for the whole of it: the turns are told all the same, and the phase ends."""
    game = night()
    game.now = game.state.stage.due_at
    game.do(Tick())
    assert called(game) == ["mafia", "detective", "doctor"]
    assert game.phase == "daybreak"


def test_S5_nothing_of_a_hidden_ballot_reaches_anybody_else() -> None:
    game = vote()
    answer = game.must(1, "vote", 0)
    cast = [addressed.audience for addressed in answer if isinstance(addressed.event, BallotCast)]
    assert [audience.seats for audience in cast] == [frozenset({SeatId(1)})]
    counted = [addressed.event for addressed in answer if isinstance(addressed.event, BallotsCounted)]
    assert [(event.answered, event.totals) for event in counted] == [(1, {})]
    assert game.see(2).seats[0].votes is None


def test_S7_the_reveal_tells_counts_and_finalize_what_comes_of_them() -> None:
    game = vote()
    for seat in (1, 2, 3, 4):
        game.must(seat, "vote", 5)
    game.must(6, "vote", NOBODY)
    before = game.see(2).news
    game.must(0, "reveal_votes")
    seen = game.see(2)
    assert (seen.phase, seen.totals, seen.verdict, seen.news) == (
        "reveal_votes",
        {NOBODY: 1, 5: 4},
        False,
        before,
    )
    assert (seen.done, seen.waited_for) == (5, 7)
    closed = [a.event for a in game.log if isinstance(a.event, VoteClosed)]
    assert [event.ballots for event in closed] == [{}]
    answer = game.must(0, "finalize")
    assert isinstance(answer[0].event, VerdictGiven)
    seen = game.see(2)
    assert (seen.phase, seen.verdict, [news.kind for news in seen.news]) == (
        "reveal_votes",
        True,
        [NewsKind.ELIMINATED],
    )
    game.must(0, "next")
    assert game.phase == "night"


def test_S7_each_of_its_steps_leaves_ten_minutes() -> None:
    game = vote()
    game.must(0, "reveal_votes")
    assert game.state.stage.due_at - game.now == 600_000
    game.now += 100_000
    game.must(0, "finalize")
    assert game.state.stage.due_at - game.now == 600_000


@pytest.mark.parametrize("verb", ["reveal_votes", "finalize", "next"])
def test_S7_nobody_else_drives_and_nobody_while_paused(verb: str) -> None:
    game = vote()
    if verb != "reveal_votes":
        game.must(0, "reveal_votes")
    if verb == "next":
        game.must(0, "finalize")
    assert game.refused(1, verb) == "NOT_HOST"
    assert game.refused(NARRATOR, verb) == "NOT_HOST"
    game.do(PauseGame(SeatId(0)))
    assert game.refused(0, verb) == "GAME_PAUSED"
    assert verb not in {legal.verb for legal in game.see(0).legal}
    game.do(ResumeGame(SeatId(0)))
    assert verb in {legal.verb for legal in game.see(0).legal}
    game.must(0, verb)


def test_S7_C5_with_nobody_there_every_step_is_taken_in_time() -> None:
    game = vote()
    for seat in range(7):
        game.do(MarkAway(SeatId(seat)))
    game.until("reveal_votes").until("night")
    assert game.see(0).day == 2


@pytest.mark.parametrize("preset", ["parlor", "ranked", "gallows"])
def test_S7_elsewhere_no_vote_is_the_hosts_to_reveal(preset: str) -> None:
    roles = "godfather sheriff doctor citizen citizen citizen"
    game = table(roles, host=0, preset=preset).until("vote")
    assert (game.refused(0, "reveal_votes"), game.refused(0, "finalize")) == ("WRONG_PHASE", "WRONG_PHASE")


def test_S7_bots_need_no_host() -> None:
    """They vote, and have nothing to do while the counts are looked at."""
    game = vote()
    act = game.bot(3)
    assert act.command is not None
    game.do(act.command)
    assert game.state.stage.ballots[SeatId(3)] is not None
    game.until("reveal_votes")
    assert game.bot(3).command is None
