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
"""Milliseconds by which the clocks of the site's machines may differ; a clock that is further back was put
back, and counts on from there."""

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
    each, most = limit["seconds"] * SECOND, limit["burst"] * limit["seconds"] * SECOND
    key = f"spent:{what.replace(' ', '-')}:{who}"
    used, then = cache.get(key, (0, at))
    used = max(0, used - max(0, at - then))
    if then - SKEW <= at < then:
        at = then
    let_in = used + each <= most
    cache.set(key, (used + each * let_in, at), timeout=math.ceil(limit["burst"] * limit["seconds"]))
    if let_in:
        return None
    return Refusal(_CODES[what].value, {"seconds": math.ceil((used + each - most) / SECOND)})
