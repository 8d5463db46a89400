"""What a moderator does at the table: call the phases, and correct slips (M17)."""

from collections.abc import Iterable
from typing import assert_never

from games.engine.checks import acts_through_moderator
from games.engine.commands import (
    AdvancePhase,
    CloseVote,
    Legal,
    MarkOut,
    OpenVote,
    PutBack,
    UndoStep,
)
from games.engine.errors import Reason
from games.engine.events import NewsTold
from games.engine.ids import NARRATOR, SeatId
from games.engine.led_events import ActsDropped, LeadChanged, PhaseReopened, PlayerPutBack, StepUndone
from games.engine.news import Cause, News, NewsKind
from games.engine.phases.base import due_at
from games.engine.phases.line import end_phase, following, is_complete
from games.engine.phases.resolution import take_out
from games.engine.state import State
from games.engine.turn import Turn

Call = AdvancePhase | OpenVote | CloseVote | UndoStep | MarkOut | PutBack


def moderator_refusal(state: State, by: SeatId) -> Reason | None:
    """The powers of a moderator are nobody else's, and pass to nobody."""
    return None if state.ruleset.moderated and by == NARRATOR else Reason.NOT_MODERATOR


def entry_refusal(state: State, by: SeatId, seat: SeatId) -> Reason | None:
    """Why ``by`` may not enter anything for ``seat``: choices come from phones where there are any (M5)."""
    refusal = moderator_refusal(state, by)
    if refusal is not None:
        return refusal
    if not 0 <= seat < len(state.seats):
        return Reason.NO_SUCH_SEAT
    return None if acts_through_moderator(state, seat) else Reason.HAS_A_PHONE


def handle(turn: Turn, command: Call) -> Reason | None:
    state = turn.state
    refusal = moderator_refusal(state, command.by)
    if refusal is None and state.paused_at is not None:
        refusal = Reason.GAME_PAUSED
    if refusal is not None:
        return refusal
    match command:
        case AdvancePhase():
            return _end_if(turn, True)
        case OpenVote():
            return _end_if(turn, _can_open_vote(state))
        case CloseVote():
            return _end_if(turn, state.place.kind == "vote")
        case UndoStep():
            return _undo(turn)
        case MarkOut(seat=seat):
            return _mark_out(turn, seat)
        case PutBack(seat=seat):
            return _put_back(turn, seat)
        case unknown:
            assert_never(unknown)


def _can_open_vote(state: State) -> bool:
    return state.place.kind != "vote" and following(state).kind == "vote"


def _end_if(turn: Turn, possible: bool) -> Reason | None:
    if not possible:
        return Reason.WRONG_PHASE
    end_phase(turn)
    return None


def _undo(turn: Turn) -> Reason | None:
    """Back to how it was before the last step.  What it has told people, it has told them."""
    state = turn.state
    if not state.trail:
        return Reason.NOTHING_TO_UNDO
    before = state.trail[-1]
    place = state.ruleset.place(before.stage.place)
    news = tuple(item for item in before.news if item.kind is not NewsKind.UNDONE)
    turn.tell_room(NewsTold((*news, News(NewsKind.UNDONE))))
    turn.tell_room(
        StepUndone(
            place=place.id,
            number=state.stage.number + 1,
            day=before.stage.day,
            night=before.stage.night,
            at=turn.at,
            due_at=due_at(state, place, turn.at),
        )
    )
    if is_complete(turn.state):  # by a leave, which is not undone: it would end at once, and undo nothing
        turn.tell_room(PhaseReopened())
    return None


def _seat_refusal(state: State, seat: SeatId, *, alive: bool) -> Reason | None:
    if not 0 <= seat < len(state.seats):
        return Reason.NO_SUCH_SEAT
    if state.seats[seat].alive is not alive:
        return Reason.TARGET_OUT if alive else Reason.NOT_OUT
    return Reason.HAS_LEFT if state.seats[seat].left and not alive else None


def _mark_out(turn: Turn, seat: SeatId) -> Reason | None:
    refusal = _seat_refusal(turn.state, seat, alive=True)
    if refusal is None:
        turn.tell_room(ActsDropped(seat))
        take_out(turn, seat, Cause.HOUSE_RULE, News(NewsKind.MARKED_OUT, (seat,)))
    return refusal


def _put_back(turn: Turn, seat: SeatId) -> Reason | None:
    refusal = _seat_refusal(turn.state, seat, alive=False)
    if refusal is None:
        turn.tell_room(PlayerPutBack(seat))
        turn.tell_room(NewsTold((News(NewsKind.PUT_BACK, (seat,)),)))
    return refusal


def legal(state: State) -> Iterable[Legal]:
    """What a moderator may do now besides the powers of a host, and besides entering."""
    if state.paused_at is not None:
        return
    yield Legal("next")
    if _can_open_vote(state):
        yield Legal("open_vote")
    if state.place.kind == "vote":
        yield Legal("close_vote")
    if state.trail:
        yield Legal("undo")
    for verb, alive in (("mark_out", True), ("put_back", False)):
        seats = tuple(n for n in state.numbers() if _seat_refusal(state, n, alive=alive) is None)
        if seats:
            yield Legal(verb, seats)


def let_lead(turn: Turn, *, by_clock: bool) -> None:
    """Phases go by the clock from now on, or as the moderator calls them."""
    state, place = turn.state, turn.state.place
    due = due_at(state, place, turn.at, by_clock=by_clock) if place.led else state.stage.due_at
    turn.tell_room(LeadChanged(by_clock, due))
