"""What an ability is, and the night it acts in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from games.engine.errors import Reason
from games.engine.events import PowerSpent
from games.engine.ids import AbilityId, SeatId
from games.engine.roles import Power
from games.engine.state import State
from games.engine.turn import Turn


@dataclass(frozen=True, slots=True)
class Attack:
    """``guardable``: a guard can take it in the target's place."""

    ability: AbilityId
    target: SeatId
    guardable: bool = True


@dataclass(frozen=True, slots=True)
class Use:
    """``seat`` uses ``power`` on ``target`` tonight."""

    seat: SeatId
    power: Power
    target: SeatId


@dataclass(slots=True)
class Night:
    """A night being resolved from the snapshot of nightfall (C8).  Effects live in here, so none of
    them outlasts the night.

    ``uses``: what everyone does, by ability and in seat order.  ``guards``: who stands before each target.
    """

    snapshot: State
    turn: Turn
    uses: dict[AbilityId, list[Use]]
    framed: set[SeatId] = field(default_factory=set)
    protected: set[SeatId] = field(default_factory=set)
    guards: dict[SeatId, list[SeatId]] = field(default_factory=dict)
    attacks: list[Attack] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.snapshot.stage.night

    def take(self, ability: AbilityId) -> Iterator[Use]:
        """What is done with an ability.  A use that counts is spent by this, whatever comes of it."""
        for use in self.uses[ability]:
            if use.power.counted:
                self.turn.tell(use.seat, PowerSpent(use.seat, ability, use.target, self.number))
            yield use

    def deaths(self) -> tuple[SeatId, ...]:
        """The closed set of those who do not wake up, in seat order.

        Protection comes first: whoever is protected lives, and so does their guard.  Otherwise a guard takes
        the attacks that can be taken, and lives only if protected; what a guard has taken goes no further
        (C12).  Several attacks on one target are one death (C13).
        """
        fallen: set[SeatId] = set()
        for target in sorted({attack.target for attack in self.attacks} - self.protected):
            guards = self.guards.get(target)
            guarded = guards is not None and any(a.guardable for a in self.attacks if a.target == target)
            if guards is not None and guarded:
                fallen.add(self._one_of(guards, target))
            if not guarded or any(not a.guardable for a in self.attacks if a.target == target):
                fallen.add(target)
        return tuple(sorted(fallen - self.protected))

    def _one_of(self, guards: list[SeatId], target: SeatId) -> SeatId:
        """Which of several guards steps in front."""
        if len(guards) == 1:
            return guards[0]
        return self.turn.draw(f"guard:night:{self.number}:{target}", guards)


def _permits(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    return None


@dataclass(frozen=True, slots=True)
class Ability:
    """``refusal`` is what this ability forbids of a target beyond the role's row."""

    id: AbilityId
    resolve: Callable[[Night], None]
    refusal: Callable[[State, SeatId, SeatId], Reason | None] = _permits
