"""The host's settings of a room: each is taken or refused by itself, and what was taken stays (C24)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games import selectors
from games.engine.errors import Reason
from games.engine.ids import RoleId
from games.engine.options import OptionKind
from games.engine.rules import OPTIONS, Ruleset, configure
from games.free import choices, contradiction, playable, relevant
from games.refusals import Code, Refusal

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
    preset: str, options: Mapping[str, Any], changes: Mapping[str, object], *, free: bool = False
) -> tuple[dict[str, Any], tuple[Refusal, ...]]:
    """``options`` with those of ``changes`` that hold, and a refusal for each that does not.

    ``free``: any role and any option may be set that makes a difference; otherwise what the preset offers.
    What is set as it was already is no change, and never refused.
    """
    kept, refusals = dict(options), []
    done: dict[str, str] = {}
    for name, field, value in _one_by_one(changes):
        now = selectors.configured(preset, kept)
        refusal = _unknown(name, field) or _refusal(now, name, field, value, free)
        if refusal is not None:
            refusals.append(refusal)
            continue
        done[name] = field
        if isinstance(value, dict):
            merged = {**kept.get(name, {}), **value}
            kept[name] = {role: count for role, count in merged.items() if count is not None}
        else:
            kept[name] = value
    for name, field in done.items():
        other = contradiction(selectors.configured(preset, kept), name)
        if other and kept[name] != options.get(name):
            del kept[name]
            kept |= {name: options[name]} if name in options else {}
            facts = {"label": OPTIONS[name].label, "other": OPTIONS[other].label}
            refusals.append(Refusal(Code.CONTRADICTION.value, facts, field))
    return kept, tuple(refusals)


def _unknown(name: str, field: str) -> Refusal | None:
    if name in OPTIONS:
        return None
    return Refusal(Reason.UNKNOWN_OPTION.value, {"option": field}, field)


def _refusal(ruleset: Ruleset, name: str, field: str, value: object, free: bool) -> Refusal | None:
    """Why ``ruleset`` may not be given this value."""
    answer = configure(ruleset, {name: value})
    if not isinstance(answer, Ruleset):
        return Refusal(answer[0].reason.value, answer[0].facts, field)
    if isinstance(value, dict):
        return _role_refusal(ruleset, value, field, free)
    if getattr(answer, name) == getattr(ruleset, name):
        return None
    if name not in ruleset.offered and not free:
        return Refusal(Code.ONLY_PRIVATE.value, {"label": OPTIONS[name].label}, field)
    if not relevant(name, ruleset):
        return Refusal(Code.NO_EFFECT.value, {"label": OPTIONS[name].label}, field)
    open_to = choices(OPTIONS[name], ruleset)
    if OPTIONS[name].kind is OptionKind.CHOICE and getattr(answer, name).value not in open_to:
        return Refusal(Code.NO_EFFECT.value, {"label": OPTIONS[name].choices[str(value)]}, field)
    return None


def _role_refusal(ruleset: Ruleset, counts: Mapping[str, object], field: str, free: bool) -> Refusal | None:
    """Why a role may not be counted here: the table does not play it, or a public room its own only."""
    for role, count in counts.items():
        if not count or ruleset.roles.get(RoleId(role), 0) == count:
            continue
        if role not in playable(ruleset):
            return Refusal(Code.ROLE_NOT_PLAYED.value, {"role": role}, field)
        if role not in (*ruleset.counted_roles, ruleset.filler) and not free:
            return Refusal(Code.ONLY_PRIVATE.value, {"label": OPTIONS["roles"].label}, field)
    return None
