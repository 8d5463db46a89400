"""Every sentence that people read about a game, by the engine's own names.  A theme changes no rule (C23).

All functions answer in the language that is active when they are called.  ``theme`` is a ``rules.Theme``.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.events import Cause, News, NewsKind
from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.roles import ROLES as ENGINE_ROLES
from games.engine.roles import Faction
from games.engine.rules import Theme, WinRule
from games.live.cards import ROLES, RoleWords
from games.live.sentences import NEWS, PHASES, REFUSALS, THEMED_REFUSALS, Text
from games.refusals import Refusal
from games.story import LogEntry

Names = Mapping[SeatId, str]


SIDES: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {Faction.TOWN: _("Town"), Faction.MAFIA: _("Mafia"), Faction.JESTER: _("Jester")},
    Theme.WEREWOLF: {Faction.TOWN: _("Village"), Faction.MAFIA: _("Werewolves"), Faction.JESTER: _("Fool")},
}

WINS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        Faction.TOWN: _("The Town wins"),
        Faction.MAFIA: _("The Mafia wins"),
        Faction.JESTER: _("The Jester wins"),
    },
    Theme.WEREWOLF: {
        Faction.TOWN: _("The Village wins"),
        Faction.MAFIA: _("The Werewolves win"),
        Faction.JESTER: _("The Fool wins"),
    },
}

WIN_LINES: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        Faction.TOWN: _("The last of the Mafia is gone. The bakery reopens."),
        Faction.MAFIA: _("There is nobody left to outvote them. The town has new owners."),
        Faction.JESTER: _("You all fell for it, and voted for it."),
    },
    Theme.WEREWOLF: {
        Faction.TOWN: _("The last Werewolf is gone. The dogs sleep through the night again."),
        Faction.MAFIA: _("There is nobody left to outvote them. The forest has moved in."),
        Faction.JESTER: _("You all fell for it, and voted for it."),
    },
}

WIN_RULES: Mapping[str, Text] = {
    "unthreatened": _("%(side)s: when the last of their enemies is out."),
    "parity": _("%(side)s: as soon as there are at least as many of them as of everybody else."),
}
"""How a side wins, by the name of the condition."""

CAUSES: Mapping[Cause, Text] = {
    Cause.KILLED: _("taken at night"),
    Cause.ELIMINATED: _("voted out"),
    Cause.LEFT: _("left the game"),
}

FINDINGS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        "mafia": _("%(name)s is Mafia."),
        "not_mafia": _("%(name)s is not Mafia."),
    },
    Theme.WEREWOLF: {
        "mafia": _("%(name)s is a Werewolf."),
        "not_mafia": _("%(name)s is not a Werewolf."),
    },
}

_AIMS: Mapping[str, Text] = {
    "kill": _("Who does not wake up"),
    "protect": _("Who stays alive"),
    "investigate": _("Whose card you learn"),
    "guard": _("Who is guarded"),
    "shoot": _("Who is shot"),
    "silence": _("Who is hushed"),
}

CHOICES: Mapping[str, Text] = {
    "kill": _("%(name)s points at %(target)s"),
    "protect": _("%(name)s stays with %(target)s"),
    "investigate": _("%(name)s looks into %(target)s"),
    "frame": _("%(name)s leaves false tracks at %(target)s's door"),
    "guard": _("%(name)s stands guard over %(target)s"),
    "shoot": _("%(name)s takes aim at %(target)s"),
    "silence": _("%(name)s hushes %(target)s"),
    "suspect": _("%(name)s suspects %(target)s"),
    "hold": _("%(name)s stays in bed"),
}
"""Who chose what at night, by ability: for the team, and for everyone after the end."""

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

TALKS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        "lobby": _("Lobby talk"),
        "table": _("Table talk"),
        "mafia": _("Mafia talk"),
        "graveyard": _("Graveyard"),
    },
    Theme.WEREWOLF: {
        "lobby": _("Lobby talk"),
        "table": _("Table talk"),
        "mafia": _("Pack talk"),
        "graveyard": _("Graveyard"),
    },
}


OWN_TALKS: Mapping[str, Mapping[str, Text]] = {"ranked": {"graveyard": _("The lounge")}}
"""Talks that a preset calls otherwise."""


def talk_title(talk: str, theme: str, preset: str) -> str:
    return str(OWN_TALKS.get(preset, {}).get(talk) or TALKS[theme][talk])


def role_words(role: RoleId | str, theme: str) -> RoleWords:
    return ROLES[theme][role]


def faction_of(role: RoleId | str) -> Faction:
    return ENGINE_ROLES[RoleId(role)].faction


def side(faction: Faction, theme: str) -> str:
    return str(SIDES[theme][faction])


def win_rule(rule: WinRule, theme: str) -> str:
    """How a side wins, in a sentence."""
    return str(WIN_RULES[rule.condition]) % {"side": side(rule.faction, theme)}


def phase_title(phase: str, number: int) -> str:
    """Such as "Night 2".  ``number`` counts days or nights, as the phase has it."""
    return str(PHASES[phase].title) % {"number": number}


def phase_name(phase: str, theme: str) -> tuple[str, str]:
    """A phase's title without a number, and what it is about in a sentence."""
    title = str(PHASES[phase].title).replace("%(number)d", "").strip()
    return title, sentence_of(phase_line(phase, theme))


