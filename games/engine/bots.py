"""Bots: what a seat without a person does, from what the seat may see (C7)."""

from dataclasses import dataclass

from .commands import Command, command_for
from .ids import SeatId
from .observation import Observation, legal_actions
from .rng import draw
from .state import State

_NOT_FOR_BOTS = frozenset({"leave", "hold", "unvote", "remove", "pause", "resume", "next"})


@dataclass(frozen=True, slots=True)
class Claim:
    """``by`` says at the table that a check of ``subject`` gave ``result``."""

    by: SeatId
    subject: SeatId
    result: str


@dataclass(frozen=True, slots=True)
class Act:
    command: Command | None = None
    claim: Claim | None = None


def pending(state: State, seat: SeatId) -> bool:
    """Whether this bot still has something to do in this phase."""
    verbs = {legal.verb for legal in legal_actions(state, seat)} - _NOT_FOR_BOTS
    if "vote" in verbs:
        return seat not in state.stage.ballots
    return bool(verbs & {"ready", "confirm"})


def delay(seat: SeatId, phase_number: int, step: int) -> int:
    """Milliseconds from the beginning of the phase until the bot acts for the ``step``-th time."""
    return 2_000 * (step + 1) + draw("00", f"{seat}:{phase_number}:{step}", 3_000)


def act(observation: Observation, heard: tuple[Claim, ...]) -> Act:
    """The first thing it may do, at a target drawn from what it sees."""
    own = observation.own
    assert own is not None
    for legal in observation.legal:
        if legal.verb in _NOT_FOR_BOTS or (legal.targets is not None and own.choices):
            continue
        if legal.targets is None:
            return Act(command_for(legal.verb, own.seat))
        label = f"{own.seat}:{observation.phase_number}"
        target = legal.targets[draw("00", label, len(legal.targets))]
        return Act(command_for(legal.verb, own.seat, target))
    return Act()
