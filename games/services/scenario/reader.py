"""Reading scenario files: strictly, so that a slip of the pen is an error and never a pass."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import yaml

from games.engine.errors import Reason
from games.engine.ids import RoleId
from games.engine.rules import OPTIONS, Ruleset, configure
from games.engine.rulesets import REGISTRY

from . import words
from .actions import one_of, read_acts
from .expectations import read_expectations
from .model import End, Expect, Scenario, ScenarioError, Start, Step, Until, Wait

_KEYS = frozenset(("name", "preset", "options", "seed", "seats", "host", "start", "steps"))


class _Loader(yaml.SafeLoader):
    """Safe YAML in which no key may stand twice."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    read: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise ScenarioError(
                f"line {key_node.start_mark.line + 1}: {key!r} is no word; write it in quotes"
            )
        if key in read:
            raise ScenarioError(f"line {key_node.start_mark.line + 1}: {key} stands here twice")
        read[key] = loader.construct_object(value_node, deep=True)
    return read


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def scenario_files(path: Path) -> list[Path]:
    """The file itself, or every YAML file in a folder and below it, by name."""
    if path.is_dir():
        found = sorted(file for file in path.rglob("*") if file.suffix in {".yaml", ".yml"})
        if not found:
            raise ScenarioError(f"{path}: no scenario files in this folder")
        return found
    if not path.is_file():
        raise ScenarioError(f"{path}: no such file")
    return [path]


def documents(path: Path) -> Iterator[tuple[str, object]]:
    """Each YAML document of a file with a label for it.

    Raises ScenarioError if the file cannot be read; what came before has then been given out.
    """
    try:
        texts = yaml.load_all(path.read_text(encoding="utf-8"), Loader=_Loader)
        for number, document in enumerate(texts, start=1):
            name = document.get("name") if isinstance(document, dict) else None
            yield f"{path}#{number}" + (f" ({name})" if name else ""), document
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        raise ScenarioError(f"{path}: {error}") from error


def read_scenario(document: object) -> Scenario:
    """Raises ScenarioError for anything that is not a scenario."""
    if not isinstance(document, dict):
        raise ScenarioError("a scenario is a mapping")
    for key in document:
        one_of(key, _KEYS, "key")
    preset = REGISTRY[one_of(document.get("preset"), REGISTRY, "preset")]
    roles = _read_seats(document.get("seats"))
    ruleset, refusal = _read_options(preset, document.get("options", {}))
    start, reason = _read_start(document.get("start", "ok"))
    steps = document.get("steps", [])
    if not isinstance(steps, list):
        raise ScenarioError("steps is a list")
    if steps and start is Start.REFUSED:
        raise ScenarioError("a game that must not start has no steps")
    seed = document.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ScenarioError("seed is a number or a word")
    phases = {place.name for place in preset.line} | words.BEYOND_THE_LINE
    return Scenario(
        name=_read_name(document.get("name", "")),
        ruleset=ruleset,
        refusal=refusal,
        seed=str(seed),
        roles=roles,
        narrated=one_of(document.get("host", "seat"), {"seat", words.NARRATOR}, "host") == words.NARRATOR,
        start=start,
        reason=reason,
        steps=tuple(_numbered(number, step, roles, phases) for number, step in enumerate(steps, start=1)),
    )


def _read_name(name: object) -> str:
    if not isinstance(name, str):
        raise ScenarioError("name is a text")
    return name


def _read_seats(seats: object) -> dict[str, RoleId]:
    if not isinstance(seats, dict) or not seats:
        raise ScenarioError("seats maps names to roles")
    for name in seats:
        if name in words.RESERVED or any(mark in name for mark in ", :") or not name:
            raise ScenarioError(f"nobody can be called {name!r} here")
    return {name: RoleId(one_of(role, words.ROLES, "role")) for name, role in seats.items()}


def _read_options(preset: Ruleset, options: object) -> tuple[Ruleset | None, str]:
    """The ruleset, or None and the reason for which the lobby refuses these options.

    Counts of roles may stand by the role's own name, and ``roles`` may be a plain list.
    """
    if not isinstance(options, dict):
        raise ScenarioError("options maps names to values")
    changes: dict[str, object] = {}
    counts: dict[str, object] = {}
    for name, value in options.items():
        if name in words.ROLES:
            counts[name] = value
        elif name == "roles":
            counts.update(_read_counts(value))
        else:
            option = OPTIONS[one_of(name, OPTIONS, "option")]
            changes[name] = None if option.can_be_off and value is False else value
    if counts:
        changes["roles"] = counts
    configured = configure(preset, changes)
    if isinstance(configured, Ruleset):
        return configured, ""
    return None, configured[0].reason


def _read_counts(value: object) -> dict[str, object]:
    if isinstance(value, dict):
        return {one_of(role, words.ROLES, "role"): count for role, count in value.items()}
    if isinstance(value, list):
        roles = [one_of(role, words.ROLES, "role") for role in value]
        return {role: roles.count(role) for role in roles}
    raise ScenarioError("roles maps roles to counts, or lists them")


def _read_start(value: object) -> tuple[Start, str]:
    """``ok``, ``refused`` or ``warned``, or one of the latter two with its reason."""
    if isinstance(value, dict) and len(value) == 1:
        kind, reason = next(iter(value.items()))
        return Start(one_of(kind, {"refused", "warned"}, "start")), one_of(reason, set(Reason), "reason")
    return Start(one_of(value, set(Start), "start")), ""


def _numbered(number: int, step: object, names: Collection[str], phases: Collection[str]) -> tuple[str, Step]:
    text = f"step {number}: {_brief(step)}"
    try:
        return text, _read_step(step, names, phases)
    except ScenarioError as error:
        raise ScenarioError(f"{text}: {error}") from error


def _brief(step: object) -> str:
    if isinstance(step, dict) and len(step) == 1:
        key, value = next(iter(step.items()))
        return key if key == "expect" else f"{key}: {value}"
    return str(step)


def _read_step(step: object, names: Collection[str], phases: Collection[str]) -> Step:
    if step == "end":
        return End()
    if not isinstance(step, dict) or len(step) != 1:
        raise ScenarioError("a step is `end` or one key with its value")
    key, value = next(iter(step.items()))
    match key:
        case "until":
            return Until(one_of(value, phases, "phase of this preset"))
        case "wait":
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**7:
                raise ScenarioError("wait how many seconds?")
            return Wait(round(value * 1000))
        case "expect":
            return Expect(read_expectations(value, names, phases))
        case _:
            return read_acts(key, value, names)
