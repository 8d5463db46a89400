"""What stands on a moderator's page: what comes next, and what can be entered."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.live import night_words
from games.live.sentences import Text

_STEPS: Mapping[str, Text] = {
    "reveal": _("Begin the set-up night"),
    "setup_night": _("Begin the first night"),
    "night": _("End the night"),
    "dawn": _("Let the table talk"),
    "day": _("End the talk"),
    "nomination": _("End the day"),
    "defense": _("End the answer"),
    "nominee_vote": _("Close the vote"),
    "vote": _("Close the vote"),
    "majority_vote": _("Close the vote"),
    "runoff": _("Close the runoff"),
    "last_words": _("Let night fall"),
}
"""By the place that is on."""

_ENTRIES: Mapping[str, Text] = {
    "ready": _("Done"),
    "confirm": _("Confirm"),
    "vote": _("Votes for"),
    "unvote": _("Takes the vote back"),
    "nominate": _("Nominates"),
    "reveal": _("Shows the card"),
    "second": _("Supports the nomination"),
}
"""By the engine's verb; the powers of the night have their words in ``night_words``."""


def next_step(place: str) -> str:
    """What a moderator is proposed to do next, in the place that is on."""
    return str(_STEPS.get(place) or _("Go on"))


def entry(verb: str) -> str:
    """What a moderator enters for somebody."""
    return str(_ENTRIES.get(verb) or night_words.ENTRIES[verb])
