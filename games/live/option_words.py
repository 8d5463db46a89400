"""What the options of a table are called where a theme has other words for roles and sides (C23)."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.choices import Theme
from games.live.sentences import Text

THEMED: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {},
    Theme.WEREWOLF: {
        "Mafia may pick their own": _("Werewolves may pick their own"),
        "Doctor may protect themselves": _("Healer may protect themselves"),
        "Otherwise the Doctor has to choose somebody else.": _(
            "Otherwise the Healer has to choose somebody else."
        ),
        "Doctor may protect the same person twice": _("Healer may protect the same person twice"),
        "Doses of a Doctor": _("Doses of a Healer"),
        "Alerts of a Survivor": _("Alerts of a Hermit"),
        "On how many nights a Survivor can lie in wait for visitors.": _(
            "On how many nights a Hermit can lie in wait for visitors."
        ),
        "Shots of a Vigilante": _("Shots of a Hunter"),
        "Skips the town can afford": _("Skips the village can afford"),
        "The Jester's win ends the game": _("The Fool's win ends the game"),
        "When the Mafia do not agree": _("When the Werewolves do not agree"),
        "The Mafia only meet": _("The Werewolves only meet"),
    },
}
"""By an option's own words: those of a theme in their place."""


def option_text(text: str, theme: str) -> str:
    """A label, a help or a choice of an option in the words of a theme."""
    return str(THEMED[theme][text]) if text in THEMED[theme] else gettext(text)
