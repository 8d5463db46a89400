"""What happened.  Past tense; applied by ``evolution.evolve``, addressed to an audience when emitted.

An event says only what its whole audience may know: where some may know more, there are two events.
"""

from dataclasses import dataclass

from games.engine.attendance_events import (
    AbsenceNoted,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerLeft,
    PlayerReturned,
    PlayerWentAway,
)
from games.engine.audience import Audience
from games.engine.day_events import (
    BallotCast,
    BallotsCounted,
    BallotWithdrawn,
    PlayerRevealed,
    SkipSpent,
    VerdictGiven,
    VoteClosed,
)
from games.engine.ids import Millis, RoleId, SeatId
from games.engine.led_events import (
    ActsDropped,
    LeadChanged,
    NominationSeconded,
    PhaseReopened,
    PlayerNominated,
    PlayerPutBack,
    StepBegan,
    StepUndone,
)
from games.engine.news import Cause, News
from games.engine.night_events import (
    ChoiceMade,
    PickWithdrawn,
    PlayerPromoted,
    PlayerRecruited,
    PlayerSilenced,
    PowerSpent,
    ResultLearned,
)
from games.engine.roles import Faction
from games.engine.rules import HOST_RIGHTS, HostRight, Ruleset


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    name: str
    bot: bool
    present: bool
    phone: bool = True


@dataclass(frozen=True, slots=True)
class GameStarted:
    """``commitment``: SHA-256 of seed and salt, hexadecimal (C2).  ``calls``: the turns of a narrated
    night, in order (S2)."""

    ruleset: Ruleset
    seats: tuple[SeatedPlayer, ...]
    host: SeatId
    commitment: str
    verified: bool
    at: Millis
    host_may: frozenset[HostRight] = HOST_RIGHTS
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class SeedSet:
    """``roles``: the cards in the order before the shuffle, or as they were dealt by hand."""

    seed: str
    salt: str
    roles: tuple[RoleId, ...]


@dataclass(frozen=True, slots=True, repr=False)
class RoleDealt:
    seat: SeatId
    role: RoleId
    faction: Faction


@dataclass(frozen=True, slots=True, repr=False)
class TeamMet:
    """These seats know each other as members of the Mafia."""

    seats: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """``number`` counts phases from 1.  ``due_at`` is the absolute deadline.  ``candidates`` are who may
    be voted for; ``speakers`` have the word, the first of them now."""

    place: str
    number: int
    day: int
    night: int
    at: Millis
    due_at: Millis
    candidates: tuple[SeatId, ...] = ()
    speakers: tuple[SeatId, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnCalled:
    """The turn of the night named ``call`` begins.  For all alike, whoever has it and whether or not anybody
    does (S2)."""

    call: str


@dataclass(frozen=True, slots=True)
class ReadyMarked:
    """Got it, confirmed, or done, as the phase has it.  For the one who did it alone."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class ReadyCounted:
    """How many of those who are waited for are done; never who (C15)."""

    ready: int
    of: int


@dataclass(frozen=True, slots=True, repr=False)
class DrawMade:
    """A lot that fell on ``chosen``, drawn under ``label`` from ``candidates`` in this order (C2)."""

    label: str
    candidates: tuple[SeatId, ...]
    chosen: SeatId


@dataclass(frozen=True, slots=True)
class PlayerWentOut:
    """``role`` and ``faction``: what the flip setting shows."""

    seat: SeatId
    cause: Cause
    role: RoleId | None
    faction: Faction | None


@dataclass(frozen=True, slots=True, repr=False)
class CauseNoted:
    """What ``seat`` has really gone out by, where that would tell the room who they were (C13)."""

    seat: SeatId
    cause: Cause


@dataclass(frozen=True, slots=True)
class NewsTold:
    news: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """``quiet``: rounds running in which nobody has gone out, this one included (C25)."""

    quiet: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Everything is open now (C3).  ``winning``: factions that won; empty when nobody did."""

    winning: tuple[Faction, ...]
    winners: tuple[SeatId, ...]
    roles: tuple[RoleId, ...]
    factions: tuple[Faction, ...]
    seed: str
    salt: str
    at: Millis


Event = (
    GameStarted
    | SeedSet
    | RoleDealt
    | TeamMet
    | PhaseBegan
    | TurnCalled
    | ReadyMarked
    | ReadyCounted
    | ChoiceMade
    | PickWithdrawn
    | PowerSpent
    | ResultLearned
    | PlayerSilenced
    | DrawMade
    | BallotCast
    | BallotWithdrawn
    | BallotsCounted
    | VoteClosed
    | VerdictGiven
    | PlayerRevealed
    | SkipSpent
    | PlayerWentOut
    | CauseNoted
    | PlayerRecruited
    | PlayerPromoted
    | NewsTold
    | RoundEnded
    | PlayerLeft
    | PlayerWentAway
    | AbsenceNoted
    | PlayerReturned
    | HostChanged
    | GamePaused
    | GameResumed
    | GameEnded
    | PlayerNominated
    | NominationSeconded
    | StepBegan
    | StepUndone
    | PhaseReopened
    | LeadChanged
    | ActsDropped
    | PlayerPutBack
)


@dataclass(frozen=True, slots=True)
class Addressed:
    event: Event
    audience: Audience
