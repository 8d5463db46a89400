"""Checks that stand behind both the refusal of a command and the list of what is legal."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.engine.choices import BallotSecrecy, SetupNight
from games.engine.errors import Reason
from games.engine.ids import RoleId, SeatId
from games.engine.news import Cause
from games.engine.places import Light
from games.engine.roles import REVENGE, ROLES, Condition, Power, Role
from games.engine.state import Seat, State


def _was_voted_out(state: State, number: SeatId) -> bool:
    """Whether the latest vote has put ``number`` out, and the night after it is not over yet, in a preset
    whose ladder knows a revenge (G18)."""
    seat = state.seats[number]
    if seat.cause is not Cause.ELIMINATED or seat.deserted or REVENGE not in state.ruleset.ladder:
        return False
    nights = state.stage.night - (seat.out_night or 0)
    return nights == 0 or (nights == 1 and state.place.light is Light.NIGHT)


def _is_avenger(role: Role) -> bool:
    return any(power.condition is Condition.AVENGER for power in role.powers)


def acts_through_moderator(state: State, number: SeatId) -> bool:
    """Whether a player has no phone that is connected, so that the moderator enters what they do (M5)."""
    seat = state.seats[number]
    return not seat.phone or seat.away_since is not None


def due_revenge(state: State, number: SeatId) -> tuple[SeatId, ...]:
    """The living whom ``number`` will take one of along, from the vote that put them out to the end of the
    night after it; empty if there is nothing to avenge (G18)."""
    if not _was_voted_out(state, number) or not _is_avenger(state.role(number)):
        return ()
    return tuple([accuser for accuser in state.accusers if state.seats[accuser].alive])


def revenge_targets(state: State, number: SeatId) -> tuple[SeatId, ...]:
    """Whom ``number`` may point at for a revenge that is due.  Where ballots are not open that is anybody who
    lives: neither what is offered nor a refusal tells who voted for whom (NN10)."""
    if state.ruleset.ballots is BallotSecrecy.NAMES:
        return due_revenge(state, number)
    due = _was_voted_out(state, number) and _is_avenger(state.role(number))
    return state.alive() if due else ()


def avenges(state: State, number: SeatId) -> bool:
    """Whether it is the night in which ``number``, who is out, takes somebody along (G18)."""
    return state.place.light is Light.NIGHT and bool(revenge_targets(state, number))


def known_avengers(state: State) -> frozenset[SeatId]:
    """Those who take somebody along tonight, as everybody was shown: the night waits for them too (NN11)."""
    return frozenset(
        [
            seat.number
            for seat in state.seats
            if seat.shown_role is not None and not seat.left and avenges(state, seat.number)
        ]
    )


def unknown_avengers(state: State) -> tuple[Seat, ...]:
    """Those of whom the table was not shown who they were, and who would take somebody along tonight if they
    were one who does (NN11)."""
    if state.place.light is not Light.NIGHT:
        return ()
    return tuple(
        [
            seat
            for seat in state.seats
            if seat.shown_role is None and not seat.left and _was_voted_out(state, seat.number)
        ]
    )


def could_avenge(seat: Seat, card: RoleId) -> bool:
    """Whether ``seat`` had ``card``, for all the table was shown, and with it takes somebody along."""
    role = ROLES[card]
    return _is_avenger(role) and seat.shown_faction in (None, role.faction)


def player_refusal(state: State, number: SeatId) -> Reason | None:
    """Why ``number`` may not act at all: no such seat, out, or gone (C16).  One night of those who are out is
    excepted (G18)."""
    if not 0 <= number < len(state.seats):
        return Reason.NO_SUCH_SEAT
    seat = state.seats[number]
    if seat.left:
        return Reason.HAS_LEFT
    return None if seat.alive or avenges(state, number) else Reason.NOT_ALIVE


def living_target_refusal(state: State, target: SeatId) -> Reason | None:
    """Powers and ballots aim at the living (C27, C17)."""
    if not 0 <= target < len(state.seats):
        return Reason.NO_SUCH_SEAT
    return None if state.seats[target].alive else Reason.TARGET_OUT


def power_target_refusal(state: State, seat: SeatId, power: Power, target: SeatId) -> Reason | None:
    """What a role's row forbids of a target, whatever the ability (C27, P23)."""
    refusal = living_target_refusal(state, target)
    if refusal is not None:
        return refusal
    if target == seat and not state.setting(power.on_self):
        return Reason.SELF_TARGET
    if not state.setting(power.twice_running):
        last_night = state.stage.night - 1
        for aim in state.aims:
            if (aim.seat, aim.ability, aim.target, aim.night) == (seat, power.ability, target, last_night):
                return Reason.SAME_TARGET_TWICE
    return None


def reveal_refusal(state: State, seat: SeatId) -> Reason | None:
    """Why ``seat`` may not show everybody who they are: only some roles may, once, and by day (G15)."""
    if not state.seats[seat].alive:
        return Reason.NOT_ALIVE
    if state.role(seat).revealed_weight is None:
        return Reason.NO_SUCH_POWER
    if state.place.light is not Light.DAY or not state.stage.day:
        return Reason.WRONG_PHASE
    return Reason.ALREADY_DONE if state.seats[seat].revealed else None


def _inherited(state: State, seat: SeatId, power: Power) -> bool:
    """Whether nobody living on the holder's side has the ability in their own right (R5)."""
    faction = state.seats[seat].faction
    return not any(
        owned.ability == power.ability and owned.condition is Condition.ALWAYS
        for other in state.seats
        if other.alive and other.faction is faction
        for owned in state.role(other.number).powers
    )


def only_meeting(state: State) -> bool:
    """Whether this is a night in which the Mafia get to know each other, and nobody acts (M4)."""
    return state.place.meets and state.ruleset.setup_night is SetupNight.MEET


def _last(state: State, seat: SeatId) -> bool:
    """Whether nobody else on the holder's side lives (S14)."""
    faction = state.seats[seat].faction
    return not any(s.alive and s.faction is faction and s.number != seat for s in state.seats)


_HOLDS: Mapping[Condition, Callable[[State, SeatId, Power], bool]] = MappingProxyType(
    {
        Condition.HEIR: _inherited,
        Condition.LAST: lambda state, seat, power: _last(state, seat),
        Condition.UNTIL_LAST: lambda state, seat, power: not _last(state, seat),
        Condition.AVENGER: lambda state, seat, power: avenges(state, seat),
    }
)


def active_powers(state: State, seat: SeatId) -> tuple[Power, ...]:
    """The powers of a seat whose condition holds, whether or not they are used up."""
    if only_meeting(state):
        return ()
    return tuple(
        [
            power
            for power in state.role(seat).powers
            if power.condition is Condition.ALWAYS or _HOLDS[power.condition](state, seat, power)
        ]
    )


def usable_powers(state: State, seat: SeatId) -> tuple[Power, ...]:
    """The powers that a seat can use tonight."""
    return tuple([power for power in active_powers(state, seat) if state.uses_left(seat, power) != 0])
