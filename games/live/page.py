"""A room's whole page: what live fragments are part of, and what they leave out."""

import re
import secrets
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine.ids import Standpoint
from games.engine.observed import OVER
from games.engine.places import Light
from games.engine.talk import Talk
from games.forms import DEALT
from games.live import lobby_panels, render
from games.models.chat import LOBBY
from games.projections import LobbyView, View, WaitView

TALKS = (LOBBY, *(talk.value for talk in Talk))

_LINES = re.compile(r'(<div class="lines" id="lines-(\w+)"[^>]*>)')
_SLOT = re.compile(r'(<p class="err" id="([\w-]+)"[^>]*>)')


_SAID = re.compile(r'(<input class="field" id="say-(\w+)")')
_NOTED = re.compile(r'(<textarea\s+class="field"\s+id="note"[^>]*>)[^<]*')


_HOUSE_NAME = '<input class="field" id="house-name"'


_DESK, _SEAT_NAME = 'id="desk"', 'id="seat-name"'
_DESK_SLOTS = {"err-console", "err-seat-name"}


def _desk_again(html: str, typed: Mapping[str, str]) -> str:
    """The moderator's table before a game, open, with the name and the cards that were refused."""
    html = html.replace(_DESK, f"{_DESK} open")
    html = html.replace(_SEAT_NAME, f'{_SEAT_NAME} value="{escape(typed.get("name", ""))}"')
    for field, card in typed.items():
        if field.startswith(DEALT) and card:
            begin, select, options = html.partition(f'name="{escape(field)}"')
            chosen = f'<option value="{escape(card)}"'
            html = begin + select + options.replace(chosen, f"{chosen} selected", 1)
    return html


def _typed_again(html: str, typed: Mapping[str, str], errors: Mapping[str, str]) -> str:
    """The fragment with a line of talk, or a note, that was refused."""
    text = escape(typed.get("text", ""))
    html = _SAID.sub(
        lambda found: f'{found[1]} value="{text}"' if f"err-say-{found[2]}" in errors else found[1], html
    )
    if errors.keys() & _DESK_SLOTS:
        html = _desk_again(html, typed)
    if "err-keep" in errors:
        html = html.replace(_HOUSE_NAME, f'{_HOUSE_NAME} value="{escape(typed.get("house_name", ""))}"')
    return _NOTED.sub(lambda found: found[1] + text, html) if "err-note" in errors else html


def _command_ids() -> Iterator[str]:
    """An id for each form of a page.  They begin alike, so that they weigh little once compressed."""
    page = secrets.token_hex(14)
    return (f"{page}{number:04x}" for number in count())


def _filled(
    html: str, lines: Mapping[str, str], csrf: str, ids: Iterator[str], errors: Mapping[str, str]
) -> SafeString:
    """A fragment as part of a whole page: with its lines of talk, with what a form needs without scripts, and
    with the refusal of a plain post."""
    html = _LINES.sub(lambda found: found[1] + lines.get(found[2], ""), html)
    html = _SLOT.sub(lambda found: found[1] + escape(errors.get(found[2], "")), html)

    def hidden(found: re.Match[str]) -> str:
        return format_html(
            '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
            '<input type="hidden" name="command_id" value="{}"></form>',
            csrf,
            next(ids),
        )

    return mark_safe(re.sub("</form>", hidden, html))  # noqa: S308 - our templates, and escaped values


def whole(view: View, language: str, csrf: str, attempt: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The variables of a room's page.  ``attempt``: a refused plain post, as ``errors`` by the element that
    shows each and ``typed`` by field.  Errors whose element the page no longer has are ``lost``, and shown at
    its top."""
    errors, typed = attempt.get("errors", {}), attempt.get("typed", {})
    lines = {
        talk: "".join(render.line_html(line) for line in said)
        for talk, said in render.lines_for(view).items()
    }
    panels: dict[str, SafeString] = {}
    ids = _command_ids()
    for panel_id, shown in render.panels_for(view).items():
        if panel_id == "options" and typed and isinstance(view, LobbyView):
            html = render.draw(panel_id, shown, language, lobby_panels.typed_again(view, typed, errors))
        else:
            html = render.panel_html(panel_id, shown, language)
        panels[panel_id] = _filled(_typed_again(html, typed, errors), lines, csrf, ids, errors)
    drawn = "".join(panels.values())
    lost = [text for slot, text in errors.items() if f'id="{slot}"' not in drawn]
    return {"code": view.code, "panels": panels, "lost": lost, **_root(view)}


def _root(view: View) -> dict[str, Any]:
    """What the page's root element says; public facts."""
    if isinstance(view, LobbyView):
        return {"theme": view.ruleset.theme.value, "light": Light.DAY.value, "screen": "lobby"}
    if isinstance(view, WaitView):
        return {"theme": view.theme, "light": Light.DAY.value, "screen": "game", "seat": "none"}
    seen = view.observation
    watches = seen.viewer.standpoint is not Standpoint.SEAT
    return {
        "theme": seen.theme,
        "light": seen.light.value,
        "screen": "end" if seen.kind == OVER else "game",
        "seat": "none" if watches else "some",
    }
