"""What people, bots and the clock may ask for.  Imperative; each is checked by ``game.decide``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.ids import NARRATOR, AbilityId, RoleId, SeatId
from games.engine.rules import HOST_RIGHTS, HostRight, Ruleset


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Somebody who sits down when the game starts; without a ``phone`` the moderator enters what they do."""

    name: str
    bot: bool = False
    present: bool = True
    phone: bool = True


@dataclass(frozen=True, slots=True)
class StartGame:
    """``seed`` and ``salt`` are hexadecimal, fresh, and secret until the end (C2).

    ``roles`` deals by hand, in seat order; the deal is then marked unverified.  ``host_may``: what the host
    is allowed during this game.
    """

    ruleset: Ruleset
    seats: tuple[SeatSetup, ...]
    seed: str = field(repr=False)
    salt: str = field(repr=False)
    host: SeatId = NARRATOR
    roles: tuple[RoleId, ...] | None = field(default=None, repr=False)
    host_may: frozenset[HostRight] = HOST_RIGHTS


@dataclass(frozen=True, slots=True)
class Tick:
    """Let time that has run out take effect."""


@dataclass(frozen=True, slots=True)
class MarkReady:
    """ "Got it", "done talking" or "done speaking", as the phase has it (P2, P16, P17)."""

    seat: SeatId


@dataclass(frozen=True, slots=True, repr=False)
class Choose:
    """Choose what to do tonight (C8).  ``target`` is None for choices that aim at nobody."""

    seat: SeatId
    ability: AbilityId
    target: SeatId | None = None


@dataclass(frozen=True, slots=True)
class ConfirmNight:
    """Say that tonight's choice stands (C15)."""

    seat: SeatId


@dataclass(frozen=True, slots=True, repr=False)
class CastBallot:
    """Vote for a seat or for NOBODY; replaces an earlier ballot (C16)."""

    seat: SeatId
    target: SeatId


@dataclass(frozen=True, slots=True)
class WithdrawBallot:
    seat: SeatId


@dataclass(frozen=True, slots=True)
class RevealRole:
    """Show everybody who one is, and count for more from then on (G15)."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class LeaveGame:
    seat: SeatId


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """The host puts somebody out of the game; counts as having left (C6)."""

    by: SeatId
    seat: SeatId


@dataclass(frozen=True, slots=True)
class AdvancePhase:
    """The host ends the phase, where the preset lets them (P16)."""

    by: SeatId


@dataclass(frozen=True, slots=True)
class RevealVotes:
    """The host closes the vote and shows the counts (S7)."""

    by: SeatId


@dataclass(frozen=True, slots=True)
class GiveVerdict:
    """The host announces what comes of the counts (S7)."""

    by: SeatId


@dataclass(frozen=True, slots=True)
class PauseGame:
    by: SeatId


@dataclass(frozen=True, slots=True)
class ResumeGame:
    by: SeatId


@dataclass(frozen=True, slots=True)
class MarkAway:
    """The last connection of a seat, or of the narrator, is gone (C4)."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class MarkPresent:
    seat: SeatId


@dataclass(frozen=True, slots=True)
class Nominate:
    """Name somebody whom the table should vote on (M10)."""

    seat: SeatId
    target: SeatId


@dataclass(frozen=True, slots=True)
class SecondNomination:
    """Support the nomination that is open (M10)."""

    seat: SeatId


@dataclass(frozen=True, slots=True)
class OpenVote:
    by: SeatId


@dataclass(frozen=True, slots=True)
class CloseVote:
    by: SeatId


@dataclass(frozen=True, slots=True)
class UndoStep:
    """The moderator takes back the last step (M17)."""

    by: SeatId


@dataclass(frozen=True, slots=True)
class MarkOut:
    """The moderator puts somebody out by house rule (M17)."""

    by: SeatId
    seat: SeatId


@dataclass(frozen=True, slots=True)
class PutBack:
    """The moderator lets somebody who is out back into the game (M17)."""

    by: SeatId
    seat: SeatId


SeatCommand = (
    MarkReady
    | Choose
    | ConfirmNight
    | CastBallot
    | WithdrawBallot
    | RevealRole
    | LeaveGame
    | Nominate
    | SecondNomination
)


@dataclass(frozen=True, slots=True, repr=False)
class Enter:
    """The moderator enters what somebody without a phone, or with one that is not connected, does (M5)."""

    by: SeatId
    command: SeatCommand


HostCommand = RemovePlayer | AdvancePhase | RevealVotes | GiveVerdict | PauseGame | ResumeGame
ModeratorCommand = OpenVote | CloseVote | UndoStep | MarkOut | PutBack | Enter
PlayCommand = Tick | MarkAway | MarkPresent | SeatCommand | HostCommand | ModeratorCommand
Command = StartGame | PlayCommand

_PLAIN: Mapping[
    str, type[MarkReady | ConfirmNight | WithdrawBallot | RevealRole | LeaveGame | SecondNomination]
] = {
    "second": SecondNomination,
    "ready": MarkReady,
    "confirm": ConfirmNight,
    "unvote": WithdrawBallot,
    "reveal": RevealRole,
    "leave": LeaveGame,
}
_HOST: Mapping[
    str,
    type[AdvancePhase | RevealVotes | GiveVerdict | PauseGame | ResumeGame | OpenVote | CloseVote | UndoStep],
] = {
    "open_vote": OpenVote,
    "close_vote": CloseVote,
    "undo": UndoStep,
    "next": AdvancePhase,
    "reveal_votes": RevealVotes,
    "finalize": GiveVerdict,
    "pause": PauseGame,
    "resume": ResumeGame,
}
_CORRECTIONS: Mapping[str, type[MarkOut | PutBack]] = {"mark_out": MarkOut, "put_back": PutBack}


def command_for(verb: str, by: SeatId, target: SeatId | None = None) -> Command:
    """The command that ``verb`` means when ``by`` says it.

    Every verb that is not one of the plain ones is taken for a night ability; whether there is such an
    ability, and a target where one is needed, is for ``decide`` to say.
    """
    if verb in _PLAIN:
        return _PLAIN[verb](by)
    if verb in _HOST:
        return _HOST[verb](by)
    if verb == "vote" and target is not None:
        return CastBallot(by, target)
    if verb == "remove" and target is not None:
        return RemovePlayer(by, target)
    if verb in _CORRECTIONS and target is not None:
        return _CORRECTIONS[verb](by, target)
    if verb == "nominate" and target is not None:
        return Nominate(by, target)
    return Choose(by, AbilityId(verb), target)


@dataclass(frozen=True, slots=True)
class Legal:
    """Something a viewer may do now.  ``targets`` are all it may aim at; None if it aims at nobody."""

    verb: str
    targets: tuple[SeatId, ...] | None = None
