"""What a kind of phase is."""

from collections.abc import Callable
from dataclasses import dataclass

from games.engine.checks import could_avenge, unknown_avengers
from games.engine.choices import BallotSecrecy
from games.engine.commands import Legal, SeatCommand
from games.engine.errors import Reason
from games.engine.events import PhaseBegan, ReadyCounted, TurnCalled
from games.engine.ids import Millis, RoleId, SeatId
from games.engine.options import Auto
from games.engine.places import Light, Place
from games.engine.rules import OPTIONS
from games.engine.state import State
from games.engine.table import role_list
from games.engine.turn import UNTIMED, Turn


@dataclass(frozen=True, slots=True)
class Kind:
    """``applies``: whether a place of this kind is entered now.
    ``begin``: enter it.
    ``handle``: what a player's command does, or why it is refused.
    ``waits_for`` and ``done``: the phase may end early once all of the former are among the latter.
    ``count``: tell the room how many are done of those who are waited for.
    ``expire``: what the end of the phase brings.
    ``legal``: what a living player may do.
    ``complete``: whether it ends now, whoever is waited for.
    ``may_end``: whether a host who may end the phase may do so now.
    """

    handle: Callable[[Turn, SeatCommand], Reason | None]
    expire: Callable[[Turn], None]
    legal: Callable[[State, SeatId], tuple[Legal, ...]]
    begin: Callable[[Turn, Place], None]
    count: Callable[[Turn, frozenset[SeatId]], None]
    waits_for: Callable[[State], frozenset[SeatId]]
    done: Callable[[State], frozenset[SeatId]]
    applies: Callable[[State, Place], bool] = lambda state, place: True
    complete: Callable[[State], bool] = lambda state: False
    may_end: Callable[[State], bool] = lambda state: True


def _seconds(state: State, place: Place) -> int | None:
    """How long ``place`` lasts if it begins now; None: as long as it may."""
    if isinstance(place.seconds, int):
        return place.seconds
    value: int | Auto | None = getattr(state.ruleset, place.seconds)
    if place.narrated and isinstance(value, int):
        return value * max(1, len(state.setup.calls))
    if not isinstance(value, Auto):
        return value
    clock = OPTIONS[place.seconds].clock
    assert clock is not None
    return clock.seconds(len(state.alive()))


def led(state: State, place: Place) -> bool:
    """Whether ``place`` ends when a moderator says so, and not by its clock (C5)."""
    return place.led and state.ruleset.moderated and not state.by_clock


def due_at(state: State, place: Place, at: Millis, *, by_clock: bool | None = None) -> Millis:
    """The deadline of ``place`` if it has its whole time from ``at`` on.  ``by_clock``: as if it were so."""
    leads = led(state, place) if by_clock is None else place.led and not by_clock
    seconds = None if leads else _seconds(state, place)
    return at + (UNTIMED if seconds is None else seconds * 1000)


def untimed(state: State, place: Place) -> bool:
    """Whether the phase that is on, at ``place``, has only the longest deadline there is."""
    if led(state, place):
        return True
    seconds = place.seconds
    return isinstance(seconds, str) and getattr(state.ruleset, seconds) is None


def _may_be_avenged(state: State) -> bool:
    """Whether, for all that the table knows of the cards and of who went out, somebody who is out takes
    somebody along tonight, and it was not shown that they would."""
    seats = unknown_avengers(state)
    cards = set(role_list(state.ruleset, len(state.seats))) if seats else set[RoleId]()
    return any(could_avenge(seat, card) for seat in seats for card in cards)


def ends_early(state: State, place: Place) -> bool:
    """Whether the phase that is on, at ``place``, ends once all who are waited for are done.  Without a clock
    every phase does, or nothing would end it.  A moderator ends their phases; but a secret vote is announced
    once everyone has voted (M13).  A night in which somebody may act of whom the table does not know takes
    its whole time (NN11), and so does what a moderator has reopened after a leave (M17)."""
    if led(state, place):
        early = bool(state.stage.candidates) and state.ruleset.ballots is BallotSecrecy.SECRET
    else:
        early = place.ends_early or untimed(state, place)
    return early and not state.stage.reopened and not _may_be_avenged(state)


def _opens_round(state: State, place: Place) -> bool:
    """Whether a new day or night begins with ``place``, and had not begun with the phase before it."""
    before = state.place if state.stage.place else None
    begun = before is not None and before.begins_round and before.light is place.light
    return place.begins_round and not begun


def begin(
    turn: Turn, place: Place, *, candidates: tuple[SeatId, ...] = (), speakers: tuple[SeatId, ...] = ()
) -> None:
    """Start ``place`` now; its deadline is absolute."""
    stage, opens = turn.state.stage, _opens_round(turn.state, place)
    turn.tell_room(
        PhaseBegan(
            place=place.id,
            number=stage.number + 1,
            day=stage.day + (opens and place.light is Light.DAY),
            night=stage.night + (opens and place.light is Light.NIGHT),
            at=turn.at,
            due_at=due_at(turn.state, place, turn.at),
            candidates=candidates,
            speakers=speakers,
        )
    )
    if place.narrated and turn.state.setup.calls:
        turn.tell_room(TurnCalled(turn.state.setup.calls[0]))


def living_players(state: State) -> frozenset[SeatId]:
    """The living who have not left: whoever left counts as done (C6)."""
    return frozenset([seat.number for seat in state.seats if seat.alive and not seat.left])


def living_present(state: State) -> frozenset[SeatId]:
    """The living who are waited for: neither left nor long away (P16)."""
    return frozenset([s.number for s in state.seats if s.alive and not s.left and not s.absent])


def marked(state: State) -> frozenset[SeatId]:
    return state.stage.done


def count_ready(turn: Turn, waited_for: frozenset[SeatId]) -> None:
    """Tell the room the count of the ready if it changed."""
    stage = turn.state.stage
    ready, of = len(waited_for & stage.done), len(waited_for)
    if (ready, of) != (stage.ready, stage.waited_for):
        turn.tell_room(ReadyCounted(ready, of))
