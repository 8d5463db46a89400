"""The ruleset: one frozen value that says everything in which two games may differ.

An option is declared once, with its type, bounds, label and help; the lobby's form, the rules page and
``configure`` are made from that declaration.  A preset is a complete value of ``Ruleset``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, assert_never, cast

from games.engine.errors import Reason, Rejected
from games.engine.ids import RoleId
from games.engine.roles import ROLES, Faction


class Theme(StrEnum):
    MAFIA = "mafia"
    WEREWOLF = "werewolf"


class Tie(StrEnum):
    NOBODY = "nobody"
    REVOTE = "revote"


class Flip(StrEnum):
    """What the room is shown of the role of someone who goes out."""

    ROLE = "role"
    ALIGNMENT = "alignment"
    NONE = "none"


class BallotSecrecy(StrEnum):
    NAMES = "names"
    TOTALS = "totals"
    SECRET = "secret"


class OptionKind(StrEnum):
    TOGGLE = "toggle"
    NUMBER = "number"
    SECONDS = "seconds"
    CHOICE = "choice"
    COUNTS = "counts"


@dataclass(frozen=True, slots=True)
class Option:
    """``low`` and ``high`` bound a number or a length in seconds; ``can_be_off`` allows None."""

    name: str
    kind: OptionKind
    label: str
    help: str
    low: int = 0
    high: int = 0
    can_be_off: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    choice_type: type[StrEnum] | None = None


def _declare(default: Any, kind: OptionKind, label: str, help_text: str, **more: Any) -> Any:
    metadata = {"option": {"kind": kind, "label": label, "help": help_text, **more}}
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata=metadata)
    return field(default=default, metadata=metadata)


def _toggle(default: bool, label: str, help_text: str) -> bool:
    return cast("bool", _declare(default, OptionKind.TOGGLE, label, help_text))


def _number(default: int, low: int, high: int, label: str, help_text: str) -> int:
    return cast("int", _declare(default, OptionKind.NUMBER, label, help_text, low=low, high=high))


def _seconds(default: int, low: int, high: int, label: str, help_text: str) -> int:
    return cast("int", _declare(default, OptionKind.SECONDS, label, help_text, low=low, high=high))


def _choice(default: StrEnum, choices: Mapping[StrEnum, str], label: str, help_text: str) -> Any:
    return _declare(
        default,
        OptionKind.CHOICE,
        label,
        help_text,
        choices={value.value: text for value, text in choices.items()},
        choice_type=type(default),
    )


class Light(StrEnum):
    """What time of day a phase is in; it also says whether its number counts days or nights."""

    DAY = "day"
    NIGHT = "night"


class TableTalk(StrEnum):
    """Who may write at the table during a phase (C29)."""

    LIVING = "living"
    SPEAKER = "speaker"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A phase in a preset's line.

    ``kind`` names the code that runs it, ``name`` is what players and scenarios call it, ``id`` is
    unique in the line.  ``seconds`` is a length, or the option that holds it (None: no deadline but
    the longest an untimed phase may last, C5).  ``then`` lists the places that may follow; the first
    that applies does.  ``only_if`` names a true-or-false option without which the phase is passed over.
    """

    id: str
    name: str
    kind: str
    light: Light
    then: tuple[str, ...]
    seconds: int | str
    talk: TableTalk = TableTalk.LIVING
    only_if: str = ""
    begins_round: bool = False
    ends_early: bool = True
    host_may_end: bool = False
    runoff: bool = False


@dataclass(frozen=True, slots=True)
class DealRow:
    """``count`` of ``role`` join the default deal from ``players`` seats on; ``quarter`` instead deals
    a quarter of the players, rounded, at least 1."""

    role: RoleId
    count: int = 1
    players: int = 0
    quarter: bool = False


@dataclass(frozen=True, slots=True)
class WinRule:
    """``condition`` is a name in ``win.CONDITIONS``."""

    faction: Faction
    condition: str


