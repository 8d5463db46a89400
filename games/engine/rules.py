"""The ruleset: one frozen value that says everything in which two games may differ.  A preset is a complete
value of ``Ruleset``; whoever hosts may change its options, which are its ``Settings``."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from games.engine import options
from games.engine.choices import NoPick, TeamChoice
from games.engine.errors import Reason, Rejected
from games.engine.ids import RoleId
from games.engine.places import Call, Place
from games.engine.settings import Settings
from games.engine.setups import DealRow, WinRule


class HostRight(StrEnum):
    """What a host may do in a running game; to pause is also to resume (C5)."""

    PAUSE = "pause"
    REMOVE = "remove"
    NEXT = "next"


HOST_RIGHTS = frozenset(HostRight)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Settings):
    """Everything that can differ between two games: what a preset settles, and the options.

    ``succession``: whoever is next in line becomes Godfather, or Mafioso (G5).  ``mafia_fewer``: there must
    be fewer of the Mafia than of the Town (S1).
    ``calls``: the turns of a narrated night, in order (S2).
    ``silenced_line``: the one thing that somebody silenced may say at the table (G13); empty for nothing.
    ``journal``: players may tag each other, and the table sees the tags at the end (G14).
    ``idle_rounds``: rounds running neither connected nor acting after which a player has left (C6); None:
    nobody leaves by being away.
    ``moderated``: somebody who does not play runs the table, and may see and enter everything (M1 to M17).
    ``suits``: whom it is for; ``tale``: how a game goes, sentence by sentence, for somebody who has never
    played, with ``%(mafia)s`` and the like for what a theme calls sides and roles.
    """

    preset: str
    name: str
    suits: str = ""
    tale: tuple[str, ...] = ()
    min_players: int
    max_players: int
    line: tuple[Place, ...]
    ladder: tuple[str, ...]
    wins: tuple[WinRule, ...]
    deal: tuple[DealRow, ...]
    filler: RoleId
    counted_roles: tuple[RoleId, ...]
    offered: tuple[str, ...]
    no_pick: NoPick = NoPick.NO_KILL
    team_choice: TeamChoice = TeamChoice.MOST
    succession: bool = False
    calls: tuple[Call, ...] = ()
    silenced_line: str = ""
    journal: bool = False
    mafia_fewer: bool = False
    first_night_may_decide: bool = True
    idle_rounds: int | None = None
    moderated: bool = False

    def place(self, place_id: str) -> Place:
        for place in self.line:
            if place.id == place_id:
                return place
        raise KeyError(place_id)


OPTIONS: Mapping[str, options.Option] = MappingProxyType(
    {field.name: options.Option(name=field.name, **field.metadata["option"]) for field in fields(Settings)}
)
"""Every option there is, by name, in the order in which forms show them."""


def configure(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset | tuple[Rejected, ...]:
    """``ruleset`` with ``changes`` to its options, or every refusal there is (C24)."""
    refusals: list[Rejected] = []
    values: dict[str, Any] = {}
    for name, raw in changes.items():
        option = OPTIONS.get(name)
        if option is None:
            refusals.append(Rejected(Reason.UNKNOWN_OPTION, {"option": str(name)[:40]}, str(name)[:40]))
            continue
        value = options.read(option, raw)
        if isinstance(value, Rejected):
            refusals.append(value)
        else:
            values[name] = value
    return tuple(refusals) if refusals else replace(ruleset, **values)
