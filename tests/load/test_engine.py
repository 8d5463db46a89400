"""How fast the engine plays, in processor time and observations included."""

import time
from collections.abc import Callable
from random import Random

import pytest

from games.engine.rulesets import REGISTRY
from games.services.simulate import POLICIES, Game

pytestmark = pytest.mark.bench

SECONDS = 2.0

GAMES = {7: 1_500, 15: 300, 25: 100}
"""Games a second that are to be reached by whole nights and days without powers."""


def measure(policy: str, players: int) -> tuple[float, float]:
    """Microseconds a command, and games a second."""
    random = Random(1)
    games = commands = 0
    began = time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        game = Game(REGISTRY["parlor"], players, random)
        while not game.over:
            POLICIES[policy](game, random)
        games += 1
        commands += game.commands
    return took / commands * 1e6, games / took


@pytest.mark.parametrize("players", sorted(GAMES))
@pytest.mark.parametrize("policy", ["random", "bots", "coin"])
def test_engine(policy: str, players: int, note: Callable[[str, str, str], None]) -> None:
    each, games = measure(policy, players)
    target = {"random": "≤ 60 µs", "bots": "", "coin": f"≥ {GAMES[players]:,} games/s"}[policy]
    value = f"{each:.0f} µs a command, {1e6 / each:,.0f}/s, {games:,.0f} games/s"
    note(f"engine: {policy}, {players} seats", value, target)
