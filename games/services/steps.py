"""Doing something with many rooms or games, of which none may hold up the others."""

import logging
from collections.abc import Callable

logger = logging.getLogger(__name__)


def succeeds(step: Callable[..., object], *about: int | str) -> bool:
    """Takes a step; False if it failed, which is logged.  The caller sees to it that what failed is not tried
    again at once."""
    try:
        step(*about)
    except Exception:
        logger.exception("%s.%s%s failed", step.__module__, step.__qualname__, about)
        return False
    return True
