"""The night: what each player may choose, and how the choices resolve together (C8, C27)."""

from games.engine.abilities import ABILITIES
from games.engine.abilities.base import Night, Use
from games.engine.checks import (
    active_powers,
    living_target_refusal,
    power_target_refusal,
    usable_powers,
)
from games.engine.commands import Choose, Legal
from games.engine.errors import Reason
from games.engine.events import ChoiceMade
from games.engine.ids import AbilityId, SeatId
from games.engine.roles import Power
from games.engine.state import EVERY_SLOT, State
from games.engine.turn import Turn

SUSPECT = AbilityId("suspect")
"""A powerless player's tap: the same shape as a power, to no effect (C1)."""

HOLD = AbilityId("hold")
"""Choosing to do nothing (C28)."""


def _power(state: State, seat: SeatId, ability: AbilityId) -> Power | None:
    for power in usable_powers(state, seat):
        if power.ability == ability:
            return power
    return None


def _target_refusal(state: State, seat: SeatId, power: Power, target: SeatId) -> Reason | None:
    return power_target_refusal(state, seat, power, target) or ABILITIES[power.ability].refusal(
        state, seat, target
    )


def choice_refusal(state: State, command: Choose) -> Reason | None:
    """Why a choice for tonight may not be made; None if it may."""
    seat, ability, target = command.seat, command.ability, command.target
    if ability == HOLD:
        return None if target is None else Reason.NO_TARGET
    power = _power(state, seat, ability)
    if power is None and (ability != SUSPECT or usable_powers(state, seat)):
        used_up = any(active.ability == ability for active in active_powers(state, seat))
        return Reason.POWER_USED_UP if used_up else Reason.NO_SUCH_POWER
    if target is None:
        return Reason.NEEDS_TARGET
    if power is None:
        return living_target_refusal(state, target)
    return _target_refusal(state, seat, power, target)


def made(state: State, command: Choose) -> ChoiceMade:
    """The event of a choice that may be made.  The team sees what is chosen with a power they share, and when
    somebody who has one holds."""
    seat, ability = command.seat, command.ability
    if ability == HOLD:
        slot, shared = EVERY_SLOT, any(power.shared for power in usable_powers(state, seat))
    else:
        power = _power(state, seat, ability)
        slot, shared = (power.slot, power.shared) if power else (SUSPECT, False)
    return ChoiceMade(seat, ability, command.target, slot, shared and state.seats[seat].met_team)


def legal_choices(state: State, seat: SeatId) -> tuple[Legal, ...]:
    """Everything a living player may choose tonight, with all the targets it may have."""
    alive = state.alive()
    powers = usable_powers(state, seat)
    aimed = [
        Legal(power.ability, tuple(t for t in alive if _target_refusal(state, seat, power, t) is None))
        for power in powers
    ]
    return (*(aimed or [Legal(SUSPECT, alive)]), Legal(HOLD))


def resolve(turn: Turn) -> tuple[SeatId, ...]:
    """Walk the ladder and give back the closed set of those who were killed."""
    state = turn.state
    uses: dict[AbilityId, list[Use]] = {ability: [] for ability in ABILITIES}
    for choice in sorted(state.stage.choices, key=lambda made: made.seat):
        power = _power(state, choice.seat, choice.ability)
        if power is not None and choice.target is not None:
            uses[choice.ability].append(Use(choice.seat, power, choice.target))
    night = Night(state, turn, uses)
    for stage in state.ruleset.ladder:
        ABILITIES[AbilityId(stage)].resolve(night)
    return night.deaths()
