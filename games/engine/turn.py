"""A turn in the making: the state so far and the events that led there."""

from collections.abc import Iterable
from dataclasses import replace

from games.engine.audience import SERVER_ONLY, Audience, only, room
from games.engine.events import Addressed, DrawMade, Event
from games.engine.evolution import evolve
from games.engine.ids import NARRATOR, Millis, SeatId
from games.engine.led_events import StepBegan
from games.engine.rng import pick
from games.engine.state import State

ABSENCE = 60_000
"""Milliseconds away after which nobody waits for a player and the host's powers pass (P16, C5)."""

MODERATOR_GONE = 600_000
"""Milliseconds away after which a moderated table goes by the clock (C5)."""

UNTIMED = 24 * 60 * 60 * 1000
"""Milliseconds after which an untimed phase ends all the same (C5)."""


class Turn:
    """``at`` is the moment at which what is emitted now takes place."""

    def __init__(self, state: State | None, at: Millis) -> None:
        self._state = state
        self._room: Audience | None = None
        self.at = at
        self.events: list[Addressed] = []
        self.mark()

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    def emit(self, event: Event, audience: Audience) -> None:
        self._state = evolve(self._state, event)
        if audience.seats and not audience.narrator and self._state.ruleset.moderated:
            audience = replace(audience, narrator=True)  # whatever a player is told, the moderator is (M13)
        self.events.append(Addressed(event, audience))

    def mark(self) -> None:
        """From here on whatever happens may turn out to be one step."""
        self._marked = (self._state, len(self.events))

    def step(self) -> None:
        """All that has happened since the mark is one step, which a moderator can take back (M17)."""
        self._state, count = self._marked
        later = self.events[count:]
        del self.events[count:]
        self.emit(StepBegan(), Audience(frozenset(), narrator=True))
        for addressed in later:
            self._state = evolve(self._state, addressed.event)
            self.events.append(addressed)

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
        label = f"{label}:again:{self.state.undone}" if self.state.undone else label
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


def clock_due(state: State) -> Millis | None:
    """When a moderated table goes by the clock because its moderator is gone; None if that is not ahead."""
    gone = state.narrator_away_since
    if gone is None or state.by_clock or not state.ruleset.moderated:
        return None
    return gone + MODERATOR_GONE


def call_due(state: State) -> Millis | None:
    """When the next turn of a narrated night begins; None if there is none to come (S2)."""
    stage, calls = state.stage, len(state.setup.calls)
    if not state.place.narrated or stage.called >= calls:
        return None
    return stage.began_at + stage.called * (stage.due_at - stage.began_at) // calls


def pause_due(state: State) -> Millis | None:
    """When a paused game goes on by itself: as soon as everybody has left who could go on with it, or when
    all of them have been away as long as an untimed phase may last.  So it ends, as every game does; None
    while somebody is there (N13)."""
    if state.paused_at is None:
        return None
    away = [seat.away_since for seat in state.seats if seat.phone and not (seat.bot or seat.left)]
    if state.setup.host == NARRATOR:
        away.append(state.narrator_away_since)
    since = [moment for moment in away if moment is not None]
    if len(since) < len(away):
        return None
    return max(state.paused_at, *since) + UNTIMED if since else state.paused_at


def next_due(state: State) -> Millis | None:
    """When time alone next changes something; None if it never does.

    After the end nothing is due.  While paused no phase is, but a host who is gone still loses the
    host's powers, so that somebody can go on (C5), and where nobody can it goes on by itself (N13).
    """
    if state.ending is not None:
        return None
    absence = absence_due(state)
    moments = [absence[0] if absence else None]
    if state.paused_at is None:
        moments += [clock_due(state), call_due(state), state.stage.due_at]
    else:
        moments.append(pause_due(state))
    return min((moment for moment in moments if moment is not None), default=None)
