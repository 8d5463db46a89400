"""C7: bots see only what their seat may see, and play lawfully."""

from dataclasses import replace
from random import Random

from games.engine import bots
from games.engine.beliefs import CONVINCED, GUILTY, INNOCENT, Beliefs, Claim
from games.engine.bots import Act, act, delay, luck, waiting
from games.engine.commands import Choose, Command, Legal, Nominate, SecondNomination, command_for
from games.engine.ids import NARRATOR_VIEWER, NOBODY, SeatId
from games.engine.observation import observe
from games.engine.rulesets import REGISTRY
from games.engine.state import State
from games.services.simulate import Game, bots_phase
from tests.kit.games import Table, table

SEVEN = "mafia mafia doctor detective citizen citizen citizen"


def pending(state: State, seat: SeatId) -> bool:
    return seat in waiting(state)


def says(by: int, subject: int, result: str = GUILTY) -> Claim:
    return Claim(SeatId(by), SeatId(subject), result)


def vote(game: Table, seat: int, *heard: Claim) -> int:
    command = game.bot(seat, *heard).command
    return command.target  # type: ignore[union-attr, return-value]


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


def test_C1_a_bots_luck_is_its_own_and_nobody_can_draw_along() -> None:
    game, twin = table(SEVEN), table(SEVEN)
    keys = {luck(game.state, seat) for seat in game.state.numbers()}
    assert len(keys) == 7
    assert keys == {luck(twin.state, seat) for seat in twin.state.numbers()}
    seen = repr([game.see(seat) for seat in range(7)])
    assert not any(key in seen for key in (*keys, game.state.setup.seed))


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
    assert act(observe(game.state, NARRATOR_VIEWER), (), "00") == Act(None)
    game.until("morning")
    assert game.bot(4) == Act(None)


def test_a_bot_chooses_then_confirms() -> None:
    game = table(SEVEN).until("night")
    for seat in range(7):
        command = game.bot(seat).command
        assert isinstance(command, Choose)
        game.do(command)
    for seat in range(7):
        assert game.bot(seat).command == command_for("confirm", SeatId(seat))


def test_a_bot_with_nobody_to_aim_at_holds() -> None:
    game = table(SEVEN)
    mind = bots._Mind(game.see(0), game.own(0), (), "00")  # noqa: SLF001
    assert mind.night_choice(()) == command_for("hold", SeatId(0))


def test_S3_a_bot_whose_team_has_chosen_holds_and_whoever_chose_confirms() -> None:
    game = table("mafia mafia doctor detective citizen citizen citizen citizen", preset="syndicate")
    game.until("night")
    game.must(0, "kill", 5)
    assert game.bot(0).command == command_for("confirm", SeatId(0))
    assert game.bot(1).command == command_for("hold", SeatId(1))


def test_the_mafia_agree_on_a_target() -> None:
    game = table(SEVEN).until("night")
    game.must(0, "kill", 5)
    assert game.bot(1).command == Choose(SeatId(1), "kill", SeatId(5))  # type: ignore[arg-type]


def test_the_mafia_kill_the_one_who_told_the_truth() -> None:
    game = table(SEVEN).until("night")
    assert game.bot(0, says(3, 1)).command == Choose(SeatId(0), "kill", SeatId(3))  # type: ignore[arg-type]


def test_the_doctor_protects_the_one_who_speaks_for_the_town() -> None:
    game = table(SEVEN).until("night")
    command: Command | None = game.bot(2, says(3, 1)).command
    assert command == Choose(SeatId(2), "protect", SeatId(3))  # type: ignore[arg-type]


def test_the_doctor_does_not_protect_a_liar() -> None:
    game = table(SEVEN).until("night")
    command = game.bot(2, says(0, 2)).command
    assert isinstance(command, Choose)
    assert command.target != 0


def found_out(checked: int = 0) -> Table:
    """A day after a night in which the Detective checked somebody."""
    game = table(SEVEN).until("night")
    game.must(0, "kill", 6)
    game.must(3, "investigate", checked)
    return game.until("day")


def test_a_detective_claims_a_found_mafia() -> None:
    assert found_out().bot(3) == Act(command_for("ready", SeatId(3)), says(3, 0))


def test_a_detective_says_it_once() -> None:
    assert found_out().bot(3, says(3, 0)).claim is None


def test_a_detective_tells_of_an_innocent_too_but_of_a_found_mafia_first() -> None:
    game = table(SEVEN + " citizen citizen").until("night")
    game.must(3, "investigate", 4)
    game.must(0, "kill", 7)
    game.until("night").must(3, "investigate", 0)
    game.must(0, "kill", 8)
    game.until("day")
    assert game.bot(3).claim == says(3, 0)
    assert game.bot(3, says(3, 0)).claim == says(3, 4, INNOCENT)


def test_a_town_without_findings_claims_nothing() -> None:
    assert found_out().bot(4).claim is None


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
    doubts = Beliefs(game.see(4), game.own(4), (says(3, 1),)).suspicion
    assert doubts[SeatId(1)] == 100
    other = table(SEVEN).until("night")
    other.must(0, "kill", 5)
    other.until("vote")
    mind = Beliefs(other.see(4), other.own(4), (says(5, 1),))
    assert mind.suspicion[SeatId(1)] == 0


