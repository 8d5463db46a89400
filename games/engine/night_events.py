"""What happens in a night.  Part of ``events.Event``."""

from dataclasses import dataclass

from games.engine.ids import AbilityId, RoleId, SeatId
from games.engine.roles import Faction


@dataclass(frozen=True, slots=True, repr=False)
class PlayerRecruited:
    """``seat`` is of another side now, and has another role (S15)."""

    seat: SeatId
    role: RoleId
    faction: Faction


@dataclass(frozen=True, slots=True, repr=False)
class PlayerPromoted:
    """``seat`` takes a place that has fallen vacant, and has its role and no longer the old one (G5)."""

    seat: SeatId
    role: RoleId


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
