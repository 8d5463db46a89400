"""The one way in: ``decide`` answers a command with events, or with the reason why not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from games.engine import moderation
from games.engine.attendance_events import (
    AbsenceNoted,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerLeft,
    PlayerReturned,
    PlayerWentAway,
)
from games.engine.checks import player_refusal, reveal_refusal
from games.engine.commands import (
    AdvancePhase,
    CloseVote,
    Command,
    Enter,
    GiveVerdict,
    HostCommand,
    LeaveGame,
    MarkAway,
    MarkOut,
    MarkPresent,
    OpenVote,
    PauseGame,
    PlayCommand,
    PutBack,
    RemovePlayer,
    ResumeGame,
    RevealRole,
    RevealVotes,
    SeatCommand,
    StartGame,
    Tick,
    UndoStep,
)
from games.engine.day_events import PlayerRevealed
from games.engine.errors import Reason, Rejected
from games.engine.events import Addressed, TurnCalled
from games.engine.ids import NARRATOR, Millis, SeatId
from games.engine.moderation import entry_refusal, let_lead
from games.engine.phases import verdict
from games.engine.phases.line import end_phase, enter, host_may_end, kind_of, recount
from games.engine.rules import HostRight
from games.engine.state import State
from games.engine.table import deal, problems
from games.engine.turn import Turn, absence_due, call_due, clock_due, next_due, pause_due

LATE = 5_000
"""Milliseconds a clock may be late for the next phase still to begin at the deadline.  Later than that the
server was away, and the players get the whole of the next phase."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a command brought about, and the state after it."""

    events: tuple[Addressed, ...]
    state: State


def _start(command: StartGame, at: Millis) -> Played | Rejected:
    if command.ruleset.moderated and command.host != NARRATOR:
        return Rejected(Reason.NO_MODERATOR)
    for problem in problems(command.ruleset, len(command.seats), command.roles):
        if not problem.warning:
            return Rejected(problem.reason, problem.facts, problem.option)
    turn = Turn(None, at)
    deal(turn, command)
    enter(turn, command.ruleset.line[0])
    return Played(tuple(turn.events), turn.state)


def _fit_to_host(state: State, number: SeatId) -> bool:
    if number == NARRATOR:
        return not state.narrator_absent
    seat = state.seats[number]
    return not (seat.bot or seat.left or seat.absent) and seat.phone


def _pass_host(turn: Turn) -> None:
    """The host's powers go to the longest-seated person present, and return with the host (C5)."""
    state = turn.state
    owner = state.setup.host
    present = [s.number for s in state.seats if s.away_since is None and _fit_to_host(state, s.number)]
    if _fit_to_host(state, owner):
        heir = owner
    elif _fit_to_host(state, state.host) or not present:
        heir = state.host
    else:
        heir = present[0]
    if heir != state.host:
        turn.tell_room(HostChanged(heir))


def _play_out(turn: Turn, now: Millis) -> None:
    """Let every deadline that has passed take effect, in order, so that a late clock decides nothing."""
    while (due := next_due(turn.state)) is not None and due <= now:
        turn.at = due if now - due <= LATE else now
        turn.mark()
        number = turn.state.stage.number
        absence = absence_due(turn.state)
        if absence is not None and absence[0] == due:
            turn.tell_room(AbsenceNoted(absence[1]))
            _pass_host(turn)
        elif pause_due(turn.state) == due:
            turn.tell_room(GameResumed(turn.at))
        elif clock_due(turn.state) == due and turn.state.paused_at is None:
            let_lead(turn, by_clock=True)
        elif call_due(turn.state) == due:
            turn.tell_room(TurnCalled(turn.state.setup.calls[turn.state.stage.called]))
        else:
            end_phase(turn)
        recount(turn)
        _step(turn, number)
    turn.at = now
    turn.mark()


def _step(turn: Turn, number: int, *, corrects: bool = False) -> None:
    """At a moderated table whatever leads from the phase ``number`` to another, and whatever ``corrects``, is
    a step that can be taken back (M17)."""
    state = turn.state
    if not state.ruleset.moderated or state.ending is not None:
        return
    if corrects or state.stage.number != number:
        turn.step()


def _presence(turn: Turn, command: MarkAway | MarkPresent) -> Reason | None:
    state, number = turn.state, command.seat
    if state.ending is not None:
        return None
    if number == NARRATOR:
        away = state.narrator_away_since is not None
    elif 0 <= number < len(state.seats):
        away = state.seats[number].away_since is not None
    else:
        return Reason.NO_SUCH_SEAT
    if isinstance(command, MarkAway) and not away:
        turn.tell_room(PlayerWentAway(number, turn.at))
    elif isinstance(command, MarkPresent) and away:
        turn.tell_room(PlayerReturned(number))
        _pass_host(turn)
        if number == NARRATOR and state.by_clock:
            let_lead(turn, by_clock=False)
    return None


def _leave(turn: Turn, number: SeatId) -> Reason | None:
    if not 0 <= number < len(turn.state.seats):
        return Reason.NO_SUCH_SEAT
    if turn.state.seats[number].left:
        return Reason.HAS_LEFT
    turn.tell_room(PlayerLeft(number))
    _pass_host(turn)
    return None


