"""The Mafia's kill: the members pick, one victim is attacked (P8, P9, R5)."""

from collections import Counter

from games.engine.abilities.base import Ability, Attack, Night, Use
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


def _agreed(uses: list[Use]) -> list[SeatId]:
    """The names with the most picks; of several, those that somebody who breaks ties has picked (R5)."""
    picks = Counter(use.target for use in uses)
    top = max(picks.values())
    tied = sorted(target for target, count in picks.items() if count == top)
    decided = sorted({use.target for use in uses if use.power.breaks_tie and use.target in tied})
    return decided or tied


def _victim(night: Night) -> SeatId | None:
    state, uses = night.snapshot, list(night.take(KILL))
    if uses:
        agreed = _agreed(uses)
        return night.turn.draw(f"tie:night:{night.number}", agreed) if len(agreed) > 1 else agreed[0]
    outside = [seat.number for seat in state.seats if seat.alive and seat.faction is not Faction.MAFIA]
    if state.ruleset.no_pick is NoPick.DRAW and outside:
        return night.turn.draw(f"fallback:night:{night.number}", outside)
    return None


def _resolve(night: Night) -> None:
    victim = _victim(night)
    if victim is not None:
        night.attacks.append(Attack(KILL, victim))


ABILITY = Ability(KILL, _resolve, _refusal)
