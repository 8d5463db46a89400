"""Every table that the editor lets through starts and ends (C25, C26)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.rulesets import REGISTRY
from games.services.balance import playing
from tests.chance.laws import MOST_COMMANDS, idle_tables_end
from tests.kit.custom import free_start
from tests.kit.games import begin, play_on

numbers = st.integers(min_value=0, max_value=2**32)


def starts_and_ends(preset: str, number: int, most: int = 12) -> None:
    """Played at random, left alone, and played by bots."""
    random = Random(number)
    start = free_start(random, preset, most)
    game = begin(start)
    for _ in play_on(random, game):
        assert len(game.commands) < MOST_COMMANDS
    idle_tables_end(begin(start))
    if number % 5 == 0:
        won = next(one for one in playing(start.ruleset, len(start.seats), random) if one)
        assert won


@pytest.mark.parametrize("preset", REGISTRY)
@settings(max_examples=6, deadline=None)
@given(numbers)
def test_C25_C26_a_table_set_by_hand_starts_and_ends(preset: str, number: int) -> None:
    starts_and_ends(preset, number)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", REGISTRY)
@settings(max_examples=1_000, deadline=None)
@given(numbers)
def test_C25_C26_many_tables_set_by_hand_start_and_end(preset: str, number: int) -> None:
    starts_and_ends(preset, number, REGISTRY[preset].max_players if number % 10 == 0 else 14)
