"""Time for tests: it moves when a test says so, and no test sleeps."""

import os
from pathlib import Path


class OffsetFile:
    """The file by which a server in another process is told how many seconds its clock is ahead."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds = 0.0
        self._write()

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        self._write()

    def _write(self) -> None:
        # Replaced as a whole, so that the server never reads half a number.
        draft = self.path.with_suffix(".draft")
        draft.write_text(f"{self.seconds}\n")
        os.replace(draft, self.path)
