"""Nights of any preset, for tests of the engine."""

from dataclasses import replace
from typing import Any

from games.engine.ids import RoleId
from games.engine.rulesets import REGISTRY
from tests.kit.games import Table, begin, start_command, table


def gallows(roles: str, **options: Any) -> Table:
    return table(roles, preset="gallows", **options).until("night")


def at_table(roles: str, preset: str = "gallows", **fields: Any) -> Table:
    """A table with what only a preset can set."""
    ruleset = replace(REGISTRY[preset], **fields)
    return begin(start_command(ruleset, tuple(map(RoleId, roles.split())))).until("night")


def events(game: Table, kind: type) -> list[Any]:
    return [addressed.event for addressed in game.log if isinstance(addressed.event, kind)]


def audiences(game: Table, kind: type) -> list[Any]:
    return [addressed.audience for addressed in game.log if isinstance(addressed.event, kind)]
