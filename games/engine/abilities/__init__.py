"""The abilities, by id.  A ruleset's ladder names the order in which they resolve (C9)."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.abilities import investigate, kill, protect
from games.engine.abilities.base import Ability
from games.engine.ids import AbilityId

ABILITIES: Mapping[AbilityId, Ability] = MappingProxyType(
    {module.ABILITY.id: module.ABILITY for module in (investigate, kill, protect)}
)
