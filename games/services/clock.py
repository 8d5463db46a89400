"""The clock: what happens because time has passed.  Called by workers, by the web process, and by tests with
made-up time; any number of callers may overlap."""

from games.engine.commands import Tick
from games.models import Game, Room
from games.moment import MINUTE

from . import bots, matchmaking, play, presence
from .steps import succeeds

_SET_ASIDE = MINUTE
"""Milliseconds for which a game that cannot be advanced is left alone, so that it holds up no other."""


def advance_due(now: int, limit: int = 100) -> int:
    """Advance games that are due at ``now``, the longest overdue first; gives back how many.

    As many as ``limit`` means that there may be more.
    """
    for look_after in (presence.sweep, matchmaking.advance):
        succeeds(look_after, now)
    due = Game.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)
    games = list(due[:limit])
    for game_id in games:
        if not succeeds(advance_game, game_id, now):
            Game.objects.filter(pk=game_id).update(due_at=now + _SET_ASIDE)
    return len(games)


def advance_game(game_id: int, now: int) -> None:
    """Let overdue time take effect in one game, and its bots act.  Nothing if it is not due."""
    if Game.objects.filter(pk=game_id, due_at__lte=now).exists():
        play.submit(game_id, Tick(), now)
        bots.drive(game_id, now)


def next_due() -> int | None:
    """When the next game is due, or starts by itself, in milliseconds; None while none is."""
    due = Game.objects.filter(due_at__isnull=False).order_by("due_at").values_list("due_at", flat=True)
    starts = Room.objects.filter(starts_at__isnull=False).order_by("starts_at")
    found = (due.first(), starts.values_list("starts_at", flat=True).first())
    return min((moment for moment in found if moment is not None), default=None)
