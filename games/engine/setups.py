"""Who is dealt what, and how a side wins."""

from dataclasses import dataclass

from games.engine.ids import RoleId
from games.engine.roles import Faction


@dataclass(frozen=True, slots=True)
class DealRow:
    """``count`` of ``role`` join the default deal from ``players`` seats on, and only ``below`` so many;
    ``quarter`` instead deals a quarter of the players, rounded, at least 1, those of the roles in ``of``
    counted in (S1).  ``instead``: a lot decides between the two roles (G4)."""

    role: RoleId
    count: int = 1
    players: int = 0
    quarter: bool = False
    below: int | None = None
    instead: RoleId | None = None
    of: tuple[RoleId, ...] = ()


@dataclass(frozen=True, slots=True)
class WinRule:
    """``condition`` is a name in ``win.CONDITIONS``."""

    faction: Faction
    condition: str
