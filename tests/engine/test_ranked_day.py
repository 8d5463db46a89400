"""Ranked by day: clocks, the vote, the budget of skips, the runoff, the last defense."""

from typing import Any

import pytest

from games.engine.commands import Tick
from games.engine.events import BallotCast, BallotWithdrawn, Cause, NewsKind, PlayerWentOut, VoteClosed
from games.engine.ids import NOBODY, SPECTATOR_VIEWER, SeatId
from games.engine.observation import observe
from games.engine.talk import Talk
from tests.kit.games import Table, table

NINE = "killer killer detective doctor citizen citizen citizen citizen citizen"


def vote(roles: str = NINE, **options: Any) -> Table:
    """The first vote, after a night without a death."""
    return table(roles, preset="ranked", **options).until("vote")


def cast(game: Table, ballots: dict[int, int]) -> Table:
    for voter, target in ballots.items():
        game.must(voter, "vote", target)
    return game


def news(game: Table) -> list[str]:
    return [item.kind.value for item in game.see(0).news]


def out(game: Table) -> list[tuple[int, Cause]]:
    return [(a.event.seat, a.event.cause) for a in game.log if isinstance(a.event, PlayerWentOut)]


def spent(**options: Any) -> Table:
    """A vote of nine when no skip is left."""
    return vote(skip_budget=0, **options)


# --- clocks ---


@pytest.mark.parametrize(("players", "talk", "ballot"), [(5, 80, 40), (9, 120, 56), (15, 180, 75)])
def test_R10_R11_talk_and_vote_last_by_the_number_of_the_living(players: int, talk: int, ballot: int) -> None:
    crew = {5: "killer", 9: "killer killer", 15: "killer killer killer godfather"}[players]
    roles = crew + " citizen" * (players - len(crew.split()))
    game = table(roles, preset="ranked")
    lengths = {}
    for phase in ("night", "dawn", "day", "vote"):
        game.until(phase)
        lengths[phase] = (game.state.stage.due_at - game.state.stage.began_at) // 1000
    assert lengths == {"night": 35, "dawn": 8, "day": talk, "vote": ballot}


def test_R10_the_clock_follows_deaths() -> None:
    game = table(NINE, preset="ranked").until("night")
    game.must(0, "kill", 4)
    game.until("day")
    assert game.state.stage.due_at - game.state.stage.began_at == 110_000


def test_R10_without_a_clock_the_day_ends_when_all_are_done() -> None:
    game = table(NINE, preset="ranked", talk_seconds=None).until("day")
    seen = game.see(0)
    assert (seen.untimed, seen.ends_early) == (True, True)
    for seat in range(9):
        game.must(seat, "ready")
    assert game.phase == "vote"


def test_R11_a_full_vote_does_not_end_early_and_may_still_be_changed() -> None:
    game = vote()
    for seat in range(9):
        game.must(seat, "vote", NOBODY)
    assert game.phase == "vote"
    assert not game.see(0).ends_early
    game.must(4, "vote", 0)
    assert game.state.stage.ballots[SeatId(4)] == 0


def test_a_change_after_the_close_is_refused_and_changes_nothing() -> None:
    game = cast(vote(), {4: 0})
    game.now = game.state.stage.due_at
    before = game.state
    assert game.act(4, "unvote").reason == "WRONG_PHASE"  # type: ignore[union-attr]
    assert game.state is before
    game.do(Tick())
    assert game.state.last_vote.totals[SeatId(0)] == 1  # type: ignore[union-attr]


def test_R11_C17_nobody_votes_for_themselves_or_for_somebody_who_is_out() -> None:
    game = table(NINE, preset="ranked").until("night")
    game.must(0, "kill", 8)
    game.until("vote")
    assert game.refused(4, "vote", 4) == "SELF_VOTE"
    assert game.refused(4, "vote", 8) == "TARGET_OUT"
    assert game.refused(8, "vote", 4) == "NOT_ALIVE"


# --- R12: while skips are left ---


def test_R12_a_strict_majority_condemns_and_the_last_defense_ends_in_going_out() -> None:
    game = cast(vote(), dict.fromkeys(range(4, 9), 0))
    game.end()
    assert (game.phase, news(game), out(game)) == ("last_defense", ["condemned"], [])
    assert game.state.stage.due_at - game.state.stage.began_at == 5_000
    assert game.see(0).writes == (Talk.TABLE,)
    assert game.see(4).writes == ()
    assert game.refused(4, "ready") == "NOT_SPEAKER"
    game.end()
    assert out(game) == [(0, Cause.ELIMINATED)]
    assert (game.phase, news(game)) == ("night", ["eliminated"])


