"""The abilities, by id.  A ruleset's ladder names the order in which they resolve (C9)."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.abilities import frame, guard, investigate, kill, protect, shoot, silence
from games.engine.abilities.base import Ability
from games.engine.ids import AbilityId

ABILITIES: Mapping[AbilityId, Ability] = MappingProxyType(
    {
        module.ABILITY.id: module.ABILITY
        for module in (frame, protect, guard, investigate, kill, shoot, silence)
    }
)
