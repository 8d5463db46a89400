"""The list of public rooms as HTML."""

from collections.abc import Iterable
from functools import lru_cache

from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.rulesets import REGISTRY
from games.languages import LANGUAGES
from games.listing import Entry, Stand
from games.live import wording
from games.live.list_hub import row_id
from games.live.render import tight
from games.live.shared import lag, watching


def _stand(entry: Entry) -> str:
    """What goes on in a room, in a few words."""
    if entry.phase:
        return wording.phase_title(entry.phase, entry.turn)
    return {
        Stand.WAITING: _("Waiting for players"),
        Stand.STARTING: _("About to start"),
        Stand.PLAYING: _("Playing"),
        Stand.OVER: _("Just finished"),
    }[entry.stand]


def _notes(entry: Entry) -> str:
    notes = [_("Host: %(name)s") % {"name": entry.host}] if entry.host else []
    notes += [LANGUAGES.get(entry.language, entry.language)]
    notes += [watching(entry.watchers)] if entry.watchers else []
    notes += [lag(entry.delay)] if entry.delay and entry.stand is Stand.PLAYING else []
    return " · ".join(notes)


@lru_cache(maxsize=2048)
def row_html(entry: Entry, language: str) -> str:
    """A room's row."""
    with translation.override(language):
        variables = {
            "id": row_id(entry.code),
            "c": entry,
            "name": REGISTRY[entry.preset].name,
            "stand": _stand(entry),
            "notes": _notes(entry),
            "watchable": entry.stand is Stand.PLAYING,
        }
        return tight(get_template("games/rooms/_row.html").render(variables))


def rows_html(entries: Iterable[Entry]) -> SafeString:
    """The rows in the language that is active."""
    language = get_language() or "en"
    return mark_safe("".join(row_html(entry, language) for entry in entries))  # noqa: S308 - our template
