"""How what happens at a moderated table changes the state; ``evolution`` calls it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.engine.ids import NARRATOR, RoleId, SeatId
from games.engine.led_events import (
    ActsDropped,
    LeadChanged,
    NominationSeconded,
    PhaseReopened,
    PlayerNominated,
    PlayerPutBack,
    StepBegan,
    StepUndone,
)
from games.engine.rules import Ruleset
from games.engine.state import Seat, Setup, State

STEPS = 5
"""How many steps can be taken back, one after the other."""

_NO_SETUP = Setup(
    Ruleset(
        preset="",
        name="",
        min_players=0,
        max_players=0,
        line=(),
        ladder=(),
        wins=(),
        deal=(),
        filler=RoleId(""),
        counted_roles=(),
        offered=(),
    ),
    host=NARRATOR,
    commitment="",
    verified=False,
)
"""Stands in the trail for the setup of the game, so that it is stored once."""


def _step_began(state: State, event: StepBegan) -> State:
    before = replace(state, setup=_NO_SETUP, trail=())
    return replace(state, trail=(*state.trail, before)[-STEPS:])


def _again(before: Seat, now: Seat) -> Seat:
    """A seat as it was ``before``; whether somebody is here, and whether they left, is not undone."""
    return replace(
        before,
        left=now.left,
        deserted=now.left and (now.deserted or before.alive),
        away_since=now.away_since,
        absent=now.absent,
    )


def _step_undone(state: State, event: StepUndone) -> State:
    *trail, before = state.trail
    return replace(
        before,
        setup=state.setup,
        seats=tuple(map(_again, before.seats, state.seats)),
        stage=replace(before.stage, number=event.number, began_at=event.at, due_at=event.due_at),
        host=state.host,
        news=state.news,
        narrator_away_since=state.narrator_away_since,
        narrator_absent=state.narrator_absent,
        by_clock=state.by_clock,
        undone=state.undone + 1,
        trail=tuple(trail),
    )


def _phase_reopened(state: State, event: PhaseReopened) -> State:
    return replace(state, stage=replace(state.stage, reopened=True))


def _lead_changed(state: State, event: LeadChanged) -> State:
    return replace(state, by_clock=event.by_clock, stage=replace(state.stage, due_at=event.due_at))


def _nominated(state: State, event: PlayerNominated) -> State:
    stage = replace(state.stage, nominator=event.by, nominee=event.nominee, seconded=not event.needs_second)
    return replace(state, stage=stage, nominated={**state.nominated, event.by: event.day})


def _seconded(state: State, event: NominationSeconded) -> State:
    return replace(state, stage=replace(state.stage, seconded=True))


def _without(seats: tuple[SeatId, ...], seat: SeatId) -> tuple[SeatId, ...]:
    return tuple(one for one in seats if one != seat)


def _acts_dropped(state: State, event: ActsDropped) -> State:
    stage, seat = state.stage, event.seat
    nominee = None if seat in (stage.nominator, stage.nominee) else stage.nominee
    return replace(
        state,
        stage=replace(
            stage,
            candidates=_without(stage.candidates, seat),
            speakers=_without(stage.speakers, seat),
            choices=tuple(made for made in stage.choices if seat not in (made.seat, made.target)),
            ballots={voter: name for voter, name in stage.ballots.items() if seat not in (voter, name)},
            nominee=nominee,
            nominator=None if nominee is None else stage.nominator,
            seconded=nominee is not None and stage.seconded,
        ),
    )


def _put_back(state: State, event: PlayerPutBack) -> State:
    """A vote in which everybody is up is on them too (M17)."""
    seats, stage, place = list(state.seats), state.stage, state.place
    back = seats[event.seat]
    seats[event.seat] = replace(
        back,
        alive=True,
        cause=None,
        noted_cause=None,
        shown_role=back.shown_role if back.revealed else None,
        shown_faction=back.shown_faction if back.revealed else None,
    )
    if place.kind == "vote" and not (place.runoff or place.nominee):
        stage = replace(stage, candidates=tuple(sorted({*stage.candidates, event.seat})))
    return replace(state, seats=tuple(seats), stage=stage)


APPLY: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        StepBegan: _step_began,
        StepUndone: _step_undone,
        PhaseReopened: _phase_reopened,
        LeadChanged: _lead_changed,
        PlayerNominated: _nominated,
        NominationSeconded: _seconded,
        ActsDropped: _acts_dropped,
        PlayerPutBack: _put_back,
    }
)
