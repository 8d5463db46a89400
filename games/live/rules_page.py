"""How a preset is played, told from the very values that the game is played by."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clauses, rulebook
from games.engine.choices import Theme
from games.engine.ids import RoleId
from games.engine.options import Auto, Option, OptionKind
from games.engine.places import Place
from games.engine.roles import ROLES, Condition, Faction
from games.engine.rules import OPTIONS, Ruleset
from games.engine.rulesets import REGISTRY
from games.engine.table import card_lots, role_list
from games.forms import help_for, in_words
from games.live import night_words, wording


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """``condition``: when it is passed over; ``then``: what may follow."""

    name: str
    line: str
    length: str
    condition: str
    then: str


@dataclass(frozen=True, slots=True)
class OptionRow:
    name: str
    label: str
    help: str
    default: str
    bounds: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """``players`` such as "6 to 9", and the cards they are dealt besides the filler."""

    players: str
    cards: str


@dataclass(frozen=True, slots=True)
class NightRow:
    """A stage of the ladder in words, and the roles that act in it: ``roles`` always, ``later`` only once
    it has come to them."""

    ability: str
    name: str
    what: str
    roles: str
    later: str


_LATER = (Condition.HEIR, Condition.LAST)
"""Of powers that come to somebody in the course of a game."""


_PRIVATE = gettext_lazy(
    "What only you may read is further down, under “Only for you”: who is with you, what your side says and "
    "picks at night, what you learned, and your notes. Everybody has it, and closed it looks the same."
)
_OUT = gettext_lazy(
    "Whoever is out does not speak at the table any more, and has a talk with the others who are: “%(out)s”."
)


def theme_or(theme: str, otherwise: str) -> str:
    return theme if theme in set(Theme) else otherwise


def roles_of(ruleset: Ruleset) -> tuple[RoleId, ...]:
    """Every role that the preset deals or lets a host count, the filler last."""
    rows = (row.role for row in ruleset.deal)
    return tuple(dict.fromkeys((*ruleset.counted_roles, *rows, ruleset.filler)))


def _range(low: str, high: str) -> str:
    return low if low == high else _("%(low)s to %(high)s") % {"low": low, "high": high}


def _length(ruleset: Ruleset, place: Place) -> str:
    if place.narrated:
        turn = _seconds(OPTIONS[str(place.seconds)], getattr(ruleset, str(place.seconds)))
        return _("%(length)s for each turn") % {"length": turn}
    if isinstance(place.seconds, str):
        return _seconds(OPTIONS[place.seconds], getattr(ruleset, place.seconds))
    return wording.length(place.seconds)


def _seconds(option: Option, value: object) -> str:
    """A length as it is set; where the number of players decides, how it follows from that."""
    if value != Auto.AUTO or option.clock is None:
        return in_words(option, value)
    clock = option.clock
    facts = {name: wording.length(getattr(clock, name)) for name in ("base", "each", "low", "high")}
    return _("%(base)s and %(each)s for each living player, from %(low)s to %(high)s") % facts


def _named(places: Iterator[Place], theme: str) -> str:
    names = list(dict.fromkeys(wording.phase_name(place.name, theme)[0] for place in places))
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s or %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _phase(ruleset: Ruleset, place: Place, theme: str) -> PhaseRow:
    name, line = wording.phase_name(place.name, theme)
    option = OPTIONS.get(place.only_if)
    condition = _("Only with the setting “%(label)s”.") % {"label": _(option.label)} if option else ""
    then = _named((ruleset.place(following) for following in place.then), theme)
    return PhaseRow(name, line, _length(ruleset, place), condition, then)


def _bounds(option: Option) -> str:
    """What an option may be set to."""
    match option.kind:
        case OptionKind.TOGGLE:
            return _("yes or no")
        case OptionKind.CHOICE:
            return "; ".join(_(text) for text in option.choices.values())
        case OptionKind.ORDER:
            return ", ".join(str(name) for name, what in night_words.STAGES.values())
        case _:
            ends = _range(in_words(option, option.low), in_words(option, option.high))
            ends = _("%(ends)s, or off") % {"ends": ends} if option.can_be_off else ends
            return _("%(ends)s, or by the number of players") % {"ends": ends} if option.clock else ends


def _option(ruleset: Ruleset, option: Option) -> OptionRow:
    if option.kind is OptionKind.COUNTS:
        default, bounds = _("by the table’s size"), _range(str(option.low), str(option.high))
    else:
        default, bounds = in_words(option, getattr(ruleset, option.name)), _bounds(option)
    return OptionRow(option.name, _(option.label), help_for(option, ruleset), default, bounds)


def _cards(ruleset: Ruleset, players: int, theme: str) -> str:
    """Such as "2 Mafia, 1 Doctor", without the filler."""
    listed = role_list(ruleset, players)
    counts = [(role, listed.count(role)) for role in roles_of(ruleset) if role != ruleset.filler]
    either = dict(card_lots(ruleset, players))
    return ", ".join(
        f"{count} {wording.cards_named(role, count, theme, either.get(role))}"
        for role, count in counts
        if count
    )


def _deals(ruleset: Ruleset, theme: str) -> list[DealRow]:
    """What tables of each size are dealt; those that differ in the filler alone share a row."""
    sizes = range(ruleset.min_players, ruleset.max_players + 1)
    grouped = groupby(sizes, lambda players: _cards(ruleset, players, theme))
    rows = [(cards, list(players)) for cards, players in grouped]
    return [DealRow(_range(str(players[0]), str(players[-1])), cards) for cards, players in rows]


def night_of(ruleset: Ruleset, theme: str) -> list[NightRow]:
    """The steps of the night in their order, as far as a role of the preset acts in them."""
    rows = []
    for stage in ruleset.ladder:
        acting = [
            (str(wording.role_words(role, theme).name), power.condition in _LATER)
            for role in roles_of(ruleset)
            for power in ROLES[role].powers
            if power.ability == stage
        ]
        if acting:  # the ladder also holds the powers of roles that a preset does not deal
            name, what = night_words.STAGES[stage]
            roles, later = (
                ", ".join([role for role, waits in acting if waits is late]) for late in (False, True)
            )
            rows.append(NightRow(stage, str(name), str(what), roles, later))
    return rows


def _tale(ruleset: Ruleset, theme: str) -> list[str]:
    """How a game goes, in the words of the theme."""
    sides = {faction.value: wording.side(faction, theme) for faction in Faction}
    roles = {str(role): wording.role_words(role, theme).name for role in ROLES}
    names = {**roles, **sides, "out": wording.talk_title("graveyard", theme, ruleset.preset)}
    return [str(text) % names for text in (*map(_, ruleset.tale), _OUT, _PRIVATE)]


def _clauses(name: str) -> list[tuple[rulebook.Block, str]]:
    """The parts of a rules text, each with what is not here yet of it."""
    return [(block, clauses.OPEN.get(block.id, "")) for block in rulebook.rules_text(name)]


def preset_page(preset: str, theme: str) -> dict[str, Any]:
    """The variables of the page of one preset; KeyError if there is none of that name."""
    ruleset = REGISTRY[preset]
    theme = theme_or(theme, ruleset.theme.value)
    roles = roles_of(ruleset)
    return {
        **_themes(theme),
        "ruleset": ruleset,
        "summary": rulebook.summary(preset),
        "tale": _tale(ruleset, theme),
        "wins": [wording.win_rule(rule, theme) for rule in ruleset.wins],
        "roles": [
            (role, wording.role_words(role, theme, preset), wording.faction_of(role)) for role in roles
        ],
        "deals": _deals(ruleset, theme),
        "filler": wording.role_words(ruleset.filler, theme).many,
        "phases": [_phase(ruleset, place, theme) for place in ruleset.line],
        "night": night_of(ruleset, theme),
        "options": [_option(ruleset, OPTIONS[name]) for name in ruleset.offered],
        "clauses": _clauses(preset),
        "common": _clauses("common"),
    }


def overview(theme: str) -> dict[str, Any]:
    """The variables of the page that leads to those of the presets."""
    presets = [(ruleset, _(ruleset.suits), rulebook.summary(preset)) for preset, ruleset in REGISTRY.items()]
    return {**_themes(theme_or(theme, Theme.MAFIA.value)), "presets": presets}


def _themes(theme: str) -> dict[str, Any]:
    names = [(value.value, _(OPTIONS["theme"].choices[value.value])) for value in Theme]
    return {"theme": theme, "themes": names, "sides": wording.SIDES[theme]}
