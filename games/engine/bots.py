"""Bots: players that see only what their seat may see, and speak in claims (C7).

A bot takes its own observation, the claims that were made aloud and its own luck, and gives back what it
does.  How long it thinks depends on its seat and the phase alone, so that its timing tells nothing of its
role.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.engine.beliefs import CONVINCED, GUILTY, Beliefs, Claim, has, verdict
from games.engine.checks import avenges
from games.engine.commands import Command, Legal, command_for
from games.engine.ids import NOBODY, AbilityId, SeatId
from games.engine.observed import Observation, Own
from games.engine.phases.line import kind_of
from games.engine.rng import derived, draw
from games.engine.roles import (
    ALERT,
    CLEAN,
    DISTRACT,
    FRAME,
    GUARD,
    INVESTIGATE,
    KILL,
    PROTECT,
    RECRUIT,
    REVENGE,
    SHOOT,
    SILENCE,
    Faction,
)
from games.engine.state import State

_FEW = 6
"""At a table no larger than this a wrong elimination is worse than none, if their number is even."""

_LATE = 3
"""The day from which nobody who counts for more by showing who they are keeps it to themselves."""

_EACH, _TRUSTED = 6, 18
"""How much anybody's ballot speaks for a name, and that of somebody who is trusted."""


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
    avengers = frozenset([seat for seat in state.numbers() if avenges(state, seat)])
    return (kind.waits_for(state) | avengers) - kind.done(state)


def delay(seat: SeatId, phase_number: int, step: int) -> int:
    """Milliseconds from the beginning of a phase to a bot's ``step``, counted from 0, in it."""
    thinking = 1_500 + draw("00", f"first:{seat}:{phase_number}", 4_000)
    return thinking + sum(600 + draw("00", f"then:{seat}:{phase_number}:{n}", 900) for n in range(step))


def luck(state: State, seat: SeatId) -> str:
    """The key, hexadecimal, from which the bot on ``seat`` draws.  Secret until the end like the seed: for
    whoever could draw along would see which of the bots would have made the night's choices (C1)."""
    return derived(state.setup.seed, f"luck:{seat}")


def act(observation: Observation, heard: tuple[Claim, ...], key: str) -> Act:
    """What the bot whose observation and ``luck`` these are does now."""
    verbs = {legal.verb: legal for legal in observation.legal}
    if observation.own is None:
        return Act(None)
    mind = _Mind(observation, observation.own, heard, key)
    if "vote" in verbs:
        return Act(command_for("vote", mind.seat, mind.ballot(verbs["vote"].targets or ())))
    if "confirm" in verbs:
        chosen = bool(mind.own.choices)
        return Act(command_for("confirm", mind.seat) if chosen else mind.night_choice(observation.legal))
    if "second" in verbs:
        return Act(command_for("second", mind.seat))
    if "nominate" in verbs:
        named = mind.ballot(verbs["nominate"].targets or ())
        if named != NOBODY:
            return Act(command_for("nominate", mind.seat, named))
    if "reveal" in verbs and observation.kind == "talk" and mind.reveals():
        return Act(command_for("reveal", mind.seat))
    if "ready" in verbs:
        return Act(command_for("ready", mind.seat), mind.claim() if observation.kind == "talk" else None)
    return Act(None)


