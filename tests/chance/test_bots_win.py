"""C7: bots play better than chance."""

from random import Random

import pytest

from games.engine.roles import Faction
from games.engine.rulesets import REGISTRY
from games.services.simulate import Game, bots_phase


def wins(preset: str, players: int, games: int, *, clever_town: bool) -> float:
    """The town's share of wins against Mafia who are bots, the town being bots too or playing by chance."""
    random = Random(5)
    won = 0
    for _ in range(games):
        game = Game(REGISTRY[preset], players, random)
        crew = {seat.number for seat in game.state.seats if seat.faction is Faction.MAFIA}
        while not game.over:
            bots_phase(game, random, lambda seat: clever_town or seat in crew)  # noqa: B023
        won += game.state.ending is not None and Faction.TOWN in game.state.ending.winning
    return won / games


@pytest.mark.parametrize("players", [5, 7, 9, *(pytest.param(n, marks=pytest.mark.soak) for n in (12, 15))])
@pytest.mark.parametrize("preset", ["parlor", "ranked"])
def test_C7_a_town_of_bots_beats_a_town_of_chance(preset: str, players: int) -> None:
    thinking = wins(preset, players, 30, clever_town=True)
    chance = wins(preset, players, 30, clever_town=False)
    assert thinking >= chance + 0.1
