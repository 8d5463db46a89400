"""A scenario as it was read."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.ids import RoleId
from games.engine.rules import Ruleset


class ScenarioError(Exception):
    """The text is no scenario; the message says where and why."""


class Start(StrEnum):
    OK = "ok"
    REFUSED = "refused"
    WARNED = "warned"


@dataclass(frozen=True, slots=True)
class Action:
    """``text`` is the action as it was written.  ``target`` is a name, ``nobody``, or None.

    ``talk`` and ``line`` belong to ``say``, and ``line`` is what ``tag`` tags somebody as; ``inner`` belongs
    to ``enter``, which acts for ``target``.
    """

    text: str
    verb: str
    target: str | None = None
    talk: str = ""
    line: str = ""
    inner: "Action | None" = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """``refused`` is None for what must be accepted, else a reason's name or ``any``."""

    action: Action
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class Acts:
    actors: tuple[str, ...]
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class Until:
    phase: str


@dataclass(frozen=True, slots=True)
class End:
    pass


@dataclass(frozen=True, slots=True)
class Wait:
    """``millis``: how long."""

    millis: int


@dataclass(frozen=True, slots=True)
class Expect:
    """``wanted``: for each key of the format what was read for it."""

    wanted: Mapping[str, Any]


Step = Acts | Until | End | Wait | Expect


@dataclass(frozen=True, slots=True)
class Scenario:
    """``roles`` by name in seat order.  ``narrated``: the host is a narrator without a seat.

    ``ruleset`` is None if its options were refused, then ``refusal`` is the reason.
    ``reason``: why the start must be refused, or what the warning must be; empty for any.
    ``steps`` go with the text each was read from.
    """

    name: str
    ruleset: Ruleset | None
    refusal: str
    seed: str
    roles: Mapping[str, RoleId]
    narrated: bool
    start: Start
    reason: str
    steps: tuple[tuple[str, Step], ...]
