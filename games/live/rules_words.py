"""What only the pages about the rules say: whom a preset suits, and the night step by step."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

STAGES: Mapping[str, tuple[Text, Text]] = {
    "distract": (_("Distraction"), _("Whoever is kept busy does nothing tonight.")),
    "frame": (_("False tracks"), _("Whoever they lead to looks guilty until morning.")),
    "protect": (_("Protection"), _("Attacks on whoever is protected come to nothing.")),
    "guard": (_("Guard"), _("Whoever stands guard takes an attack in the other's place.")),
    "alert": (_("Alert"), _("Whoever visits somebody on alert is attacked.")),
    "investigate": (_("Checks"), _("Whoever looks into somebody gets an answer.")),
    "recruit": (_("Recruiting"), _("Instead of the kill, somebody changes sides.")),
    "kill": (_("The joint kill"), _("The one whom they chose together is attacked.")),
    "murder": (_("The lone kill"), _("The one who is next is attacked.")),
    "shoot": (_("Shots"), _("Whoever is aimed at is attacked.")),
    "revenge": (_("Revenge"), _("Whoever was voted out takes somebody along, and nothing prevents it.")),
    "clean": (_("Cleaning up"), _("Whoever dies there keeps their role to themselves.")),
    "silence": (_("Silence"), _("Whoever is silenced will not talk the next day.")),
    "track": (_("Tracks"), _("Whoever follows somebody learns whom they visited.")),
}
"""A step of the night by ability: its name, and what happens to whom in a sentence."""

SUITS: Mapping[str, Text] = {
    "parlor": _("For a room full of friends: a few plain cards, and the house decides on the rest."),
    "syndicate": _("For a table with a host: one device tells the night aloud, and the Mafia may recruit."),
    "gallows": _("For a table with a screen on it, and for those who like strange roles and a hanging."),
    "ranked": _("For strangers who mean it: against the clock, in writing."),
    "moderated": _("For a group with a moderator of its own, and rules of its own."),
}
"""Whom a preset is for."""


def suits(preset: str) -> str:
    return str(SUITS[preset])


_DEAL = _("Everybody is dealt a card in secret. Those on the side of the %(mafia)s know each other.")
_NIGHT = _(
    "At night everybody taps a name on their phone: so a tap tells nothing, and whoever has no power only "
    "shows whom they suspect."
)
_PRIVATE = _(
    "What only you may read is further down, under “Only for you”: who is with you, what your side says and "
    "picks at night, what you learned, and your notes. Everybody has it, and closed it looks the same."
)
_OUT = _(
    "Whoever is out does not speak at the table any more, and has a talk with the others who are: “%(out)s”."
)

TALES: Mapping[str, tuple[Text, ...]] = {
    "parlor": (
        _DEAL,
        _("The first day is for saying hello. Then it gets dark."),
        _NIGHT,
        _(
            "The %(mafia)s choose whom they take, the %(doctor)s whom to protect, the %(detective)s whose "
            "side to learn."
        ),
        _(
            "In the morning all hear who was taken, if anybody was. You talk it over and vote: whoever has "
            "the most votes goes out."
        ),
        _(
            "So it goes on until the %(mafia)s are gone, and the %(town)s has won, or until they are as "
            "many as all the others, and have won themselves."
        ),
    ),
    "syndicate": (
        _("Everybody is dealt a card in secret. The %(mafia)s know each other."),
        _(
            "At night all eyes are closed, and the host’s device calls one role after the other. You may "
            "tap a name at any time of the night."
        ),
        _("The first of the %(mafia)s to choose has chosen for all of them."),
        _("In the morning all hear who was killed. Which card they had nobody is told."),
        _(
            "By day you talk and vote. The host shows the votes, and whoever has more than half of the "
            "living against them goes out."
        ),
        _(
            "The %(town)s wins when everyone on the other side is out, the %(mafia)s once they are more "
            "than the others, or one against one."
        ),
    ),
    "gallows": (
        _(
            "Everybody is dealt a card in secret. The %(mafia)s know each other, and follow their "
            "%(godfather)s."
        ),
        _NIGHT,
        _("The others have powers of many kinds: what yours is says your card."),
        _("In the morning all hear who died, and see their cards. Then the table talks."),
        _("Whoever has the most votes is hanged. Beware: that is just what a %(jester)s is after."),
        _(
            "The %(town)s wins when nobody is left who kills, the %(mafia)s when nobody else is alive, and "
            "a %(serial_killer)s alone, as the last one."
        ),
    ),
    "ranked": (
        _DEAL,
        _NIGHT,
        _(
            "The %(mafia)s agree on a victim. The others protect, check or shoot as their cards say, and "
            "all of it takes effect together."
        ),
        _("At dawn all hear who is dead, not how, and not who they were."),
        _(
            "The talk and the vote are short, and take their whole time. More than half of the living "
            "against one name put it out, after a last word."
        ),
        _(
            "Instead the %(town)s may skip the vote, but only twice in a game. From then on the most votes "
            "are enough, however many skip."
        ),
        _("The %(town)s wins when the %(mafia)s are gone, and they when they are as many as all the others."),
    ),
    "moderated": (
        _(
            "One of you plays no part and moderates: that page has every card, calls the phases and ends "
            "them."
        ),
        _("The others are dealt a card each, in secret."),
        _(
            "At night the roles are called one after the other, and you tap a name on your phone. For "
            "whoever has no phone the moderator enters it."
        ),
        _(
            "By day the moderator says who is out. You talk, and vote as the moderator has set it: all at "
            "once, or after nominations."
        ),
        _(
            "Whoever moderates can take a step back, put a slip right, and deal real cards at the table and "
            "enter who holds which."
        ),
        _(
            "The %(town)s wins when the %(mafia)s are gone, and they when they are as many as all the "
            "others and nobody’s power can stop them any more."
        ),
    ),
}
"""How a game of a preset goes, in a few plain sentences for somebody who has never played."""


def tale(preset: str, names: Mapping[str, object]) -> list[str]:
    """The same with the words of a theme: ``names`` of both sides, of roles and, as ``out``, of the talk of
    those who are out."""
    return [str(text) % names for text in (*TALES[preset], _OUT, _PRIVATE)]