class _Mind(Beliefs):
    """What a bot does and says by its beliefs."""

    def __init__(self, observation: Observation, own: Own, heard: tuple[Claim, ...], key: str) -> None:
        super().__init__(observation, own, heard)
        self.key = key
        self.guilty = own.faction is Faction.MAFIA

    def _draw(self, about: str, n: int) -> int:
        return draw(self.key, f"{self.seen.phase_number}:{about}", n)

    def _coin(self, name: SeatId) -> int:
        """A die that the whole table sees, so that those who know nothing agree without being led."""
        return draw(self.seen.commitment, f"coin:{self.seen.phase_number}:{name}", 20)

    # --- what it does ---

    def ballot(self, targets: Iterable[SeatId]) -> SeatId:
        """Whom it votes for: the most suspect, with some leaning towards the names others gave."""
        names = [target for target in targets if target != NOBODY]
        doubt = self.public_suspicion if self.guilty else self.suspicion
        if not any(doubt[name] >= CONVINCED for name in names) and self._rather_waits():
            return NOBODY
        open_names = [name for name in names if name not in self.team or self._sacrifices(name, doubt)]
        following = self._following(names, doubt)
        return max(
            open_names,
            key=lambda name: (doubt[name] + following[name] + self._coin(name), -name),
            default=NOBODY,
        )

    def reveals(self) -> bool:
        """Whether it shows its card, to count for more: with somebody to vote out, or when it gets late."""
        convicted = any(self.suspicion[seat] >= CONVINCED for seat in self.living if seat != self.seat)
        return convicted or self.seen.day >= _LATE

    def _rather_waits(self) -> bool:
        """Whether, with nobody convicted, a day without an elimination is the better one.  Of an even number
        the Mafia gain nothing by it; a skip is spent on it only if nobody has said anything to go by."""
        if len(self.living) % 2:
            return False
        affordable = bool(self.seen.skip_budget) and not self.heard
        return affordable or (len(self.living) <= _FEW and not self.guilty)

    def _following(self, names: Iterable[SeatId], doubt: Mapping[SeatId, int]) -> dict[SeatId, int]:
        """How much the ballots that are given speak for each name: those of the trusted most, those of the
        suspect nothing."""
        following = {name: _EACH * self.seen.totals.get(name, 0) for name in names}
        for view in self.seen.seats:
            if view.vote in following:
                if doubt[view.seat] < 0:
                    following[view.vote] += _TRUSTED - _EACH
                elif doubt[view.seat] >= CONVINCED:
                    following[view.vote] -= _EACH
        return following

    def _sacrifices(self, teammate: SeatId, doubt: Mapping[SeatId, int]) -> bool:
        """Whether to vote against a teammate who is lost anyhow, so as to look like one of the town."""
        return doubt[teammate] >= CONVINCED and self._draw("sacrifice", 2) == 0

    def night_choice(self, legal: Iterable[Legal]) -> Command:
        verbs = {one.verb: one.targets for one in legal if one.verb not in ("remove", "leave", "confirm")}
        if ALERT in verbs and self._lies_in_wait():
            return command_for(ALERT, self.seat)
        choices = [verb for verb, targets in verbs.items() if targets]
        if not choices:
            # what the team has chosen stands, so there is nothing to choose and nothing to hold back
            return command_for("hold" if "hold" in verbs else "confirm", self.seat)
        verb = RECRUIT if RECRUIT in choices and self._recruits() else choices[0]
        wish = {
            KILL: self._wish_to_kill,
            PROTECT: self._wish_to_protect,
            GUARD: self._wish_to_protect,
            SHOOT: self._wish_to_shoot,
            REVENGE: self._wish_to_shoot,
            FRAME: self._wish_to_trouble,
            SILENCE: self._wish_to_trouble,
            RECRUIT: self._wish_to_trouble,
            DISTRACT: self._wish_to_trouble if self.guilty else self._wish_to_stop,
            CLEAN: self._wish_to_clean,
        }.get(AbilityId(verb), self._wish_to_know)
        targets = verbs[verb] or ()
        best = max(targets, key=lambda target: (wish(target) + self._draw(f"night:{target}", 10), -target))
        if verb == SHOOT and not self._shoots(best):
            return command_for("hold", self.seat)
        return command_for(verb, self.seat, best)

    def _wish_to_kill(self, target: SeatId) -> int:
        """Agree with the team; else whoever has told the truth about it; else whoever is believed."""
        picked = sum(choice.target == target for choice in self.own.team_choices)
        truths = sum(claim.by == target and claim.subject in (self.seat, *self.team) for claim in self.heard)
        found_out = any(
            finding.subject == target and has(finding.result, INVESTIGATE) for finding in self.own.findings
        )
        return 60 * picked + 40 * found_out + 30 * bool(truths) + 5 * (target in self.claimants)

    def _wish_to_protect(self, target: SeatId) -> int:
        """Whoever speaks for the town, the more so the less is said against them; then oneself."""
        doubt = self.suspicion[target]
        if doubt >= CONVINCED:
            return -30
        return (20 - doubt) * (target in self.claimants) + 3 * (target == self.seat)

    def _wish_to_shoot(self, target: SeatId) -> int:
        """The most suspect."""
        return self.suspicion[target]

    def _shoots(self, target: SeatId) -> bool:
        """At whoever is as good as convicted.  On anybody only where the Mafia's kill would leave an even
        number: then a shot takes the place of a day without an elimination."""
        return self.suspicion[target] >= CONVINCED or (len(self.living) % 2 == 1 and self.seen.day > 1)

    def _wish_to_trouble(self, target: SeatId) -> int:
        """Whoever speaks for the town; nobody of the own team."""
        return -60 if target in (self.seat, *self.team) else 20 * (target in self.claimants)

    def _wish_to_stop(self, target: SeatId) -> int:
        """Whoever is most likely to kill tonight; nobody who speaks for the town."""
        return self.suspicion[target] - 20 * (target in self.claimants)

    def _wish_to_clean(self, target: SeatId) -> int:
        """Whom the team has picked; else whoever it is likely to."""
        picked = any(choice.target == target for choice in self.own.team_choices)
        return 60 * picked + self._wish_to_trouble(target)

    def _recruits(self) -> bool:
        """Once nobody else of the team is left to see the game through."""
        return not any(seat in self.team for seat in self.living)

    def _lies_in_wait(self) -> bool:
        """More likely for somebody whom the Mafia has heard speak."""
        return self._draw("alert", 2 if self.seat in self.claimants else 3) == 0

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
        """One finding a day, from the first on: a found Mafia before anybody else."""
        said = self._said()
        found = [(f.subject, verdict(f.result)) for f in self.own.findings if f.subject not in said]
        new = [
            Claim(self.seat, subject, told)
            for subject, told in found
            if told is not None and subject in self.living
        ]
        return min(new, key=lambda claim: claim.result != GUILTY, default=None)

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
