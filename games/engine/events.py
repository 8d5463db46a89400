"""What happened.  Past tense; applied by ``evolution.evolve``, addressed to an audience when emitted.

An event says only what its whole audience may know: where some may know more, there are two events.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.engine.audience import Audience
from games.engine.ids import AbilityId, Millis, RoleId, SeatId
from games.engine.led_events import (
    ActsDropped,
    LeadChanged,
    NominationSeconded,
    PlayerNominated,
    PlayerPutBack,
    StepBegan,
    StepUndone,
)
from games.engine.night_events import PlayerPromoted, PlayerRecruited
from games.engine.roles import Faction
from games.engine.rules import HOST_RIGHTS, HostRight, Ruleset


class Cause(StrEnum):
    """How somebody went out."""

    KILLED = "killed"
    ELIMINATED = "eliminated"
    LEFT = "left"
    SACRIFICED = "sacrificed"
    REVENGE = "revenge"
    HOUSE_RULE = "house_rule"


class NewsKind(StrEnum):
    NOBODY_DIED = "nobody_died"
    DIED = "died"
    CONDEMNED = "condemned"
    ELIMINATED = "eliminated"
    NOBODY_ELIMINATED = "nobody_eliminated"
    TIE = "tie"
    RUNOFF = "runoff"
    SKIP_SPENT = "skip_spent"
    REVEALED = "revealed"
    LEFT = "left"
    QUIET = "quiet"
    NOMINATED = "nominated"
    UNDONE = "undone"
    MARKED_OUT = "marked_out"
    PUT_BACK = "put_back"


@dataclass(frozen=True, slots=True)
class News:
    """One sentence of the public story.  ``seats`` are those it speaks of, in seat order;
    ``number`` is what it counts, and ``role`` the one it names, if any."""

    kind: NewsKind
    seats: tuple[SeatId, ...] = ()
    number: int = 0
    role: RoleId | None = None


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
class ChoiceMade:
    """``slot``: the choice it replaces; every slot for ``hold``.  ``shared``: one that the team sees."""

    seat: SeatId
    ability: AbilityId
    target: SeatId | None
    slot: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class PickWithdrawn:
    """What the team saw of ``seat`` in ``slot`` is replaced by a choice that it does not see."""

    seat: SeatId
    slot: str


@dataclass(frozen=True, slots=True, repr=False)
class PowerSpent:
    """The aim of a power that took effect, kept for rules about the same target twice and about uses."""

    seat: SeatId
    ability: AbilityId
    target: SeatId
    night: int


@dataclass(frozen=True, slots=True, repr=False)
class ResultLearned:
    """``result``: a faction's or role's reading, such as ``mafia`` or ``not_mafia``; or what a watch saw,
    with whom was ``visited``."""

    seat: SeatId
    subject: SeatId
    result: str
    night: int
    visited: SeatId | None = None


@dataclass(frozen=True, slots=True, repr=False)
class PlayerSilenced:
    """``seat`` can neither write nor speak on the day with the number ``day`` (R7, R10)."""

    seat: SeatId
    day: int


@dataclass(frozen=True, slots=True, repr=False)
class DrawMade:
    """A lot that fell on ``chosen``, drawn under ``label`` from ``candidates`` in this order (C2)."""

    label: str
    candidates: tuple[SeatId, ...]
    chosen: SeatId


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
    | LeadChanged
    | ActsDropped
    | PlayerPutBack
)


@dataclass(frozen=True, slots=True)
class Addressed:
    event: Event
    audience: Audience
