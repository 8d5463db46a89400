"""Every sentence that people read about a game, by the engine's own names.  A theme changes no rule (C23).

All functions answer in the language that is active when they are called.  ``theme`` is a ``rules.Theme``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.choices import Theme
from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.journal import Tag
from games.engine.news import Cause, News, NewsKind
from games.engine.roles import ROLES as ENGINE_ROLES
from games.engine.roles import Faction
from games.engine.setups import WinRule
from games.live.cards import OWN_POWERS, ROLES, RoleWords
from games.live.night_words import CALLS, CHOICES, FINDINGS
from games.live.sentences import NEWS, PHASES, REFUSALS, THEMED_REFUSALS, Text
from games.refusals import Refusal
from games.story import LogEntry

Names = Mapping[SeatId, str]


SIDES: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        Faction.TOWN: _("Town"),
        Faction.MAFIA: _("Mafia"),
        Faction.JESTER: _("Jester"),
        Faction.SERIAL_KILLER: _("Serial Killer"),
    },
    Theme.WEREWOLF: {
        Faction.TOWN: _("Village"),
        Faction.MAFIA: _("Werewolves"),
        Faction.JESTER: _("Fool"),
        Faction.SERIAL_KILLER: _("Vampire"),
    },
}

WINS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        Faction.TOWN: _("The Town wins"),
        Faction.MAFIA: _("The Mafia wins"),
        Faction.JESTER: _("The Jester wins"),
        Faction.SERIAL_KILLER: _("The Serial Killer wins"),
    },
    Theme.WEREWOLF: {
        Faction.TOWN: _("The Village wins"),
        Faction.MAFIA: _("The Werewolves win"),
        Faction.JESTER: _("The Fool wins"),
        Faction.SERIAL_KILLER: _("The Vampire wins"),
    },
}

WIN_LINES: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {
        Faction.TOWN: _("The last of the Mafia is gone. The bakery reopens."),
        Faction.MAFIA: _("There is nobody left to outvote them. The town has new owners."),
        Faction.JESTER: _("You all fell for it, and voted for it."),
        Faction.SERIAL_KILLER: _("It is quiet now. There is nobody left to complain about the noise."),
    },
    Theme.WEREWOLF: {
        Faction.TOWN: _("The last Werewolf is gone. The dogs sleep through the night again."),
        Faction.MAFIA: _("There is nobody left to outvote them. The forest has moved in."),
        Faction.JESTER: _("You all fell for it, and voted for it."),
        Faction.SERIAL_KILLER: _("The village is quiet now, and very pale."),
    },
}

WIN_RULES: Mapping[str, Text] = {
    "unthreatened": _("%(side)s: when the last of their enemies is out."),
    "parity": _("%(side)s: as soon as there are at least as many of them as of everybody else."),
    "outnumber": _("%(side)s: as soon as they outnumber everybody else, or are left one against one."),
    "unopposed": _("%(side)s: once nobody else is alive. A %(jester)s who still is does not count."),
    "last_standing": _("%(side)s: as the last player alive."),
    "control": _(
        "%(side)s: as soon as there are at least as many of them as of everybody else, and nobody is left "
        "whose power could still stop them."
    ),
}
"""How a side wins, by the name of the condition."""

CAUSES: Mapping[Cause, Text] = {
    Cause.KILLED: _("taken at night"),
    Cause.ELIMINATED: _("voted out"),
    Cause.LEFT: _("left the game"),
    Cause.HOUSE_RULE: _("out by house rule"),
    Cause.SACRIFICED: _("died to recruit somebody"),
    Cause.REVENGE: _("taken in revenge"),
}


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


OWN_TALKS: Mapping[str, Mapping[str, Text]] = {
    "ranked": {"graveyard": _("The lounge")},
    "gallows": {"graveyard": _("Afterlife")},
}
"""Talks that a preset calls otherwise."""


def talk_title(talk: str, theme: str, preset: str) -> str:
    return str(OWN_TALKS.get(preset, {}).get(talk) or TALKS[theme][talk])


def role_words(role: RoleId | str, theme: str, preset: str = "") -> RoleWords:
    """What a card says; in a ``preset`` that has a sentence of its own for the role's power, with that."""
    words = ROLES[theme][role]
    own = OWN_POWERS[theme].get(role, {}).get(preset)
    return replace(words, power=own) if own else words


def cards_named(role: RoleId | str, count: int, theme: str, other: RoleId | str | None = None) -> str:
    """The name of so many of a card; of one of two cards, between which a lot decides, of both (G4)."""
    words = role_words(role, theme)
    if other is None:
        return str(words.many if count > 1 else words.name)
    return gettext("%(one)s or %(other)s") % {"one": words.name, "other": role_words(other, theme).name}


