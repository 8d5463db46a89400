"""The night: what each player may choose, and how the choices resolve together (C8, C27)."""

from collections.abc import Iterator

from games.engine.abilities import ABILITIES
from games.engine.abilities.base import Attack, Night, Use
from games.engine.abilities.team import TOGETHER
from games.engine.checks import (
    active_powers,
    living_target_refusal,
    power_target_refusal,
    usable_powers,
)
from games.engine.choices import TeamChoice
from games.engine.commands import Choose, Legal
from games.engine.errors import Reason
from games.engine.ids import AbilityId, SeatId
from games.engine.news import Cause
from games.engine.night_events import ChoiceMade
from games.engine.roles import RECRUIT, Power
from games.engine.rules import Ruleset
from games.engine.state import EVERY_SLOT, State
from games.engine.turn import Turn

SUSPECT = AbilityId("suspect")
"""A powerless player's tap: the same shape as a power, to no effect (C1)."""

HOLD = AbilityId("hold")
"""Choosing to do nothing (C28)."""

PLAIN_SLOT = "power"
"""The slot of a suspicion: of two taps at somebody the later counts, whatever each was for."""


def power_for(state: State, seat: SeatId, verb: AbilityId) -> Power | None:
    """The power that ``seat`` would use tonight by asking for ``verb``."""
    for power in usable_powers(state, seat):
        if ABILITIES[power.ability].word == verb:
            return power
    return None


def _target_refusal(state: State, seat: SeatId, power: Power, target: SeatId) -> Reason | None:
    return power_target_refusal(state, seat, power, target) or ABILITIES[power.ability].refusal(
        state, seat, target
    )


def may_suspect(state: State, seat: SeatId) -> bool:
    """Whether a tap at somebody is a mere suspicion: so it is for whoever has nothing to aim tonight (C1)."""
    return not any(power.aimed for power in usable_powers(state, seat))


def _hold_refusal(state: State, seat: SeatId) -> Reason | None:
    """Nothing, unless the holder has made a choice that stands (S3)."""
    if state.ruleset.team_choice is not TeamChoice.FIRST:
        return None
    locked = any(choice.seat == seat and choice.ability in TOGETHER for choice in state.stage.choices)
    return Reason.TEAM_HAS_CHOSEN if locked else None


def choice_refusal(state: State, command: Choose) -> Reason | None:
    """Why a choice for tonight may not be made; None if it may."""
    seat, verb, target = command.seat, command.ability, command.target
    if verb == HOLD:
        return _hold_refusal(state, seat) if target is None else Reason.NO_TARGET
    power = power_for(state, seat, verb)
    if power is None and (verb != SUSPECT or not may_suspect(state, seat)):
        used_up = any(ABILITIES[active.ability].word == verb for active in active_powers(state, seat))
        return Reason.POWER_USED_UP if used_up else Reason.NO_SUCH_POWER
    if power is not None and not power.aimed:
        return None if target is None else Reason.NO_TARGET
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
        power = power_for(state, seat, ability)
        slot, shared, ability = (
            (power.slot, power.shared, power.ability) if power else (PLAIN_SLOT, False, ability)
        )
    return ChoiceMade(seat, ability, command.target, slot, shared and state.seats[seat].met_team)


def _legal(state: State, seat: SeatId, power: Power) -> Iterator[Legal]:
    word = ABILITIES[power.ability].word
    if not power.aimed:
        yield Legal(word)
        return
    targets = tuple(t for t in state.alive() if _target_refusal(state, seat, power, t) is None)
    if targets:
        yield Legal(word, targets)


def legal_choices(state: State, seat: SeatId) -> Iterator[Legal]:
    """Everything a player may choose tonight, with all the targets it may have."""
    for power in usable_powers(state, seat):
        yield from _legal(state, seat, power)
    if may_suspect(state, seat):
        yield Legal(SUSPECT, state.alive())
    if _hold_refusal(state, seat) is None:
        yield Legal(HOLD)


def _uses(state: State) -> dict[AbilityId, list[Use]]:
    """What everyone has chosen that they can do, in seat order."""
    uses: dict[AbilityId, list[Use]] = {ability: [] for ability in ABILITIES}
    for choice in sorted(state.stage.choices, key=lambda made: made.seat):
        for power in usable_powers(state, choice.seat):
            if power.ability == choice.ability:
                target = choice.seat if choice.target is None else choice.target
                uses[power.ability].append(Use(choice.seat, power, target))
    return uses


def stages(ruleset: Ruleset) -> tuple[str, ...]:
    """The night's powers in the order in which they work: as set, then the rest as usual (M5)."""
    first = ruleset.night_order
    return (*first, *[stage for stage in ruleset.ladder if stage not in first])


def resolve(turn: Turn) -> Night:
    """Walk the ladder, and give back the night with the closed set of those who fell in it."""
    state = turn.state
    night = Night(state, turn, _uses(state))
    for stage in stages(state.ruleset):
        ABILITIES[AbilityId(stage)].resolve(night)
        if night.sequential:
            night.strike()
    for seat in sorted(night.recruiters):  # at daybreak, whatever else the night was (S15)
        night.attacks.append(Attack(RECRUIT, seat, stoppable=False, cause=Cause.SACRIFICED))
    night.strike()
    return night
