"""From one phase to the next along the preset's line."""

from games.engine.ids import SeatId
from games.engine.phases import KINDS
from games.engine.phases.base import Kind, ends_early
from games.engine.rules import Place
from games.engine.state import State
from games.engine.turn import Turn


def kind_of(state: State) -> Kind:
    return KINDS[state.place.kind]


def _count(turn: Turn, kind: Kind) -> frozenset[SeatId]:
    """Tell the room the count, and give back who is waited for."""
    waited_for = kind.waits_for(turn.state)
    kind.count(turn, waited_for)
    return waited_for


def enter(turn: Turn, place: Place) -> None:
    kind = KINDS[place.kind]
    kind.begin(turn, place)
    _count(turn, kind)


def _applies(state: State, place: Place) -> bool:
    allowed = not place.only_if or bool(getattr(state.ruleset, place.only_if))
    return allowed and KINDS[place.kind].applies(state, place)


def host_may_end(state: State) -> bool:
    """Whether the host may end the phase that is on now."""
    return state.place.host_may_end and kind_of(state).may_end(state)


def end_phase(turn: Turn) -> None:
    """Let the phase take effect, then enter the first following place that applies."""
    before, place = turn.state.stage, turn.state.place
    KINDS[place.kind].expire(turn)
    if turn.state.ending is not None:
        return
    now = turn.state.stage
    if (now.number, now.due_at) != (before.number, before.due_at):
        # The phase goes on by itself: the next speaker has the word, or a verdict is to be heard.
        _count(turn, KINDS[place.kind])
        return
    for following in place.then:
        candidate = turn.state.ruleset.place(following)
        if _applies(turn.state, candidate):
            enter(turn, candidate)
            return
    raise AssertionError(f"nothing follows {place.id}")


def recount(turn: Turn) -> None:
    """After whatever may have changed who is done: tell the count, and end phases that are complete."""
    while turn.state.ending is None and turn.state.paused_at is None:
        place = turn.state.place
        kind = KINDS[place.kind]
        waited_for = _count(turn, kind)
        if not (ends_early(turn.state, place) and waited_for <= kind.done(turn.state)):
            return
        end_phase(turn)
