"""Roles are rows of data; what they can do is named here and written in ``abilities``."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from games.engine.ids import AbilityId, RoleId


class Faction(StrEnum):
    TOWN = "town"
    MAFIA = "mafia"


@dataclass(frozen=True, slots=True)
class Power:
    """A role's use of an ability.

    ``on_self`` and ``twice_running`` are settled, or name the option that decides them.
    ``slot``: choices in one slot replace each other, so a role may have powers that exclude or
    complete each other.  ``shared``: the holders act as one (the Mafia's kill).
    """

    ability: AbilityId
    on_self: bool | str = False
    twice_running: bool | str = True
    shared: bool = False
    slot: str = "power"


@dataclass(frozen=True, slots=True)
class Role:
    """``knows_team``: meets the others of the faction who know theirs.  ``reads_as``: what an
    investigation takes the role for, when not its faction.  ``vote_weight``: ballots it counts for."""

    id: RoleId
    faction: Faction
    powers: tuple[Power, ...] = ()
    knows_team: bool = False
    reads_as: Faction | None = None
    vote_weight: int = 1


KILL = AbilityId("kill")
PROTECT = AbilityId("protect")
INVESTIGATE = AbilityId("investigate")

_ALL = (
    Role(RoleId("citizen"), Faction.TOWN),
    Role(RoleId("detective"), Faction.TOWN, (Power(INVESTIGATE),)),
    Role(
        RoleId("doctor"),
        Faction.TOWN,
        (Power(PROTECT, on_self="doctor_self", twice_running="doctor_repeat"),),
    ),
    Role(RoleId("mafia"), Faction.MAFIA, (Power(KILL, shared=True),), knows_team=True),
)

ROLES: Mapping[RoleId, Role] = MappingProxyType({role.id: role for role in _ALL})
