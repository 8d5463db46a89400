"""Who would win among bots, as it was found out in the background: what is known, and under which key."""

import hashlib
import logging
from collections import Counter
from dataclasses import dataclass, replace

from django.core.cache import cache

from games import codec
from games.engine.choices import Theme
from games.engine.ids import RoleId
from games.engine.rules import Ruleset
from games.engine.table import role_list

logger = logging.getLogger(__name__)

KEPT = 7 * 24 * 3600
"""Seconds for which an estimate is kept."""

NOBODY_WINS = "nobody"
"""Stands among the factions for games without a winner."""

LOPSIDED = 0.75
"""From this share of the games on a side is warned of."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """``winning``: the factions, and ``nobody``, with the share of ``games`` that each won, the largest
    first.  Shares can add up to more than one: a game can have several winners (C21)."""

    games: int
    winning: tuple[tuple[str, float], ...]

    @property
    def lopsided(self) -> tuple[str, float] | None:
        """The side that wins too often, if one does."""
        side, share = self.winning[0]
        return (side, share) if share > LOPSIDED and side != NOBODY_WINS else None


def key(ruleset: Ruleset, players: int) -> str:
    """The same for tables that are played alike: by the same rules, with the same roles in any order."""
    counts = Counter(role_list(ruleset, players))
    dealt: dict[RoleId, int] = dict(sorted(counts.items()))
    plain = replace(ruleset, theme=Theme.MAFIA, roles=dealt, deal=())
    return "balance:" + hashlib.sha256(codec.encode(plain).encode()).hexdigest()


def known(ruleset: Ruleset, players: int) -> Estimate | None:
    """What was found out about such a table; None if nothing yet, or if the cache cannot be reached."""
    try:
        found = cache.get(key(ruleset, players))
    except Exception:
        logger.exception("could not read what is known of the balance")
        return None
    return Estimate(found[0], tuple((side, share) for side, share in found[1])) if found else None


def note(ruleset: Ruleset, players: int, estimate: Estimate) -> None:
    cache.set(key(ruleset, players), (estimate.games, estimate.winning), KEPT)
