"""The Mafia's kill: the members pick, one victim is attacked (P8, P9, R5)."""

from games.engine.abilities import team
from games.engine.abilities.base import Ability, Attack, Night
from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.roles import KILL
from games.engine.state import State


def _refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    known_teammate = state.seats[seat].met_team and state.seats[target].met_team and seat != target
    if known_teammate and not state.ruleset.mafia_may_pick_own:
        return Reason.TEAMMATE_TARGET
    return team.lock_refusal(state, seat, target)


def _resolve(night: Night) -> None:
    decided = None if night.recruiters or team.recruitment(night) else team.victim(night)
    if decided is not None:
        target, pickers = decided
        team.visit(night, team.goes_out(night, pickers), target)
        night.attacks.append(Attack(KILL, target))


ABILITY = Ability(KILL, _resolve, _refusal)
