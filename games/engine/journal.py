"""The journal: what players note of each other for themselves, and the table sees at the end (G14, C3).

It changes nothing in a game, so it is no part of its state; this says who may keep one.
"""

from enum import StrEnum

from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.state import State


class Tag(StrEnum):
    TRUSTED = "trusted"
    SUSPICIOUS = "suspicious"
    EVIL = "evil"


def tag_refusal(state: State, by: SeatId, subject: SeatId) -> Reason | None:
    """Why ``by`` may not tag ``subject`` now.  Anybody may, in or out, who has not left."""
    if not state.ruleset.journal:
        return Reason.NO_JOURNAL
    if state.ending is not None:
        return Reason.GAME_OVER
    if not 0 <= by < len(state.seats) or not 0 <= subject < len(state.seats):
        return Reason.NO_SUCH_SEAT
    if state.seats[by].left:
        return Reason.HAS_LEFT
    return Reason.SELF_TARGET if by == subject else None
