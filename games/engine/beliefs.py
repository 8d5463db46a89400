"""What a bot makes of what it sees and has heard: whom to believe, and whom to suspect (C7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.engine.ids import AbilityId, RoleId, SeatId
from games.engine.news import Cause
from games.engine.observed import Observation, Own, SeatView
from games.engine.roles import INVESTIGATE, ROLES, Faction

GUILTY, INNOCENT = "mafia", "not_mafia"
"""What a claim says of its subject; also what a check gives."""

CONVINCED = 25
"""Suspicion from which a bot is ready to put somebody out."""

_CERTAIN = 1_000


@dataclass(frozen=True, slots=True)
class Claim:
    """``by`` says aloud that a check of ``subject`` gave ``result``."""

    by: SeatId
    subject: SeatId
    result: str


_VERDICTS: Mapping[str, str] = {
    GUILTY: GUILTY,
    INNOCENT: INNOCENT,
    "suspicious": GUILTY,
    "not_suspicious": INNOCENT,
}


def verdict(result: str) -> str | None:
    """What a result says of its subject in the words of a claim: GUILTY, INNOCENT, or the role it found out;
    None if it says nothing of that, such as where somebody was."""
    return result if result in ROLES else _VERDICTS.get(result)


def side(said: str) -> Faction:
    """The side that a verdict speaks of."""
    if said in (GUILTY, INNOCENT):
        return Faction.MAFIA if said == GUILTY else Faction.TOWN
    return ROLES[RoleId(said)].faction


def has(role: str, ability: AbilityId) -> bool:
    """Whether that is a role, and has the ability."""
    known = ROLES.get(RoleId(role))
    return known is not None and any(power.ability == ability for power in known.powers)


class Beliefs:
    """Made anew from an observation and the claims that were made aloud, in their order."""

    def __init__(self, observation: Observation, own: Own, heard: tuple[Claim, ...]) -> None:
        self.seen = observation
        self.own = own
        self.seat = own.seat
        self.living = [seat.seat for seat in observation.seats if seat.alive]
        self.team = {seat.seat for seat in observation.seats if seat.teammate}
        self.heard = heard
        self.claimants = {claim.by for claim in heard}

    @cached_property
    def facts(self) -> Mapping[SeatId, Faction]:
        """Alignments that are beyond doubt."""
        facts = {seat.seat: seat.faction for seat in self.seen.seats if seat.faction is not None}
        for finding in self.own.findings:
            said = verdict(finding.result)
            if said is not None:
                facts.setdefault(finding.subject, side(said))
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
        """How far to believe what somebody claims, from 0; below that it is taken for a lie.

        Whoever is killed at night was feared; whoever only answers an accusation has made it up.
        """
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
            return 10 if has(view.role, INVESTIGATE) else 0
        if view.seat in facts:
            return 9
        if view.cause is Cause.KILLED:
            trust += 3
        elif view.seat in self._answering:
            trust = 0
        return trust // (1 + 3 * self._rivals(view.seat))  # against one rival little is left of it

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

    @cached_property
    def public_suspicion(self) -> dict[SeatId, int]:
        """What somebody who knows no more than the room would think, for one of the Mafia to act upon."""
        doubt = dict.fromkeys((view.seat for view in self.seen.seats), 0)
        for claim in self.heard:
            doubt[claim.subject] += 30 if claim.result == GUILTY else -30
        return doubt
