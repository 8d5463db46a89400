"""Whoever was voted out and takes somebody along of those who voted for them (G18).  Nothing stops it."""

from games.engine.abilities.base import Ability, Attack, Night
from games.engine.checks import avenges, due_revenge
from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.news import Cause
from games.engine.roles import REVENGE
from games.engine.state import State


def _refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    return None if target in state.accusers else Reason.NOT_AN_ACCUSER


def _resolve(night: Night) -> None:
    chosen = {use.seat: use.target for use in night.take(REVENGE)}
    state = night.snapshot
    for seat in state.numbers():
        if avenges(state, seat):
            label = f"revenge:night:{night.number}:{seat}"
            target = chosen[seat] if seat in chosen else night.lot(label, due_revenge(state, seat))
            night.attacks.append(Attack(REVENGE, target, stoppable=False, cause=Cause.REVENGE))


ABILITY = Ability(REVENGE, _resolve, _refusal)
