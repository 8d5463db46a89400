"""A table that somebody moderates, for tests of the services."""

from tests.kit.table import Table

NAMES = ("Mo", "Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
CARDS = {"Ann": "mafia", "Ben": "doctor", "Cat": "detective"}


def seated(*, start: bool = True, **options: object) -> Table:
    """Mo moderates; the others play."""
    table = Table(*NAMES, preset="moderated", options={"roles": {"mafia": 1}, **options})
    if start:
        table.start(**CARDS)
    return table
