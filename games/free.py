"""Free games: what a host may change in a private room, whatever the preset.

Every role and every option that makes a difference at the table can be set; what makes none is not shown,
and refused if it is asked for.  Nothing here names a preset: it all follows from the line of phases, the
ladder of powers, and the roles at hand.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType

from games.engine.choices import Procedure, TeamChoice, Theme, Tie
from games.engine.ids import RoleId
from games.engine.options import Option
from games.engine.places import CountBy, Place
from games.engine.roles import KILL, ROLES, Condition, Faction, Power, Role
from games.engine.rules import OPTIONS, Ruleset
from games.engine.rulesets import REGISTRY
from games.engine.win import win_rules
from games.live import cards, wording

Relevance = Callable[[Ruleset], bool]


def roles_at_hand(ruleset: Ruleset) -> frozenset[RoleId]:
    """The roles that a table of some size is dealt and that can be played: who is in the room at the moment
    changes nothing in it."""
    dealt = {row.role for row in ruleset.deal if ruleset.roles.get(row.role, 1)}
    chosen = {role for role, count in ruleset.roles.items() if count}
    return frozenset(dealt | chosen | {ruleset.filler}) & frozenset(playable(ruleset))


def playable(ruleset: Ruleset) -> tuple[RoleId, ...]:
    """The roles that can be dealt in this preset: the night knows their powers, their side can win, and there
    is a card for them in every theme.  What somebody may do who is out is each preset's own affair (G18)."""
    sides = {rule.faction for rule in win_rules(ruleset)}
    return tuple(
        role.id
        for role in ROLES.values()
        if all(
            power.ability in ruleset.ladder
            for power in role.powers
            if power.condition is not Condition.AVENGER
        )
        and (role.faction in sides or role.wins_when_eliminated)
        and all(role.id in cards.ROLES[theme] and role.faction in wording.SIDES[theme] for theme in Theme)
    )


def by_side(roles: tuple[RoleId, ...]) -> dict[Faction, tuple[RoleId, ...]]:
    """``roles`` by faction, both in the order in which they are declared."""
    return {
        faction: found
        for faction in Faction
        if (found := tuple(role for role in ROLES if role in roles and ROLES[role].faction is faction))
    }


# --- What makes a difference --------------------------------------------------------------------------------


def _always(ruleset: Ruleset) -> bool:
    return True


def _lasts(name: str) -> Relevance:
    """Some phase is as long as the option says."""
    return lambda ruleset: any(place.seconds == name for place in ruleset.line)


def _opens(name: str) -> Relevance:
    """Some phase takes place only if the option is on."""
    return lambda ruleset: any(place.only_if == name for place in ruleset.line)


def _line(test: Callable[[Place], bool]) -> Relevance:
    return lambda ruleset: any(test(place) for place in ruleset.line)


def _roles(test: Callable[[Role], bool]) -> Relevance:
    return lambda ruleset: any(test(ROLES[role]) for role in roles_at_hand(ruleset))


def _powers(test: Callable[[Power], bool]) -> Relevance:
    return _roles(lambda role: any(test(power) for power in role.powers))


def _limits(name: str) -> Relevance:
    """Somebody has a power that the option limits."""
    return _powers(lambda power: name in (power.on_self, power.twice_running, power.uses))


def _several_powers(ruleset: Ruleset) -> bool:
    """Of one power alone nothing comes first."""
    powers = {power.ability for role in roles_at_hand(ruleset) for power in ROLES[role].powers}
    return len(powers.intersection(ruleset.ladder)) > 1


_nominates = _line(lambda place: place.kind == "nomination")
_counts_ballots = _line(lambda place: place.kind == "vote" and place.count_by is CountBy.PLURALITY)
_wins_alone = _roles(lambda role: role.wins_when_eliminated)

