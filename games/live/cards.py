"""What the cards are called and what they say, by theme (C23)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.engine.rules import Theme
from games.live.sentences import Text


@dataclass(frozen=True, slots=True)
class RoleWords:
    """``power``: what the role does, in one sentence.  ``emblem``: its sign in ``img/emblems.svg``."""

    name: Text
    many: Text
    power: Text
    emblem: str


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
            _("Each night you learn whether one player is Mafia."),
            "detective",
        ),
        "doctor": RoleWords(
            _("Doctor"),
            _("Doctors"),
            _("Each night you keep one player alive."),
            "doctor",
        ),
        "mafia": RoleWords(
            _("Mafioso"),
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
            _("You choose with the Killers, your pick breaks a tie, and no check finds you out."),
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
            _("Each night you choose one player who may not say a word the next day."),
            "silencer",
        ),
        "bodyguard": RoleWords(
            _("Bodyguard"),
            _("Bodyguards"),
            _("Each night you guard one player, and die in their place if the Mafia come."),
            "bodyguard",
        ),
        "vigilante": RoleWords(
            _("Vigilante"),
            _("Vigilantes"),
            _("At night you may shoot somebody. You have only a few shots."),
            "vigilante",
        ),
        "jester": RoleWords(
            _("Jester"),
            _("Jesters"),
            _("You win if the town votes you out."),
            "jester",
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
            _("Each night you see whether one player is a Werewolf."),
            "seer",
        ),
        "doctor": RoleWords(
            _("Healer"),
            _("Healers"),
            _("Each night you keep one player alive."),
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
            _("You hunt with the Stalkers, your pick breaks a tie, and no Seer finds you out."),
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
            _("Each night you choose one player who may not say a word the next day."),
            "silencer",
        ),
        "bodyguard": RoleWords(
            _("Watchman"),
            _("Watchmen"),
            _("Each night you guard one player, and die in their place if the pack comes."),
            "bodyguard",
        ),
        "vigilante": RoleWords(
            _("Hunter"),
            _("Hunters"),
            _("At night you may shoot somebody. You have only a few shots."),
            "vigilante",
        ),
        "jester": RoleWords(
            _("Fool"),
            _("Fools"),
            _("You win if the village votes you out."),
            "jester",
        ),
    },
}
