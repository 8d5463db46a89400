"""How a state changes as people come and go, and as it is paused.  Part of ``evolution.evolve``."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from games.engine.attendance_events import (
    AbsenceNoted,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerLeft,
    PlayerReturned,
    PlayerWentAway,
)
from games.engine.changes import changed, with_seat, with_stage
from games.engine.ids import NARRATOR
from games.engine.state import State


def _player_left(state: State, event: PlayerLeft) -> State:
    return with_seat(state, event.seat, left=True, deserted=state.seats[event.seat].alive)


def _player_went_away(state: State, event: PlayerWentAway) -> State:
    if event.seat == NARRATOR:
        return changed(state, narrator_away_since=event.at)
    return with_seat(state, event.seat, away_since=event.at)


def _absence_noted(state: State, event: AbsenceNoted) -> State:
    if event.seat == NARRATOR:
        return changed(state, narrator_absent=True)
    return with_seat(state, event.seat, absent=True)


def _player_returned(state: State, event: PlayerReturned) -> State:
    if event.seat == NARRATOR:
        return changed(state, narrator_away_since=None, narrator_absent=False)
    return with_seat(state, event.seat, away_since=None, absent=False, stirred=True, idle=0)


def _host_changed(state: State, event: HostChanged) -> State:
    return changed(state, host=event.host)


def _game_paused(state: State, event: GamePaused) -> State:
    return changed(state, paused_at=event.at)


def _game_resumed(state: State, event: GameResumed) -> State:
    """The phase's clock stood still in between; that of the absent did not (C5)."""
    assert state.paused_at is not None
    stood = event.at - state.paused_at
    return changed(
        with_stage(state, began_at=state.stage.began_at + stood, due_at=state.stage.due_at + stood),
        paused_at=None,
    )


APPLY: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        PlayerLeft: _player_left,
        PlayerWentAway: _player_went_away,
        AbsenceNoted: _absence_noted,
        PlayerReturned: _player_returned,
        HostChanged: _host_changed,
        GamePaused: _game_paused,
        GameResumed: _game_resumed,
    }
)
"""Part of ``evolution``."""
