"""C7: what bots make of Ranked's roles and of its vote."""

import pytest

from games.engine.beliefs import GUILTY, INNOCENT, Beliefs, Claim
from games.engine.commands import CastBallot, Choose, Command
from games.engine.ids import NOBODY, SeatId
from games.engine.roles import Faction
from tests.kit.games import Table, table
from tests.kit.ranked import (
    BODYGUARD,
    CITIZEN,
    CONSIGLIERE,
    CREW,
    DETECTIVE,
    FRAMER,
    K1,
    OTHER,
    SILENCER,
    TOWN,
    VIGILANTE,
    night,
)


def says(by: int, subject: int, result: str = GUILTY) -> Claim:
    return Claim(SeatId(by), SeatId(subject), result)


def does(game: Table, seat: int, *heard: Claim) -> Command | None:
    return game.bot(seat, *heard).command


def choice(game: Table, seat: int, *heard: Claim) -> tuple[str, int | None]:
    command = does(game, seat, *heard)
    assert isinstance(command, Choose)
    return command.ability, command.target


def ballot(game: Table, seat: int, *heard: Claim) -> int:
    command = does(game, seat, *heard)
    assert isinstance(command, CastBallot)
    return command.target


CLAIM = says(DETECTIVE, K1)
"""The Detective says aloud that one of the Killers is Mafia."""


@pytest.mark.parametrize(
    ("seat", "verb"),
    [
        (BODYGUARD, "guard"),
        (FRAMER, "frame"),
        (SILENCER, "silence"),
        (CONSIGLIERE, "investigate"),
        (K1, "kill"),
    ],
)
def test_powers_turn_to_whoever_speaks_for_the_town(seat: int, verb: str) -> None:
    assert choice(night(), seat, CLAIM) == (verb, DETECTIVE)


def test_framers_and_silencers_leave_their_own_alone() -> None:
    for seed in "abcdefgh":
        game = table(f"{CREW} {TOWN}", preset="ranked", seed=seed).until("night")
        for seat in (FRAMER, SILENCER):
            assert (choice(game, seat)[1] or 0) > SILENCER


def test_a_consigliere_does_not_look_into_those_it_knows() -> None:
    for seed in "abcdefgh":
        game = table(f"{CREW} {TOWN}", preset="ranked", seed=seed).until("night")
        assert (choice(game, CONSIGLIERE)[1] or 0) > SILENCER


def test_a_vigilante_shoots_the_convicted() -> None:
    game = night()
    assert choice(game, VIGILANTE) == ("hold", None)
    assert choice(game, VIGILANTE, CLAIM) == ("shoot", K1)
    assert choice(game, VIGILANTE, CLAIM, says(K1, OTHER)) == ("shoot", K1)


def test_a_vigilante_shoots_at_a_guess_where_a_day_would_be_lost_anyhow_but_at_nobody_trusted() -> None:
    game = night().until("night")
    assert choice(game, VIGILANTE) == ("hold", None)
    game.must(K1, "kill", OTHER)
    game.until("night")
    assert len(game.state.alive()) % 2 == 1
    cleared = [says(DETECTIVE, seat, INNOCENT) for seat in game.state.alive() if seat != FRAMER]
    assert choice(game, VIGILANTE, *cleared) == ("shoot", FRAMER)


def test_an_heir_kills_the_detective_it_has_found() -> None:
    game = table("consigliere framer detective citizen citizen citizen citizen", preset="ranked")
    game.until("night").must(0, "investigate", 2)
    game.until("night")
    assert choice(game, 0) == ("kill", 2)


def test_a_role_found_out_counts_as_its_side() -> None:
    game = table("consigliere killer detective jester citizen citizen citizen", preset="ranked")
    game.until("night").must(0, "investigate", 3)
    game.until("day")
    mind = Beliefs(game.see(0), game.own(0), ())
    assert mind.facts[SeatId(3)] is Faction.JESTER


def test_R12_an_even_number_that_has_heard_nothing_skips_while_the_town_can_afford_it() -> None:
    game = night().until("vote")
    assert [ballot(game, seat) for seat in range(14)] == [NOBODY] * 14
    assert ballot(game, CITIZEN, CLAIM) == K1
    assert ballot(game, CITIZEN, says(DETECTIVE, OTHER, INNOCENT)) not in (NOBODY, OTHER)


def test_R12_an_odd_number_votes_for_a_name() -> None:
    game = table(f"{CREW} {TOWN} citizen", preset="ranked").until("vote")
    assert NOBODY not in [ballot(game, seat) for seat in range(15)]


def test_R13_without_skips_they_vote_for_names() -> None:
    game = table(f"{CREW} {TOWN}", preset="ranked", skip_budget=0).until("vote")
    assert NOBODY not in [ballot(game, seat) for seat in range(14)]


def test_in_a_runoff_bots_vote_for_the_tied_only() -> None:
    game = table(f"{CREW} {TOWN}", preset="ranked", skip_budget=0).until("vote")
    game.must(6, "vote", 10)
    game.must(7, "vote", 11)
    game.end()
    assert {ballot(game, seat) for seat in range(6, 10)} <= {10, 11, NOBODY}


def test_R16_a_jester_lies_to_be_voted_out() -> None:
    def lies(role: str) -> int:
        told = 0
        for number in range(40):
            roles = f"{role} killer killer killer citizen citizen citizen citizen citizen citizen"
            game = table(roles, preset="ranked", seed=str(number)).until("day").until("day")
            told += game.bot(0).claim is not None
        return told

    assert lies("jester") > lies("killer") > lies("citizen") == 0
