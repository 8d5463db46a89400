"""From one phase to the next along the preset's line."""

from games.engine.phases import KINDS
from games.engine.phases.base import Kind, ends_early
from games.engine.places import Place
from games.engine.state import State
from games.engine.turn import Turn


def kind_of(state: State) -> Kind:
    return KINDS[state.place.kind]


def _count(turn: Turn, kind: Kind) -> None:
    """Tell the room the count of those who are waited for."""
    kind.count(turn, kind.waits_for(turn.state))


def enter(turn: Turn, place: Place) -> None:
    kind = KINDS[place.kind]
    kind.begin(turn, place)
    _count(turn, kind)


def _applies(state: State, place: Place) -> bool:
    allowed = not place.only_if or bool(getattr(state.ruleset, place.only_if))
    allowed = allowed and place.procedure in (None, state.ruleset.procedure)
    return allowed and KINDS[place.kind].applies(state, place)


def following(state: State) -> Place:
    """The place that comes next, as things are now."""
    for place_id in state.place.then:
        place = state.ruleset.place(place_id)
        if _applies(state, place):
            return place
    raise AssertionError(f"nothing follows {state.place.id}")


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
    enter(turn, following(turn.state))


def is_complete(state: State) -> bool:
    """Whether the phase that is on ends now by itself."""
    kind = kind_of(state)
    all_done = ends_early(state, state.place) and kind.waits_for(state) <= kind.done(state)
    return all_done or kind.complete(state)


def recount(turn: Turn) -> None:
    """After whatever may have changed who is done: tell the count, and end phases that are complete."""
    while turn.state.ending is None and turn.state.paused_at is None:
        _count(turn, kind_of(turn.state))
        if not is_complete(turn.state):
            return
        end_phase(turn)
