"""The sockets of one room in this process, and what each viewer has been shown.

A poke says only that something may have changed. The hub then reads the room once, renders once for all who
see the same, and sends each socket one frame with what changed for it; who has nothing new gets nothing.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from accounts.guests import Person

from . import closing
from .outbox import Outbox

logger = logging.getLogger(__name__)

FINEST = 0.001
"""Seconds that a wait takes at least: a loop wakes whoever waits for less than it can tell apart before the
time has come, and they would wait again, and again."""

WINDOW = 0.05
"""Seconds from one frame of a viewer to their next. The first of several changes is shown at once, the rest
together. Each viewer has a window of their own, which opens only when they are sent something: what they may
not know never moves their next frame (C1)."""

STALE = 5.0
"""Seconds after which a client's ping makes the hub look for itself, in case a poke was lost."""

OUTSIDER = None
"""The viewer that everybody is who is not in the room."""

_UNKNOWN = object()

Lines = Mapping[str, Sequence[Any]]
"""By talk, the newest lines a viewer may read, oldest first."""


class Rooms(Protocol):
    """Where the hub reads a room."""

    async def load(self, code: str, after: Any | None) -> Any | None:
        """All there is to show of the room, for anyone; None if there is no such room.

        ``after`` is what was loaded before, so that what is known need not be read again.
        """

    def viewer(self, snapshot: Any, person: Person) -> Hashable:
        """Whose eyes ``person`` looks with; OUTSIDER for somebody who is not in the room."""

    def view(self, snapshot: Any, viewer: Hashable) -> Any:
        """What ``viewer`` may know."""

    def due_at(self, snapshot: Any) -> int | None:
        """When time or a bot next changes the room, in milliseconds."""

    def changes_in(self, snapshot: Any) -> float | None:
        """Seconds until the room looks different to somebody though nothing happens in it."""


class Renderer(Protocol):
    """What makes HTML of a view; the module ``render`` does."""

    def panels_for(self, view: Any) -> Mapping[str, Hashable]:
        """By the panel's element id, all that the panel depends on."""

    def panel_html(self, panel_id: str, context: Any, language: str) -> str: ...

    def changed_parts(self, before: Any, now: Any) -> Mapping[str, Hashable] | None:
        """By element id, the elements within a panel that alone changed; None if more did."""

    def part_html(self, part_id: str, part: Any, language: str) -> str: ...

    def lines_for(self, view: Any) -> Lines: ...

    def line_html(self, line: Any) -> str: ...


@dataclass(eq=False)
class Listener:
    """One socket as the hub sees it. ``fresh``: is owed all there is, not only what changed."""

    person: Person
    language: str
    outbox: Outbox
    viewer: Hashable = _UNKNOWN
    fresh: bool = True


@dataclass(frozen=True, eq=False)
class Page:
    """What a viewer's page holds. ``until``: when, by the loop's time, they may be sent more."""

    panels: Mapping[str, Hashable] = field(default_factory=dict)
    lines: Lines = field(default_factory=dict)
    until: float = float("-inf")


NOTHING = Page()


