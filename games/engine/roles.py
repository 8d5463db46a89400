"""Roles are rows of data; what they can do is named here and written in ``abilities``."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from games.engine.ids import AbilityId, RoleId


class Faction(StrEnum):
    TOWN = "town"
    MAFIA = "mafia"
    JESTER = "jester"


HOSTILE = frozenset({Faction.MAFIA})
"""While a member of one of these lives, the Town has not won."""


class Tells(StrEnum):
    """What an investigation finds out: the side that its subject reads as, or their exact role."""

    SIDE = "side"
    ROLE = "role"


class Condition(StrEnum):
    """When a power can be used.  HEIR: only while no living member of the holder's faction has the ability
    without a condition (R5)."""

    ALWAYS = "always"
    HEIR = "heir"


@dataclass(frozen=True, slots=True)
class Power:
    """A role's use of an ability.

    ``on_self``, ``twice_running`` and ``uses`` are settled, or name the option that decides them.
    ``slot``: choices in one slot replace each other, so a role may have powers that exclude or
    complete each other.  ``shared``: the holders act as one (the Mafia's kill).  ``uses``: how often in a
    game; None for as often as one likes.  ``breaks_tie``: among tied picks the holder's decides.
    """

    ability: AbilityId
    on_self: bool | str = False
    twice_running: bool | str = True
    shared: bool = False
    slot: str = "power"
    uses: int | str | None = None
    condition: Condition = Condition.ALWAYS
    breaks_tie: bool = False
    tells: Tells = Tells.SIDE

    @property
    def counted(self) -> bool:
        """Whether it matters at whom, or how often, it was used."""
        return self.uses is not None or self.twice_running is not True


@dataclass(frozen=True, slots=True)
class Role:
    """``knows_team``: meets the others of the faction who know theirs.  ``reads_as``: what an
    investigation takes the role for, when not its faction, whatever else is done to it that night.
    ``vote_weight``: ballots it counts for.  ``wins_when_eliminated``: wins by itself when voted out."""

    id: RoleId
    faction: Faction
    powers: tuple[Power, ...] = ()
    knows_team: bool = False
    reads_as: Faction | None = None
    vote_weight: int = 1
    wins_when_eliminated: bool = False


KILL = AbilityId("kill")
PROTECT = AbilityId("protect")
INVESTIGATE = AbilityId("investigate")
FRAME = AbilityId("frame")
GUARD = AbilityId("guard")
SHOOT = AbilityId("shoot")
SILENCE = AbilityId("silence")

_TEAM_KILL = Power(KILL, shared=True)
_HEIRS_KILL = Power(KILL, shared=True, slot="kill", condition=Condition.HEIR)
"""First among an heir's powers: once it can be used it is what the Mafia need most."""


def _town(role: str, *powers: Power) -> Role:
    return Role(RoleId(role), Faction.TOWN, powers)


def _mafia(role: str, *powers: Power, reads_as: Faction | None = None) -> Role:
    return Role(RoleId(role), Faction.MAFIA, powers, knows_team=True, reads_as=reads_as)


_ALL = (
    _town("citizen"),
    _town("detective", Power(INVESTIGATE)),
    _town("doctor", Power(PROTECT, on_self="doctor_self", twice_running="doctor_repeat")),
    _town("bodyguard", Power(GUARD)),
    _town("vigilante", Power(SHOOT, uses="vigilante_shots")),
    _mafia("mafia", _TEAM_KILL),
    _mafia("killer", _TEAM_KILL),
    _mafia("godfather", Power(KILL, shared=True, breaks_tie=True), reads_as=Faction.TOWN),
    _mafia("framer", _HEIRS_KILL, Power(FRAME)),
    _mafia("consigliere", _HEIRS_KILL, Power(INVESTIGATE, tells=Tells.ROLE)),
    _mafia("silencer", _HEIRS_KILL, Power(SILENCE, on_self=True)),
    Role(RoleId("jester"), Faction.JESTER, wins_when_eliminated=True),
)

ROLES: Mapping[RoleId, Role] = MappingProxyType({role.id: role for role in _ALL})
