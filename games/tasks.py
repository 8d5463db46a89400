"""What workers do for games.  All of it may run late, twice, or at the same time without harm."""

from celery import shared_task

from games.moment import now
from games.services import balance, clock


@shared_task(name="games.tick")
def tick(game_id: int) -> None:
    """A deadline of this game has come: sent ahead, for precision."""
    clock.advance_game(game_id, now())


@shared_task(name="games.sweep")
def sweep() -> None:
    """Each second, for certainty: every game that is due."""
    clock.advance_due(now(), limit=1_000)


@shared_task(name="games.balance")
def try_out(
    code: str, preset: str, options: str, players: int, games: int, wins: dict[str, int], spent: float
) -> None:
    """A few games of bots more at the table of a lobby."""
    balance.work_on(balance.Job(code, preset, options, players), games, wins, spent)
