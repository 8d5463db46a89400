"""What the check of a verification file says, for the command and, word by word the same, for the page."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.proof import Fault, Finding, Line, Outcome

LINES: Mapping[str, str | Promise] = {
    Fault.UNREADABLE: _("This is no verification file: it cannot be read. Perhaps it was cut short."),
    Fault.TOO_LARGE: _("This is no verification file: it is far too large."),
    Fault.NOT_OURS: _("This is no verification file of Nightfall."),
    Fault.OTHER_FORMAT: _("This file has another format than %(known)s, the one that can be checked here."),
    Fault.DAMAGED: _("This file is damaged: “%(field)s” is not as it should be."),
    Finding.CHECKSUM: _("Right: the file is whole."),
    Finding.CHECKSUM_WRONG: _("Wrong: the file was changed after it was written."),
    Finding.COMMITMENT: _(
        "Right: seed and salt give the fingerprint %(commitment)s. "
        "Compare it with the one you saw during the game."
    ),
    Finding.COMMITMENT_WRONG: _("Wrong: seed and salt do not give the fingerprint of the file."),
    Finding.DEAL: _("Right: all %(cards)s cards lie where the seed puts them."),
    Finding.DEAL_WRONG: _("Wrong: seat %(seat)s has the card %(found)s, and the seed gives it %(due)s."),
    Finding.BY_HAND: _("Unverified: the cards were dealt by hand, so nothing can be said about the deal."),
    Finding.DRAW: _("Right: the lot %(label)s among seats %(among)s falls on seat %(due)s."),
    Finding.DRAW_WRONG: _(
        "Wrong: the lot %(label)s among seats %(among)s falls on seat %(due)s, not on seat %(chosen)s."
    ),
    Finding.CARD: _("Right: the lot %(label)s puts the card %(card)s into the deal."),
    Finding.CARD_WRONG: _("Wrong: the lot %(label)s puts the card %(card)s into the deal."),
    Finding.NO_DRAWS: _("Right: no lot was drawn in this game, so there is none to check."),
}

OUTCOMES: Mapping[str, str | Promise] = {
    Outcome.HOLDS: _("Everything holds: the deal and every lot follow from the seed."),
    Outcome.UNVERIFIED: _("Unverified: the rest holds, but the cards were dealt by hand."),
    Outcome.FAILS: _("It does not hold: this file proves nothing."),
}


def sentence(line: Line) -> str:
    return str(LINES[line.kind]) % line.facts


def all_words() -> dict[str, str]:
    """Every sentence by its name, for a script to fill in."""
    return {str(kind): str(text) for texts in (LINES, OUTCOMES) for kind, text in texts.items()}
