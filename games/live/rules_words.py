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
    "parlor": _("For a room full of friends: three kinds of cards, and the house decides on the rest."),
    "syndicate": _(
        "For a table with a host: one device tells the night aloud, and nobody is safe from a new job."
    ),
    "gallows": _("For a table with a screen on it, and for those who like strange roles and a hanging."),
    "ranked": _("For strangers who mean it: against the clock, in writing."),
    "moderated": _("For a group with a moderator of its own, and rules of its own."),
}
"""Whom a preset is for."""


def suits(preset: str) -> str:
    return str(SUITS[preset])
