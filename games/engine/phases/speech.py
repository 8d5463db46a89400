"""One person has the word, one after the other: last words (P17), a last defense (R12), or the answer
to a nomination (M10)."""

from games.engine.commands import Legal, SeatCommand
from games.engine.errors import Reason
from games.engine.ids import SeatId
from games.engine.news import Cause, News, NewsKind
from games.engine.phases.base import Kind, begin, count_ready, marked
from games.engine.phases.ready import legal_ready, mark_ready
from games.engine.phases.resolution import settle
from games.engine.places import Place
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


def _condemned(state: State) -> tuple[SeatId, ...]:
    """Whom the vote that has just closed puts out, once they have spoken."""
    return tuple(seat for news in state.news if news.kind is NewsKind.CONDEMNED for seat in news.seats)


def _accused(state: State) -> tuple[SeatId, ...]:
    """Whoever is nominated, with all the support that it needs (M10)."""
    nominee = state.stage.nominee
    return () if nominee is None or not state.stage.seconded else (nominee,)


def _speakers(state: State, place: Place) -> tuple[SeatId, ...]:
    if place.nominee:
        return _accused(state)
    return _condemned(state) if place.eliminates else _departed(state)


def _begin(turn: Turn, place: Place) -> None:
    begin(turn, place, speakers=_speakers(turn.state, place))


def _waits_for(state: State) -> frozenset[SeatId]:
    return frozenset(seat for seat in state.stage.speakers[:1] if not state.seats[seat].left)


def _handle(turn: Turn, command: SeatCommand) -> Reason | None:
    if command.seat not in turn.state.stage.speakers[:1]:
        return Reason.NOT_SPEAKER
    return mark_ready(turn, command)


def _legal(state: State, seat: SeatId) -> tuple[Legal, ...]:
    return legal_ready(state, seat) if seat in state.stage.speakers[:1] else ()


def _expire(turn: Turn) -> None:
    place, speakers = turn.state.place, turn.state.stage.speakers
    if place.eliminates:
        out = [(seat, Cause.ELIMINATED) for seat in speakers]
        settle(turn, out, (News(NewsKind.ELIMINATED, speakers),), ends_round=turn.state.stage.night > 0)
    elif speakers[1:]:
        begin(turn, place, speakers=speakers[1:])


KIND = Kind(
    handle=_handle,
    expire=_expire,
    legal=_legal,
    begin=_begin,
    count=count_ready,
    waits_for=_waits_for,
    done=marked,
    applies=lambda state, place: bool(_speakers(state, place)),
)
