"""From what a viewer may know to HTML: panels, each with all that it depends on.

A panel's context is hashable and says everything that is on the panel, in no language; equal contexts make
equal HTML, so a panel is rendered once for all who see the same.  Public panels are made of what everybody
may know and how a viewer stands to the game, all others of one viewer's own view (C1).
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.template.loader import get_template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from games.live import game_panels, lobby_panels, wait_panels
from games.live.shared import Part, Parts
from games.models.chat import LOBBY
from games.projections import GameView, LobbyView, View, WaitView
from games.public import PublicView, Standing
from games.snapshots import Line

Context = Any
"""A frozen dataclass of the panel's own; hashable."""


@dataclass(frozen=True, slots=True)
class Panel:
    """``context``: what the panel shows of a view, or of a public view and a standing; None where it shows
    nothing, and is hidden.
    ``variables``: what its template needs besides, made from the context in the active language.
    ``parts``: of a context, what is left of it outside the panel's parts, and the parts."""

    id: str
    context: Callable[..., Hashable | None]
    variables: Callable[[Any], Mapping[str, Any]]
    view: type
    parts: Callable[[Any], tuple[Hashable, Parts]] | None = None

    @property
    def template(self) -> str:
        return f"games/{_FOLDERS[self.view]}/_{self.id}.html"

    def content(self, *of: Any) -> "Content | None":
        context = self.context(*of)
        if context is None:
            return None
        return Content(self.view, context, None if self.parts is None else self.parts(context))


_FOLDERS = {LobbyView: "lobby", GameView: "game", WaitView: "wait"}


def _panels(
    made: Mapping[str, tuple[Callable[..., Hashable | None], Callable[[Any], Mapping[str, Any]]]],
    view: type,
    parts: Mapping[str, Callable[[Any], tuple[Hashable, Parts]]],
) -> tuple[Panel, ...]:
    return tuple(Panel(panel_id, *each, view, parts.get(panel_id)) for panel_id, each in made.items())


_PUBLIC = _panels(game_panels.PUBLIC, GameView, game_panels.PARTS)
_OWN = {
    LobbyView: _panels(lobby_panels.PANELS, LobbyView, lobby_panels.PARTS),
    WaitView: _panels(wait_panels.PANELS, WaitView, wait_panels.PARTS),
    GameView: _panels(game_panels.OWN, GameView, game_panels.PARTS),
}
_ALL = (*_OWN[LobbyView], *_OWN[WaitView], *_PUBLIC, *_OWN[GameView])

PANELS: Mapping[tuple[type, str], Panel] = MappingProxyType({(panel.view, panel.id): panel for panel in _ALL})
"""Every panel, by the kind of view it is for and its element id."""

IDS = tuple(dict.fromkeys(panel.id for panel in _ALL))
"""The element ids a room's page holds, shown or hidden."""


@dataclass(frozen=True, slots=True)
class Content:
    """A panel's context together with the kind of view it was made from.  ``parts`` follow from it: what is
    left of it outside the panel's parts, and the parts."""

    view: type
    context: Hashable
    parts: tuple[Hashable, Parts] | None = field(default=None, compare=False)


def panels_for(view: View) -> dict[str, Content | None]:
    """By element id, all that each panel depends on; None for a panel that is hidden."""
    shown: dict[str, Content | None] = dict.fromkeys(IDS)
    if isinstance(view, GameView):
        shown.update(_public_panels(view.public, view.standing))
    for panel in _OWN[type(view)]:
        shown[panel.id] = panel.content(view)
    return shown


@lru_cache(maxsize=64)
def _public_panels(public: PublicView, standing: Standing) -> Mapping[str, Content | None]:
    """What is asked for again while a change is shown to all who stand alike.  No function called here has
    more than these two, so what is kept can be for nobody else (C1)."""
    return {panel.id: panel.content(public, standing) for panel in _PUBLIC}


def changed_parts(before: Content | None, now: Content | None) -> dict[str, Part] | None:
    """By element id, the parts by which two showings of a panel differ; None if not only parts do."""
    if before is None or now is None or before.parts is None or now.parts is None:
        return None
    (rest, old), (same, new) = before.parts, now.parts
    if rest != same or any(old[group].keys() != new[group].keys() for group in new):
        return None
    return {
        part_id: part
        for group, found in new.items()
        for part_id, part in found.items()
        if old[group][part_id] is not part and old[group][part_id] != part
    }


@lru_cache(maxsize=8192)
def part_html(part_id: str, part: Part, language: str) -> str:
    """A part as one element whose id is ``part_id``."""
    with translation.override(language):
        variables = {"id": part_id, "c": part.context, **part.variables(part.context)}
        return tight(get_template(part.template).render(variables))


@lru_cache(maxsize=4096)
def panel_html(panel_id: str, shown: Content | None, language: str) -> str:
    """The panel as one element whose id is ``panel_id``.  Holds no token and no command id."""
    return draw(panel_id, shown, language, {})


def draw(panel_id: str, shown: Content | None, language: str, extra: Mapping[str, Any]) -> str:
    """The same with ``extra`` variables, for one viewer's page only, and not kept."""
    if shown is None:
        return f'<section id="{panel_id}" hidden></section>'
    panel = PANELS[shown.view, panel_id]
    with translation.override(language):
        variables = {"c": shown.context, **panel.variables(shown.context), **extra}
        if shown.parts is not None:
            for group, parts in shown.parts[1].items():
                drawn = (part_html(part_id, part, language) for part_id, part in parts.items())
                variables[group] = mark_safe("".join(drawn))  # noqa: S308 - rendered by our templates
        return tight(get_template(panel.template).render(variables))


_BREAKS = re.compile(r"(>[^<>]*</textarea>)|(>)\s*\n\s*(?=<)|\s*\n\s*")


def tight(html: str) -> str:
    """``html`` in one line: templates are laid out for those who read them, frames for the line.  A break
    between two tags is no space."""
    return _BREAKS.sub(lambda found: found[1] or found[2] or " ", html.strip())


def lines_for(view: View) -> dict[str, Sequence[Line]]:
    """By talk, the newest lines the viewer may read, oldest first.  They go into ``lines-<talk>``."""
    if isinstance(view, LobbyView):
        return {LOBBY: view.lines}
    if isinstance(view, WaitView):
        return {}
    talks = [talk.value for talk in view.observation.reads]
    if LOBBY in view.writes:
        talks.append(LOBBY)
    return {talk: view.lines.get(talk, ()) for talk in talks}


@lru_cache(maxsize=8192)
def line_html(line: Line) -> str:
    """The line as a paragraph, the same in every language."""
    you = " you" if line.you else ""
    return format_html('<p class="line{}"><b>{}</b>{}</p>', you, line.author, line.text)
