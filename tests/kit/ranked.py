"""A Ranked table with all its specialists, for tests of the engine."""

from typing import Any

from tests.kit.games import Table, table

CREW = "killer killer godfather framer consigliere silencer"
"""Seats 0 to 5."""

TOWN = "detective doctor bodyguard vigilante citizen citizen citizen citizen"
"""Seats 6 to 13 after the crew."""

K1, K2, GODFATHER, FRAMER, CONSIGLIERE, SILENCER = range(6)
DETECTIVE, DOCTOR, BODYGUARD, VIGILANTE, CITIZEN, OTHER = range(6, 12)


def night(roles: str = f"{CREW} {TOWN}", **options: Any) -> Table:
    return table(roles, preset="ranked", **options).until("night")


def alive(game: Table) -> set[int]:
    return {int(seat) for seat in game.state.alive()}


def dead(game: Table) -> set[int]:
    return {int(seat) for seat in game.state.numbers()} - alive(game)


def result(game: Table, seat: int, subject: int) -> str:
    own = game.see(seat).own
    assert own is not None
    return [finding.result for finding in own.findings if finding.subject == subject][-1]


def next_night(game: Table) -> Table:
    """Through a day on which nobody votes."""
    return game.until("night")
