"""A tap at night: asked for by everybody in the same words, and made into what the role can do (C1)."""

from dataclasses import dataclass

from games.engine.checks import player_refusal, usable_powers
from games.engine.commands import Choose, Enter
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


def choice_of(state: State, tap: Tap) -> Choose | Enter:
    """What the tap means: the use of a power of theirs, or else a suspicion.  Whether it may be made, and in
    this phase, the rules say."""
    chosen = _choice(state, tap)
    return chosen if tap.entered_by is None else Enter(tap.entered_by, chosen)


def _choice(state: State, tap: Tap) -> Choose:
    if tap.target == NOBODY:
        return Choose(tap.seat, HOLD)
    if tap.power:
        return Choose(tap.seat, AbilityId(tap.power), tap.target)
    powers = () if player_refusal(state, tap.seat) else usable_powers(state, tap.seat)
    return Choose(tap.seat, powers[0].ability if powers else SUSPECT, tap.target)