class Hub:
    def __init__(
        self,
        code: str,
        rooms: Rooms,
        renderer: Renderer,
        on_due: Callable[[int], None] = lambda due_at: None,
    ) -> None:
        self.code = code
        self._rooms = rooms
        self._renderer = renderer
        self._on_due = on_due
        self._listeners: set[Listener] = set()
        self._snapshot: Any | None = None
        self._shown: dict[Hashable, Page] = {}
        self._owed: set[Hashable] = set()
        self._dirty = False
        self._read_at = float("-inf")
        self._poked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def empty(self) -> bool:
        return not self._listeners

    def join(self, listener: Listener) -> None:
        """``listener`` is shown everything at the next reading, which this asks for."""
        self._listeners.add(listener)
        self.resync(listener)

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def resync(self, listener: Listener) -> None:
        """``listener`` lost something: it is shown everything again."""
        listener.fresh = True
        self.poke()

    def look(self) -> None:
        """Somebody is still there: read the room unless that has just been done."""
        if asyncio.get_running_loop().time() - self._read_at >= STALE:
            self.poke()

    def poke(self) -> None:
        """The room may have changed."""
        self._dirty = True
        self._poked.set()
        if self._task is None:
            self._task = asyncio.create_task(self._read_while_dirty())

    async def close(self) -> None:
        self._set_alarm(None)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _read_while_dirty(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._listeners and (self._dirty or self._owed):
                await self._until_somebody_is_free()
                if self._dirty:
                    self._dirty = False
                    self._read_at = loop.time()
                    self._snapshot = await self._rooms.load(self.code, self._snapshot)
                self._show(self._snapshot)
        except Exception:
            # The next poke or the next client's ping tries again.
            logger.exception("Room %s could not be shown", self.code)
        finally:
            self._task = None

    async def _until_somebody_is_free(self) -> None:
        """Waits while there is nobody who may be sent what there is to be shown."""
        time = asyncio.get_running_loop().time
        while not any(listener.fresh for listener in self._listeners):
            self._poked.clear()
            viewers = self._shown.keys() if self._dirty else self._owed & self._shown.keys()
            wait = min((self._shown[viewer].until for viewer in viewers), default=0) - time()
            if wait <= 0:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poked.wait(), max(wait, FINEST))

    def _show(self, snapshot: Any | None) -> None:
        self._set_alarm(None if snapshot is None else self._rooms.changes_in(snapshot))
        if snapshot is None:
            self._close(self._listeners, closing.NO_SUCH_ROOM)
            return
        due_at = self._rooms.due_at(snapshot)
        if due_at is not None:
            self._on_due(due_at)
        writer = Writer(self._renderer)
        time = asyncio.get_running_loop().time()
        shown = {}
        self._owed = set()
        for viewer, listeners in self._by_viewer(snapshot).items():
            before = self._shown.get(viewer, NOTHING)
            if before.until > time and not any(listener.fresh for listener in listeners):
                shown[viewer] = before
                self._owed.add(viewer)
                continue
            try:
                view = self._rooms.view(snapshot, viewer)
                shown[viewer] = self._show_to(listeners, view, before, writer, time)
            except Exception:
                # Nobody else is to miss anything for that.
                logger.exception("Room %s could not be shown to one of its viewers", self.code)
                shown[viewer] = before
        self._shown = shown

    def _set_alarm(self, seconds: float | None) -> None:
        """Have the room read again after so many seconds, and not when an earlier alarm said."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        if seconds is not None:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self.poke)

    def _show_to(
        self, listeners: Iterable[Listener], view: Any, before: Page, writer: "Writer", time: float
    ) -> Page:
        panels, lines = self._renderer.panels_for(view), self._renderer.lines_for(view)
        now = Page(panels, lines, before.until)
        bodies: dict[tuple[bool, str], str] = {}
        for listener in listeners:
            key = listener.fresh, listener.language
            if key not in bodies:
                bodies[key] = writer.body(now, None if listener.fresh else before, listener.language)
            listener.fresh = False
            if bodies[key]:
                listener.outbox.frame(bodies[key])
        if any(bodies.values()):
            return replace(now, until=time + WINDOW)
        return now

    def _by_viewer(self, snapshot: Any) -> dict[Hashable, list[Listener]]:
        groups: dict[Hashable, list[Listener]] = {}
        put_out = []
        self._listeners = {listener for listener in self._listeners if not listener.outbox.closed}
        for listener in self._listeners:
            viewer = self._rooms.viewer(snapshot, listener.person)
            if viewer is OUTSIDER and listener.viewer not in (OUTSIDER, _UNKNOWN):
                put_out.append(listener)
                continue
            if viewer != listener.viewer:
                listener.viewer, listener.fresh = viewer, True
            groups.setdefault(viewer, []).append(listener)
        self._close(put_out, closing.PUT_OUT)
        return groups

    def _close(self, listeners: Iterable[Listener], code: int) -> None:
        for listener in tuple(listeners):
            listener.outbox.close(code)
            self._listeners.discard(listener)


class Writer:
    """Makes the frames of one showing; what several get is made once."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._partials: dict[tuple[str, Hashable, str], str] = {}
        self._changes: dict[tuple[str, int, int, str], tuple[Hashable, Hashable, str]] = {}
        self._texts: dict[str, str] = {}

    def body(self, now: Page, before: Page | None, language: str) -> str:
        """What takes a page from ``before`` to ``now``; None stands for a page of which nothing is known."""
        known = {} if before is None else before.panels
        panels = "".join(
            self._panel(panel_id, context, language)
            if panel_id not in known
            else self._change(panel_id, known[panel_id], context, language)
            for panel_id, context in now.panels.items()
        )
        panels += "".join(_gone(panel_id) for panel_id in known if panel_id not in now.panels)
        lines = "".join(
            self._talk(talk, lines, None if before is None else before.lines.get(talk))
            for talk, lines in now.lines.items()
        )
        members = [("html", panels), ("lines", lines)]
        return ",".join(f'"{name}":{self._json(text)}' for name, text in members if text)

    def _change(self, panel_id: str, before: Hashable, now: Hashable, language: str) -> str:
        """Several viewers have the very same contexts, which are quicker to know again than to compare."""
        if before is now:
            return ""
        key = panel_id, id(before), id(now), language
        if key not in self._changes:
            # The contexts are kept with what was made of them, so that no others can come to have their ids.
            self._changes[key] = before, now, self._difference(panel_id, before, now, language)
        return self._changes[key][-1]

    def _difference(self, panel_id: str, before: Hashable, now: Hashable, language: str) -> str:
        if before == now:
            return ""
        parts = self._renderer.changed_parts(before, now)
        if parts is None:
            return self._panel(panel_id, now, language)
        draw = self._renderer.part_html
        return "".join(self._partial(draw, part_id, part, language) for part_id, part in parts.items())

    def _panel(self, panel_id: str, context: Hashable, language: str) -> str:
        return self._partial(self._renderer.panel_html, panel_id, context, language)

    def _partial(self, draw: Callable[..., str], element_id: str, context: Hashable, language: str) -> str:
        key = (element_id, context, language)
        partial = self._partials.get(key)
        if partial is None:
            html = draw(element_id, context, language)
            # How it is put in its place is set in the page's htmx-config.
            partial = self._partials[key] = bare(f'<hx-partial id="{element_id}">{html}</hx-partial>')
        return partial

    def _talk(self, talk: str, lines: Sequence[Any], known: Sequence[Any] | None) -> str:
        """``known`` is None if the page does not have the talk, or nothing is known of the page."""
        if known is not None:
            new = _added(known, lines)
            if new is not None:
                return self._lines(talk, new, "beforeend") if new else ""
        return self._lines(talk, lines, "innerMorph")

    def _lines(self, talk: str, lines: Sequence[Any], swap: str) -> str:
        html = "".join(self._renderer.line_html(line) for line in lines)
        return f'<hx-partial hx-target="#lines-{talk}" hx-swap="{swap}">{html}</hx-partial>'

    def _json(self, text: str) -> str:
        if text not in self._texts:
            self._texts[text] = json.dumps(text, ensure_ascii=False)
        return self._texts[text]


_QUOTED = re.compile(r"""="([^\s"'=<>`&]+)"(?=[ >])""")
_ENDED = re.compile(
    r"</(li|option)>(?=<\1\b|</ul>|</select>)|</p>(?=<(?:p|ul|div|form|details|/div|/section)\b)"
)


def bare(html: str) -> str:
    """``html`` without the quotes around values that need none (in JSON each takes two bytes), and without
    the end tags that HTML lets be left out.

    In text there are none of either to be lost, as they are written &quot; and &lt; there.
    """
    return _ENDED.sub("", _QUOTED.sub(r"=\1", html))


def _gone(panel_id: str) -> str:
    empty = f'<section id="{panel_id}" hidden></section>'
    return f'<hx-partial id="{panel_id}" hx-swap="outerHTML">{empty}</hx-partial>'


def _added(known: Sequence[Any], lines: Sequence[Any]) -> Sequence[Any] | None:
    """The lines that go below the ``known`` ones; None if they do not simply go on from there."""
    if not known:
        return lines
    for place in range(len(lines), 0, -1):
        if lines[place - 1] == known[-1]:
            kept = lines[:place]
            return lines[place:] if tuple(known[-place:]) == tuple(kept) else None
    return None