class NoPick(StrEnum):
    """What happens when nobody chose the faction's kill in time (C28, P9)."""

    NO_KILL = "no_kill"
    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that can differ between two games.  Fields with metadata are options."""

    preset: str
    name: str
    min_players: int
    max_players: int
    line: tuple[Place, ...]
    ladder: tuple[str, ...]
    wins: tuple[WinRule, ...]
    deal: tuple[DealRow, ...]
    filler: RoleId
    counted_roles: tuple[RoleId, ...]
    offered: tuple[str, ...]
    no_pick: NoPick = NoPick.NO_KILL
    first_night_may_decide: bool = True

    roles: Mapping[RoleId, int] = _declare(
        {},
        OptionKind.COUNTS,
        "Roles",
        "How many of each role are dealt. Leave one empty to let the table's size decide.",
        low=0,
        high=40,
    )
    theme: Theme = _choice(
        Theme.MAFIA,
        {Theme.MAFIA: "Mafia", Theme.WEREWOLF: "Werewolf"},
        "Theme",
        "Changes the words and the colours, never the rules.",
    )
    reveal_seconds: int = _seconds(
        60, 5, 600, "Time to look at your card", "The game goes on as soon as everyone has seen theirs."
    )
    night_seconds: int = _seconds(
        45, 10, 600, "Length of the night", "The night ends sooner once every living player has confirmed."
    )
    talk_seconds: int | None = _declare(
        180,
        OptionKind.SECONDS,
        "Time to talk",
        "The day ends sooner once everyone is done talking. Switch it off to talk without a clock.",
        low=15,
        high=1800,
        can_be_off=True,
    )
    vote_seconds: int = _seconds(
        60, 10, 600, "Length of the vote", "The vote ends sooner once everyone has answered."
    )
    announcement_seconds: int = _seconds(
        8, 3, 60, "Length of the news", "How long the morning's news and a vote's result stay up."
    )
    last_words: bool = _toggle(
        True, "Last words", "Whoever goes out gets a moment in which only they may speak."
    )
    last_words_seconds: int = _seconds(
        15, 5, 120, "Length of the last words", "Counts only when last words are on."
    )
    mafia_may_pick_own: bool = _toggle(False, "Mafia may pick their own", "Suits tables of twelve or more.")
    first_day_vote: bool = _toggle(
        False, "Vote on the first day", "Otherwise day 1 is a greeting without a vote."
    )
    ballots: BallotSecrecy = _choice(
        BallotSecrecy.TOTALS,
        {
            BallotSecrecy.NAMES: "Everyone sees who voted for whom",
            BallotSecrecy.TOTALS: "Everyone sees the totals only",
            BallotSecrecy.SECRET: "Totals are shown once the vote has closed",
        },
        "Who voted for whom",
        "What the table sees of the ballots.",
    )
    tie: Tie = _choice(
        Tie.NOBODY,
        {Tie.NOBODY: "Nobody goes out", Tie.REVOTE: "Vote again between the tied names"},
        "When a vote ties",
        "A second tie always means that nobody goes out.",
    )
    flip: Flip = _choice(
        Flip.ROLE,
        {Flip.ROLE: "Their role", Flip.ALIGNMENT: "Their side only", Flip.NONE: "Nothing"},
        "When someone goes out, show",
        "What the table is told of the role of anyone who goes out.",
    )
    doctor_self: bool = _toggle(
        True, "Doctor may protect themselves", "Otherwise the Doctor has to choose somebody else."
    )
    doctor_repeat: bool = _toggle(
        False, "Doctor may protect the same person twice", "That is, on two nights running."
    )
    dead_talk: bool = _toggle(
        False,
        "Players who are out may keep talking",
        "They may then write at the table by day. They never vote or use a role.",
    )
    quiet_days: int = _number(
        8,
        2,
        20,
        "Quiet rounds before the game ends",
        "After so many rounds without anyone going out nobody wins.",
    )

    def place(self, place_id: str) -> Place:
        for place in self.line:
            if place.id == place_id:
                return place
        raise KeyError(place_id)


def _options() -> Mapping[str, Option]:
    return MappingProxyType(
        {
            f.name: Option(name=f.name, **f.metadata["option"])
            for f in fields(Ruleset)
            if "option" in f.metadata
        }
    )


OPTIONS: Mapping[str, Option] = _options()
"""Every option there is, by name, in the order in which forms show them."""

_OFF = (None, "", "off")


def _read(option: Option, raw: object) -> object:
    """Give ``raw`` the option's type and check its bounds.

    Returns the value, or ``Rejected`` with OPTION_TYPE, OPTION_BOUNDS, OPTION_CHOICE or UNKNOWN_ROLE.
    """
    match option.kind:
        case OptionKind.TOGGLE:
            return (
                raw
                if isinstance(raw, bool)
                else Rejected(Reason.OPTION_TYPE, {"kind": "toggle"}, option.name)
            )
        case OptionKind.CHOICE:
            assert option.choice_type is not None
            if isinstance(raw, str) and raw in option.choices:
                return option.choice_type(raw)
            return Rejected(Reason.OPTION_CHOICE, {"choices": ", ".join(option.choices)}, option.name)
        case OptionKind.COUNTS:
            return _read_counts(option, raw)
        case OptionKind.NUMBER | OptionKind.SECONDS:
            if option.can_be_off and raw in _OFF:
                return None
            return _read_number(option, raw)
        case unknown:
            assert_never(unknown)


def _read_number(option: Option, raw: object) -> int | Rejected:
    facts = {"low": option.low, "high": option.high}
    if isinstance(raw, bool) or not isinstance(raw, int):
        return Rejected(Reason.OPTION_TYPE, {"kind": "number", **facts}, option.name)
    if not option.low <= raw <= option.high:
        return Rejected(Reason.OPTION_BOUNDS, facts, option.name)
    return raw


def _read_counts(option: Option, raw: object) -> object:
    if not isinstance(raw, Mapping):
        return Rejected(Reason.OPTION_TYPE, {"kind": "counts"}, option.name)
    counts: dict[RoleId, int] = {}
    for role, count in raw.items():
        if role not in ROLES:
            return Rejected(Reason.UNKNOWN_ROLE, {"role": str(role)[:40]}, option.name)
        if count is None:
            continue
        number = _read_number(option, count)
        if isinstance(number, Rejected):
            return number
        counts[role] = number
    return counts


def configure(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset | tuple[Rejected, ...]:
    """``ruleset`` with ``changes`` to its options, or every refusal there is (C24)."""
    refusals: list[Rejected] = []
    values: dict[str, Any] = {}
    for name, raw in changes.items():
        option = OPTIONS.get(name)
        if option is None:
            refusals.append(Rejected(Reason.UNKNOWN_OPTION, {"option": str(name)[:40]}, str(name)[:40]))
            continue
        value = _read(option, raw)
        if isinstance(value, Rejected):
            refusals.append(value)
        else:
            values[name] = value
    return tuple(refusals) if refusals else replace(ruleset, **values)
