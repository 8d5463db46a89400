"""Recruiting: once, in place of the kill, somebody joins the Mafia, and their recruiter dies for it (S15)."""

from games.engine.abilities import team
from games.engine.abilities.base import Ability, Night
from games.engine.audience import only
from games.engine.errors import Reason
from games.engine.events import TeamMet
from games.engine.ids import SeatId
from games.engine.night_events import PlayerRecruited
from games.engine.roles import RECRUIT, RECRUIT_ROLE, ROLES
from games.engine.state import State


def _refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    if state.seats[seat].met_team and state.seats[target].met_team and seat != target:
        return Reason.TEAMMATE_TARGET
    return team.lock_refusal(state, seat, target)


def _resolve(night: Night) -> None:
    use = team.recruitment(night)
    if use is None:
        return
    night.spend(use)
    team.visit(night, use.seat, use.target)
    night.recruiters.add(use.seat)
    turn, role = night.turn, ROLES[RECRUIT_ROLE]
    turn.tell(use.target, PlayerRecruited(use.target, role.id, role.faction))
    members = tuple(sorted({*turn.state.team(), use.target}))
    turn.emit(TeamMet(members), only(*members))


ABILITY = Ability(RECRUIT, _resolve, _refusal)
