"""The one clock reading in the project."""

import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def now() -> int:
    """Milliseconds since the epoch, plus the seconds in ``CLOCK_OFFSET_FILE`` if that is set."""
    return time.time_ns() // 1_000_000 + _offset()


def _offset() -> int:
    if not settings.CLOCK_OFFSET_FILE:
        return 0
    with suppress(FileNotFoundError, ValueError):
        return round(float(Path(settings.CLOCK_OFFSET_FILE).read_text()) * SECOND)
    return 0
