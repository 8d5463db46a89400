"""What follows when it is settled who goes out: news, the round, the wins, in that order, once (C19)."""

from collections.abc import Iterable, Sequence

from games.engine.attendance_events import PlayerLeft
from games.engine.audience import SERVER_ONLY, only
from games.engine.choices import Flip
from games.engine.events import CauseNoted, GameEnded, NewsTold, PlayerWentOut, RoundEnded
from games.engine.ids import SeatId
from games.engine.news import Cause, News, NewsKind
from games.engine.night_events import PlayerPromoted
from games.engine.roles import Faction
from games.engine.state import State
from games.engine.succession import heir
from games.engine.turn import Turn
from games.engine.win import sides, verdict, winners

_OPEN_CAUSES = frozenset({Cause.KILLED, Cause.ELIMINATED, Cause.LEFT, Cause.HOUSE_RULE})
"""Those that tell nothing of who somebody was."""


def _go_out(turn: Turn, number: SeatId, cause: Cause, flip: Flip) -> None:
    """Out, with as much shown of who it was as ``flip`` says; the cause tells no more than that (C13)."""
    seat = turn.state.seats[number]
    told = cause if flip is Flip.ROLE or cause in _OPEN_CAUSES else Cause.KILLED
    turn.tell_room(
        PlayerWentOut(
            number,
            told,
            role=seat.role if flip is Flip.ROLE else None,
            faction=None if flip is Flip.NONE else seat.faction,
        )
    )
    if told is not cause:
        turn.emit(CauseNoted(number, cause), SERVER_ONLY)


def _promote(turn: Turn, fallen: Iterable[SeatId]) -> None:
    """Let the places that have fallen vacant be taken, where there is succession; the team sees it (G5)."""
    if not turn.state.ruleset.succession:
        return
    dead = frozenset(turn.state.seats[seat].role for seat in fallen)
    while (promotion := heir(turn.state, dead)) is not None:
        turn.emit(PlayerPromoted(*promotion), only(*turn.state.team()))
        dead = frozenset()


def end_game(turn: Turn, winning: tuple[Faction, ...]) -> None:
    """Everything is shown: roles, and seed and salt for the check of the deal (C2, C3).

    ``winning``: the factions that win by this; whoever has won by themselves before does so too.
    """
    state = turn.state
    turn.tell_room(
        GameEnded(
            winning=sides(state, winning),
            winners=winners(state, winning),
            roles=tuple(seat.role for seat in state.seats),
            factions=tuple(seat.faction for seat in state.seats),
            seed=state.setup.seed,
            salt=state.setup.salt,
            at=turn.at,
        )
    )


def take_out(turn: Turn, number: SeatId, cause: Cause, news: News) -> None:
    """One player goes out at once, in the middle of a phase; then it is asked who has won (C19)."""
    _go_out(turn, number, cause, turn.state.ruleset.flip)
    _promote(turn, (number,))
    turn.tell_room(NewsTold((news,)))
    winning = verdict(turn.state)
    if winning is not None:
        end_game(turn, winning)


def _idlers(state: State) -> list[SeatId]:
    """Those for whom this is one round too many of neither being connected nor doing anything (C6)."""
    limit = state.ruleset.idle_rounds
    if limit is None:
        return []
    return [
        seat.number
        for seat in state.seats
        if seat.alive and not seat.left and not seat.stirred and seat.idle + 1 >= limit
    ]


def settle(
    turn: Turn,
    out: Sequence[tuple[SeatId, Cause]],
    news: tuple[News, ...],
    *,
    ends_round: bool,
    hidden: frozenset[SeatId] = frozenset(),
) -> None:
    """Take out ``out`` and whoever has left, tell the news, and end the game if it is decided.

    A round without anyone going out is counted; too many of them end the game (C25).  Whoever has been idle
    for too many leaves with it (C6).  ``hidden``: of whom nothing is shown (G6).
    """
    flip, fallen = turn.state.ruleset.flip, [number for number, _ in out]
    for number, cause in out:
        _go_out(turn, number, cause, Flip.NONE if number in hidden else flip)
    for number in _idlers(turn.state) if ends_round else ():
        turn.tell_room(PlayerLeft(number))
    leavers = tuple(seat.number for seat in turn.state.seats if seat.left and seat.alive)
    for number in leavers:
        _go_out(turn, number, Cause.LEFT, flip)
    _promote(turn, (*fallen, *leavers))
    if leavers:
        news = (*news, News(NewsKind.LEFT, leavers))
    if ends_round:
        quiet = turn.state.quiet + 1 if turn.state.calm else 0
        turn.tell_room(RoundEnded(quiet))
        if quiet:
            news = (*news, News(NewsKind.QUIET, number=quiet))
    turn.tell_room(NewsTold(news))
    winning = verdict(turn.state)
    if winning is None and ends_round and turn.state.quiet >= turn.state.ruleset.quiet_days:
        winning = ()
    if winning is not None:
        end_game(turn, winning)
