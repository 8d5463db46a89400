"""The abilities, by id.  A ruleset's ladder names the order in which they resolve (C9)."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.abilities import (
    alert,
    clean,
    distract,
    frame,
    guard,
    investigate,
    kill,
    murder,
    protect,
    recruit,
    revenge,
    shoot,
    silence,
    track,
)
from games.engine.abilities.base import Ability
from games.engine.ids import AbilityId

_MODULES = (
    *(distract, frame, protect, guard, alert, investigate, recruit, kill),
    *(murder, shoot, revenge, clean, silence, track),
)

ABILITIES: Mapping[AbilityId, Ability] = MappingProxyType(
    {module.ABILITY.id: module.ABILITY for module in _MODULES}
)
"""In the usual order (C9)."""