def faction_of(role: RoleId | str) -> Faction:
    return ENGINE_ROLES[RoleId(role)].faction


def side(faction: Faction, theme: str) -> str:
    return str(SIDES[theme][faction])


def win_rule(rule: WinRule, theme: str) -> str:
    """How a side wins, in a sentence."""
    facts = {"side": side(rule.faction, theme), "jester": side(Faction.JESTER, theme)}
    return str(WIN_RULES[rule.condition]) % facts


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
    role = str(role_words(news.role, theme).name) if news.role else ""
    return str(text) % {
        "names": joined([names[seat] for seat in news.seats]),
        "number": news.number,
        "role": role,
    }


def result_sentence(result: str, subject: str, theme: str, host: str = "") -> str:
    """What a power told its holder: how its subject reads, or their exact role, or whom (``host``) they
    visited."""
    if result in FINDINGS[theme]:
        return str(FINDINGS[theme][result]) % {"name": subject, "host": host}
    return gettext("%(name)s's role: %(role)s.") % {"name": subject, "role": role_words(result, theme).name}


def on_night(night: int, text: str) -> str:
    return gettext("Night %(night)d: %(text)s") % {"night": night, "text": text}


def card_changed() -> str:
    """For whoever was recruited, or has stepped up (S15, G5)."""
    return gettext("Your card has changed. Look at it again.")


def turned_sentence(name: str, role: str, theme: str, *, recruited: bool) -> str:
    """Who became what in a night, for the history of a game that is over."""
    facts = {"name": name, "role": role_words(role, theme).name}
    if recruited:
        return gettext("%(name)s was recruited, as %(role)s.") % facts
    return gettext("%(name)s steps up as %(role)s.") % facts


def choice_sentence(ability: str, name: str, target: str | None) -> str:
    return str(CHOICES[ability]) % {"name": name, "target": target or ""}


def nobody(*, skip: bool) -> str:
    """Nobody, as who is voted for."""
    return gettext("Skip") if skip else gettext("Nobody")


def target_name(target: SeatId, names: Names, *, skip: bool) -> str:
    return nobody(skip=skip) if target == NOBODY else names[target]


def votes(totals: Iterable[tuple[SeatId, int]], names: Names, *, skip: bool) -> str:
    """What was counted, the most first."""
    ordered = sorted(totals, key=lambda pair: (-pair[1], pair[0]))
    counts = [f"{target_name(target, names, skip=skip)} {count}" for target, count in ordered]
    if not counts:
        return gettext("Nobody voted.")
    return gettext("Votes: %(counts)s.") % {"counts": ", ".join(counts)}


TAGS: Mapping[str, Text] = {
    Tag.TRUSTED: _("Trusted"),
    Tag.SUSPICIOUS: _("Suspicious"),
    Tag.EVIL: _("Evil"),
}
"""What somebody can be tagged as in a journal."""

STEPS: Mapping[str, Text] = {
    "reveal_votes": _("Reveal the votes"),
    "finalize": _("Finalize: tell the verdict"),
    "next": _("Start the night"),
}
"""What a host does next to drive the table, by verb."""


def call(turn: str, theme: str) -> str:
    """What is read out when that turn of the night begins; the same for all."""
    words = role_words(turn, theme)
    return str(CALLS[turn]) % {"name": words.name, "many": words.many}


_LINES: Mapping[str, Text] = {"I am blackmailed.": _("I am blackmailed.")}


def silenced_line(line: str) -> str:
    """The one line that somebody silenced may say, in the reader's language; empty if there is none."""
    return str(_LINES.get(line, line))


def reveal_line() -> str:
    return gettext("Show everybody your card")


def skips_left(number: int) -> str:
    """The town's budget, as a sentence."""
    if not number:
        return gettext("No skips left.")
    return ngettext("%(number)d skip left.", "%(number)d skips left.", number) % {"number": number}


def uses_left(number: int) -> str:
    """How often a power can still be used, as a sentence."""
    if not number:
        return gettext("You have done that for the last time.")
    return ngettext(
        "You can do that %(number)d more time.", "You can do that %(number)d more times.", number
    ) % {"number": number}


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
    facts = _Facts(refusal.facts)
    facts.update({name: gettext(str(facts[name])) for name in _LABELS if name in facts})
    if facts.get("role") in ROLES[theme]:
        facts["role"] = role_words(str(facts["role"]), theme).name
    return str(texts[refusal.code]) % facts


_LABELS = ("label", "other")
"""Facts that are labels of options, which are message ids."""


class _Facts(dict[str, object]):
    """Facts for a sentence; a sentence may ask for more than there are."""

    def __missing__(self, key: str) -> str:
        return "?"
