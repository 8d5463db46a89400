"""What happens at a table that somebody moderates, and by nominations (M10, M17)."""

from dataclasses import dataclass

from games.engine.ids import Millis, SeatId


@dataclass(frozen=True, slots=True)
class PlayerNominated:
    """``by`` has used the nomination they have on the day with the number ``day``.  ``needs_second``: nobody
    answers it before somebody else supports it."""

    by: SeatId
    nominee: SeatId
    day: int
    needs_second: bool


@dataclass(frozen=True, slots=True)
class NominationSeconded:
    by: SeatId


@dataclass(frozen=True, slots=True)
class StepBegan:
    """What follows can be taken back as one step."""


@dataclass(frozen=True, slots=True)
class StepUndone:
    """All is again as it was before the last step, but for who is here and who has left.  ``place``, ``day``
    and ``night`` say where; the phase gets a new ``number``, so that no answer to what was undone counts."""

    place: str
    number: int
    day: int
    night: int
    at: Millis
    due_at: Millis


@dataclass(frozen=True, slots=True)
class PhaseReopened:
    """Nobody is waited for in the phase to which a step back has led, as those who were have left since.  It
    lasts until the moderator ends it, or its time (M17)."""


@dataclass(frozen=True, slots=True)
class LeadChanged:
    """Phases go by the clock, or again as the moderator calls them.  ``due_at``: when the one that is on
    ends now (C5)."""

    by_clock: bool
    due_at: Millis


@dataclass(frozen=True, slots=True)
class ActsDropped:
    """What ``seat`` has chosen in this phase, and what was chosen against them, no longer counts."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class PlayerPutBack:
    """``seat``, who was out, plays on (M17)."""

    seat: SeatId
