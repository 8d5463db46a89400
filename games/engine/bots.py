"""Bots: players that see only what their seat may see, and speak in claims (C7).

A bot takes its own observation and the claims that were made aloud, and gives back what it does.  Its chance
comes from what everybody knows, the commitment to the seed, never from the seed.  How long it thinks
depends on its seat and the phase alone, so that its timing tells nothing of its role.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.engine.commands import Command, Legal, command_for
from games.engine.events import Cause
from games.engine.ids import NOBODY, AbilityId, RoleId, SeatId
from games.engine.observation import Observation, Own, SeatView
from games.engine.phases.line import kind_of
from games.engine.rng import draw
from games.engine.roles import (
    FRAME,
    GUARD,
    INVESTIGATE,
    KILL,
    PROTECT,
    ROLES,
    SHOOT,
    SILENCE,
    Faction,
)
from games.engine.state import State

GUILTY, INNOCENT = "mafia", "not_mafia"
"""What a claim says of its subject; also what a check gives."""

_CONVINCED = 25
"""Suspicion from which a bot is ready to put somebody out."""

_CERTAIN = 1_000
LEAN = 6

_FEW = 6
"""At a table no larger than this a wrong elimination is worse than none, if their number is even."""


@dataclass(frozen=True, slots=True)
class Claim:
    """``by`` says aloud that a check of ``subject`` gave ``result``."""

    by: SeatId
    subject: SeatId
    result: str


@dataclass(frozen=True, slots=True)
class Act:
    """What a bot does, and what it says with it."""

    command: Command | None
    claim: Claim | None = None


def waiting(state: State) -> frozenset[SeatId]:
    """Those who have something left to do in the phase that is on."""
    if state.ending is not None or state.paused_at is not None:
        return frozenset()
    kind = kind_of(state)
    return kind.waits_for(state) - kind.done(state)


def delay(seat: SeatId, phase_number: int, step: int) -> int:
    """Milliseconds from the beginning of a phase to a bot's ``step``, counted from 0, in it."""
    thinking = 1_500 + draw("00", f"first:{seat}:{phase_number}", 4_000)
    return thinking + sum(600 + draw("00", f"then:{seat}:{phase_number}:{n}", 900) for n in range(step))


def act(observation: Observation, heard: tuple[Claim, ...]) -> Act:
    """What the bot whose observation this is does now."""
    verbs = {legal.verb: legal for legal in observation.legal}
    if observation.own is None:
        return Act(None)
    mind = _Mind(observation, observation.own, heard)
    if "vote" in verbs:
        return Act(command_for("vote", mind.seat, mind.ballot(verbs["vote"].targets or ())))
    if "confirm" in verbs:
        chosen = bool(mind.own.choices)
        return Act(command_for("confirm", mind.seat) if chosen else mind.night_choice(observation.legal))
    if "ready" in verbs:
        return Act(command_for("ready", mind.seat), mind.claim() if observation.kind == "talk" else None)
    return Act(None)


def _side(result: str) -> Faction:
    """The side that a check found: its own words, or those of the role it found out."""
    if result in (GUILTY, INNOCENT):
        return Faction.MAFIA if result == GUILTY else Faction.TOWN
    return ROLES[RoleId(result)].faction


def _has(role: str, ability: AbilityId) -> bool:
    """Whether that is a role, and has the ability."""
    known = ROLES.get(RoleId(role))
    return known is not None and any(power.ability == ability for power in known.powers)


