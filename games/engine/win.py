"""Who has won.  Asked once after each closed set of people going out (C19)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.engine.checks import due_revenge
from games.engine.choices import NeutralCheck
from games.engine.ids import SeatId
from games.engine.news import Cause
from games.engine.places import Light
from games.engine.roles import ALERT, HOSTILE, MURDER, SHOOT, Faction
from games.engine.rules import Ruleset
from games.engine.setups import WinRule
from games.engine.state import State

_FINAL = 2
"""Players in a final one-on-one."""


def _living(state: State, faction: Faction) -> int:
    return sum(seat.alive and seat.faction is faction for seat in state.seats)


def _unthreatened(state: State, faction: Faction) -> bool:
    """Nobody of a hostile faction lives (R15)."""
    return not any(seat.alive and seat.faction in HOSTILE for seat in state.seats)


def _rivals(state: State, faction: Faction) -> int:
    """Living members of hostile factions other than ``faction``: while one lives, numbers decide nothing
    (C31)."""
    return sum(seat.alive and seat.faction in HOSTILE - {faction} for seat in state.seats)


def _parity(state: State, faction: Faction) -> bool:
    """At least as many as all others together (P13)."""
    return not _rivals(state, faction) and 2 * _living(state, faction) >= len(state.alive())


def _outnumber(state: State, faction: Faction) -> bool:
    """More than all others together, or the last two are one of them and somebody else (S8)."""
    living = len(state.alive())
    return not _rivals(state, faction) and (2 * _living(state, faction) > living or living == _FINAL)


def _unopposed(state: State, faction: Faction) -> bool:
    """All others are out, but for those who only wish to be voted out (G21)."""
    return all(
        seat.faction is faction or state.role(seat.number).wins_when_eliminated
        for seat in state.seats
        if seat.alive
    )


def _last_standing(state: State, faction: Faction) -> bool:
    """The last player alive (G23)."""
    return len(state.alive()) == 1


_STILL_KILL = frozenset({SHOOT, MURDER, ALERT})


def _can_kill(state: State, seat: SeatId) -> bool:
    powers = state.role(seat).powers
    return any(power.ability in _STILL_KILL and state.uses_left(seat, power) != 0 for power in powers)


def _weight(state: State, seat: SeatId, faction: Faction) -> int:
    """Of the ballot, now or, against ``faction``, as soon as the holder wishes (G15)."""
    weight = state.vote_weight(seat)
    own = state.seats[seat].faction is faction
    return weight if own else max(weight, state.role(seat).revealed_weight or 0)


def _is_day(state: State) -> bool:
    return state.place.light is Light.DAY


def _control(state: State, faction: Faction) -> bool:
    """Parity, and nobody outside has a power left that could undo it: a kill, a revenge that is due by day,
    or the weight of a ballot (M14)."""
    weights = {seat: _weight(state, seat, faction) for seat in state.alive()}
    own = sum(weight for seat, weight in weights.items() if state.seats[seat].faction is faction)
    outside = [seat for seat in weights if state.seats[seat].faction is not faction]
    return (
        _parity(state, faction)
        and 2 * own >= sum(weights.values())
        and not any(_can_kill(state, seat) for seat in outside)
        and not any(due_revenge(state, seat) and _is_day(state) for seat in state.numbers())
    )


CONDITIONS: Mapping[str, Callable[[State, Faction], bool]] = MappingProxyType(
    {
        "unthreatened": _unthreatened,
        "parity": _parity,
        "outnumber": _outnumber,
        "unopposed": _unopposed,
        "control": _control,
        "last_standing": _last_standing,
    }
)

_EVERYWHERE = (WinRule(Faction.SERIAL_KILLER, "last_standing"),)
"""How those win who may join any table, whatever its preset says of the sides (C31)."""


def win_rules(ruleset: Ruleset) -> tuple[WinRule, ...]:
    return tuple(dict.fromkeys((*ruleset.wins, *_EVERYWHERE)))


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

    A faction without a living member never wins, and when that is so of all the game is over (C20).  Whoever
    wins alone ends the game only where that is checked before its end (M15).
    """
    at_once = state.ruleset.neutral_check is NeutralCheck.ELIMINATION
    if state.ruleset.jester_ends and at_once and _lone_winners(state):
        return ()
    living, rules = {seat.faction for seat in state.seats if seat.alive}, win_rules(state.ruleset)
    if living.isdisjoint([rule.faction for rule in rules]):
        return ()
    winning = tuple(
        rule.faction
        for rule in rules
        if rule.faction in living and CONDITIONS[rule.condition](state, rule.faction)
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
