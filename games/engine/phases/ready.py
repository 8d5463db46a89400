"""Phases in which people only say that they are ready: looking at the card, talking, hearing the news."""

from dataclasses import replace

from games.engine.commands import Legal, MarkReady, SeatCommand
from games.engine.errors import Reason
from games.engine.events import ReadyMarked
from games.engine.ids import SeatId
from games.engine.phases.base import Kind, begin, count_ready, living_players, living_present, marked
from games.engine.state import State
from games.engine.turn import Turn


def mark_ready(turn: Turn, command: SeatCommand) -> Reason | None:
    if not isinstance(command, MarkReady):
        return Reason.WRONG_PHASE
    if command.seat in turn.state.stage.done:
        return Reason.ALREADY_DONE
    turn.tell(command.seat, ReadyMarked(command.seat))
    return None


def legal_ready(state: State, seat: SeatId) -> tuple[Legal, ...]:
    return () if seat in state.stage.done else (Legal("ready"),)


def _nothing(turn: Turn) -> None:
    return None


def _tell_nobody(turn: Turn, waited_for: frozenset[SeatId]) -> None:
    return None


REVEAL = Kind(
    handle=mark_ready,
    expire=_nothing,
    legal=legal_ready,
    begin=begin,
    count=count_ready,
    waits_for=living_players,
    done=marked,
)
"""Everyone looks at their card and says "Got it" (P2)."""

TALK = replace(REVEAL, waits_for=living_present)
"""The town talks until everyone is done; someone long away counts as done (P16)."""


def _refuse(turn: Turn, command: SeatCommand) -> Reason | None:
    return Reason.WRONG_PHASE


ANNOUNCEMENT = Kind(
    handle=_refuse,
    expire=_nothing,
    legal=lambda state, seat: (),
    begin=begin,
    count=_tell_nobody,
    waits_for=lambda state: frozenset(),
    done=marked,
)
"""The room hears the latest news; nobody is waited for."""
