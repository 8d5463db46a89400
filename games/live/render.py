"""From what a viewer may know to HTML: panels, each with all that it depends on.

A panel's context is hashable and says everything that is on the panel, in no language; equal contexts make
equal HTML, so a panel is rendered once for all who see the same.  What only one player may know is in the
contexts of PRIVATE panels alone; every other context is equal for all living players (C1).
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.template.loader import get_template
from django.utils import translation

from games.live import game_panels, lobby_panels
from games.projections import LOBBY, GameView, Line, LobbyView

View = LobbyView | GameView
Context = Any
"""A frozen dataclass of the panel's own; hashable."""


@dataclass(frozen=True, slots=True)
class Panel:
    """``context``: what the panel shows of a view; None where it shows nothing, and is hidden.
    ``variables``: what its template needs besides, made from the context in the active language."""

    id: str
    context: Callable[[Any], Hashable | None]
    variables: Callable[[Any], Mapping[str, Any]]
    view: type

    @property
    def template(self) -> str:
        kind = "lobby" if self.view is LobbyView else "game"
        return f"games/{kind}/_{self.id}.html"


_ALL = tuple(
    Panel(panel_id, context, variables, view)
    for view, panels in ((LobbyView, lobby_panels.PANELS), (GameView, game_panels.PANELS))
    for panel_id, (context, variables) in panels.items()
)

PANELS: Mapping[tuple[type, str], Panel] = MappingProxyType({(panel.view, panel.id): panel for panel in _ALL})
"""Every panel, by the kind of view it is for and its element id."""

IDS = tuple(dict.fromkeys(panel.id for panel in _ALL))
"""The element ids a room's page holds, shown or hidden."""

PRIVATE = frozenset({"role", "action", "notes"})
"""Panels that may differ between two living players."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A panel's context together with the kind of view it was made from."""

    view: type
    context: Hashable


def panels_for(view: View) -> dict[str, Shown | None]:
    """By element id, all that each panel depends on; None for a panel that is hidden."""
    contexts: dict[str, Shown | None] = dict.fromkeys(IDS)
    for panel in _ALL:
        if isinstance(view, panel.view):
            context = panel.context(view)
            contexts[panel.id] = None if context is None else Shown(panel.view, context)
    return contexts


@lru_cache(maxsize=4096)
def panel_html(panel_id: str, shown: Shown | None, language: str) -> str:
    """The panel as one element whose id is ``panel_id``.  Holds no token and no command id."""
    return draw(panel_id, shown, language, {})


def draw(panel_id: str, shown: Shown | None, language: str, extra: Mapping[str, Any]) -> str:
    """The same with ``extra`` variables, for one viewer's page only, and not kept."""
    if shown is None:
        return f'<section id="{panel_id}" hidden></section>'
    panel = PANELS[shown.view, panel_id]
    with translation.override(language):
        variables = {"c": shown.context, **panel.variables(shown.context), **extra}
        return tight(get_template(panel.template).render(variables))


_BREAKS = re.compile(r"(<textarea.*?</textarea>)|\s*\n\s*", re.DOTALL)


def tight(html: str) -> str:
    """``html`` in one line: templates are laid out for those who read them, frames for the line."""
    return _BREAKS.sub(lambda found: found[1] or " ", html.strip())


def lines_for(view: View) -> dict[str, Sequence[Line]]:
    """By talk, the newest lines the viewer may read, oldest first.  They go into ``lines-<talk>``."""
    if isinstance(view, LobbyView):
        return {"lobby": view.lines}
    talks = [talk.value for talk in view.observation.reads]
    if LOBBY in view.writes:
        talks.append(LOBBY)
    return {talk: view.lines.get(talk, ()) for talk in talks}


@lru_cache(maxsize=8192)
def line_html(line: Line, language: str) -> str:
    with translation.override(language):
        return get_template("games/_line.html").render({"line": line}).strip()
