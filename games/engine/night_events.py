"""What a night does to who somebody is.  Part of ``events.Event``."""

from dataclasses import dataclass

from games.engine.ids import RoleId, SeatId
from games.engine.roles import Faction


@dataclass(frozen=True, slots=True, repr=False)
class PlayerRecruited:
    """``seat`` is of another side now, and has another role (S15)."""

    seat: SeatId
    role: RoleId
    faction: Faction


@dataclass(frozen=True, slots=True, repr=False)
class PlayerPromoted:
    """``seat`` takes a place that has fallen vacant, and has its role and no longer the old one (G5)."""

    seat: SeatId
    role: RoleId
