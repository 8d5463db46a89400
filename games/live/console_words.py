"""What stands on a moderator's page: what comes next, what can be entered, and why something was refused."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.engine.errors import Reason
from games.live import night_words, wording
from games.live.sentences import Text
from games.refusals import Code, Refusal

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
    "ready": _("Is done"),
    "confirm": _("Is done for tonight"),
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


ENTERED: Mapping[str, Text] = {
    Code.NAME_EMPTY: _("Type the name of whoever sits down."),
    Reason.NOT_ALIVE: _("That player is out of the game."),
    Reason.ALREADY_DONE: _("They are done already."),
    Reason.NOMINATED_TODAY: _("They have nominated somebody today, and can again tomorrow."),
    Reason.NO_SUCH_POWER: _("That player’s role cannot do that. Choose something else they do."),
    Reason.POWER_USED_UP: _("They have used that as often as their role allows."),
    Reason.NEEDS_TARGET: _("Choose a name first."),
    Reason.NO_SUCH_SEAT: _("Choose a name first."),
    Reason.TARGET_OUT: _("That player is out of the game. Choose another name."),
    Reason.SELF_TARGET: _("They cannot choose themselves. Choose another name."),
    Reason.TEAMMATE_TARGET: _("Those two are on the same side. Choose another name."),
    Reason.TEAM_HAS_CHOSEN: _("Their side has chosen for tonight, and that stands."),
    Reason.NOT_AN_ACCUSER: _("That player did not vote for them. Choose one who did."),
    Reason.SAME_TARGET_TWICE: _("Not the same player two nights running. Choose another name."),
    Reason.SELF_VOTE: _("They cannot vote for themselves. Choose another name."),
    Reason.NOT_A_CANDIDATE: _("That name is not up for this vote. Choose one that is."),
    Reason.NO_BALLOT: _("They have no vote to take back."),
}
"""Refusals that speak of whoever plays, as a moderator is told of them who enters it for somebody."""


def sentence(refusal: Refusal, theme: str) -> str:
    """Why something was refused to a moderator, and what to do about it (C24)."""
    text = ENTERED.get(refusal.code)
    return wording.sentence(refusal, theme) if text is None else str(text)
