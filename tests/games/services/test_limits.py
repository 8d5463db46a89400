"""How much one person may do, also when the clock of the server is put back."""

from typing import Any

import pytest

from games.refusals import Code, Refusal
from games.services import limits

NOON = 1_800_000_000_000
"""A moment, in milliseconds."""


@pytest.fixture(autouse=True)
def five_at_once_then_one_a_second(settings: Any) -> None:
    settings.RATE_LIMITS = {"lines": {"burst": 5, "seconds": 1.0}}


def let_in(at: int, tries: int = 20) -> int:
    return sum(limits.spend("lines", "Ann", at) is None for _ in range(tries))


def test_a_burst_is_let_in_and_then_one_at_a_time() -> None:
    assert let_in(NOON) == 5
    assert limits.spend("lines", "Ann", NOON) == Refusal(Code.TOO_MANY_LINES.value, {"seconds": 1})
    assert let_in(NOON + 1_000) == 1
    assert let_in(NOON + 10_000) == 5


@pytest.mark.parametrize("back", [limits.SKEW + 1, 100_000])
def test_a_clock_that_is_put_back_keeps_nobody_waiting_longer(back: int) -> None:
    assert let_in(NOON) == 5
    assert let_in(NOON - back) == 0
    assert let_in(NOON - back + 1_000) == 1
    assert let_in(NOON - back + 10_000) == 5


def test_clocks_that_differ_a_little_let_nobody_do_more() -> None:
    assert let_in(NOON) == 5
    assert [let_in(NOON - limits.SKEW), let_in(NOON), let_in(NOON - limits.SKEW)] == [0, 0, 0]
    assert let_in(NOON + 1_000) == 1
