"""The one way in: a command is decided, applied and saved in one transaction, or refused."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import get_args

from django.db import IntegrityError, transaction

from accounts.guests import Person
from games import broadcast, codec
from games.engine import evolution
from games.engine import game as rules
from games.engine.commands import (
    Command,
    Enter,
    MarkAway,
    MarkPresent,
    SeatCommand,
    StartGame,
    Tick,
    command_for,
)
from games.engine.day_events import BallotCast, BallotWithdrawn
from games.engine.errors import Reason, Rejected
from games.engine.events import Addressed
from games.engine.ids import NARRATOR, Millis, SeatId
from games.engine.observation import turn_of
from games.engine.state import State
from games.engine.turn import next_due
from games.models import Game, Member, Room, Seat
from games.models.game import Status
from games.policies import hand_of, viewer_of
from games.refusals import Code, Refusal

from . import limits, receipts, schedule, store, writing
from .careful import careful
from .taps import TAP, Tap, meaning_of

decide = careful(rules.decide)
evolve = careful(evolution.evolve)

ATTEMPTS = 5
"""How often a command is tried against a game that keeps changing under it; from the second on it waits
for its turn."""

VERB_LENGTH = 40


class _StaleError(Exception):
    """Somebody else changed the game in between."""


def submit(
    game_id: int, command: Command | Tap, at: Millis, *, command_id: str = "", phase: int | None = None
) -> Refusal | None:
    """Carry out ``command`` in a game at ``at``; None, or why it is refused.

    Time that has run out takes effect first, and stays so even if the command is refused.  A
    ``command_id`` that was answered before gets the same answer and changes nothing.  ``phase`` is the
    number of the phase in which it was asked for.
    """
    if command_id and not writing.is_command_id(command_id):
        return Refusal(Code.BAD_COMMAND_ID.value)
    for attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return _submit(game_id, command, at, command_id, phase, wait=attempt > 0)
        except _StaleError:
            continue
        except IntegrityError:  # the same command id, answered at the same moment
            if not command_id or attempt:
                raise
    return Refusal(Code.BUSY.value)


def _submit(
    game_id: int, command: Command | Tap, at: Millis, command_id: str, phase: int | None, *, wait: bool
) -> Refusal | None:
    game = store.load(game_id, wait=wait)
    scope = f"game {game_id} {_actor(command)}"
    if command_id:
        first = receipts.find(game.room_id, scope, command_id)
        if first is not None:
            return receipts.answer(first)
    state = codec.decode_state(game.snapshot, game.schema)
    happened: list[tuple[Addressed, int]] = []
    due = next_due(state)
    if due is not None and due <= at and not isinstance(command, Tick):
        state = _apply(state, decide(state, Tick(), at), happened)
    asked = meaning_of(state, command) if isinstance(command, Tap) else command
    answer = decide(state, asked, at, phase)
    refusal = Refusal.of(answer) if isinstance(answer, Rejected) else None
    state = _apply(state, answer, happened)
    if happened:
        _save(game, state, happened, at)
    if command_id:
        receipts.write(game.room_id, scope, command_id, refusal, at)
    return refusal


def _actor(command: Command | Tap) -> int:
    """Whose command ids these are."""
    if isinstance(command, Tap):
        return command.seat if command.entered_by is None else command.entered_by
    return getattr(command, "by", getattr(command, "seat", NARRATOR))


def _apply(
    state: State, answer: tuple[Addressed, ...] | Rejected, happened: list[tuple[Addressed, int]]
) -> State:
    """The state after an answer; ``happened`` gets its events, each with the number of its phase."""
    if not isinstance(answer, Rejected):
        for addressed in answer:
            happened.append((addressed, state.stage.number))
            state = evolve(state, addressed.event)
    return state


def _save(game: store.Stored, state: State, happened: Sequence[tuple[Addressed, int]], at: Millis) -> None:
    """Store what happened, provided that the game is still at the version it was read at."""
    due = schedule.due_at(state, codec.decode_steps(game.bot_steps))
    over = state.ending is not None
    saved = store.save(
        game,
        snapshot=codec.encode(state),
        happened=len(happened),
        phase=state.stage.place,
        turn=turn_of(state),
        due_at=due,
        status=(Status.OVER if over else Status.RUNNING).value,
        ended_at=at if over else None,
    )
    if not saved:
        raise _StaleError
    _log(game.id, game.event_count, happened, at)
    if due != game.due_at:
        schedule.hint(game.id, due)
    broadcast.poke(game.code)
    if game.public and (over or game.phase != state.stage.place):
        broadcast.poke_list()


def _log(game_id: int, count: int, happened: Iterable[tuple[Addressed, int]], at: Millis) -> None:
    events, votes = [], []
    for seq, (addressed, phase) in enumerate(happened, start=count + 1):
        event, audience = addressed.event, addressed.audience
        moment = codec.event_time(event, at)
        events.append(
            store.EventRow(
                seq=seq,
                kind=type(event).__name__,
                data=codec.encode(event),
                seats=codec.seat_mask(audience.seats),
                narrator=audience.narrator,
                spectators=audience.spectators,
                at=moment,
            )
        )
        if isinstance(event, BallotCast | BallotWithdrawn):
            target = event.target if isinstance(event, BallotCast) else None
            votes.append(store.VoteRow(phase, event.seat, target, moment))
    store.log(game_id, events, votes)


def open_game(
    room: Room, players: Sequence[Member], narrator: Member | None, command: StartGame, at: Millis
) -> Refusal | Game:
    """Start a game in a room that the caller has locked; ``players`` sit in the order of the command."""
    answer = decide(None, command, at)
    if isinstance(answer, Rejected):
        return Refusal.of(answer)
    state = evolve(None, answer[0].event)
    happened = [(answer[0], 0)]
    state = _apply(state, answer[1:], happened)
    due = schedule.due_at(state, codec.BotSteps())
    game = Game.objects.create(
        room=room,
        narrator=narrator,
        ruleset=codec.encode(command.ruleset),
        snapshot=codec.encode(state),
        schema=codec.SCHEMA,
        event_count=len(happened),
        phase=state.stage.place,
        turn=turn_of(state),
        due_at=due,
        started_at=at,
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, member=member, name=member.name)
        for number, member in enumerate(players)
    )
    _log(game.pk, 0, happened, at)
    room.game = game
    room.last_active_at = at
    room.save(update_fields=["game", "last_active_at"])
    schedule.hint(game.pk, due)
    broadcast.poke(room.code)
    return game


def act(
    room_id: int,
    person: Person,
    verb: str,
    target: int | None,
    at: Millis,
    *,
    command_id: str = "",
    phase: int | None = None,
    power: str = "",
    who: int | None = None,
) -> Refusal | None:
    """What ``person`` asks for in the game of a room, by a verb of the engine or by TAP; ``power`` says which
    of several a tap is for.  ``who``: the seat for whom a moderator enters it (M5).

    Whoever neither sits in the game nor narrates it is refused (SPECTATOR), whatever the verb; who asks for
    more than a person can, TOO_MANY_ACTS.
    """
    hand = store.hand(room_id, person)
    if hand is None:
        return Refusal(Code.NO_GAME.value)
    seat = None if hand.seat is None else SeatId(hand.seat)
    by = hand_of(viewer_of(hand.member_id, seat, hand.narrator_id))
    if by is None:
        return Refusal(Code.SPECTATOR.value)
    refusal = limits.spend("acts", f"{hand.game_id}.{by}", at)
    if refusal is not None:
        return refusal
    aim = None if target is None else SeatId(target)
    if who is None:
        command: Command | Tap | None = _command(verb[:VERB_LENGTH], by, aim, power)
    else:
        command = _entered(by, _command(verb[:VERB_LENGTH], SeatId(who), aim, power))
    if command is None:
        return Refusal(Reason.MALFORMED.value)
    return submit(hand.game_id, command, at, command_id=command_id, phase=phase)


def _command(verb: str, by: SeatId, target: SeatId | None, power: str) -> Command | Tap:
    return Tap(by, target, power[:VERB_LENGTH]) if verb == TAP else command_for(verb, by, target)


def _entered(by: SeatId, command: Command | Tap) -> Command | Tap | None:
    """What a moderator enters for somebody; None for what only a host or a moderator does."""
    if isinstance(command, Tap):
        return replace(command, entered_by=by)
    return Enter(by, command) if isinstance(command, get_args(SeatCommand)) else None


def mark(game_id: int, member_id: int, at: Millis, *, away: bool) -> None:
    """Let a running game know that a member went away or is back (C4); nothing if they have no part in it,
    or if nobody has because another version saved it."""
    game = Game.objects.only("narrator_id", "status", "schema").get(pk=game_id)
    number = Seat.objects.filter(game=game_id, member=member_id).values_list("number", flat=True).first()
    seat = None if number is None else SeatId(number)
    by = hand_of(viewer_of(member_id, seat, game.narrator_id))
    if by is not None and game.status == Status.RUNNING and game.schema == codec.SCHEMA:
        submit(game_id, MarkAway(by) if away else MarkPresent(by), at)
