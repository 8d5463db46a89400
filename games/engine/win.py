"""Who has won.  Asked once after each closed set of people going out (C19)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.engine.ids import SeatId
from games.engine.roles import Faction
from games.engine.state import State


def _living(state: State, faction: Faction) -> int:
    return sum(seat.alive and seat.faction is faction for seat in state.seats)


def _last_standing(state: State, faction: Faction) -> bool:
    """No other faction has anyone left."""
    return _living(state, faction) == len(state.alive())


def _parity(state: State, faction: Faction) -> bool:
    """At least as many as all others together (P13)."""
    return 2 * _living(state, faction) >= len(state.alive())


CONDITIONS: Mapping[str, Callable[[State, Faction], bool]] = MappingProxyType(
    {"last_standing": _last_standing, "parity": _parity}
)


def verdict(state: State) -> tuple[Faction, ...] | None:
    """The factions that have won; empty when nobody can any more; None while the game goes on.

    A faction without a living member never wins (C20).
    """
    if not state.alive():
        return ()
    winning = tuple(
        rule.faction
        for rule in state.ruleset.wins
        if _living(state, rule.faction) and CONDITIONS[rule.condition](state, rule.faction)
    )
    return winning or None


def winners(state: State, winning: tuple[Faction, ...]) -> tuple[SeatId, ...]:
    """Everyone of the winning factions by present alignment, in or out, but nobody who deserted it (C21)."""
    return tuple(seat.number for seat in state.seats if seat.faction in winning and not seat.deserted)
