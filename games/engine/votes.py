"""Counting ballots.  One tally serves the display, the early close and the deadline (C16, C17)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.engine.choices import Procedure
from games.engine.ids import NOBODY, SeatId
from games.engine.places import CountBy, Place


def tally(ballots: Mapping[SeatId, SeatId], weights: Mapping[SeatId, int]) -> dict[SeatId, int]:
    """Weight of ballots for each target that has any, NOBODY among them; in seat order."""
    totals: dict[SeatId, int] = {}
    for voter, target in ballots.items():
        totals[target] = totals.get(target, 0) + weights[voter]
    return dict(sorted(totals.items()))


@dataclass(frozen=True, slots=True)
class Count:
    """What a vote is decided by.  ``weight``: of all the living together; ``budget``: skips left."""

    totals: Mapping[SeatId, int]
    weight: int
    budget: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """``eliminated`` goes out; ``tied`` are the names that share the lead, if more than one does; ``skips``:
    a skip is spent."""

    eliminated: SeatId | None = None
    tied: tuple[SeatId, ...] = ()
    skips: bool = False


def _most(totals: Mapping[SeatId, int], at_least: int) -> Outcome:
    """The name with the most, if that is ``at_least`` so much."""
    names = {target: weight for target, weight in totals.items() if target != NOBODY}
    top = max(names.values(), default=0)
    if top < at_least:
        return Outcome()
    leaders = tuple(sorted(target for target, weight in names.items() if weight == top))
    return Outcome(eliminated=leaders[0]) if len(leaders) == 1 else Outcome(tied=leaders)


def plurality(count: Count) -> Outcome:
    """The name with more than any other goes out, unless Nobody has at least as much (P11, P12)."""
    return _most(count.totals, count.totals.get(NOBODY, 0) + 1)


def names(count: Count) -> Outcome:
    """The name with more than any other goes out, whatever Nobody has (R13)."""
    return _most(count.totals, 1)


def majority(count: Count) -> Outcome:
    """More than half of all weight puts a name out (S5, C17)."""
    return _most(count.totals, count.weight // 2 + 1)


def budget(count: Count) -> Outcome:
    """More than half of all weight puts a name out, or spends a skip; neither: nobody goes out, and no tie
    is broken (R12).  Without skips left, as ``names``."""
    if not count.budget:
        return names(count)
    if count.totals.get(NOBODY, 0) > count.weight // 2:
        return Outcome(skips=True)
    return majority(count)


COUNTS: Mapping[CountBy, Callable[[Count], Outcome]] = MappingProxyType(
    {
        CountBy.PLURALITY: plurality,
        CountBy.NAMES: names,
        CountBy.MAJORITY: majority,
        CountBy.BUDGET: budget,
    }
)


def count_by(place: Place, procedure: Procedure) -> CountBy:
    """How the vote at ``place`` is decided: where plain ballots are counted, the table may ask for more than
    half of the living instead (M12)."""
    if place.count_by is CountBy.PLURALITY and procedure is Procedure.MAJORITY:
        return CountBy.MAJORITY
    return place.count_by
