"""What an ability is, and the night it acts in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from games.engine.choices import Resolution
from games.engine.errors import Reason
from games.engine.ids import AbilityId, SeatId
from games.engine.news import Cause
from games.engine.night_events import PowerSpent, ResultLearned
from games.engine.roles import ALERT, Power
from games.engine.state import State
from games.engine.turn import Turn


@dataclass(frozen=True, slots=True)
class Attack:
    """``guardable``: a guard can take it in the target's place.  ``stoppable``: whatever else saves somebody
    can stop it (C12)."""

    ability: AbilityId
    target: SeatId
    guardable: bool = True
    stoppable: bool = True
    cause: Cause = Cause.KILLED


@dataclass(frozen=True, slots=True)
class Use:
    """``seat`` uses ``power`` on ``target`` tonight; on themselves if it aims at nobody."""

    seat: SeatId
    power: Power
    target: SeatId


@dataclass(slots=True)
class Night:
    """A night being resolved from the snapshot of nightfall (C8).  Effects live in here, so none of
    them outlasts the night.

    ``uses``: what everyone does, by ability and in seat order.  ``blocked``: whose deeds do not happen (C10).
    ``guards``: who stands before each target.  ``visits``: who was with whom (C11); ``team_visit``: where all
    of the Mafia who know each other are seen (S13).  ``cleaned``: whose role stays hidden if they die (G6).
    ``recruiters``: who gives themselves up for a recruit (S15).  ``fallen``: those who do not wake up, with
    the cause.
    """

    snapshot: State
    turn: Turn
    uses: dict[AbilityId, list[Use]]
    blocked: set[SeatId] = field(default_factory=set)
    framed: set[SeatId] = field(default_factory=set)
    protected: set[SeatId] = field(default_factory=set)
    alerted: set[SeatId] = field(default_factory=set)
    cleaned: set[SeatId] = field(default_factory=set)
    recruiters: set[SeatId] = field(default_factory=set)
    guards: dict[SeatId, list[SeatId]] = field(default_factory=dict)
    visits: list[tuple[SeatId, SeatId]] = field(default_factory=list)
    team_visit: SeatId | None = None
    attacks: list[Attack] = field(default_factory=list)
    fallen: dict[SeatId, Cause] = field(default_factory=dict)
    _ambushed: set[tuple[SeatId, SeatId]] = field(default_factory=set)
    _lots: dict[tuple[str, tuple[SeatId, ...]], SeatId] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return self.snapshot.stage.night

    @property
    def sequential(self) -> bool:
        """Whether whoever dies first does no more (M8)."""
        return self.snapshot.ruleset.resolution is Resolution.SEQUENTIAL

    def able(self, seat: SeatId) -> bool:
        """Whether what ``seat`` does still happens."""
        return seat not in self.blocked and seat not in self.fallen

    def active(self, ability: AbilityId) -> list[Use]:
        """What is done with an ability, by those whose deeds happen."""
        return [use for use in self.uses[ability] if self.able(use.seat)]

    def thwarted(self, ability: AbilityId) -> list[Use]:
        """What is not done with an ability because of a distraction."""
        return [use for use in self.uses[ability] if use.seat in self.blocked and use.seat not in self.fallen]

    def take(self, ability: AbilityId) -> Iterator[Use]:
        """What is done with an ability.  A use that counts is spent by this, whatever comes of it, and it is
        a visit to anybody else it is used on."""
        for use in self.active(ability):
            self.spend(use)
            if use.target != use.seat:
                self.visits.append((use.seat, use.target))
            yield use

    def spend(self, use: Use) -> None:
        if use.power.counted:
            self.turn.tell(use.seat, PowerSpent(use.seat, use.power.ability, use.target, self.number))

    def learn(self, use: Use, result: str, visited: SeatId | None = None) -> None:
        """Tell whoever looked into somebody what came of it (C14)."""
        self.turn.tell(use.seat, ResultLearned(use.seat, use.target, result, self.number, visited))

    def lot(self, label: str, among: Iterable[SeatId]) -> SeatId:
        """Whom a lot falls on; drawn once however often it is asked for, and not at all from one name."""
        candidates = tuple(among)
        if len(candidates) == 1:
            return candidates[0]
        if (label, candidates) not in self._lots:
            again = sum(drawn == label for drawn, _ in self._lots)
            name = f"{label}:again{again}" if again else label
            self._lots[label, candidates] = self.turn.draw(name, candidates)
        return self._lots[label, candidates]

    def strike(self) -> None:
        """Let the attacks so far take effect: the one place in which a death is made.

        What cannot be stopped comes first.  Whoever is protected or on alert lives, and so does their guard;
        an immune target was not attacked.  Otherwise a guard takes the attacks that can be taken, and lives
        only if protected; what a guard has taken goes no further (C12).  Several attacks on one target are
        one death (C13).
        """
        attacks, self.attacks = [*self.attacks, *self._ambushes()], []
        standing = [seat for seat in self.snapshot.alive() if seat not in self.fallen]
        for target in standing:
            self._strike(target, [attack for attack in attacks if attack.target == target], standing)

    def _strike(self, target: SeatId, attacks: list[Attack], standing: list[SeatId]) -> None:
        immune = self.snapshot.role(target).immune_to
        safe = target in self.protected or target in self.alerted
        hits = [a for a in attacks if not a.stoppable or not (safe or a.ability in immune)]
        guards = [guard for guard in self.guards.get(target, ()) if guard in standing]
        taken = [hit for hit in hits if guards and hit.stoppable and hit.guardable]
        if taken:
            guard = self.lot(f"guard:night:{self.number}:{target}", guards)
            if guard not in self.protected:
                self.fallen.setdefault(guard, Cause.KILLED)
        left = sorted([hit for hit in hits if hit not in taken], key=lambda hit: hit.stoppable)
        if left:
            self.fallen[target] = left[0].cause

    def _ambushes(self) -> Iterator[Attack]:
        """Everybody who was with somebody on alert is attacked, once (G11), but by nobody who has
        fallen before (M8)."""
        for visit in dict.fromkeys(self.visits):
            visitor, host = visit
            waits = host in self.alerted and host not in self.fallen
            if waits and visit not in self._ambushed:
                self._ambushed.add(visit)
                yield Attack(ALERT, visitor, guardable=False)


def _permits(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    return None


@dataclass(frozen=True, slots=True)
class Ability:
    """``refusal`` is what this ability forbids of a target beyond the role's row.  ``verb``: what it is
    called when somebody asks for it; by its id, unless it shares a word with another."""

    id: AbilityId
    resolve: Callable[[Night], None]
    refusal: Callable[[State, SeatId, SeatId], Reason | None] = _permits
    verb: str = ""

    @property
    def word(self) -> str:
        return self.verb or self.id
