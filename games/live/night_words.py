"""The texts of the night behind ``wording``: each power by its ability, what comes of it, and the turns."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.engine.choices import Theme
from games.live.sentences import Text

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

_AIMS: Mapping[str, Text] = {
    "kill": _("Who does not wake up"),
    "protect": _("Who stays alive"),
    "investigate": _("Whose card you learn"),
    "guard": _("Who is guarded"),
    "shoot": _("Who is shot"),
    "silence": _("Who is hushed"),
    "recruit": _("Who joins you"),
    "distract": _("Who is kept busy"),
    "clean": _("Whose traces vanish"),
    "track": _("Who is followed"),
    "revenge": _("Who comes along"),
    "alert": _("Tap yourself to lie in wait"),
}

POWERS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        **_AIMS,
        "frame": _("Who looks like Mafia"),
    },
    Theme.WEREWOLF: {
        **_AIMS,
        "frame": _("Who looks like a Werewolf"),
    },
}
"""What a tap is for, by ability: for those who have several."""

ENTRIES: Mapping[str, Text] = {
    "hold": _("Does nothing"),
    "suspect": _("Suspects"),
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
"""What a moderator enters for somebody at night, by ability."""

CHOICES: Mapping[str, Text] = {
    "kill": _("%(name)s points at %(target)s"),
    "protect": _("%(name)s stays with %(target)s"),
    "investigate": _("%(name)s looks into %(target)s"),
    "frame": _("%(name)s leaves false tracks at %(target)s's door"),
    "guard": _("%(name)s stands guard over %(target)s"),
    "shoot": _("%(name)s takes aim at %(target)s"),
    "silence": _("%(name)s hushes %(target)s"),
    "recruit": _("%(name)s makes %(target)s an offer"),
    "distract": _("%(name)s keeps %(target)s busy"),
    "alert": _("%(name)s lies in wait at home"),
    "murder": _("%(name)s waits for %(target)s"),
    "revenge": _("%(name)s points at %(target)s from the other side"),
    "clean": _("%(name)s cleans up after %(target)s"),
    "track": _("%(name)s follows %(target)s"),
    "suspect": _("%(name)s suspects %(target)s"),
    "hold": _("%(name)s stays in bed"),
}
"""Who chose what at night, by ability: for the team, and for everyone after the end."""

_FOUND: Mapping[str, Text] = {
    "suspicious": _("%(name)s is suspicious."),
    "not_suspicious": _("%(name)s is not suspicious."),
    "no_result": _("Something kept you busy, and you learned nothing of %(name)s."),
    "stayed_home": _("%(name)s stayed at home."),
    "visited": _("%(name)s visited %(host)s."),
}

FINDINGS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        **_FOUND,
        "mafia": _("%(name)s is Mafia."),
        "not_mafia": _("%(name)s is not Mafia."),
    },
    Theme.WEREWOLF: {
        **_FOUND,
        "mafia": _("%(name)s is a Werewolf."),
        "not_mafia": _("%(name)s is not a Werewolf."),
    },
}

CALLS: Mapping[str, Text] = {
    "mafia": _("Close your eyes, everyone. %(many)s, open yours and agree on a name."),
    "consort": _("%(name)s, open your eyes. Who is kept busy tonight?"),
    "detective": _("%(name)s, open your eyes. Whom do you look into?"),
    "doctor": _("%(name)s, open your eyes. Who stays alive?"),
    "vigilante": _("%(name)s, open your eyes. Do you shoot tonight, and whom?"),
    "tracker": _("%(name)s, open your eyes. Whom do you follow?"),
}
"""What is read out when a turn of the night begins, by its name, which is a role's."""