def test_R12_the_condemned_may_end_their_defense_early() -> None:
    game = cast(vote(), dict.fromkeys(range(4, 9), 0))
    game.end()
    game.must(0, "ready")
    assert (game.phase, out(game)) == ("night", [(0, Cause.ELIMINATED)])


def test_R12_a_defense_of_somebody_who_has_left_is_skipped_and_they_go_out_once() -> None:
    """N4: voted out and left, but out once, as voted out."""
    game = cast(vote(), dict.fromkeys(range(4, 9), 0))
    game.must(0, "leave")
    game.end()
    assert (game.phase, out(game), news(game)) == ("night", [(0, Cause.ELIMINATED)], ["eliminated"])
    other = cast(vote(), dict.fromkeys(range(4, 9), 0))
    other.end()
    other.must(0, "leave")
    assert (other.phase, out(other)) == ("night", [(0, Cause.ELIMINATED)])


def test_R12_half_is_no_majority() -> None:
    game = vote("killer killer detective doctor citizen citizen citizen citizen")
    cast(game, dict.fromkeys(range(4, 8), 0))
    game.end()
    assert (game.phase, news(game), out(game)) == ("night", ["nobody_eliminated", "quiet"], [])


def test_R12_absent_voters_count_for_the_majority() -> None:
    game = cast(vote(), {4: 0, 5: 0, 6: 0})
    game.end()
    assert out(game) == []


def test_R11_R12_silence_is_a_skip_and_a_majority_of_skips_spends_a_point() -> None:
    game = cast(vote(), {4: 0, 5: 0, 6: 0, 7: NOBODY})
    game.end()
    assert (game.phase, news(game)) == ("night", ["skip_spent", "nobody_eliminated", "quiet"])
    assert game.see(0).skip_budget == 1
    assert observe(game.state, SPECTATOR_VIEWER).skip_budget == 1
    assert game.state.last_vote.totals == {NOBODY: 6, 0: 3}  # type: ignore[union-attr]


def test_R12_neither_majority_costs_nothing_and_opens_no_runoff() -> None:
    """A day without a result ends all the same."""
    game = cast(vote(), {0: 4, 1: 4, 5: 4, 6: 0, 7: 0, 8: 0})
    game.end()
    assert (game.phase, news(game)) == ("night", ["nobody_eliminated", "quiet"])
    assert game.see(0).skip_budget == 2


def test_R12_two_points_by_default_then_the_most_names_decide() -> None:
    game = vote()
    left = []
    for _ in range(2):
        game.until("night")
        left.append(game.see(0).skip_budget)
        game.until("vote")
    assert left == [1, 0]
    cast(game, {4: 0})
    game.end()
    assert game.phase == "last_defense"


def test_parlor_has_no_budget_to_show() -> None:
    assert table("mafia citizen citizen citizen citizen").see(0).skip_budget is None


# --- R13: when they are spent ---


def test_R13_a_plurality_of_names_is_enough_whatever_the_skips() -> None:
    game = cast(spent(), {4: 0, 5: 0, 6: 1, 7: NOBODY, 8: NOBODY, 0: NOBODY})
    game.end()
    assert (game.phase, game.see(0).speaker) == ("last_defense", 0)


def test_ballots_are_counted_by_seat() -> None:
    for ballots, totals in (
        ({4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 0: 4}, {2: 3, 3: 2, 4: 1, NOBODY: 3}),
        ({4: 2}, {2: 1, NOBODY: 8}),
    ):
        game = cast(spent(), ballots)
        game.end()
        assert game.state.last_vote.totals == totals  # type: ignore[union-attr]
        assert game.see(0).speaker == 2


def test_R13_no_ballot_for_a_name_nobody_goes_out_and_nothing_is_spent() -> None:
    game = cast(spent(), {4: NOBODY})
    game.end()
    assert (game.phase, news(game)) == ("night", ["nobody_eliminated", "quiet"])
    assert game.see(0).skip_budget == 0


def tied(**options: Any) -> Table:
    game = cast(spent(**options), {4: 0, 5: 0, 6: 1, 7: 1, 8: 2})
    game.end()
    return game


