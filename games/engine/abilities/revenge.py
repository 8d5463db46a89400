"""Whoever was voted out and takes somebody along of those who voted for them (G18).  Nothing stops it."""

from games.engine.abilities.base import Ability, Attack, Night
from games.engine.checks import avenges, due_revenge, revenge_targets
from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.news import Cause
from games.engine.roles import REVENGE
from games.engine.state import State


def _refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    return None if target in revenge_targets(state, seat) else Reason.NOT_AN_ACCUSER


def _taken(night: Night, seat: SeatId, choice: SeatId | None) -> SeatId | None:
    """Whom ``seat`` takes along: their choice, or else a lot decides, as it does if they chose somebody who
    did not vote for them (NN10).  Of those who have fallen already, in a night of one after the other, nobody
    can be taken (M8)."""
    standing = [accuser for accuser in due_revenge(night.snapshot, seat) if accuser not in night.fallen]
    if not standing:
        return None
    if choice in standing:
        return choice
    return night.lot(f"revenge:night:{night.number}:{seat}", standing)


def _resolve(night: Night) -> None:
    chosen = {use.seat: use.target for use in night.take(REVENGE)}
    for seat in night.snapshot.numbers():
        if avenges(night.snapshot, seat):
            target = _taken(night, seat, chosen.get(seat))
            if target is not None:
                night.attacks.append(Attack(REVENGE, target, stoppable=False, cause=Cause.REVENGE))


ABILITY = Ability(REVENGE, _resolve, _refusal)
