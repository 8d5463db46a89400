"""C7: what bots make of Ranked's roles and of its vote."""

from random import Random

import pytest

from games.engine import bots
from games.engine.bots import Claim, act
from games.engine.commands import CastBallot, Choose, Command
from games.engine.ids import NOBODY, SeatId
from games.engine.roles import Faction
from games.engine.rulesets import REGISTRY
from games.services.simulate import Game, bots_phase
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


def says(by: int, subject: int, result: str = bots.GUILTY) -> Claim:
    return Claim(SeatId(by), SeatId(subject), result)


def does(game: Table, seat: int, *heard: Claim) -> Command | None:
    return act(game.see(seat), heard).command


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


def test_a_vigilante_shoots_only_the_convicted() -> None:
    game = night()
    assert choice(game, VIGILANTE) == ("hold", None)
    assert choice(game, VIGILANTE, CLAIM) == ("shoot", K1)
    assert choice(game, VIGILANTE, CLAIM, says(K1, OTHER)) == ("hold", None)


def test_an_heir_kills_the_detective_it_has_found() -> None:
    game = table("consigliere framer detective citizen citizen citizen citizen", preset="ranked")
    game.until("night").must(0, "investigate", 2)
    game.until("night")
    assert choice(game, 0) == ("kill", 2)


def test_a_role_found_out_counts_as_its_side() -> None:
    game = table("consigliere killer detective jester citizen citizen citizen", preset="ranked")
    game.until("night").must(0, "investigate", 3)
    game.until("day")
    mind = bots._Mind(game.see(0), game.see(0).own, ())  # type: ignore[arg-type]  # noqa: SLF001
    assert mind.facts[SeatId(3)] is Faction.JESTER


def test_R12_the_unsure_skip_while_the_town_can_afford_it() -> None:
    game = night().until("vote")
    assert [ballot(game, seat) for seat in range(14)] == [NOBODY] * 14
    assert ballot(game, CITIZEN, CLAIM) == K1


def test_R13_without_skips_they_vote_for_names() -> None:
    game = table(f"{CREW} {TOWN}", preset="ranked", skip_budget=0).until("vote")
    assert NOBODY not in [ballot(game, seat) for seat in range(14)]


def test_B57_in_a_runoff_bots_vote_for_the_tied_only() -> None:
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
            told += act(game.see(0), ()).claim is not None
        return told

    assert lies("jester") > lies("killer") > lies("citizen") == 0


def test_C7_a_town_of_bots_beats_a_town_of_chance_in_ranked() -> None:
    def wins(everyone: bool) -> int:
        random, won = Random(5), 0
        for _ in range(30):
            game = Game(REGISTRY["ranked"], 9, random)
            while not game.over:
                crew = {seat.number for seat in game.state.seats if seat.faction is Faction.MAFIA}
                bots_phase(game, random, lambda seat: everyone or seat in crew)  # noqa: B023
            won += game.state.ending is not None and Faction.TOWN in game.state.ending.winning
        return won

    assert wins(everyone=True) > wins(everyone=False)
