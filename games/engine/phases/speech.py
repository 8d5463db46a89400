"""One person has the word, one after the other: last words (P17)."""

from games.engine.commands import Legal, SeatCommand
from games.engine.errors import Reason
from games.engine.events import NewsKind
from games.engine.ids import SeatId
from games.engine.phases.base import Kind, begin, count_ready, marked
from games.engine.phases.ready import legal_ready, mark_ready
from games.engine.rules import Place
from games.engine.state import State
from games.engine.turn import Turn


def _departed(state: State) -> tuple[SeatId, ...]:
    """Whom the latest news names as gone out, but for those who left."""
    return tuple(
        seat
        for news in state.news
        if news.kind in (NewsKind.DIED, NewsKind.ELIMINATED)
        for seat in news.seats
        if not state.seats[seat].left
    )


def _begin(turn: Turn, place: Place) -> None:
    begin(turn, place, speakers=_departed(turn.state))


def _waits_for(state: State) -> frozenset[SeatId]:
    return frozenset(seat for seat in state.stage.speakers[:1] if not state.seats[seat].left)


def _handle(turn: Turn, command: SeatCommand) -> Reason | None:
    if command.seat not in turn.state.stage.speakers[:1]:
        return Reason.NOT_SPEAKER
    return mark_ready(turn, command)


def _legal(state: State, seat: SeatId) -> tuple[Legal, ...]:
    return legal_ready(state, seat) if seat in state.stage.speakers[:1] else ()


def _expire(turn: Turn) -> None:
    waiting = turn.state.stage.speakers[1:]
    if waiting:
        begin(turn, turn.state.place, speakers=waiting)


KIND = Kind(
    handle=_handle,
    expire=_expire,
    legal=_legal,
    begin=_begin,
    count=count_ready,
    waits_for=_waits_for,
    done=marked,
    applies=lambda state, place: bool(_departed(state)),
)
