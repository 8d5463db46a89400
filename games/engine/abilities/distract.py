"""A distraction: whatever else its target does tonight does not happen (C10, G10, S14)."""

from collections.abc import Iterable

from games.engine.abilities.base import Ability, Night, Use
from games.engine.ids import SeatId
from games.engine.roles import DISTRACT


def blocked_by(pairs: Iterable[tuple[SeatId, SeatId]]) -> set[SeatId]:
    """Who is distracted, if each of ``pairs`` is somebody and whom they set out to distract.

    From those whom nobody distracts inward; whoever is distracted distracts nobody.  What is left are
    unbroken rings, in which everyone is.
    """
    open_pairs, blocked = list(pairs), set[SeatId]()
    while open_pairs:
        aimed_at = {target for _, target in open_pairs}
        free = [pair for pair in open_pairs if pair[0] not in aimed_at]
        blocked |= {target for _, target in free or open_pairs}
        open_pairs = [pair for pair in open_pairs if free and pair not in free and pair[0] not in blocked]
    return blocked


def _is_immune(night: Night, use: Use) -> bool:
    """A side may be immune to its own: the attempt is made, and fails silently."""
    seats = night.snapshot.seats
    return use.power.spares_own and seats[use.target].faction is seats[use.seat].faction


def _resolve(night: Night) -> None:
    uses = night.active(DISTRACT)
    night.blocked |= blocked_by((use.seat, use.target) for use in uses if not _is_immune(night, use))
    list(night.take(DISTRACT))  # whoever is not blocked by now has made their visit


ABILITY = Ability(DISTRACT, _resolve)
