"""What comes of a vote: first the table sees the counts alone, then it is told the verdict (S7)."""

from dataclasses import replace

from games.engine.day_events import BallotsCounted, VerdictGiven
from games.engine.errors import Reason
from games.engine.phases.base import begin
from games.engine.phases.ready import ANNOUNCEMENT
from games.engine.phases.vote import announce
from games.engine.places import Place
from games.engine.turn import Turn
from games.engine.votes import Outcome


def _begin(turn: Turn, place: Place) -> None:
    """The counts are shown, and not yet what comes of them."""
    voted, vote = turn.state.stage, turn.state.last_vote
    assert vote is not None
    begin(turn, place)
    turn.tell_room(BallotsCounted(voted.ready, voted.waited_for, vote.totals))


def give(turn: Turn) -> Reason | None:
    """Tell the verdict, and leave the table as long again to take it in."""
    state, vote = turn.state, turn.state.last_vote
    if state.place.kind != "verdict" or vote is None:
        return Reason.WRONG_PHASE
    if state.stage.verdict:
        return Reason.ALREADY_DONE
    turn.tell_room(VerdictGiven(turn.at + state.stage.due_at - state.stage.began_at))
    announce(turn, Outcome(vote.eliminated, vote.tied))
    return None


def _expire(turn: Turn) -> None:
    """A host who is gone keeps nobody waiting: the verdict is told, and in the end night falls (C5)."""
    give(turn)


KIND = replace(ANNOUNCEMENT, begin=_begin, expire=_expire, may_end=lambda state: state.stage.verdict)
