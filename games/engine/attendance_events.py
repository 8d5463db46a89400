"""Who is there and who holds the host's powers.  Part of ``events.Event``."""

from dataclasses import dataclass

from games.engine.ids import Millis, SeatId


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Left or was removed; goes out at the next resolution (C6)."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class PlayerWentAway:
    seat: SeatId
    at: Millis


@dataclass(frozen=True, slots=True)
class AbsenceNoted:
    """Away long enough that nobody waits any more (P16, C5)."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    seat: SeatId


@dataclass(frozen=True, slots=True)
class HostChanged:
    """``host`` holds the host's powers now (C5)."""

    host: SeatId


@dataclass(frozen=True, slots=True)
class GamePaused:
    at: Millis


@dataclass(frozen=True, slots=True)
class GameResumed:
    at: Millis
