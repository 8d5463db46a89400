"""The kinds of phase, by name.  A preset lines up its phases from these."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.phases import night, nomination, ready, speech, verdict, vote
from games.engine.phases.base import Kind

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "reveal": ready.REVEAL,
        "talk": ready.TALK,
        "announcement": ready.ANNOUNCEMENT,
        "speech": speech.KIND,
        "night": night.KIND,
        "vote": vote.KIND,
        "nomination": nomination.KIND,
        "verdict": verdict.KIND,
    }
)
