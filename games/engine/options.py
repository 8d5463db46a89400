"""What an option is: declared once, with its type, bounds, label and help, and read by them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, assert_never, cast

from games.engine.errors import Reason, Rejected
from games.engine.ids import RoleId
from games.engine.roles import ROLES


class OptionKind(StrEnum):
    TOGGLE = "toggle"
    NUMBER = "number"
    SECONDS = "seconds"
    CHOICE = "choice"
    COUNTS = "counts"
    ORDER = "order"


class Auto(StrEnum):
    """Instead of a length of time: let the number of living players decide."""

    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Clock:
    """A length in seconds that goes with the number of living players: ``base`` and so many for ``each``,
    from ``low`` to ``high`` (R10, R11)."""

    base: int
    each: int
    low: int
    high: int

    def seconds(self, living: int) -> int:
        return min(max(self.base + self.each * living, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Option:
    """``low`` and ``high`` bound a number or a length in seconds; ``can_be_off`` allows None.

    ``clock`` allows ``Auto.AUTO`` and says how long that is.
    """

    name: str
    kind: OptionKind
    label: str
    help: str
    low: int = 0
    high: int = 0
    can_be_off: bool = False
    clock: Clock | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    choice_type: type[StrEnum] | None = None


def declare(default: Any, kind: OptionKind, label: str, help_text: str, **more: Any) -> Any:
    metadata = {"option": {"kind": kind, "label": label, "help": help_text, **more}}
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata=metadata)
    return field(default=default, metadata=metadata)


def toggle(default: bool, label: str, help_text: str) -> bool:
    return cast("bool", declare(default, OptionKind.TOGGLE, label, help_text))


def number(default: int, low: int, high: int, label: str, help_text: str) -> int:
    return cast("int", declare(default, OptionKind.NUMBER, label, help_text, low=low, high=high))


def seconds(default: int, low: int, high: int, label: str, help_text: str) -> int:
    return cast("int", declare(default, OptionKind.SECONDS, label, help_text, low=low, high=high))


def choice(default: StrEnum, choices: Mapping[StrEnum, str], label: str, help_text: str) -> Any:
    return declare(
        default,
        OptionKind.CHOICE,
        label,
        help_text,
        choices={value.value: text for value, text in choices.items()},
        choice_type=type(default),
    )


_OFF = (None, "", "off")


def read(option: Option, raw: object) -> object:
    """Give ``raw`` the option's type and check its bounds.

    Returns the value, or ``Rejected`` with OPTION_TYPE, OPTION_BOUNDS, OPTION_CHOICE, OPTION_ORDER
    or UNKNOWN_ROLE.
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
        case OptionKind.ORDER:
            return _read_order(option, raw)
        case OptionKind.NUMBER | OptionKind.SECONDS:
            if option.can_be_off and raw in _OFF:
                return None
            if option.clock is not None and raw == Auto.AUTO:
                return Auto.AUTO
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


def _read_order(option: Option, raw: object) -> object:
    """Names of abilities, each once."""
    known = {power.ability for role in ROLES.values() for power in role.powers}
    listed = raw.replace(",", " ").split() if isinstance(raw, str) else raw
    if isinstance(listed, (list, tuple)):
        names = tuple(name for name in listed if isinstance(name, str) and name in known)
        if len(set(names)) == len(listed):
            return names
    return Rejected(Reason.OPTION_ORDER, {"choices": ", ".join(sorted(known))}, option.name)


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
