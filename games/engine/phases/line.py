"""From one phase to the next along the preset's line."""

from games.engine.phases import KINDS
from games.engine.phases.base import Kind
from games.engine.rules import Place
from games.engine.state import State
from games.engine.turn import Turn


def kind_of(state: State) -> Kind:
    return KINDS[state.place.kind]


def enter(turn: Turn, place: Place) -> None:
    kind = KINDS[place.kind]
    kind.begin(turn, place)
    kind.count(turn)


def _applies(state: State, place: Place) -> bool:
    allowed = not place.only_if or bool(getattr(state.ruleset, place.only_if))
    return allowed and KINDS[place.kind].applies(state, place)


def end_phase(turn: Turn) -> None:
    """Let the phase take effect, then enter the first following place that applies."""
    number, place = turn.state.stage.number, turn.state.place
    kind_of(turn.state).expire(turn)
    if turn.state.ending is not None:
        return
    if turn.state.stage.number != number:  # the phase went on by itself: the next speaker
        kind_of(turn.state).count(turn)
        return
    for following in place.then:
        candidate = turn.state.ruleset.place(following)
        if _applies(turn.state, candidate):
            enter(turn, candidate)
            return
    raise AssertionError(f"nothing follows {place.id}")


def _complete(state: State) -> bool:
    """Whether everyone who is waited for is done, in a phase that may end early."""
    if state.ending is not None or not state.place.ends_early:
        return False
    kind = kind_of(state)
    return kind.waits_for(state) <= kind.done(state)


def recount(turn: Turn) -> None:
    """After whatever may have changed who is done: tell the count, and end phases that are complete."""
    if turn.state.ending is not None or turn.state.paused_at is not None:
        return
    kind_of(turn.state).count(turn)
    while _complete(turn.state):
        end_phase(turn)
