"""What stands on a moderator's page: what comes next, and what can be entered."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NEXT_STEP: Mapping[str, Text] = {
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
"""What a moderator is proposed to do next, by the place that is on."""

ENTRIES: Mapping[str, Text] = {
    "ready": _("Done"),
    "confirm": _("Confirm"),
    "hold": _("Does nothing"),
    "suspect": _("Suspects"),
    "vote": _("Votes for"),
    "unvote": _("Takes the vote back"),
    "nominate": _("Nominates"),
    "reveal": _("Shows the card"),
    "second": _("Supports the nomination"),
    "kill": _("Kills"),
    "protect": _("Protects"),
    "investigate": _("Investigates"),
    "guard": _("Guards"),
    "shoot": _("Shoots"),
    "silence": _("Silences"),
    "frame": _("Frames"),
    "distract": _("Distracts"),
    "alert": _("Lies in wait"),
    "recruit": _("Recruits"),
    "murder": _("Murders"),
    "revenge": _("Takes revenge on"),
    "clean": _("Cleans"),
    "track": _("Follows"),
}
"""What a moderator enters for somebody, by the engine's verb."""
