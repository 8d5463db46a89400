"""What those are shown who watch a game with a delay, before any of it is that old."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.rules import Light
from games.live import wording
from games.live.lobby_panels import Door
from games.live.shared import Part, Parts, lag, plain, watching
from games.projections import WaitView


@dataclass(frozen=True, slots=True)
class Status:
    theme: str
    began_at: int
    due_at: int
    delay: int
    watchers: int


def status(view: WaitView) -> Status:
    began_at = view.shown_from - view.delay * 1000
    return Status(view.theme, began_at, view.shown_from, view.delay, view.watchers)


def status_variables(c: Status) -> Mapping[str, Any]:
    return {"screen": "game"}


def _now_variables(c: Status) -> Mapping[str, Any]:
    return {
        "title": _("The game has begun"),
        "line": capfirst(lag(c.delay)),
        "count": watching(c.watchers) if c.watchers else "",
        "light": Light.DAY,
    }


def status_parts(c: Status) -> tuple[Hashable, Parts]:
    return c.theme, {"now": {"now": Part("games/_now.html", c, _now_variables)}}


@dataclass(frozen=True, slots=True)
class Story:
    delay: int


def story(view: WaitView) -> Story:
    return Story(view.delay)


def story_variables(c: Story) -> Mapping[str, Any]:
    text = _("Whoever only watches sees the game %(length)s late, so that nobody can tell on anybody.")
    return {"soon": text % {"length": wording.length(c.delay)}}


def host(view: WaitView) -> Door | None:
    return Door(view.code, True) if view.you is not None else None


PANELS: Mapping[str, tuple[Callable[[WaitView], Hashable | None], Callable[[Any], Mapping[str, Any]]]] = {
    "status": (status, status_variables),
    "story": (story, story_variables),
    "host": (host, plain),
}

PARTS: Mapping[str, Callable[[Any], tuple[Hashable, Parts]]] = {"status": status_parts}
"""Of some panels, by a context: what is left of it outside the parts, and the parts."""