def test_R13_a_tie_opens_a_runoff_between_the_tied_only() -> None:
    """Exactly the tied, and nobody else."""
    game = tied()
    assert (game.phase, news(game)) == ("runoff", ["tie", "runoff"])
    assert game.state.stage.candidates == (0, 1)
    assert game.state.stage.due_at - game.state.stage.began_at == 15_000
    assert game.refused(4, "vote", 2) == "NOT_A_CANDIDATE"
    cast(game, {0: 1, 4: 1, 5: 0})
    game.end()
    assert (game.phase, game.see(0).speaker) == ("last_defense", 1)
    game.end()
    assert out(game) == [(1, Cause.ELIMINATED)]


@pytest.mark.parametrize("ballots", [{4: 0, 5: 1}, {}, {4: NOBODY}])
def test_R13_a_tied_runoff_or_one_without_ballots_puts_nobody_out(ballots: dict[int, int]) -> None:
    game = cast(tied(), ballots)
    game.end()
    assert (game.phase, out(game)) == ("night", [])
    assert "nobody_eliminated" in news(game)


def test_R13_skips_protect_nobody_in_a_runoff() -> None:
    game = cast(tied(), {4: 0, 5: NOBODY, 6: NOBODY, 7: NOBODY})
    game.end()
    assert game.see(0).speaker == 0


def test_whoever_stays_silent_in_a_runoff_votes_for_nobody_outside_it() -> None:
    game = tied()
    game.end()
    (first, second) = (a.event for a in game.log if isinstance(a.event, VoteClosed))
    assert first.tied == (0, 1)
    assert second.totals == {NOBODY: 9}


def test_R12_every_vote_out_passes_one_last_defense_and_one_elimination() -> None:
    for game in (cast(vote(), dict.fromkeys(range(4, 9), 0)), cast(spent(), {4: 0}), tied()):
        if game.phase == "runoff":
            cast(game, {4: 0})
        game.end()
        assert game.phase == "last_defense"
        game.until("night")
        assert out(game) == [(0, Cause.ELIMINATED)]


def test_display_close_and_history_come_from_one_tally() -> None:
    game = cast(spent(), {4: 0, 5: 0, 6: 1})
    shown = game.see(8).totals
    game.end()
    closed = game.state.last_vote.totals  # type: ignore[union-attr]
    assert {seat: closed[seat] for seat in shown} == shown == {0: 2, 1: 1}


def test_a_withdrawn_ballot_leaves_a_vote_for_nobody() -> None:
    game = cast(spent(), {4: 0})
    game.must(4, "unvote")
    game.end()
    assert (game.phase, out(game)) == ("night", [])


def test_C18_names_are_open_and_a_ballot_is_kept_with_its_time() -> None:
    game = cast(vote(), {4: 0})
    assert game.see(8).seats[4].vote == 0
    (ballot,) = (a.event for a in game.log if isinstance(a.event, BallotCast))
    assert ballot.at == game.now
    game.end()
    assert game.state.last_vote.ballots == {4: 0}  # type: ignore[union-attr]


def test_secret_ballots_stay_so_when_they_are_withdrawn() -> None:
    game = cast(vote(ballots="secret"), {4: 0})
    game.must(4, "unvote")
    audiences = [a.audience.seats for a in game.log if isinstance(a.event, BallotCast | BallotWithdrawn)]
    assert audiences == [{4}, {4}]
    cast(game, {4: 0})
    game.end()
    assert game.state.last_vote.ballots == {}  # type: ignore[union-attr]


def test_the_dead_have_no_weight() -> None:
    game = table(NINE, preset="ranked").until("night")
    game.must(0, "kill", 8)
    game.until("vote")
    assert not [legal for legal in game.see(8).legal if legal.verb == "vote"]
    cast(game, dict.fromkeys(range(3, 8), 0))
    game.end()
    assert game.phase == "last_defense"


# --- R14 ---


def test_R14_the_role_of_the_eliminated_stays_hidden_until_the_end() -> None:
    game = cast(vote(), dict.fromkeys(range(4, 9), 0))
    game.until("night")
    gone = game.see(4).seats[0]
    assert (gone.alive, gone.role, gone.faction) == (False, None, None)
    while not game.over:
        game.end()
    assert game.see(4).seats[0].role == "killer"


def test_R12_the_room_is_told_who_is_condemned_before_they_are_out() -> None:
    game = cast(vote(), dict.fromkeys(range(4, 9), 0))
    game.end()
    (told,) = game.see(8).news
    assert (told.kind, told.seats) == (NewsKind.CONDEMNED, (0,))
    assert game.see(8).seats[0].alive