_RIGHTS: Mapping[type[HostCommand], HostRight] = {
    RemovePlayer: HostRight.REMOVE,
    AdvancePhase: HostRight.NEXT,
    RevealVotes: HostRight.NEXT,
    GiveVerdict: HostRight.NEXT,
    PauseGame: HostRight.PAUSE,
    ResumeGame: HostRight.PAUSE,
}


def _host(turn: Turn, command: HostCommand) -> Reason | None:
    state = turn.state
    if command.by != state.host:
        return Reason.NOT_HOST
    if _RIGHTS[type(command)] not in state.setup.host_may:
        return Reason.NOT_ALLOWED_HERE
    paused = state.paused_at is not None
    match command:
        case RemovePlayer(by, seat):
            return Reason.SELF_TARGET if by == seat else _leave(turn, seat)
        case ResumeGame():
            if not paused:
                return Reason.NOT_PAUSED
            turn.tell_room(GameResumed(turn.at))
        case PauseGame():
            if paused:
                return Reason.GAME_PAUSED
            turn.tell_room(GamePaused(turn.at))
        case AdvancePhase() | RevealVotes() | GiveVerdict():
            return Reason.GAME_PAUSED if paused else _drive(turn, command)
        case unknown:
            assert_never(unknown)
    return None


def _drive(turn: Turn, command: AdvancePhase | RevealVotes | GiveVerdict) -> Reason | None:
    """The host takes the table one step further (S7)."""
    match command:
        case AdvancePhase():
            if not host_may_end(turn.state):
                return Reason.WRONG_PHASE
            end_phase(turn)
        case RevealVotes():
            if not turn.state.place.host_reveals:
                return Reason.WRONG_PHASE
            end_phase(turn)
        case GiveVerdict():
            return verdict.give(turn)
        case unknown:
            assert_never(unknown)
    return None


def _reveal(turn: Turn, number: SeatId) -> Reason | None:
    refusal = reveal_refusal(turn.state, number)
    if refusal is None:
        seat, role = turn.state.seats[number], turn.state.role(number)
        turn.tell_room(
            PlayerRevealed(number, role.id, seat.faction, role.revealed_weight or role.vote_weight)
        )
    return refusal


def _player(turn: Turn, command: SeatCommand) -> Reason | None:
    """Anything a seat does for itself.  Someone out may still speak their last words and leave."""
    if turn.state.paused_at is not None:
        return Reason.GAME_PAUSED
    refusal = player_refusal(turn.state, command.seat)
    speaks = command.seat in turn.state.stage.speakers
    if refusal is not None and not (refusal is Reason.NOT_ALIVE and speaks):
        return refusal
    if isinstance(command, RevealRole):
        return _reveal(turn, command.seat)
    return kind_of(turn.state).handle(turn, command)


def _handle(turn: Turn, command: PlayCommand) -> Reason | None:
    if isinstance(command, Tick):
        return None
    if isinstance(command, (MarkAway, MarkPresent)):
        return _presence(turn, command)
    if turn.state.ending is not None:
        return Reason.GAME_OVER
    if isinstance(command, LeaveGame):
        return _leave(turn, command.seat)
    if isinstance(command, (OpenVote, CloseVote, UndoStep, MarkOut, PutBack)):
        return moderation.handle(turn, command)
    if isinstance(command, AdvancePhase) and turn.state.ruleset.moderated:
        return moderation.handle(turn, command)
    if isinstance(command, Enter):
        refusal = entry_refusal(turn.state, command.by, command.command.seat)
        return refusal or _player(turn, command.command)
    if isinstance(command, HostCommand):
        return _host(turn, command)
    return _player(turn, command)


def play(state: State | None, command: Command, at: Millis, phase: int | None = None) -> Played | Rejected:
    """What ``command`` brings about at ``at``, or why it is refused; a refusal changes nothing.

    Deadlines that have passed are played out first.  ``phase`` is the number of the phase in which the
    command was asked for: if another is on by now the command is refused (PHASE_PASSED), so an answer to
    an old question is never taken for one to the new.
    """
    if isinstance(command, StartGame):
        return Rejected(Reason.ALREADY_STARTED) if state is not None else _start(command, at)
    if state is None:
        return Rejected(Reason.NOT_STARTED)
    turn = Turn(state, at)
    _play_out(turn, at)
    if phase is not None and phase != turn.state.stage.number:
        return Rejected(Reason.PHASE_PASSED)
    number = turn.state.stage.number
    refusal = _handle(turn, command)
    if refusal is not None:
        return Rejected(refusal)
    recount(turn)
    if not isinstance(command, UndoStep):
        _step(turn, number, corrects=isinstance(command, (Enter, MarkOut, PutBack)))
    return Played(tuple(turn.events), turn.state)


def decide(
    state: State | None, command: Command, at: Millis, phase: int | None = None
) -> tuple[Addressed, ...] | Rejected:
    """The events of ``play``, for whoever folds them into the state as they are stored."""
    played = play(state, command, at, phase)
    return played if isinstance(played, Rejected) else played.events