def sentence_of(line: str) -> str:
    """The line with a full stop, unless it ends in one or the like."""
    return line if line.endswith((".", "?", "!")) else f"{line}."


def phase_line(phase: str, theme: str) -> str:
    """What the phase is about, in a few words under its title."""
    return str(PHASES[phase].lines[theme])


def narration(phase: str, theme: str, speaker: str = "", *, skip: bool = False) -> str:
    """What a narrator reads out when the phase begins.  ``skip``: a vote for Nobody is called so."""
    return str(PHASES[phase].aloud[theme]) % {"speaker": speaker, "nobody": nobody(skip=skip)}


def joined(names: Sequence[str]) -> str:
    """Such as "Ann, Bob and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def company(names: Sequence[str]) -> str:
    """A few names, and how many more."""
    if len(names) <= 3:
        return joined(names)
    return gettext("%(names)s and %(number)d more") % {
        "names": ", ".join(names[:2]),
        "number": len(names) - 2,
    }


def flip(entry: LogEntry, theme: str) -> str:
    """What the room is shown of the role of somebody who went out; empty if nothing."""
    if entry.role:
        return str(role_words(entry.role, theme).name)
    return side(Faction(entry.faction), theme) if entry.faction else ""


def shown(entry: LogEntry, names: Names, theme: str) -> str:
    """The same as a sentence."""
    facts = {"name": names[entry.seats[0]], "what": flip(entry, theme)}
    if entry.role:
        return gettext("%(name)s was a %(what)s.") % facts
    return gettext("%(name)s stood with the %(what)s.") % facts if entry.faction else ""


def news_sentence(news: News, names: Names, theme: str, turn: int) -> str:
    """One sentence of the public story.  ``turn``, the number of the day, picks its wording, so that
    everyone reads the same."""
    if news.kind is NewsKind.SKIP_SPENT:
        return ngettext(
            "A majority skips. The town can afford %(number)d more skip.",
            "A majority skips. The town can afford %(number)d more skips.",
            news.number,
        ) % {"number": news.number}
    if news.kind is NewsKind.QUIET:
        return ngettext(
            "A round went by and nobody went out. A game too quiet ends with no winner.",
            "%(number)d rounds have gone by and nobody went out. A game too quiet ends with no winner.",
            news.number,
        ) % {"number": news.number}
    variants = NEWS[theme][news.kind]
    text = variants[(turn + len(news.seats) + sum(news.seats)) % len(variants)]
    if news.kind is NewsKind.DIED and len(news.seats) > 1:
        text = _("%(names)s did not wake up.")
    return str(text) % {"names": joined([names[seat] for seat in news.seats])}


def result_sentence(result: str, subject: str, theme: str) -> str:
    """What a power told its holder: how its subject reads, or their exact role."""
    if result in FINDINGS[theme]:
        return str(FINDINGS[theme][result]) % {"name": subject}
    return gettext("%(name)s's role: %(role)s.") % {"name": subject, "role": role_words(result, theme).name}


def on_night(night: int, text: str) -> str:
    return gettext("Night %(night)d: %(text)s") % {"night": night, "text": text}


def choice_sentence(ability: str, name: str, target: str | None) -> str:
    return str(CHOICES[ability]) % {"name": name, "target": target or ""}


def nobody(*, skip: bool) -> str:
    """Nobody, as who is voted for."""
    return gettext("Skip") if skip else gettext("Nobody")


def target_name(target: SeatId, names: Names, *, skip: bool) -> str:
    return nobody(skip=skip) if target == NOBODY else names[target]


def skips_left(number: int) -> str:
    """The town's budget, as a sentence."""
    if not number:
        return gettext("No skips left.")
    return ngettext("%(number)d skip left.", "%(number)d skips left.", number) % {"number": number}


def uses_left(number: int) -> str:
    """How often a power can still be used, as a sentence."""
    if not number:
        return gettext("You have no shots left.")
    return ngettext("You have %(number)d shot left.", "You have %(number)d shots left.", number) % {
        "number": number
    }


def win_title(winning: Sequence[Faction], theme: str) -> str:
    if not winning:
        return gettext("Nobody wins")
    return joined([str(WINS[theme][faction]) for faction in winning])


def win_line(winning: Sequence[Faction], theme: str) -> str:
    if not winning:
        return gettext("It ends as it began: with everybody accusing everybody.")
    return str(WIN_LINES[theme][winning[0]])


def length(seconds: int) -> str:
    """A length of time in words, such as "3 min" or "1 min 30 s"."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(gettext("%(number)d min") % {"number": minutes})
    if rest or not minutes:
        parts.append(gettext("%(number)d s") % {"number": rest})
    return " ".join(parts)


def sentence(refusal: Refusal, theme: str = Theme.MAFIA) -> str:
    """Why something was refused and what to do about it, in one or two plain sentences (C24)."""
    texts = THEMED_REFUSALS[theme] if refusal.code in THEMED_REFUSALS[theme] else REFUSALS
    return str(texts[refusal.code]) % _Facts(refusal.facts)


class _Facts(dict[str, object]):
    """Facts for a sentence; a sentence may ask for more than there are."""

    def __missing__(self, key: str) -> str:
        return "?"
