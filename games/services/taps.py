"""A tap on a name: asked for by everybody in the same words, and made into what it means (C1, S6)."""

from dataclasses import dataclass

from games.engine.abilities import ABILITIES
from games.engine.checks import player_refusal, usable_powers
from games.engine.commands import CastBallot, Choose, Command, Enter, SeatCommand, WithdrawBallot
from games.engine.ids import NOBODY, AbilityId, SeatId
from games.engine.night import HOLD, SUSPECT
from games.engine.state import State

TAP = "tap"
"""The verb, where others are the engine's own."""


@dataclass(frozen=True, slots=True, repr=False)
class Tap:
    """``target`` is a seat, or NOBODY for choosing to do nothing.  ``power``: the ability it is for, where
    somebody has several; empty for the first.  ``entered_by``: a moderator, for somebody else."""

    seat: SeatId
    target: SeatId | None
    power: str = ""
    entered_by: SeatId | None = None


def meaning_of(state: State, tap: Tap) -> Command:
    """What the tap means.  Whether it may be made, and in this phase, the rules say."""
    meant = _ballot(state, tap) if state.place.tap_withdraws else _choice(state, tap)
    return meant if tap.entered_by is None else Enter(tap.entered_by, meant)


def _ballot(state: State, tap: Tap) -> SeatCommand:
    """In a vote in which a second tap on a name takes the ballot back (S6)."""
    if tap.target is not None and state.stage.ballots.get(tap.seat) == tap.target:
        return WithdrawBallot(tap.seat)
    return Choose(tap.seat, AbilityId("vote")) if tap.target is None else CastBallot(tap.seat, tap.target)


def _choice(state: State, tap: Tap) -> Choose:
    """At night: the use of a power of theirs, or else a suspicion.  A power that is aimed at nobody is used
    by a tap on oneself."""
    if tap.target == NOBODY:
        return Choose(tap.seat, HOLD)
    if tap.power:
        return Choose(tap.seat, AbilityId(tap.power), tap.target)
    powers = () if player_refusal(state, tap.seat) else usable_powers(state, tap.seat)
    power = powers[0] if powers else None
    if power is None or not (power.aimed or tap.target == tap.seat):
        return Choose(tap.seat, SUSPECT, tap.target)
    verb = AbilityId(ABILITIES[power.ability].word)
    return Choose(tap.seat, verb, tap.target if power.aimed else None)
