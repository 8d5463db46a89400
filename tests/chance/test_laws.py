"""The laws of the engine, tried on random games with random options (SOAK=1 with -m soak: on many)."""

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.ids import RoleId
from games.engine.roles import ROLES
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.table import problems
from tests.chance import laws
from tests.kit.games import begin, start_command

games = st.integers(min_value=0, max_value=2**32)
few = settings(max_examples=10, deadline=None)


@few
@given(games)
def test_every_game_ends_folds_and_repeats(number: int) -> None:
    laws.ends_folds_and_repeats(number)


@few
@given(games)
def test_C1_observations_change_only_by_what_was_addressed(number: int) -> None:
    laws.observations_change_only_by_what_was_addressed(number)


@few
@given(games)
def test_C1_twin_games_look_alike(number: int) -> None:
    laws.twins_look_alike(number)


def test_C1_twin_games_are_compared_often_enough() -> None:
    assert sum(laws.twins_look_alike(number) for number in range(10)) > 500


@few
@given(games)
def test_any_command_gives_events_or_a_reason(number: int) -> None:
    laws.wild_commands_do_no_harm(number)


@few
@given(games)
def test_C8_night_choices_come_in_any_order(number: int) -> None:
    laws.night_choices_come_in_any_order(number)


@few
@given(games)
def test_legal_is_what_is_accepted(number: int) -> None:
    laws.legal_is_what_is_accepted(number)


SOME = 401
"""Of the small tables one in so many is tried; the soak tries all."""


@pytest.mark.parametrize("first_day_vote", [False, True])
@pytest.mark.parametrize("preset", REGISTRY)
def test_C25_every_small_table_ends_with_idle_players(preset: str, first_day_vote: bool) -> None:
    small_tables_end(preset, SOME, first_day_vote=first_day_vote)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", REGISTRY)
def test_soak_small_tables(preset: str) -> None:
    small_tables_end(preset, 1)


def small_tables_end(preset: str, step: int, **options: object) -> None:
    ruleset = configure(REGISTRY[preset], {"talk_seconds": None, **options})
    assert isinstance(ruleset, Ruleset)
    played = 0
    tables = itertools.combinations_with_replacement([RoleId(role) for role in ROLES], ruleset.min_players)
    for roles in itertools.islice(tables, 0, None, step):
        if any(not problem.warning for problem in problems(ruleset, len(roles), roles)):
            continue
        laws.idle_tables_end(begin(start_command(ruleset, roles)))
        played += 1
    assert played


SOAKS: list[tuple[Callable[[int], object], int]] = [
    (laws.ends_folds_and_repeats, 10_000),
    (laws.observations_change_only_by_what_was_addressed, 1_000),
    (lambda number: laws.observations_change_only_by_what_was_addressed(number, 10, 40), 20),
    (laws.twins_look_alike, 1_000),
    (lambda number: laws.twins_look_alike(number, 10, 40, each=False), 200),
    (laws.wild_commands_do_no_harm, 2_000),
    (laws.night_choices_come_in_any_order, 2_000),
    (laws.legal_is_what_is_accepted, 300),
]
PARTS = 8


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("row", range(len(SOAKS)))
def test_soak(row: int, part: int) -> None:
    law, count = SOAKS[row]
    for number in range(part, count, PARTS):
        law(number)
