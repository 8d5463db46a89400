"""The story at the end, against the game that it tells of (C3)."""

from random import Random

import pytest

from games import history
from games.engine.rulesets import REGISTRY
from tests.kit.games import Table, begin, play_on, random_start


def played(number: int, preset: str) -> Table:
    random = Random(number)
    game = begin(random_start(random, 5, 9, REGISTRY[preset]))
    for _ in play_on(random, game):
        pass
    return game


@pytest.mark.parametrize("preset", REGISTRY)
def test_C3_M17_what_was_not_undone_is_what_holds_at_the_end(preset: str) -> None:
    for number in range(8):
        game = played(number, preset)
        out: set[int] = set()
        learned: list[object] = []
        for told in history.rounds(addressed.event for addressed in game.log):
            if not told.undone:
                for seat, how in told.out:
                    (out.discard if how == history.BACK else out.add)(seat)
                learned += told.results
        assert out == {seat.number for seat in game.state.seats if not seat.alive}
        assert learned == [(f.seat, f.subject, f.result, f.visited) for f in game.state.findings]