class _Mind:
    """What a bot makes of what it sees and has heard."""

    def __init__(self, observation: Observation, own: Own, heard: tuple[Claim, ...]) -> None:
        self.seen = observation
        self.own = own
        self.seat = own.seat
        self.guilty = own.faction is Faction.MAFIA
        self.living = [seat.seat for seat in observation.seats if seat.alive]
        self.team = {seat.seat for seat in observation.seats if seat.teammate}
        self.heard = heard
        self.claimants = {claim.by for claim in heard}

    def _draw(self, about: str, n: int) -> int:
        return draw(self.seen.commitment, f"bot:{self.seat}:{self.seen.phase_number}:{about}", n)

    def _coin(self, name: SeatId) -> int:
        """A die that everybody sees, so that those who know nothing agree without being led."""
        return draw(self.seen.commitment, f"coin:{self.seen.phase_number}:{name}", 20)

    # --- what it believes ---

    @cached_property
    def facts(self) -> Mapping[SeatId, Faction]:
        """Alignments that are beyond doubt."""
        facts = {seat.seat: seat.faction for seat in self.seen.seats if seat.faction is not None}
        for finding in self.own.findings:
            facts.setdefault(finding.subject, _side(finding.result))
        return facts

    @cached_property
    def _answering(self) -> set[SeatId]:
        """Those who had nothing to say until somebody accused them."""
        accused: set[SeatId] = set()
        spoken: set[SeatId] = set()
        answering: set[SeatId] = set()
        for claim in self.heard:
            if claim.by in accused and claim.by not in spoken:
                answering.add(claim.by)
            spoken.add(claim.by)
            if claim.result == GUILTY:
                accused.add(claim.subject)
        return answering

    def _rivals(self, seat: SeatId) -> int:
        """Living others who spoke before ``seat``, or against them; but nobody who only answered."""
        rivals: set[SeatId] = set()
        spoken = False
        for claim in self.heard:
            spoken = spoken or claim.by == seat
            if claim.by != seat and (not spoken or (claim.subject == seat and claim.result == GUILTY)):
                rivals.add(claim.by)
        gone = {view.seat for view in self.seen.seats if view.cause not in (None, Cause.KILLED)}
        return len(rivals - gone - self._answering)

    def _trust(self, view: SeatView) -> int:
        """How far to believe what somebody claims, from 0; below that it is taken for a lie."""
        facts, trust = self.facts, 3
        for claim in self.heard:
            if claim.by == view.seat and claim.subject in facts:
                agrees = (facts[claim.subject] is Faction.MAFIA) == (claim.result == GUILTY)
                if not agrees:
                    return -3
                trust += 4
        if facts.get(view.seat) is Faction.MAFIA:
            return -3
        if view.role is not None and not view.you:
            return 10 if _has(view.role, INVESTIGATE) else 0
        if view.seat in facts:
            return 9
        if view.cause is Cause.KILLED:
            trust += 3
        elif view.seat in self._answering:
            trust = 0
        return trust // (1 + self._rivals(view.seat))

    @cached_property
    def suspicion(self) -> dict[SeatId, int]:
        """How much speaks against each seat; nothing known is 0, certainty far above all else."""
        doubt = {view.seat: 0 for view in self.seen.seats}
        for view in self.seen.seats:
            if view.seat not in self.claimants or view.seat == self.seat:
                continue
            trust = self._trust(view)
            if trust < 0:
                doubt[view.seat] += 60
            for claim in self.heard:
                if claim.by == view.seat:
                    doubt[claim.subject] += 10 * trust * (1 if claim.result == GUILTY else -1)
        for seat, faction in self.facts.items():
            doubt[seat] += _CERTAIN if faction is Faction.MAFIA else -_CERTAIN
        return doubt

    # --- what it does ---

    def ballot(self, targets: Iterable[SeatId]) -> SeatId:
        """Whom it votes for: the most suspect, with some leaning towards the names others gave."""
        names = [target for target in targets if target != NOBODY]
        doubt = self._public_suspicion() if self.guilty else self.suspicion
        convinced = any(doubt[name] >= _CONVINCED for name in names)
        even = len(self.living) % 2 == 0
        if not convinced and even and self.seen.skip_budget:
            return NOBODY
        if not convinced and even and len(self.living) <= _FEW and not self.guilty:
            return NOBODY
        open_names = [name for name in names if name not in self.team or self._sacrifices(name, doubt)]
        if not open_names:
            return NOBODY

        following = self._following(names, doubt)

        def weight(name: SeatId) -> tuple[int, int]:
            return doubt[name] + following[name] + self._coin(name) + self._draw(f"whim:{name}", 3), -name

        return max(open_names, key=weight)

    def _following(self, names: Iterable[SeatId], doubt: Mapping[SeatId, int]) -> Mapping[SeatId, int]:
        """How much the ballots that are given already speak for each name."""
        following = {name: LEAN * self.seen.totals.get(name, 0) for name in names}
        for view in self.seen.seats:
            if view.vote in following and not view.you:
                if doubt[view.seat] < 0:
                    following[view.vote] += 12
                elif doubt[view.seat] >= _CONVINCED:
                    following[view.vote] -= LEAN
        return following

    def _sacrifices(self, teammate: SeatId, doubt: Mapping[SeatId, int]) -> bool:
        """Whether to vote against a teammate who is lost anyhow, so as to look like one of the town."""
        return doubt[teammate] >= _CONVINCED and self._draw("sacrifice", 2) == 0

    def _public_suspicion(self) -> dict[SeatId, int]:
        """What somebody who knows no more than the room would think, for one of the Mafia to act upon."""
        doubt = dict.fromkeys((view.seat for view in self.seen.seats), 0)
        for claim in self.heard:
            doubt[claim.subject] += 30 if claim.result == GUILTY else -30
        return doubt

    def night_choice(self, legal: Iterable[Legal]) -> Command:
        choices = [one for one in legal if one.targets and one.verb not in ("remove", "vote")]
        if not choices:
            return command_for("hold", self.seat)
        choice = choices[0]
        targets = choice.targets or ()
        wish = {
            KILL: self._wish_to_kill,
            PROTECT: self._wish_to_protect,
            GUARD: self._wish_to_protect,
            SHOOT: self._wish_to_shoot,
            FRAME: self._wish_to_trouble,
            SILENCE: self._wish_to_trouble,
        }.get(AbilityId(choice.verb), self._wish_to_know)
        best = max(targets, key=lambda target: (wish(target) + self._draw(f"night:{target}", 10), -target))
        if choice.verb == SHOOT and wish(best) < _CONVINCED:
            return command_for("hold", self.seat)
        return command_for(choice.verb, self.seat, best)

    def _wish_to_kill(self, target: SeatId) -> int:
        """Agree with the team; else whoever has told the truth about it; else whoever is believed."""
        picked = sum(choice.target == target for choice in self.own.team_choices)
        truths = sum(claim.by == target and claim.subject in (self.seat, *self.team) for claim in self.heard)
        found_out = any(
            finding.subject == target and _has(finding.result, INVESTIGATE) for finding in self.own.findings
        )
        return 60 * picked + 40 * found_out + 30 * bool(truths) + 5 * (target in self.claimants)

    def _wish_to_protect(self, target: SeatId) -> int:
        """Whoever speaks for the town, so long as they are believed; then oneself."""
        doubt = self.suspicion[target]
        if doubt >= _CONVINCED:
            return -30
        return (20 - doubt) * (target in self.claimants) + 3 * (target == self.seat)

    def _wish_to_shoot(self, target: SeatId) -> int:
        """Whoever is as good as convicted."""
        return self.suspicion[target]

    def _wish_to_trouble(self, target: SeatId) -> int:
        """Whoever speaks for the town; nobody of the own team."""
        return -60 if target in (self.seat, *self.team) else 20 * (target in self.claimants)

    def _wish_to_know(self, target: SeatId) -> int:
        """The most suspect of whom nothing is sure; for one of the Mafia whoever speaks for the town."""
        if target in self.facts:
            return 0
        return 20 + (20 * (target in self.claimants) if self.guilty else min(self.suspicion[target], 15))

    # --- what it says ---

    def claim(self) -> Claim | None:
        return self._report() if self.own.faction is Faction.TOWN else self._lie()

    def _said(self) -> set[SeatId]:
        return {claim.subject for claim in self.heard if claim.by == self.seat}

    def _report(self) -> Claim | None:
        """A found Mafia at once; the rest once it is known who speaks, or when few are left."""
        said = self._said()
        new = [finding for finding in self.own.findings if finding.subject not in said]
        for finding in new:
            if finding.result == GUILTY and finding.subject in self.living:
                return Claim(self.seat, finding.subject, GUILTY)
        for finding in new:
            if finding.subject in self.living:
                return Claim(self.seat, finding.subject, finding.result)
        return None

    def _lie(self) -> Claim | None:
        """Now and then a false accusation; more often when accused, or for one who wants to be voted out."""
        if self._said() or self.team & self.claimants or self.seen.day < 2:
            return None
        accusers = [
            claim.by for claim in self.heard if claim.subject == self.seat and claim.by in self.living
        ]
        if accusers and self._draw("answer", 2) == 0:
            return Claim(self.seat, accusers[0], GUILTY)
        others = [seat for seat in self.living if seat != self.seat and seat not in self.team]
        if self._draw("lie", 8 if self.guilty else 2) == 0:
            return Claim(self.seat, others[self._draw("whom", len(others))], GUILTY)
        return None
