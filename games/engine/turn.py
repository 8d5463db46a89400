"""A turn in the making: the state so far and the events that led there."""

from collections.abc import Iterable

from games.engine.audience import SERVER_ONLY, Audience, only, room
from games.engine.events import Addressed, DrawMade, Event
from games.engine.evolution import evolve
from games.engine.ids import NARRATOR, Millis, SeatId
from games.engine.rng import pick
from games.engine.state import State

ABSENCE = 60_000
"""Milliseconds away after which nobody waits for a player and the host's powers pass (P16, C5)."""

UNTIMED = 24 * 60 * 60 * 1000
"""Milliseconds after which an untimed phase ends all the same (C5)."""


class Turn:
    """``at`` is the moment at which what is emitted now takes place."""

    def __init__(self, state: State | None, at: Millis) -> None:
        self._state = state
        self._room: Audience | None = None
        self.at = at
        self.events: list[Addressed] = []

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    def emit(self, event: Event, audience: Audience) -> None:
        self._state = evolve(self._state, event)
        self.events.append(Addressed(event, audience))

    def tell_room(self, event: Event) -> None:
        if self._room is None:  # who sits in a game never changes
            self._room = room(self.state.numbers())
        self.emit(event, self._room)

    def tell(self, seat: SeatId, event: Event) -> None:
        self.emit(event, only(seat))

    def draw(self, label: str, candidates: Iterable[SeatId]) -> SeatId:
        """Whom a lot falls on, noted for the check at the end (C2).

        Every tie and fall-back that chance decides is drawn here.  ``label`` is of use once in a game.
        """
        among = tuple(candidates)
        chosen = pick(self.state.setup.seed, label, among)
        self.emit(DrawMade(label, among, chosen), SERVER_ONLY)
        return chosen


def absence_due(state: State) -> tuple[Millis, SeatId] | None:
    """The next moment at which somebody has been away long enough to be noted, and who."""
    waiting = [
        (seat.away_since + ABSENCE, seat.number)
        for seat in state.seats
        if seat.away_since is not None and not seat.absent and not seat.left
    ]
    if state.narrator_away_since is not None and not state.narrator_absent:
        waiting.append((state.narrator_away_since + ABSENCE, NARRATOR))
    return min(waiting, default=None)


def call_due(state: State) -> Millis | None:
    """When the next turn of a narrated night begins; None if there is none to come (S2)."""
    stage, calls = state.stage, len(state.setup.calls)
    if not state.place.narrated or stage.called >= calls:
        return None
    return stage.began_at + stage.called * (stage.due_at - stage.began_at) // calls


def next_due(state: State) -> Millis | None:
    """When time alone next changes something; None if it never does.

    After the end nothing is due.  While paused no phase is, but a host who is gone still loses the
    host's powers, so that somebody can go on (C5).
    """
    if state.ending is not None:
        return None
    absence = absence_due(state)
    if state.paused_at is not None:
        return absence[0] if absence else None
    call = call_due(state)
    due = state.stage.due_at if call is None else call
    return min(absence[0], due) if absence else due
