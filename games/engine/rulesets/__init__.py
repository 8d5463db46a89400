"""The presets, by slug."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.rules import Ruleset
from games.engine.rulesets.moderated import MODERATED
from games.engine.rulesets.parlor import PARLOR
from games.engine.rulesets.ranked import RANKED

REGISTRY: Mapping[str, Ruleset] = MappingProxyType(
    {ruleset.preset: ruleset for ruleset in (PARLOR, RANKED, MODERATED)}
)
