"""The night: everybody chooses, everybody confirms, all choices resolve together (P4, P6, C15)."""

from games.engine.audience import Audience, only
from games.engine.checks import known_avengers, only_meeting
from games.engine.commands import Choose, ConfirmNight, Legal, SeatCommand
from games.engine.errors import Reason
from games.engine.events import ReadyMarked
from games.engine.ids import SeatId
from games.engine.news import News, NewsKind
from games.engine.night import choice_refusal, legal_choices, made, resolve
from games.engine.night_events import ChoiceMade, PickWithdrawn
from games.engine.phases.base import Kind, begin, count_ready, living_players, marked
from games.engine.phases.resolution import settle
from games.engine.places import Place
from games.engine.state import State, replaces
from games.engine.table import meet
from games.engine.turn import Turn


def _team(state: State) -> Audience:
    return only(*[seat for seat in state.team() if state.seats[seat].alive and not state.seats[seat].left])


def _choose(turn: Turn, choice: ChoiceMade) -> None:
    """A choice with a power that the team shares is shown to the team, anything else to its maker."""
    state, seat = turn.state, choice.seat
    if choice.shared:
        turn.emit(choice, _team(state))
        return
    for old in state.stage.choices:
        if old.seat == seat and old.shared and replaces(choice.slot, old.slot):
            turn.emit(PickWithdrawn(seat, old.slot), _team(state))
    turn.tell(seat, choice)


def _handle(turn: Turn, command: SeatCommand) -> Reason | None:
    state = turn.state
    match command:
        case ConfirmNight(seat):
            if seat in state.stage.done:
                return Reason.ALREADY_DONE
            turn.tell(seat, ReadyMarked(seat))
            return None
        case Choose():
            refusal = choice_refusal(state, command)
            if refusal is None:
                _choose(turn, made(state, command))
            return refusal
        case _:
            return Reason.WRONG_PHASE


def _legal(state: State, seat: SeatId) -> tuple[Legal, ...]:
    confirm = () if seat in state.stage.done else (Legal("confirm"),)
    return (*legal_choices(state, seat), *confirm)


def _begin(turn: Turn, place: Place) -> None:
    begin(turn, place)
    if place.meets:
        meet(turn)


def _expire(turn: Turn) -> None:
    if only_meeting(turn.state):
        return
    night = resolve(turn)
    fallen = sorted(night.fallen.items())
    dead = tuple([seat for seat, _ in fallen])
    news = News(NewsKind.DIED, dead) if dead else News(NewsKind.NOBODY_DIED)
    settle(turn, fallen, (news,), ends_round=False, hidden=frozenset(night.cleaned))


def _waits_for(state: State) -> frozenset[SeatId]:
    return living_players(state) | known_avengers(state)


KIND = Kind(
    handle=_handle,
    expire=_expire,
    legal=_legal,
    begin=_begin,
    count=count_ready,
    waits_for=_waits_for,
    done=marked,
)
