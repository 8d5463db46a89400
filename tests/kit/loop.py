"""An event loop whose time is made up: it jumps to the next timer instead of waiting for it."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Impatient(selectors.DefaultSelector):
    """Never waits. What it would have waited for has passed."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everything waits for something that will never come"
            self.passed += timeout
        return ready


class MadeUpTimeLoop(asyncio.SelectorEventLoop):
    """For code that uses no threads: their work would take no time here."""

    def __init__(self) -> None:
        self._made_up = _Impatient()
        super().__init__(self._made_up)

    def time(self) -> float:
        return 1_000 + self._made_up.passed


def in_made_up_time(scene: Coroutine[Any, Any, T]) -> T:
    """Runs ``scene`` to its end without waiting for anything."""
    with asyncio.Runner(loop_factory=MadeUpTimeLoop) as runner:
        return runner.run(scene)
