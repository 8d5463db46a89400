"""C7: bots see only what their seat may see, play lawfully, and play better than chance."""

from collections.abc import Callable
from random import Random

import pytest

from games.engine import bots
from games.engine.bots import Act, Claim, act, delay, waiting
from games.engine.commands import Choose, Command, command_for
from games.engine.ids import NARRATOR_VIEWER, NOBODY, SeatId
from games.engine.observation import observe
from games.engine.roles import Faction
from games.engine.rulesets import REGISTRY
from games.engine.state import State
from games.services.simulate import Game, bots_phase
from tests.kit.games import Table, table

SEVEN = "mafia mafia doctor detective citizen citizen citizen"


def bot(game: Table, seat: int, *heard: Claim) -> Act:
    return act(game.see(seat), heard)


def pending(state: State, seat: SeatId) -> bool:
    return seat in waiting(state)


def says(by: int, subject: int, result: str = bots.GUILTY) -> Claim:
    return Claim(SeatId(by), SeatId(subject), result)


def vote(game: Table, seat: int, *heard: Claim) -> int:
    command = bot(game, seat, *heard).command
    return command.target  # type: ignore[union-attr, return-value]


def wins(players: int, clever: Callable[[Faction], bool], games: int) -> float:
    """The town's share of wins where those of the factions named by ``clever`` are bots, the rest chance."""
    random = Random(5)
    won = 0
    for _ in range(games):
        game = Game(REGISTRY["parlor"], players, random)
        while not game.over:
            bots_phase(game, random, lambda seat: clever(game.state.seats[seat].faction))  # noqa: B023
        won += game.state.ending is not None and Faction.TOWN in game.state.ending.winning
    return won / games


@pytest.mark.parametrize("players", [5, 9])
def test_C7_a_town_of_bots_beats_a_town_of_chance(players: int) -> None:
    thinking = wins(players, lambda faction: True, 40)
    chance = wins(players, lambda faction: faction is Faction.MAFIA, 40)
    assert thinking >= chance + 0.1


def test_C7_bots_play_the_same_game_again() -> None:
    def played() -> object:
        random = Random(3)
        game = Game(REGISTRY["parlor"], 9, random)
        while not game.over:
            bots_phase(game, random)
        return game.state, game.heard

    assert played() == played()


def test_C1_a_bots_delay_does_not_know_its_role() -> None:
    delays = [delay(SeatId(seat), phase, 0) for seat in range(9) for phase in range(20)]
    assert len(set(delays)) > 100
    assert min(delays) >= 1_000
    assert max(delays) < 6_000
    assert delay(SeatId(3), 4, 2) > delay(SeatId(3), 4, 1) > delay(SeatId(3), 4, 0)


def test_pending_until_the_bot_has_done_its_part() -> None:
    game = table(SEVEN)
    seat = SeatId(4)
    assert pending(game.state, seat)
    game.must(4, "ready")
    assert not pending(game.state, seat)
    game.until("night")
    game.must(4, "suspect", 0)
    assert pending(game.state, seat)
    game.must(4, "confirm")
    assert not pending(game.state, seat)
    game.until("morning")
    assert not pending(game.state, seat)
    game.until("vote")
    living = game.state.alive()[0]
    assert pending(game.state, living)
    game.must(living, "vote", NOBODY)
    assert not pending(game.state, living)


def test_nothing_is_pending_in_a_paused_or_finished_game() -> None:
    game = table(SEVEN, host=0)
    game.must(0, "pause")
    assert not pending(game.state, SeatId(4))
    game.must(0, "resume")
    while not game.over:
        game.end()
    assert not pending(game.state, SeatId(4))


def test_a_bot_without_a_seat_or_a_choice_does_nothing() -> None:
    game = table(SEVEN)
    assert act(observe(game.state, NARRATOR_VIEWER), ()) == Act(None)
    game.until("morning")
    assert bot(game, 4) == Act(None)


def test_a_bot_chooses_then_confirms() -> None:
    game = table(SEVEN).until("night")
    for seat in range(7):
        command = bot(game, seat).command
        assert isinstance(command, Choose)
        game.do(command)
    for seat in range(7):
        assert bot(game, seat).command == command_for("confirm", SeatId(seat))


def test_a_bot_with_nobody_to_aim_at_holds() -> None:
    mind = bots._Mind(table(SEVEN).see(0), table(SEVEN).see(0).own, ())  # type: ignore[arg-type]  # noqa: SLF001
    assert mind.night_choice(()) == command_for("hold", SeatId(0))


def test_the_mafia_agree_on_a_target() -> None:
    game = table(SEVEN).until("night")
    game.must(0, "kill", 5)
    assert bot(game, 1).command == Choose(SeatId(1), "kill", SeatId(5))  # type: ignore[arg-type]


def test_the_mafia_kill_the_one_who_told_the_truth() -> None:
    game = table(SEVEN).until("night")
    assert bot(game, 0, says(3, 1)).command == Choose(SeatId(0), "kill", SeatId(3))  # type: ignore[arg-type]


def test_the_doctor_protects_the_one_who_speaks_for_the_town() -> None:
    game = table(SEVEN).until("night")
    command: Command | None = bot(game, 2, says(3, 1)).command
    assert command == Choose(SeatId(2), "protect", SeatId(3))  # type: ignore[arg-type]


