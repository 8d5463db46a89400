"""The Mafia's kill: the members pick, one victim is attacked (P8, P9)."""

from collections import Counter

from games.engine.abilities.base import Ability, Night
from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.roles import KILL, Faction
from games.engine.rules import NoPick
from games.engine.state import State


def _refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    known_teammate = state.seats[seat].met_team and state.seats[target].met_team and seat != target
    if known_teammate and not state.ruleset.mafia_may_pick_own:
        return Reason.TEAMMATE_TARGET
    return None


def _victim(night: Night) -> SeatId | None:
    state = night.snapshot
    picks = Counter(target for _, target in night.choices[KILL])
    if picks:
        top = max(picks.values())
        tied = sorted(target for target, count in picks.items() if count == top)
        return night.turn.draw(f"tie:night:{state.stage.night}", tied) if len(tied) > 1 else tied[0]
    outside = [seat.number for seat in state.seats if seat.alive and seat.faction is not Faction.MAFIA]
    if state.ruleset.no_pick is NoPick.DRAW and outside:
        return night.turn.draw(f"fallback:night:{state.stage.night}", outside)
    return None


def _resolve(night: Night) -> None:
    victim = _victim(night)
    if victim is not None:
        night.attacked.append(victim)


ABILITY = Ability(KILL, _resolve, _refusal)
