"""The abilities, by id.  A ruleset's ladder names the order in which they resolve (C9)."""

from collections.abc import Mapping
from types import MappingProxyType

from ..ids import AbilityId
from . import investigate, kill, protect
from .base import Ability

ABILITIES: Mapping[AbilityId, Ability] = MappingProxyType(
    {module.ABILITY.id: module.ABILITY for module in (investigate, kill, protect)}
)