def test_the_doctor_does_not_protect_a_liar() -> None:
    game = table(SEVEN).until("night")
    command = bot(game, 2, says(0, 2)).command
    assert isinstance(command, Choose)
    assert command.target != 0


def found_out(checked: int = 0) -> Table:
    """A day after a night in which the Detective checked somebody."""
    game = table(SEVEN).until("night")
    game.must(0, "kill", 6)
    game.must(3, "investigate", checked)
    return game.until("day")


def test_a_detective_claims_a_found_mafia() -> None:
    assert bot(found_out(), 3) == Act(command_for("ready", SeatId(3)), says(3, 0))


def test_a_detective_says_it_once() -> None:
    assert bot(found_out(), 3, says(3, 0)).claim is None


def test_a_detective_keeps_an_innocent_to_themselves_for_as_long_as_many_live() -> None:
    game = table(SEVEN + " citizen citizen").until("night")
    game.must(0, "kill", 6)
    game.must(3, "investigate", 4)
    game.until("day")
    assert bot(game, 3).claim is None
    assert bot(game, 3, says(0, 5)).claim == says(3, 4, bots.INNOCENT)


def test_a_town_without_findings_claims_nothing() -> None:
    assert bot(found_out(), 4).claim is None


def test_a_detective_votes_for_what_they_found() -> None:
    game = found_out()
    game.end()
    assert vote(game, 3) == 0


def test_the_town_votes_with_a_claim() -> None:
    game = found_out()
    game.end()
    assert vote(game, 4, says(3, 0)) == 0


def test_whoever_accuses_a_bot_falsely_is_a_liar_to_it() -> None:
    game = found_out()
    game.end()
    assert vote(game, 4, says(1, 4)) == 1


def test_a_claim_proven_wrong_by_a_shown_role_speaks_against_who_made_it() -> None:
    game = found_out()
    game.end()
    assert vote(game, 4, says(1, 6)) == 1


def test_a_dead_detective_is_believed_and_another_dead_is_not() -> None:
    game = table(SEVEN).until("night")
    game.must(0, "kill", 3)
    game.must(3, "investigate", 1)
    game.until("vote")
    assert vote(game, 4, says(3, 1)) == 1
    doubts = bots._Mind(game.see(4), game.see(4).own, (says(3, 1),)).suspicion  # type: ignore[arg-type]  # noqa: SLF001
    assert doubts[SeatId(1)] == 100
    other = table(SEVEN).until("night")
    other.must(0, "kill", 5)
    other.until("vote")
    mind = bots._Mind(other.see(4), other.see(4).own, (says(5, 1),))  # type: ignore[arg-type]  # noqa: SLF001
    assert mind.suspicion[SeatId(1)] == 0


def test_claimants_who_rival_each_other_are_believed_less() -> None:
    game = found_out()
    alone, rivals = (says(3, 0),), (says(3, 0), says(1, 5))
    trusted = bots._Mind(game.see(4), game.see(4).own, alone)  # type: ignore[arg-type]  # noqa: SLF001
    doubted = bots._Mind(game.see(4), game.see(4).own, rivals)  # type: ignore[arg-type]  # noqa: SLF001
    assert 0 < doubted.suspicion[SeatId(0)] < trusted.suspicion[SeatId(0)]


def test_a_claimant_known_to_be_mafia_is_a_liar() -> None:
    game = found_out(checked=0)
    mind = bots._Mind(game.see(3), game.see(3).own, (says(0, 4),))  # type: ignore[arg-type]  # noqa: SLF001
    assert mind.suspicion[SeatId(4)] < 0


def test_few_of_an_even_number_without_suspicion_vote_for_nobody() -> None:
    game = found_out()
    assert len(game.state.alive()) == 6
    game.end()
    assert vote(game, 4) == NOBODY
    assert vote(game, 0) != NOBODY


def test_the_mafia_do_not_vote_for_their_own_unless_they_are_lost() -> None:
    sacrifices = 0
    for number in range(12):
        game = table(SEVEN, seed=str(number)).until("night")
        game.must(0, "kill", 6)
        game.until("vote")
        assert vote(game, 0) not in (0, 1, 6)
        sacrifices += vote(game, 0, says(3, 1)) == 1
    assert 0 < sacrifices < 12


def test_mafia_with_only_their_own_to_vote_for_vote_for_nobody() -> None:
    game = table(SEVEN, tie="revote").until("night")
    game.must(0, "kill", 6)
    game.until("vote")
    mind = bots._Mind(game.see(0), game.see(0).own, ())  # type: ignore[arg-type]  # noqa: SLF001
    assert mind.ballot((SeatId(1), NOBODY)) == NOBODY


def test_the_mafia_lie_now_and_then() -> None:
    lies = [claim for claim in (lie(number) for number in range(40)) if claim is not None]
    assert 0 < len(lies) < 20
    assert all(claim.subject not in (0, 1) and claim.result == bots.GUILTY for claim in lies)


def lie(number: int, *heard: Claim) -> Claim | None:
    game = table(SEVEN, seed=str(number)).until("night")
    game.must(0, "kill", 6)
    game.until("day")
    return bot(game, 0, *heard).claim


def test_the_accused_mafia_answer_often_and_lie_once() -> None:
    answers = [lie(number, says(3, 0)) for number in range(20)]
    assert sum(claim == says(0, 3) for claim in answers) > 3
    assert all(lie(number, says(0, 5)) is None for number in range(20))
