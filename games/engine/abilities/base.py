"""What an ability is, and the night it acts in."""

from collections.abc import Callable
from dataclasses import dataclass, field

from games.engine.errors import Reason
from games.engine.ids import AbilityId, SeatId
from games.engine.state import State
from games.engine.turn import Turn


@dataclass(slots=True)
class Night:
    """A night being resolved from the snapshot of nightfall (C8).  Effects live in here, so none of
    them outlasts the night.

    ``choices``: (seat, target) for each ability, in seat order.
    """

    snapshot: State
    turn: Turn
    choices: dict[AbilityId, list[tuple[SeatId, SeatId]]]
    protected: set[SeatId] = field(default_factory=set)
    attacked: list[SeatId] = field(default_factory=list)

    def deaths(self) -> tuple[SeatId, ...]:
        """The closed set of those who do not wake up, in seat order."""
        return tuple(sorted(set(self.attacked) - self.protected))


def _permits(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    return None


@dataclass(frozen=True, slots=True)
class Ability:
    """``refusal`` is what this ability forbids of a target beyond the role's row."""

    id: AbilityId
    resolve: Callable[[Night], None]
    refusal: Callable[[State, SeatId, SeatId], Reason | None] = _permits
