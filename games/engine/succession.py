"""Who takes a place of the Mafia that has fallen vacant (G5)."""

from collections.abc import Collection

from games.engine.ids import RoleId, SeatId
from games.engine.roles import KILL, ROLES, Condition, Role
from games.engine.state import State


def _chooses(role: Role) -> bool:
    """Whether it picks the Mafia's kill in its own right."""
    return any(power.ability == KILL and power.condition is Condition.ALWAYS for power in role.powers)


_LEADERS = frozenset(role.id for role in ROLES.values() if role.leads)
_DEPUTIES = frozenset(role.id for role in ROLES.values() if role.rises_to in _LEADERS)


def _next(state: State, places: Collection[RoleId]) -> tuple[SeatId, RoleId] | None:
    """The first living player, in seat order, who rises to one of these places."""
    for seat in state.seats:
        rises_to = state.role(seat.number).rises_to
        if seat.alive and rises_to is not None and rises_to in places:
            return seat.number, rises_to
    return None


def heir(state: State, fallen: Collection[RoleId]) -> tuple[SeatId, RoleId] | None:
    """The next who steps up, and to what; None if nobody does.  ``fallen``: the roles of those who have just
    gone out.

    A leader is followed by the first deputy.  Somebody becomes a deputy only when the last of those has just
    gone out, or when there is neither one nor a leader.  A Mafia that never had a leader needs none while
    somebody picks the kill in their own right.
    """
    living = {seat.role for seat in state.seats if seat.alive}
    led = any(seat.role in _LEADERS for seat in state.seats)
    needed = living.isdisjoint(_LEADERS) and (led or not any(_chooses(ROLES[role]) for role in living))
    leader = _next(state, _LEADERS) if needed else None
    if leader is not None:
        return leader
    if living.isdisjoint(_DEPUTIES) and (needed or not _DEPUTIES.isdisjoint(fallen)):
        return _next(state, _DEPUTIES)
    return None
