"""What the Mafia do together in a night: whom they have agreed on, and who goes out for it (P8, R5, G4, S3,
M6)."""

from collections import Counter

from games.engine.abilities.base import Night, Use
from games.engine.checks import usable_powers
from games.engine.choices import Disagreement, NoPick, TeamChoice
from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.roles import KILL, PICKER, RECRUIT, Faction
from games.engine.state import State

TOGETHER = frozenset({KILL, RECRUIT})


def lock_refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    """Where the first choice of the team decides, none is made after it (S3)."""
    if state.ruleset.team_choice is TeamChoice.FIRST and is_locked(state):
        return Reason.TEAM_HAS_CHOSEN
    return None


def is_locked(state: State) -> bool:
    return any(choice.ability in TOGETHER for choice in state.stage.choices)


def _most(night: Night, uses: list[Use]) -> SeatId:
    """The name with the most picks; of several, one that somebody who breaks ties has picked (R5); else a lot
    decides (P8)."""
    picks = Counter(use.target for use in uses)
    top = max(picks.values())
    tied = sorted(target for target, count in picks.items() if count == top)
    decided = sorted({use.target for use in uses if use.power.breaks_tie and use.target in tied})
    return night.lot(f"tie:night:{night.number}", decided or tied)


def _agreed(night: Night, uses: list[Use]) -> SeatId | None:
    """Whom all who picked have picked, or as the house has it (M6)."""
    (target, count), *others = Counter(use.target for use in uses).most_common()
    if not others:
        return target
    by_majority = night.snapshot.ruleset.mafia_disagree is Disagreement.MAJORITY
    return target if by_majority and 2 * count > len(uses) else None


def _decisive(night: Night) -> list[Use]:
    """The picks that count: the leader's alone where a leader lives and decides (G4)."""
    state, uses = night.snapshot, night.active(KILL)
    leads = any(seat.alive and state.role(seat.number).leads for seat in state.seats)
    if state.ruleset.team_choice is TeamChoice.LEADER and leads:
        return [use for use in uses if use.power.breaks_tie]
    return uses


def _killers(night: Night) -> list[SeatId]:
    """Those who could kill for the Mafia and are not kept from it."""
    state = night.snapshot
    return [
        seat
        for seat in state.alive()
        if night.able(seat) and any(power.ability == KILL for power in usable_powers(state, seat))
    ]


def victim(night: Night) -> tuple[SeatId, list[SeatId]] | None:
    """Whom the Mafia kill tonight, and who has picked them; nobody, if the lot had to fall on somebody
    (P9)."""
    state, uses = night.snapshot, _decisive(night)
    if uses:
        must_agree = state.ruleset.team_choice is TeamChoice.AGREED
        target = _agreed(night, uses) if must_agree else _most(night, uses)
        return None if target is None else (target, [use.seat for use in uses if use.target == target])
    outside = [
        seat.number
        for seat in state.seats
        if seat.alive and seat.number not in night.fallen and seat.faction is not Faction.MAFIA
    ]
    killers = _killers(night)
    if state.ruleset.no_pick is NoPick.DRAW and outside and killers and not night.uses[KILL]:
        return night.lot(f"fallback:night:{night.number}", outside), killers
    return None


def goes_out(night: Night, pickers: list[SeatId]) -> SeatId:
    """Who does the team's errand: the first whose part it is, and else the first of those who picked
    (G11)."""
    state = night.snapshot
    errands = [(PICKER, seat) for seat in pickers]
    errands += [
        (errand, seat)
        for seat in state.alive()
        if night.able(seat) and (errand := state.role(seat).errand) < PICKER
    ]
    return min(errands)[1]


def recruitment(night: Night) -> Use | None:
    """Who recruits whom tonight; it comes before any kill (S15).  In a night of one after the other nobody is
    recruited who has fallen already (M8, NN12)."""
    uses = [use for use in night.active(RECRUIT) if use.target not in night.fallen]
    if not uses:
        return None
    target = _most(night, uses)
    return next(use for use in uses if use.target == target)


def visit(night: Night, seat: SeatId, target: SeatId) -> None:
    """``seat`` goes to ``target`` for the team."""
    night.team_visit = target
    if seat != target:
        night.visits.append((seat, target))
