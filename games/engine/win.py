"""Who has won.  Asked once after each closed set of people going out (C19)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.engine.events import Cause
from games.engine.ids import SeatId
from games.engine.roles import HOSTILE, Faction
from games.engine.state import State


def _living(state: State, faction: Faction) -> int:
    return sum(seat.alive and seat.faction is faction for seat in state.seats)


def _unthreatened(state: State, faction: Faction) -> bool:
    """Nobody of a hostile faction lives (R15)."""
    return not any(seat.alive and seat.faction in HOSTILE for seat in state.seats)


def _parity(state: State, faction: Faction) -> bool:
    """At least as many as all others together (P13)."""
    return 2 * _living(state, faction) >= len(state.alive())


CONDITIONS: Mapping[str, Callable[[State, Faction], bool]] = MappingProxyType(
    {"unthreatened": _unthreatened, "parity": _parity}
)


def _lone_winners(state: State) -> tuple[SeatId, ...]:
    """Those who have won by being voted out, whatever becomes of the others (R16, C31)."""
    return tuple(
        [
            seat.number
            for seat in state.seats
            if seat.cause is Cause.ELIMINATED
            and not seat.deserted
            and state.role(seat.number).wins_when_eliminated
        ]
    )


def verdict(state: State) -> tuple[Faction, ...] | None:
    """The factions that win now; empty when none does and the game is over; None while it goes on.

    A faction without a living member never wins, and when that is so of all the game is over (C20).
    """
    if state.ruleset.jester_ends and _lone_winners(state):
        return ()
    if not any(_living(state, rule.faction) for rule in state.ruleset.wins):
        return ()
    winning = tuple(
        rule.faction
        for rule in state.ruleset.wins
        if _living(state, rule.faction) and CONDITIONS[rule.condition](state, rule.faction)
    )
    return winning or None


def winners(state: State, winning: tuple[Faction, ...]) -> tuple[SeatId, ...]:
    """Everyone of the winning factions by present alignment, in or out, but nobody who deserted it; and
    whoever has won by themselves (C21)."""
    lone = _lone_winners(state)
    return tuple(
        seat.number
        for seat in state.seats
        if seat.number in lone or (seat.faction in winning and not seat.deserted)
    )


def sides(state: State, winning: tuple[Faction, ...]) -> tuple[Faction, ...]:
    """``winning``, and the factions of those who have won by themselves."""
    return tuple(dict.fromkeys((*winning, *(state.seats[seat].faction for seat in _lone_winners(state)))))
