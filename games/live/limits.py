"""How much one socket may send, and how many sockets somebody may hold."""

from collections import Counter
from collections.abc import Mapping

from django.conf import settings

MESSAGE = 4 * 1024
"""Characters in one message."""

ID = 64
"""Characters in a command id: an answer holds it, and is to be no larger than what was asked."""

SNAPSHOT = 1.0
"""Seconds between two snapshots for one socket, however often it says that it lost something."""

BURST = 40
PER_SECOND = 15
"""Messages a second that are heard in the long run, after a burst."""

PATIENCE = 400
"""Messages that are dropped before the socket is closed; forgotten once the sender has calmed down."""


class Rate:
    """Hears a burst of messages and then a steady number a second; ``now`` is in seconds."""

    def __init__(self, now: float) -> None:
        self._tokens = float(BURST)
        self._at = now
        self.dropped = 0

    def hears(self, now: float) -> bool:
        self._tokens = min(BURST, self._tokens + (now - self._at) * PER_SECOND)
        self._at = now
        if self._tokens < 1:
            self.dropped += 1
            return False
        if self._tokens >= BURST - 1:
            self.dropped = 0
        self._tokens -= 1
        return True

    @property
    def flooding(self) -> bool:
        return self.dropped > PATIENCE


class Open:
    """How many sockets each guest, and each address, holds in this process: ``settings.OPEN_SOCKETS``."""

    def __init__(self) -> None:
        self._held: Counter[tuple[str, str]] = Counter()

    def add(self, whose: Mapping[str, str]) -> bool:
        """Counts one more of somebody's sockets, unless they have too many.  No name: not counted."""
        named = [holder for holder in whose.items() if holder[1]]
        if any(self._held[holder] >= settings.OPEN_SOCKETS[holder[0]] for holder in named):
            return False
        self._held.update(named)
        return True

    def remove(self, whose: Mapping[str, str]) -> None:
        for holder in whose.items():
            self._held[holder] -= 1
            if self._held[holder] <= 0:
                del self._held[holder]
