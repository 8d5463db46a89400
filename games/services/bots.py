"""Letting bots act.  A bot sees what its seat may see, and plays by the commands that people have (C7)."""

import logging

from django.db import transaction

from games import codec
from games.engine import bots
from games.engine.beliefs import Claim
from games.engine.ids import SeatId, seat_viewer
from games.engine.observation import observe
from games.engine.state import State
from games.models import ChatLine, Game

from . import chat, play, rooms, schedule

logger = logging.getLogger(__name__)

LIMIT = 200
"""Acts of bots of one game in one go at most."""


def drive(game_id: int, now: int) -> None:
    """Let every bot act that has thought long enough by ``now``, and set when the game is due next."""
    for _ in range(LIMIT):
        if not _drive_one(game_id, now):
            return


@transaction.atomic
def _drive_one(game_id: int, now: int) -> bool:
    """One act of one bot; False if none is due."""
    room = rooms.locked(Game.objects.values_list("room_id", flat=True).get(pk=game_id))
    game = Game.objects.get(pk=game_id)
    state, steps = codec.decode_state(game.snapshot, game.schema), codec.decode_steps(game.bot_steps)
    turn = schedule.next_bot(state, steps)
    if room is None or turn is None or turn[0] > now:
        _set_due(game, schedule.due_at(state, steps))
        return False
    seat = turn[1]
    steps = steps.stepped(state.stage.number, seat)
    Game.objects.filter(pk=game_id).update(bot_steps=codec.encode(steps))
    act = _act(game, state, seat)
    if act.claim is not None:
        said: dict[str, int | str] = {"by": seat, "subject": act.claim.subject, "result": act.claim.result}
        chat.claim(room, game, state, said, _sentence(state, act.claim), now)
    if act.command is not None:
        play.submit(game_id, act.command, now, phase=state.stage.number)
    return True


def _act(game: Game, state: State, seat: SeatId) -> bots.Act:
    """What a bot does now; nothing, and a line in the log, if it fails."""
    try:
        return bots.act(observe(state, seat_viewer(seat)), _heard(game, seat), bots.luck(state, seat))
    except Exception:
        logger.exception("the bot on seat %s of game %s failed", seat, game.pk)
        return bots.Act(None)


def _heard(game: Game, seat: SeatId) -> tuple[Claim, ...]:
    """What bots have said in the hearing of ``seat``."""
    lines = ChatLine.objects.filter(game=game, claim__isnull=False).order_by("seq")
    return tuple(
        Claim(SeatId(said["by"]), SeatId(said["subject"]), said["result"])
        for said, seats in lines.values_list("claim", "seats")
        if said and seats >> seat & 1
    )


def _sentence(state: State, claim: Claim) -> str:
    verdicts = {"mafia": "one of them", "not_mafia": "not one of them"}
    verdict = verdicts.get(claim.result, claim.result)
    return f"I looked into {state.seats[claim.subject].name}: {verdict}."


def _set_due(game: Game, due: int | None) -> None:
    if due != game.due_at and Game.objects.filter(pk=game.pk, version=game.version).update(due_at=due):
        schedule.hint(game.pk, due)
