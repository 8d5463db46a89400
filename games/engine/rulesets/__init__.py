"""The presets, by slug."""

from collections.abc import Mapping
from types import MappingProxyType

from ..rules import Ruleset
from .parlor import PARLOR

REGISTRY: Mapping[str, Ruleset] = MappingProxyType({ruleset.preset: ruleset for ruleset in (PARLOR,)})
