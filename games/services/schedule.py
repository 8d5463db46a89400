"""When a game next needs the clock: for time that runs out, or for a bot that has thought long enough."""

import logging
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction

from games.codec import BotSteps
from games.engine import bots
from games.engine.ids import Millis, SeatId
from games.engine.state import State
from games.engine.turn import next_due
from games.moment import MINUTE, SECOND, now

logger = logging.getLogger(__name__)

STEPS = 8
"""How often a bot acts in one phase at most."""

_HORIZON = 10 * MINUTE
_STALE = 30


def next_bot(state: State, steps: BotSteps) -> tuple[Millis, SeatId] | None:
    """When a bot next acts, and which; None while paused and at the end."""
    stage = state.stage
    acts = []
    for number in bots.waiting(state):
        step = steps.of(stage.number, number)
        if state.seats[number].bot and step < STEPS:
            acts.append((stage.began_at + bots.delay(number, stage.number, step), number))
    return min(acts, default=None)


def due_at(state: State, steps: BotSteps) -> Millis | None:
    """When anything next happens by itself, in milliseconds; None while nothing does."""
    time, bot = next_due(state), next_bot(state, steps)
    if time is None or bot is None:
        return time
    return min(time, bot[0])


def hint(game_id: int, due: Millis | None) -> None:
    """Let the workers know of a deadline, once it is committed.  Only a hint: the sweep makes it certain."""
    if settings.CLOCK_HINTS and due is not None and due - now() < _HORIZON:
        transaction.on_commit(partial(_send, game_id, due))


def _send(game_id: int, due: Millis) -> None:
    countdown = max(0, due - now()) / SECOND
    try:
        current_app.send_task("games.tick", (game_id,), countdown=countdown, expires=countdown + _STALE)
    except Exception:
        logger.exception("could not announce the deadline of game %s", game_id)
