"""How much one person, or all from one address, may do, as a bucket that refills: sizes are in
``settings.RATE_LIMITS``."""

import logging
import math

from django.conf import settings
from django.core.cache import cache

from games.moment import SECOND
from games.refusals import Code, Refusal

logger = logging.getLogger(__name__)

SKEW = 5 * SECOND
"""Milliseconds by which the clocks of the site's machines may differ."""

_CODES = {
    "rooms": Code.TOO_MANY_ROOMS,
    "rooms from": Code.TOO_MANY_ROOMS,
    "joins": Code.TOO_MANY_JOINS,
    "joins from": Code.TOO_MANY_JOINS,
    "lines": Code.TOO_MANY_LINES,
    "acts": Code.TOO_MANY_ACTS,
    "notes": Code.TOO_MANY_POSTS,
    "posts": Code.TOO_MANY_POSTS,
    "house rules": Code.TOO_MANY_POSTS,
}


def spend(what: str, who: str, at: int) -> Refusal | None:
    """Count one more of ``what`` by ``who`` at ``at``, or refuse it, with the ``seconds`` to wait.

    Nobody in particular, an empty ``who``, is not limited.
    A cache that cannot be reached limits nobody: games go on without it.
    """
    try:
        return _spend(what, who, at) if who else None
    except Exception:
        logger.exception("could not count %s", what)
        return None


def _spend(what: str, who: str, at: int) -> Refusal | None:
    limit = settings.RATE_LIMITS[what]
    each = limit["seconds"] * SECOND
    key = f"rate:{what.replace(' ', '-')}:{who}"
    before = cache.get(key, 0)
    if before > at + limit["burst"] * each + SKEW:  # more than was ever let in: the clock was put back
        before = 0
    free_at = max(before, at) + each  # when the bucket is full again, if this one is let in
    wait = free_at - limit["burst"] * each - at
    if wait > 0:
        return Refusal(_CODES[what].value, {"seconds": math.ceil(wait / SECOND)})
    cache.set(key, free_at, timeout=math.ceil(limit["burst"] * limit["seconds"]))
    return None
