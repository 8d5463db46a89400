"""Nominations: one is open at a time, the accused answers, then the table votes on them (M10)."""

from games.engine.checks import living_target_refusal
from games.engine.choices import Procedure
from games.engine.commands import Choose, Legal, Nominate, SeatCommand, SecondNomination
from games.engine.errors import Reason
from games.engine.events import NewsTold
from games.engine.ids import SeatId
from games.engine.led_events import NominationSeconded, PlayerNominated
from games.engine.news import News, NewsKind
from games.engine.phases.base import Kind, begin, count_ready, living_present, marked
from games.engine.phases.ready import legal_ready, mark_ready
from games.engine.phases.resolution import settle
from games.engine.places import Place
from games.engine.state import State
from games.engine.turn import Turn


def _may_nominate(state: State, seat: SeatId) -> Reason | None:
    if state.stage.nominee is not None:
        return Reason.NOMINATION_OPEN
    return Reason.NOMINATED_TODAY if state.nominated.get(seat) == state.stage.day else None


def _nominee_refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    return Reason.SELF_TARGET if target == seat else living_target_refusal(state, target)


def _second_refusal(state: State, seat: SeatId) -> Reason | None:
    stage = state.stage
    if stage.nominee is None:
        return Reason.NO_NOMINATION
    return Reason.OWN_NOMINATION if seat in (stage.nominator, stage.nominee) else None


def _handle(turn: Turn, command: SeatCommand) -> Reason | None:
    state = turn.state
    match command:
        case Nominate(seat, target):
            refusal = _may_nominate(state, seat) or _nominee_refusal(state, seat, target)
            if refusal is None:
                needs_second = state.ruleset.second
                turn.tell_room(NewsTold((News(NewsKind.NOMINATED, (target,)),)))
                turn.tell_room(PlayerNominated(seat, target, state.stage.day, needs_second))
            return refusal
        case SecondNomination(seat):
            refusal = _second_refusal(state, seat)
            if refusal is None:
                turn.tell_room(NominationSeconded(seat))
            return refusal
        case Choose(ability="nominate"):
            return Reason.NEEDS_TARGET
        case _:
            return mark_ready(turn, command)


def _legal(state: State, seat: SeatId) -> tuple[Legal, ...]:
    legal = legal_ready(state, seat)
    if _second_refusal(state, seat) is None:
        legal = (Legal("second"), *legal)
    if _may_nominate(state, seat) is None:
        names = tuple(t for t in state.alive() if _nominee_refusal(state, seat, t) is None)
        legal = (Legal("nominate", names), *legal)
    return legal


def _expire(turn: Turn) -> None:
    """Without a nomination the day is over; one that nobody supported lapses."""
    if turn.state.stage.nominee is None:
        settle(turn, (), (News(NewsKind.NOBODY_ELIMINATED),), ends_round=turn.state.stage.night > 0)


def _applies(state: State, place: Place) -> bool:
    """Whether the day's nominations are on, as the phase before leaves it."""
    if state.ruleset.procedure is not Procedure.NOMINATIONS:
        return False
    match state.place.kind:
        case "nomination":
            return state.stage.nominee is not None
        case "vote":
            return state.last_vote is not None and state.last_vote.eliminated is None
        case _:
            return True


KIND = Kind(
    handle=_handle,
    expire=_expire,
    legal=_legal,
    begin=begin,
    count=count_ready,
    waits_for=living_present,
    done=marked,
    applies=_applies,
    complete=lambda state: state.stage.seconded,
)
