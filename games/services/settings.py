"""The host's settings of a room: each is taken or refused by itself, and what was taken stays (C24)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.errors import Reason
from games.engine.options import OptionKind
from games.engine.rules import OPTIONS, Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.refusals import Refusal

_NUMBERS = (OptionKind.NUMBER, OptionKind.SECONDS)
_DIGITS = re.compile("[0-9]{1,9}")
_WORDS = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False, "": False}


def _typed(kind: OptionKind, raw: object) -> object:
    """What a form's text means for an option of this kind; anything else as it is."""
    if not isinstance(raw, str):
        return raw
    text = raw.strip()
    if kind is OptionKind.TOGGLE:
        return _WORDS.get(text.lower(), raw)
    if kind in _NUMBERS and _DIGITS.fullmatch(text):
        return int(text)
    return text


def _one_by_one(changes: Mapping[str, object]) -> Iterator[tuple[str, str, object]]:
    """Each change as the option's name, the field it came from, and its value; role by role."""
    for name, raw in changes.items():
        option = OPTIONS.get(name)
        if option is not None and option.kind is OptionKind.COUNTS and isinstance(raw, Mapping):
            for role, count in raw.items():
                typed = None if count in (None, "") else _typed(OptionKind.NUMBER, count)
                yield name, f"{name}.{role}"[:60], {str(role): typed}
        else:
            yield name, str(name)[:60], raw if option is None else _typed(option.kind, raw)


def fields(changes: Mapping[str, object]) -> tuple[str, ...]:
    """The fields that ``changes`` came from."""
    return tuple(field for _, field, _ in _one_by_one(changes))


def apply(
    preset: str, options: Mapping[str, Any], changes: Mapping[str, object]
) -> tuple[dict[str, Any], tuple[Refusal, ...]]:
    """``options`` with those of ``changes`` that hold, and a refusal for each that does not."""
    ruleset, kept, refusals = REGISTRY[preset], dict(options), []
    for name, field, value in _one_by_one(changes):
        if name not in ruleset.offered:
            refusals.append(Refusal(Reason.UNKNOWN_OPTION.value, {"option": field}, field))
            continue
        answer = configure(ruleset, {name: value})
        if not isinstance(answer, Ruleset):
            refusals.append(Refusal(answer[0].reason.value, answer[0].facts, field))
        elif isinstance(value, dict):
            merged = {**kept.get(name, {}), **value}
            kept[name] = {role: count for role, count in merged.items() if count is not None}
        else:
            kept[name] = value
    return kept, tuple(refusals)
