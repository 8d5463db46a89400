"""How fast the engine plays, in processor time and observations included (run as a module)."""

import sys
import time
from random import Random

from games.engine.rulesets import REGISTRY
from games.services.simulate import POLICIES, Game

SECONDS = 2.0


def measure(policy: str, players: int) -> tuple[float, float]:
    """Commands and games a second."""
    random = Random(1)
    games = commands = 0
    began = time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        game = Game(REGISTRY["parlor"], players, random)
        while not game.over:
            POLICIES[policy](game, random)
        games += 1
        commands += game.commands
    return commands / took, games / took


def main() -> None:
    for policy in ("random", "bots"):
        for players in (7, 15, 25):
            commands, games = measure(policy, players)
            each = 1e6 / commands
            sys.stdout.write(
                f"{policy:7}{players:3} {commands:7.0f} commands/s {games:6.1f} games/s {each:5.1f} µs\n"
            )


if __name__ == "__main__":
    main()
