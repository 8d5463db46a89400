"""The public story, sentence by sentence, and how somebody went out."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.ids import RoleId, SeatId


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
