"""What the cards are called and what they say, by theme (C23)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.engine.choices import Theme
from games.engine.roles import REVENGE
from games.engine.rulesets import REGISTRY
from games.live.sentences import Text

PLAIN = "card"
"""The sign of a role for which nothing else is drawn."""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """``power``: what the role does, in one sentence.  ``emblem``: its sign in ``img/emblems.svg``, if it has
    one of its own."""

    name: Text
    many: Text
    power: Text
    emblem: str = PLAIN


ROLES: Mapping[str, Mapping[str, RoleWords]] = {
    Theme.MAFIA: {
        "citizen": RoleWords(
            _("Citizen"),
            _("Citizens"),
            _("You have no power but your voice and your vote."),
            "citizen",
        ),
        "detective": RoleWords(
            _("Detective"),
            _("Detectives"),
            _("Each night you check whether one player is Mafia."),
            "detective",
        ),
        "doctor": RoleWords(
            _("Doctor"),
            _("Doctors"),
            _("At night you protect one player, for no thanks at all."),
            "doctor",
        ),
        "mafia": RoleWords(
            _("Mafia member"),
            _("Mafia"),
            _("Each night you and yours choose who does not wake up."),
            "mafia",
        ),
        "killer": RoleWords(
            _("Killer"),
            _("Killers"),
            _("Each night you and yours agree on who does not wake up."),
            "killer",
        ),
        "godfather": RoleWords(
            _("Godfather"),
            _("Godfathers"),
            _("Each night you and yours choose who does not wake up, and no Detective finds you out."),
            "godfather",
        ),
        "framer": RoleWords(
            _("Framer"),
            _("Framers"),
            _("Each night you make one player look like Mafia until morning."),
            "framer",
        ),
        "consigliere": RoleWords(
            _("Consigliere"),
            _("Consiglieri"),
            _("Each night you learn the exact role of one player."),
            "consigliere",
        ),
        "silencer": RoleWords(
            _("Silencer"),
            _("Silencers"),
            _("Each night you silence one player for the next day."),
            "silencer",
        ),
        "bodyguard": RoleWords(
            _("Bodyguard"),
            _("Bodyguards"),
            _("Each night you guard one player, and may die in their place."),
            "bodyguard",
        ),
        "vigilante": RoleWords(
            _("Vigilante"),
            _("Vigilantes"),
            _("At night you may shoot somebody, while the bullets last."),
            "vigilante",
        ),
        "jester": RoleWords(
            _("Jester"),
            _("Jesters"),
            _("You win if the town votes you out."),
            "jester",
        ),
        "sheriff": RoleWords(
            _("Sheriff"),
            _("Sheriffs"),
            _("Each night you check whether one player is up to no good: Mafia, or a Serial Killer."),
            "sheriff",
        ),
        "tracker": RoleWords(
            _("Tracker"),
            _("Trackers"),
            _("Each night you follow one player, and learn whom they visit."),
            "tracker",
        ),
        "escort": RoleWords(
            _("Escort"),
            _("Escorts"),
            _("Each night you keep one player too busy to use their power."),
            "escort",
        ),
        "survivor": RoleWords(
            _("Survivor"),
            _("Survivors"),
            _("At night you may lie in wait, and then it is your visitors who die."),
            "survivor",
        ),
        "mayor": RoleWords(
            _("Mayor"),
            _("Mayors"),
            _("By day you may show who you are, and from then on your vote counts three times."),
            "mayor",
        ),
        "mafioso": RoleWords(
            _("Mafioso"),
            _("Mafiosi"),
            _("You choose who does not wake up once nobody above you is left to do it."),
            "mafioso",
        ),
        "blackmailer": RoleWords(
            _("Blackmailer"),
            _("Blackmailers"),
            _("Each night you find something on one player that keeps them quiet the next day."),
            "blackmailer",
        ),
        "janitor": RoleWords(
            _("Janitor"),
            _("Janitors"),
            _(
                "Each night you clean up after one player: if they die, nobody learns their "
                "role before the end."
            ),
            "janitor",
        ),
        "yakuza": RoleWords(
            _("Yakuza"),
            _("Yakuza"),
            _(
                "Each night you and yours choose who does not wake up; once, you may recruit "
                "somebody instead, and pay with your life."
            ),
            "yakuza",
        ),
        "consort": RoleWords(
            _("Consort"),
            _("Consorts"),
            _(
                "Each night you keep one player too busy to use their power, for a Mafia that "
                "does not know you; as the last of them you kill instead."
            ),
            "consort",
        ),
        "serial_killer": RoleWords(
            _("Serial Killer"),
            _("Serial Killers"),
            _("Each night you kill one player, and you win alone, as the last one alive."),
            "serial_killer",
        ),
    },
    Theme.WEREWOLF: {
        "citizen": RoleWords(
            _("Villager"),
            _("Villagers"),
            _("You have no power but your voice and your vote."),
            "villager",
        ),
        "detective": RoleWords(
            _("Seer"),
            _("Seers"),
            _("Each night you look whether one player is a Werewolf."),
            "seer",
        ),
        "doctor": RoleWords(
            _("Healer"),
            _("Healers"),
            _("At night you protect one player, for no thanks at all."),
            "healer",
        ),
        "mafia": RoleWords(
            _("Werewolf"),
            _("Werewolves"),
            _("Each night you and your pack choose who does not wake up."),
            "werewolf",
        ),
        "killer": RoleWords(
            _("Stalker"),
            _("Stalkers"),
            _("Each night you and your pack agree on who does not wake up."),
            "killer",
        ),
        "godfather": RoleWords(
            _("Alpha"),
            _("Alphas"),
            _("Each night you and your pack choose who does not wake up, and no Seer finds you out."),
            "godfather",
        ),
        "framer": RoleWords(
            _("Trickster"),
            _("Tricksters"),
            _("Each night you make one player look like a Werewolf until morning."),
            "framer",
        ),
        "consigliere": RoleWords(
            _("Whisperer"),
            _("Whisperers"),
            _("Each night you learn the exact role of one player."),
            "consigliere",
        ),
        "silencer": RoleWords(
            _("Howler"),
            _("Howlers"),
            _("Each night you silence one player for the next day."),
            "silencer",
        ),
        "bodyguard": RoleWords(
            _("Watchman"),
            _("Watchmen"),
            _("Each night you guard one player, and may die in their place."),
            "bodyguard",
        ),
        "vigilante": RoleWords(
            _("Hunter"),
            _("Hunters"),
            _("At night you may shoot somebody, while the arrows last."),
            "vigilante",
        ),
        "jester": RoleWords(
            _("Fool"),
            _("Fools"),
            _("You win if the village votes you out."),
            "jester",
        ),
        "sheriff": RoleWords(
            _("Warden"),
            _("Wardens"),
            _("Each night you look whether one player is up to no good: a Werewolf, or a Vampire."),
            "sheriff",
        ),
        "tracker": RoleWords(
            _("Scout"),
            _("Scouts"),
            _("Each night you follow one player, and learn whom they visit."),
            "tracker",
        ),
        "escort": RoleWords(
            _("Minstrel"),
            _("Minstrels"),
            _("Each night you play for one player until they forget to use their power."),
            "minstrel",
        ),
        "survivor": RoleWords(
            _("Hermit"),
            _("Hermits"),
            _("At night you may lie in wait, and then it is your visitors who die."),
            "survivor",
        ),
        "mayor": RoleWords(
            _("Elder"),
            _("Elders"),
            _("By day you may show who you are, and from then on your vote counts three times."),
            "mayor",
        ),
        "mafioso": RoleWords(
            _("Beta"),
            _("Betas"),
            _("You choose who does not wake up once nobody above you is left to do it."),
            "paw",
        ),
        "blackmailer": RoleWords(
            _("Growler"),
            _("Growlers"),
            _("Each night you frighten one player, which keeps them quiet the next day."),
            "claws",
        ),
        "janitor": RoleWords(
            _("Scavenger"),
            _("Scavengers"),
            _(
                "Each night you tidy up after one player: if they die, nobody learns their "
                "role before the end."
            ),
            "bone",
        ),
        "yakuza": RoleWords(
            _("Biter"),
            _("Biters"),
            _(
                "Each night you and your pack choose who does not wake up; once, you may turn "
                "somebody into one of you instead, and pay with your life."
            ),
            "fangs",
        ),
        "consort": RoleWords(
            _("Charmer"),
            _("Charmers"),
            _(
                "Each night you keep one player too busy to use their power, for a pack that "
                "does not know you; as the last of it you kill instead."
            ),
            "consort",
        ),
        "serial_killer": RoleWords(
            _("Vampire"),
            _("Vampires"),
            _("Each night you kill one player, and you win alone, as the last one alive."),
            "bat",
        ),
    },
}

_AVENGING = tuple(preset for preset, ruleset in REGISTRY.items() if REVENGE in ruleset.ladder)
"""The presets in which whoever is voted out for a win takes somebody along (G18)."""

OWN_POWERS: Mapping[str, Mapping[str, Mapping[str, Text]]] = {
    Theme.MAFIA: {
        "godfather": {
            "ranked": _(
                "You choose with the Killers, your pick breaks a tie, and no Detective finds you out."
            ),
            "gallows": _("Each night you alone choose who does not wake up."),
        },
        "jester": dict.fromkeys(
            _AVENGING,
            _("You win if the town votes you out, and the night after you take one of your voters along."),
        ),
    },
    Theme.WEREWOLF: {
        "godfather": {
            "ranked": _("You hunt with the Stalkers, your pick breaks a tie, and no Seer finds you out."),
            "gallows": _("Each night you alone choose who does not wake up."),
        },
        "jester": dict.fromkeys(
            _AVENGING,
            _("You win if the village votes you out, and the night after you take one of your voters along."),
        ),
    },
}
"""What a role does, by theme, role and preset, where one sentence cannot be true of all presets."""
