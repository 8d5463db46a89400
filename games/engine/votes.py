"""Counting ballots.  One tally serves the display, the early close and the deadline (C16, C17)."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.ids import NOBODY, SeatId


def tally(ballots: Mapping[SeatId, SeatId], weights: Mapping[SeatId, int]) -> dict[SeatId, int]:
    """Weight of ballots for each target that has any, NOBODY among them; in seat order."""
    totals: dict[SeatId, int] = {}
    for voter, target in ballots.items():
        totals[target] = totals.get(target, 0) + weights[voter]
    return dict(sorted(totals.items()))


@dataclass(frozen=True, slots=True)
class Outcome:
    """``eliminated`` goes out; ``tied`` are the names that share the lead, if more than one does."""

    eliminated: SeatId | None = None
    tied: tuple[SeatId, ...] = ()


def plurality(totals: Mapping[SeatId, int]) -> Outcome:
    """The name with more than any other goes out, unless Nobody has at least as much (P11, P12)."""
    names = {target: weight for target, weight in totals.items() if target != NOBODY}
    top = max(names.values(), default=0)
    if top <= totals.get(NOBODY, 0):
        return Outcome()
    leaders = tuple(sorted(target for target, weight in names.items() if weight == top))
    return Outcome(eliminated=leaders[0]) if len(leaders) == 1 else Outcome(tied=leaders)
