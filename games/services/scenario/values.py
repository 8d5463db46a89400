"""How the values of a scenario's expectations are read: each in the words that are known for it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from . import words
from .actions import one_of, read_action
from .model import Action, ScenarioError


@dataclass(frozen=True, slots=True)
class Context:
    names: Collection[str]
    phases: Collection[str]

    @property
    def viewers(self) -> frozenset[str]:
        return frozenset((*self.names, words.HOST, words.MODERATOR, words.NARRATOR, words.WATCHER))


Read = Callable[[object, Context], Any]


def whole(value: object, context: Context) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ScenarioError(f"not a whole number: {value!r}")
    return value


def truth(value: object, context: Context) -> bool:
    if not isinstance(value, bool):
        raise ScenarioError(f"neither true nor false: {value!r}")
    return value


def seconds(value: object, context: Context) -> int | float | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ScenarioError(f"not a number of seconds: {value!r}")
    return value


def word(known: Collection[str], what: str) -> Read:
    return lambda value, context: one_of(value, known, what)


def name(value: object, context: Context) -> str:
    return one_of(value, context.names, "name")


def viewer(value: object, context: Context) -> str:
    return one_of(value, context.viewers, "name")


def phase(value: object, context: Context) -> str:
    return one_of(value, context.phases, "phase of this preset")


def set_of(item: Read) -> Read:
    def read(value: object, context: Context) -> frozenset[Any]:
        return frozenset(item(one, context) for one in (value if isinstance(value, list) else [value]))

    return read


def list_of(item: Read) -> Read:
    def read(value: object, context: Context) -> list[Any]:
        return [item(one, context) for one in (value if isinstance(value, list) else [value])]

    return read


def map_of(key: Read, item: Read) -> Read:
    def read(value: object, context: Context) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise ScenarioError(f"not a map: {value!r}")
        return {key(one, context): item(other, context) for one, other in value.items()}

    return read


def action(value: object, context: Context) -> Action:
    verbs = words.PLAYER_VERBS | words.MODERATOR_VERBS
    return read_action(value, context.names, verbs, bare=True)


def news(value: object, context: Context) -> str | tuple[str, frozenset[str]]:
    """A plain word, or a kind with the names it is about."""
    if not isinstance(value, str):
        raise ScenarioError(f"not news: {value!r}")
    kind, colon, about = value.partition(":")
    if not colon:
        return one_of(kind, words.PLAIN_NEWS, "news")
    if kind in ("quiet", "skip_spent") and about.isdigit():
        return value
    names = frozenset(name(one.strip(), context) for one in about.split(","))
    return one_of(kind, words.NEWS_ABOUT, "news"), names


def result(value: object, context: Context) -> str:
    if isinstance(value, str) and value.startswith("visited:"):
        name(value.removeprefix("visited:"), context)
        return value
    return one_of(value, words.RESULTS, "result")
