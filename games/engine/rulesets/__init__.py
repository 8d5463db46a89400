"""The presets, by slug."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.rules import Ruleset
from games.engine.rulesets.gallows import GALLOWS
from games.engine.rulesets.moderated import MODERATED
from games.engine.rulesets.parlor import PARLOR
from games.engine.rulesets.ranked import RANKED
from games.engine.rulesets.syndicate import SYNDICATE

REGISTRY: Mapping[str, Ruleset] = MappingProxyType(
    {ruleset.preset: ruleset for ruleset in (PARLOR, SYNDICATE, GALLOWS, RANKED, MODERATED)}
)