def doubt(game: Table, seat: int, about: int, *heard: Claim) -> int:
    return Beliefs(game.see(seat), game.own(seat), heard).suspicion[SeatId(about)]


def test_of_two_who_claim_the_first_is_believed() -> None:
    game = found_out()
    assert doubt(game, 4, 0, says(3, 0), says(1, 5)) == doubt(game, 4, 0, says(3, 0)) > 0
    assert doubt(game, 4, 5, says(3, 0), says(1, 5)) == 0


def test_two_who_accuse_each_other_are_one_who_speaks_and_one_who_answers() -> None:
    game = found_out()
    assert doubt(game, 4, 0, says(3, 0), says(0, 3)) >= CONVINCED
    assert doubt(game, 4, 3, says(3, 0), says(0, 3)) == 0


def test_whoever_is_accused_by_a_rival_who_has_spoken_before_is_believed_less() -> None:
    game = found_out()
    heard = (says(1, 5), says(3, 4, INNOCENT), says(1, 3))
    assert doubt(game, 4, 3, *heard) > 0
    assert doubt(game, 5, 3, *heard) < 0  # to the one whom it accuses falsely the rival is a liar


def test_a_claimant_who_is_killed_at_night_is_believed_more() -> None:
    def killed(flip: str) -> Table:
        game = table(SEVEN + " citizen", flip=flip).until("night")
        game.must(0, "kill", 3)
        game.must(1, "kill", 3)
        return game.until("day")

    game = killed("none")
    alive = table(SEVEN + " citizen", flip="none").until("day")
    assert doubt(game, 4, 0, says(3, 0)) > doubt(alive, 4, 0, says(3, 0)) > 0


def test_the_town_leans_on_the_ballots_of_those_it_trusts_and_not_on_those_of_suspects() -> None:
    def follows(voter: int, *heard: Claim) -> int:
        seen = 0
        for number in range(12):
            game = table(SEVEN, ballots="names", first_day_vote=True, seed=str(number)).until("vote")
            game.must(voter, "vote", 6)
            seen += vote(game, 4, *heard) == 6
        return seen

    trusted = follows(5, says(3, 5, INNOCENT))
    assert trusted > follows(5) > 2
    assert follows(1, says(1, 4), says(3, 6, INNOCENT)) == 0


def test_a_detective_believes_whom_they_have_cleared() -> None:
    game = found_out(checked=5)
    assert doubt(game, 3, 0, says(5, 0)) > doubt(game, 4, 0, says(5, 0)) > 0


def test_those_who_know_nothing_agree_without_a_word() -> None:
    game = table(SEVEN, first_day_vote=True).until("vote")
    votes = [vote(game, seat) for seat in (2, 3, 4, 5, 6)]
    assert max(votes.count(name) for name in votes) >= 4


def test_a_claimant_known_to_be_mafia_is_a_liar() -> None:
    game = found_out(checked=0)
    mind = Beliefs(game.see(3), game.own(3), (says(0, 4),))
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
    mind = bots._Mind(game.see(0), game.own(0), (), "00")  # noqa: SLF001
    assert mind.ballot((SeatId(1), NOBODY)) == NOBODY


def test_the_mafia_lie_now_and_then() -> None:
    lies = [claim for claim in (lie(number) for number in range(40)) if claim is not None]
    assert 0 < len(lies) < 20
    assert all(claim.subject not in (0, 1) and claim.result == GUILTY for claim in lies)


def lie(number: int, *heard: Claim) -> Claim | None:
    game = table(SEVEN, seed=str(number)).until("night")
    game.must(0, "kill", 6)
    game.until("day")
    return game.bot(0, *heard).claim


def test_the_accused_mafia_answer_often_and_lie_once() -> None:
    answers = [lie(number, says(3, 0)) for number in range(20)]
    assert sum(claim == says(0, 3) for claim in answers) > 3
    assert all(lie(number, says(0, 5)) is None for number in range(20))


def test_M10_a_bot_nominates_whom_it_suspects_and_supports_what_others_nominate() -> None:
    game = table(SEVEN, preset="moderated", procedure="nominations", second=True)
    game.until("nomination")
    nominates = game.bot(3).command
    assert isinstance(nominates, Nominate)
    game.do(nominates)
    by_others = {game.bot(seat).command for seat in range(7) if seat not in (3, nominates.target)}
    assert {type(command) for command in by_others} == {SecondNomination}
    assert game.bot(nominates.target).command == command_for("ready", nominates.target)


def test_M10_a_bot_that_has_nobody_to_nominate_says_that_it_is_done() -> None:
    game = table(SEVEN, preset="moderated", procedure="nominations")
    game.until("nomination")
    seen = replace(game.see(3), legal=(Legal("nominate", ()), Legal("ready")))
    assert bots.act(seen, (), "00").command == command_for("ready", SeatId(3))