RELEVANT: Mapping[str, Relevance] = MappingProxyType(
    {
        "roles": _always,
        "theme": _always,
        "reveal_seconds": _lasts("reveal_seconds"),
        "night_seconds": _lasts("night_seconds"),
        "turn_seconds": _lasts("turn_seconds"),
        "talk_seconds": _lasts("talk_seconds"),
        "vote_seconds": _lasts("vote_seconds"),
        "announcement_seconds": _lasts("announcement_seconds"),
        "last_words": _opens("last_words"),
        "last_words_seconds": _lasts("last_words_seconds"),
        "mafia_may_pick_own": _powers(lambda power: power.ability == KILL),
        "first_day_vote": _opens("first_day_vote"),
        "ballots": _line(lambda place: place.kind == "vote"),
        "tie": _line(lambda place: place.kind == "vote" and place.runoff),
        "flip": _always,
        "doctor_self": _limits("doctor_self"),
        "doctor_repeat": _limits("doctor_repeat"),
        "doctor_uses": _limits("doctor_uses"),
        "survivor_alerts": _limits("survivor_alerts"),
        "vigilante_shots": _limits("vigilante_shots"),
        "skip_budget": _line(lambda place: place.count_by is CountBy.BUDGET),
        "jester_ends": _wins_alone,
        "procedure": lambda ruleset: _counts_ballots(ruleset) or _nominates(ruleset),
        "second": _nominates,
        "defense_seconds": _lasts("defense_seconds"),
        "mafia_disagree": lambda ruleset: ruleset.team_choice is TeamChoice.AGREED,
        "resolution": _several_powers,
        "night_order": _several_powers,
        "setup_night": _line(lambda place: place.meets),
        "neutral_check": _wins_alone,
        "dead_talk": _always,
        "quiet_days": _always,
    }
)
"""By option, whether it makes a difference in a preset with its roles as they are."""


def relevant(name: str, ruleset: Ruleset) -> bool:
    """Whether an option makes a difference in a preset with its roles as they are."""
    return RELEVANT[name](ruleset)


def options_for(ruleset: Ruleset) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The options that make a difference: those that the preset itself offers, and the others."""
    own = tuple(name for name in ruleset.offered if relevant(name, ruleset))
    more = tuple(name for name in OPTIONS if name not in ruleset.offered and relevant(name, ruleset))
    return own, more


def choices(option: Option, ruleset: Ruleset) -> Mapping[str, str]:
    """What an option may be set to in a preset: nominations need a phase for them."""
    if option.name != "procedure":
        return option.choices
    open_to = {Procedure.NOMINATIONS: _nominates(ruleset)}
    return {key: text for key, text in option.choices.items() if open_to.get(Procedure(key), True)}


# --- What does not go together ------------------------------------------------------------------------------

CONTRADICTIONS: tuple[tuple[tuple[str, object], tuple[str, object]], ...] = (
    # More than half of the living never agree on two names, so there is nothing to vote on again.
    (("procedure", Procedure.MAJORITY), ("tie", Tie.REVOTE)),
)
"""Pairs of settings of which each makes the other meaningless (N11)."""


def contradiction(ruleset: Ruleset, name: str) -> str:
    """The option that what ``name`` is set to cannot go with; empty if there is none.  What the preset itself
    has stands in nobody's way."""
    for pair in CONTRADICTIONS:
        holds = all(getattr(ruleset, option) == value and relevant(option, ruleset) for option, value in pair)
        for other, value in pair:
            by_hand = getattr(REGISTRY[ruleset.preset], other) != value
            if holds and by_hand and other != name and name in dict(pair):
                return other
    return ""


def differences(ruleset: Ruleset) -> dict[str, object]:
    """The options in which ``ruleset`` differs from its preset, and make a difference; without the roles."""
    preset = REGISTRY[ruleset.preset]
    return {
        name: getattr(ruleset, name)
        for name in chain(*options_for(ruleset))
        if name != "roles" and getattr(ruleset, name) != getattr(preset, name)
    }
