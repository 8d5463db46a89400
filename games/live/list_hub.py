"""Who looks at the list of public rooms in this process, and what each has been shown.

A poke says that some room may have changed.  The list is then read once for everybody, at most once a second,
and each gets the rows that changed for them; who has nothing new gets nothing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from games import broadcast
from games.listing import Entry, Filter, shown

from .ears import hear
from .hub import STALE, bare
from .outbox import Outbox

logger = logging.getLogger(__name__)

PACE = 1.0
"""Seconds from one reading of the list to the next."""

LIST = "rooms-list"
"""The element that holds the rows."""

Rows = Mapping[str, Entry]
"""By code and in order, the rows that a page holds."""


class Draw(Protocol):
    def __call__(self, entry: Entry, language: str) -> str:
        """A row's HTML."""


@dataclass(eq=False)
class Reader:
    """One socket. ``fresh``: is owed the whole list, not only what changed."""

    wanted: Filter
    language: str
    outbox: Outbox
    fresh: bool = True


@dataclass
class ListHub:
    """``load`` reads the list; ``draw`` makes a row of it."""

    load: Callable[[], Awaitable[Sequence[Entry]]]
    draw: Draw
    _readers: set[Reader] = field(default_factory=set)
    _shown: dict[Filter, Rows] = field(default_factory=dict)
    _dirty: bool = False
    _read_at: float = float("-inf")
    _task: asyncio.Task[None] | None = None
    _ears: asyncio.Task[None] | None = None

    def join(self, reader: Reader) -> None:
        """``reader`` is shown the list at the next reading, which this asks for."""
        self._readers.add(reader)
        if self._ears is None:
            self._ears = asyncio.create_task(hear(broadcast.LIST, self.poke))
        self.poke()

    async def leave(self, reader: Reader) -> None:
        self._readers.discard(reader)
        if self._readers:
            return
        ending = [task for task in (self._task, self._ears) if task is not None]
        self._ears = None
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        if self._readers:  # somebody has come in the meantime
            self.poke()

    def resync(self, reader: Reader) -> None:
        """``reader`` lost something: it is shown the whole list again."""
        reader.fresh = True
        self.poke()

    def look(self) -> None:
        """Somebody is still there: read the list unless that has just been done."""
        if asyncio.get_running_loop().time() - self._read_at >= STALE:
            self.poke()

    def poke(self) -> None:
        """A room may have changed."""
        self._dirty = True
        if self._task is None:
            self._task = asyncio.create_task(self._read_while_dirty())

    async def _read_while_dirty(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._dirty and self._readers:
                await asyncio.sleep(max(0.0, self._read_at + PACE - loop.time()))
                self._dirty = False
                self._read_at = loop.time()
                self._show(await self.load())
        except Exception:
            # The next poke or ping tries again; it is not known who was shown what.
            logger.exception("The list of rooms could not be shown")
            for reader in self._readers:
                reader.fresh = True
        finally:
            self._task = None

    def _show(self, entries: Sequence[Entry]) -> None:
        self._readers = {reader for reader in self._readers if not reader.outbox.closed}
        now = {wanted: _by_code(entries, wanted) for wanted in {reader.wanted for reader in self._readers}}
        bodies: dict[tuple[Filter, str, bool], str] = {}
        for reader in self._readers:
            key = reader.wanted, reader.language, reader.fresh
            if key not in bodies:
                before = None if reader.fresh else self._shown.get(reader.wanted)
                draw = partial(self.draw, language=reader.language)
                bodies[key] = changes(before, now[reader.wanted], draw)
            reader.fresh = False
            if bodies[key]:
                reader.outbox.html(bodies[key])
        self._shown = now


def _by_code(entries: Sequence[Entry], wanted: Filter) -> Rows:
    return {entry.code: entry for entry in shown(entries, wanted)}


def row_id(code: str) -> str:
    """The id of a room's row."""
    return f"room-{code}"


def changes(before: Rows | None, now: Rows, draw: Callable[[Entry], str]) -> str:
    """What takes a page's list from ``before`` to ``now``; None stands for one of which nothing is known.

    A row that stays in its place is changed there, one that does not is taken out and put in anew.
    """
    if before is None:
        rows = "".join(bare(draw(entry)) for entry in now.values())
        return f'<hx-partial hx-target="#{LIST}" hx-swap="innerMorph">{rows}</hx-partial>'
    stays = {
        code for code, entry in now.items() if code in before and before[code].joinable == entry.joinable
    }
    html = [_partial(row_id(code), "delete") for code in before if code not in stays]
    above = ""
    for code, entry in now.items():
        if code not in stays:
            place = (row_id(above), "afterend") if above else (LIST, "afterbegin")
            html.append(_partial(*place, bare(draw(entry))))
        elif before[code] != entry:
            html.append(_partial(row_id(code), "outerMorph", bare(draw(entry))))
        above = code
    return "".join(html)


def _partial(target: str, swap: str, html: str = "") -> str:
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{html}</hx-partial>'
