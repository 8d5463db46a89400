"""The vote, and the second vote between tied names (P11, P12, R11 to R13, C16, C17)."""

from collections.abc import Iterable

from games.engine.audience import only, room
from games.engine.checks import living_target_refusal
from games.engine.choices import BallotSecrecy, Tie
from games.engine.commands import CastBallot, Choose, Legal, SeatCommand, WithdrawBallot
from games.engine.day_events import BallotCast, BallotsCounted, BallotWithdrawn, SkipSpent, VoteClosed
from games.engine.errors import Reason
from games.engine.events import NewsTold
from games.engine.ids import NOBODY, SeatId
from games.engine.news import Cause, News, NewsKind
from games.engine.phases.base import Kind, begin, living_players
from games.engine.phases.resolution import settle
from games.engine.places import Place
from games.engine.state import State
from games.engine.turn import Turn
from games.engine.votes import COUNTS, Count, Outcome, count_by, tally


def _tied(state: State) -> tuple[SeatId, ...]:
    return state.last_vote.tied if state.last_vote else ()


def _up(state: State) -> tuple[SeatId, ...]:
    """Whoever was nominated and has just answered, if they are still in (M10)."""
    return tuple(seat for seat in state.stage.speakers if state.seats[seat].alive)


def _applies(state: State, place: Place) -> bool:
    """A second vote needs a tie, and the setting for it."""
    if place.nominee:
        return bool(_up(state))
    return not place.runoff or (state.ruleset.tie is Tie.REVOTE and bool(_tied(state)))


def _begin(turn: Turn, place: Place) -> None:
    state = turn.state
    everyone = _up(state) if place.nominee else state.alive()
    begin(turn, place, candidates=_tied(state) if place.runoff else everyone)


def _ballot_refusal(state: State, seat: SeatId, target: SeatId) -> Reason | None:
    if target == NOBODY:
        return None
    if target == seat:
        return Reason.SELF_VOTE
    refusal = living_target_refusal(state, target)
    if refusal is None and target not in state.stage.candidates:
        return Reason.NOT_A_CANDIDATE
    return refusal


def _handle(turn: Turn, command: SeatCommand) -> Reason | None:
    state = turn.state
    names = state.ruleset.ballots is BallotSecrecy.NAMES
    audience = room(state.numbers()) if names else only(command.seat)
    match command:
        case CastBallot(seat, target):
            refusal = _ballot_refusal(state, seat, target)
            if refusal is None:
                turn.emit(BallotCast(seat, target, turn.at), audience)
            return refusal
        case WithdrawBallot(seat):
            if seat not in state.stage.ballots:
                return Reason.NO_BALLOT
            turn.emit(BallotWithdrawn(seat, turn.at), audience)
            return None
        case Choose(ability="vote", target=None):
            return Reason.NEEDS_TARGET
        case _:
            return Reason.WRONG_PHASE


def _legal(state: State, seat: SeatId) -> tuple[Legal, ...]:
    targets = (*[t for t in state.stage.candidates if _ballot_refusal(state, seat, t) is None], NOBODY)
    unvote = (Legal("unvote"),) if seat in state.stage.ballots else ()
    return (Legal("vote", targets), *unvote)


def _weights(state: State, voters: Iterable[SeatId]) -> dict[SeatId, int]:
    return {seat: state.vote_weight(seat) for seat in voters}


def _totals(state: State) -> dict[SeatId, int]:
    """What has been voted so far."""
    return tally(state.stage.ballots, _weights(state, state.stage.ballots))


def _decisive(state: State) -> dict[SeatId, int]:
    """What decides the vote: silence counts for Nobody where the place says so (R11)."""
    counting = _weights(state, state.alive())
    silent = dict.fromkeys(counting, NOBODY) if state.place.silence_is_nobody else {}
    return tally({**silent, **state.stage.ballots}, counting)


def _answered(state: State) -> frozenset[SeatId]:
    return frozenset(state.stage.ballots)


def _count(turn: Turn, waited_for: frozenset[SeatId]) -> None:
    state = turn.state
    secret = state.ruleset.ballots is BallotSecrecy.SECRET
    counted = BallotsCounted(
        answered=len(waited_for & _answered(state)),
        of=len(waited_for),
        totals={} if secret else _totals(state),
    )
    stage = state.stage
    if (counted.answered, counted.of, counted.totals) != (stage.ready, stage.waited_for, stage.totals):
        turn.tell_room(counted)


def _expire(turn: Turn) -> None:
    state = turn.state
    totals = _decisive(state)
    count = Count(totals, sum(_weights(state, state.alive()).values()), state.skip_budget or 0)
    outcome = COUNTS[count_by(state.place, state.ruleset.procedure)](count)
    named = state.stage.ballots if state.ruleset.ballots is BallotSecrecy.NAMES else {}
    turn.tell_room(VoteClosed(totals, dict(named), outcome.eliminated, outcome.tied))
    if not state.place.host_reveals:
        announce(turn, outcome)


def announce(turn: Turn, outcome: Outcome) -> None:
    """Tell what comes of a vote that has closed, and let it take effect."""
    state = turn.state
    tie = (News(NewsKind.TIE, outcome.tied),) if outcome.tied else ()
    if outcome.tied and not state.place.runoff and state.ruleset.tie is Tie.REVOTE:
        turn.tell_room(NewsTold((*tie, News(NewsKind.RUNOFF, outcome.tied))))
    elif outcome.eliminated is not None and state.place.condemns:
        turn.tell_room(NewsTold((News(NewsKind.CONDEMNED, (outcome.eliminated,)),)))
    else:
        _settle(turn, outcome, tie)


def _settle(turn: Turn, outcome: Outcome, news: tuple[News, ...]) -> None:
    if outcome.skips:
        left = (turn.state.skip_budget or 0) - 1
        turn.tell_room(SkipSpent(left))
        news = (*news, News(NewsKind.SKIP_SPENT, number=left))
    if outcome.eliminated is None:
        out, result = [], News(NewsKind.NOBODY_ELIMINATED)
    else:
        out = [(outcome.eliminated, Cause.ELIMINATED)]
        result = News(NewsKind.ELIMINATED, (outcome.eliminated,))
    day_goes_on = turn.state.place.nominee and not out
    settle(turn, out, (*news, result), ends_round=turn.state.stage.night > 0 and not day_goes_on)


KIND = Kind(
    handle=_handle,
    expire=_expire,
    legal=_legal,
    begin=_begin,
    count=_count,
    waits_for=living_players,
    done=_answered,
    applies=_applies,
)
