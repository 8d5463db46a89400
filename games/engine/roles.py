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
    SERIAL_KILLER = "serial_killer"


HOSTILE = frozenset({Faction.MAFIA, Faction.SERIAL_KILLER})
"""While a member of one of these lives, the Town has not won (C31, G20)."""

FIRST_OUT, NEXT_OUT, PICKER = range(3)
"""Who goes out for the Mafia's kill: whoever has the lowest of these; of PICKERs one who picked it (G11)."""


class Tells(StrEnum):
    """What an investigation finds out: the side that its subject reads as, their exact role, or whether they
    are of a hostile side (G9)."""

    SIDE = "side"
    ROLE = "role"
    SUSPICION = "suspicion"


class Condition(StrEnum):
    """When a power can be used.  HEIR: only while no living member of the holder's faction has the ability
    without a condition (R5).  LAST: only by the last living member of a faction; UNTIL_LAST: by anybody else
    (S14).  AVENGER: by whoever was voted out, in the night after it (G18)."""

    ALWAYS = "always"
    HEIR = "heir"
    LAST = "last"
    UNTIL_LAST = "until_last"
    AVENGER = "avenger"


@dataclass(frozen=True, slots=True)
class Power:
    """A role's use of an ability.

    ``on_self``, ``twice_running`` and ``uses`` are settled, or name the option that decides them.
    ``slot``: choices in one slot replace each other, so a role may have powers that exclude or
    complete each other.  ``shared``: the holders act as one (the Mafia's kill).  ``uses``: how often in a
    game; None for as often as one likes.  ``breaks_tie``: among tied picks the holder's decides.
    ``aimed``: it is used on somebody.  ``spares_own``: members of the holder's faction are immune (S14).
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
    aimed: bool = True
    spares_own: bool = False

    @property
    def counted(self) -> bool:
        """Whether it matters at whom, or how often, it was used."""
        return self.uses is not None or self.twice_running is not True


@dataclass(frozen=True, slots=True)
class Role:
    """``knows_team``: meets the others of the faction who know theirs.  ``reads_as``: what an
    investigation of sides takes the role for, when not its faction, whatever else is done to it that night.
    ``vote_weight``: ballots it counts for; ``revealed_weight``: the same once the holder has shown who they
    are, for a role that may do so by day (G15).  ``wins_when_eliminated``: wins by itself when voted out.
    ``immune_to``: attacks that fail (G7).  ``rises_to``: what the holder becomes when that place falls
    vacant, where there is succession (G5).  ``errand``: how soon it falls to them to go out for the Mafia's
    kill, the lowest first (G11)."""

    id: RoleId
    faction: Faction
    powers: tuple[Power, ...] = ()
    knows_team: bool = False
    reads_as: Faction | None = None
    vote_weight: int = 1
    wins_when_eliminated: bool = False
    revealed_weight: int | None = None
    immune_to: frozenset[AbilityId] = frozenset()
    rises_to: RoleId | None = None
    errand: int = PICKER

    @property
    def leads(self) -> bool:
        """Whether the holder's pick goes before those of the others of the Mafia (G4, R5)."""
        return any(power.breaks_tie for power in self.powers)


KILL = AbilityId("kill")
PROTECT = AbilityId("protect")
INVESTIGATE = AbilityId("investigate")
FRAME = AbilityId("frame")
GUARD = AbilityId("guard")
SHOOT = AbilityId("shoot")
SILENCE = AbilityId("silence")
DISTRACT = AbilityId("distract")
ALERT = AbilityId("alert")
RECRUIT = AbilityId("recruit")
MURDER = AbilityId("murder")
REVENGE = AbilityId("revenge")
CLEAN = AbilityId("clean")
TRACK = AbilityId("track")

_TEAM_KILL = Power(KILL, shared=True)
_HEIRS_KILL = Power(KILL, shared=True, slot="kill", condition=Condition.HEIR)
"""First among an heir's powers: once it can be used it is what the Mafia need most."""


def _town(role: str, *powers: Power) -> Role:
    return Role(RoleId(role), Faction.TOWN, powers)


def _mafia(role: str, *powers: Power, rises_to: str | None = None, errand: int = PICKER) -> Role:
    rises = None if rises_to is None else RoleId(rises_to)
    return Role(RoleId(role), Faction.MAFIA, powers, knows_team=True, rises_to=rises, errand=errand)


_ALL = (
    _town("citizen"),
    _town("detective", Power(INVESTIGATE)),
    _town("sheriff", Power(INVESTIGATE, tells=Tells.SUSPICION)),
    _town(
        "doctor",
        Power(PROTECT, on_self="doctor_self", twice_running="doctor_repeat", uses="doctor_uses"),
    ),
    _town("bodyguard", Power(GUARD)),
    _town("vigilante", Power(SHOOT, uses="vigilante_shots")),
    _town("tracker", Power(TRACK)),
    _town("escort", Power(DISTRACT)),
    _town("survivor", Power(ALERT, aimed=False, uses="survivor_alerts")),
    Role(RoleId("mayor"), Faction.TOWN, revealed_weight=3),
    _mafia("mafia", _TEAM_KILL),
    _mafia("killer", _TEAM_KILL),
    Role(
        RoleId("godfather"),
        Faction.MAFIA,
        (Power(KILL, shared=True, breaks_tie=True),),
        knows_team=True,
        reads_as=Faction.TOWN,
        immune_to=frozenset({MURDER}),
        errand=NEXT_OUT,
    ),
    _mafia("mafioso", _HEIRS_KILL, rises_to="godfather", errand=FIRST_OUT),
    _mafia("framer", _HEIRS_KILL, Power(FRAME)),
    _mafia("consigliere", _HEIRS_KILL, Power(INVESTIGATE, tells=Tells.ROLE)),
    _mafia("silencer", _HEIRS_KILL, Power(SILENCE, on_self=True)),
    _mafia("blackmailer", _HEIRS_KILL, Power(SILENCE, on_self=True), rises_to="mafioso"),
    _mafia("janitor", _HEIRS_KILL, Power(CLEAN), rises_to="mafioso"),
    _mafia("yakuza", _TEAM_KILL, Power(RECRUIT, shared=True, uses=1)),
    Role(
        RoleId("consort"),
        Faction.MAFIA,
        (
            Power(KILL, shared=True, condition=Condition.LAST),
            Power(DISTRACT, condition=Condition.UNTIL_LAST, spares_own=True),
        ),
        reads_as=Faction.TOWN,
    ),
    Role(
        RoleId("jester"),
        Faction.JESTER,
        (Power(REVENGE, condition=Condition.AVENGER),),
        wins_when_eliminated=True,
    ),
    Role(RoleId("serial_killer"), Faction.SERIAL_KILLER, (Power(MURDER),), immune_to=frozenset({KILL})),
)

RECRUIT_ROLE = RoleId("mafia")
"""What somebody becomes who is recruited (S15)."""

ROLES: Mapping[RoleId, Role] = MappingProxyType({role.id: role for role in _ALL})
