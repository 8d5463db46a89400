"""How much one socket may send."""

MESSAGE = 4 * 1024
"""Characters in one message."""

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
