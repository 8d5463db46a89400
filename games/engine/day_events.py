"""What happens by day: ballots, what comes of them, and who shows a card.  Part of ``events.Event``."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.ids import Millis, RoleId, SeatId
from games.engine.roles import Faction


@dataclass(frozen=True, slots=True, repr=False)
class BallotCast:
    seat: SeatId
    target: SeatId
    at: Millis


@dataclass(frozen=True, slots=True)
class BallotWithdrawn:
    seat: SeatId
    at: Millis


@dataclass(frozen=True, slots=True)
class BallotsCounted:
    """What the room sees of a vote that is on: how many have answered, and the totals if it may see them."""

    answered: int
    of: int
    totals: Mapping[SeatId, int]


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """``totals`` decided it.  ``ballots`` are named only where the setting shows names (C18).
    ``eliminated`` goes out now, or after a last defense (R12)."""

    totals: Mapping[SeatId, int]
    ballots: Mapping[SeatId, SeatId]
    eliminated: SeatId | None
    tied: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """What comes of the latest vote is told now; the table has until ``due_at`` to take it in (S7)."""

    due_at: Millis


@dataclass(frozen=True, slots=True)
class PlayerRevealed:
    """``seat`` has shown everybody who they are; their vote has this ``weight`` from now on (G15)."""

    seat: SeatId
    role: RoleId
    faction: Faction
    weight: int


@dataclass(frozen=True, slots=True)
class SkipSpent:
    """The town has spent a point of its budget of skips; so many are ``left`` (R12)."""

    left: int
