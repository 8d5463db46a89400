"""The only way a state changes: ``evolve(state, event)``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from games.engine.attendance import APPLY as _ATTENDANCE
from games.engine.changes import changed as _changed
from games.engine.changes import changed_seat as _changed_seat
from games.engine.changes import with_seat as _with_seat
from games.engine.changes import with_stage as _with_stage
from games.engine.day_events import (
    BallotCast,
    BallotsCounted,
    BallotWithdrawn,
    PlayerRevealed,
    SkipSpent,
    VerdictGiven,
    VoteClosed,
)
from games.engine.events import (
    CauseNoted,
    DrawMade,
    Event,
    GameEnded,
    GameStarted,
    NewsTold,
    PhaseBegan,
    PlayerWentOut,
    ReadyCounted,
    ReadyMarked,
    RoleDealt,
    RoundEnded,
    SeedSet,
    TeamMet,
    TurnCalled,
)
from games.engine.ids import SeatId
from games.engine.led import APPLY as _LED
from games.engine.news import News, NewsKind
from games.engine.night_events import (
    ChoiceMade,
    PickWithdrawn,
    PlayerPromoted,
    PlayerRecruited,
    PlayerSilenced,
    PowerSpent,
    ResultLearned,
)
from games.engine.places import CountBy
from games.engine.state import Aim, Choice, Ending, Finding, Seat, Setup, Stage, State, replaces


def _stirring(state: State, number: SeatId) -> State:
    """``number`` has done something, so they are not idle this round (C6)."""
    return state if state.seats[number].stirred else _with_seat(state, number, stirred=True, idle=0)


def _started(event: GameStarted) -> State:
    seats = tuple(
        Seat(
            number=SeatId(number),
            name=player.name,
            bot=player.bot,
            away_since=None if player.present else event.at,
            stirred=player.present,
            phone=player.phone,
        )
        for number, player in enumerate(event.seats)
    )
    stage = Stage(place="", number=0, day=0, night=0, began_at=event.at, due_at=event.at)
    setup = Setup(event.ruleset, event.host, event.commitment, event.verified, event.host_may, event.calls)
    spends = any(place.count_by is CountBy.BUDGET for place in event.ruleset.line)
    budget = event.ruleset.skip_budget if spends else None
    return State(setup, seats, stage, event.host, skip_budget=budget)


def _seed_set(state: State, event: SeedSet) -> State:
    return _changed(state, setup=replace(state.setup, seed=event.seed, salt=event.salt))


def _role_dealt(state: State, event: RoleDealt) -> State:
    return _with_seat(state, event.seat, role=event.role, faction=event.faction)


def _team_met(state: State, event: TeamMet) -> State:
    seats = tuple(_changed_seat(s, met_team=True) if s.number in event.seats else s for s in state.seats)
    return _changed(state, seats=seats)


def _as_the_round_begins(seat: Seat) -> Seat:
    """Whoever is connected when night falls is so in the round that begins with it."""
    connected = seat.away_since is None
    return seat if seat.stirred is connected else _changed_seat(seat, stirred=connected)


def _phase_began(state: State, event: PhaseBegan) -> State:
    stage = Stage(
        place=event.place,
        number=event.number,
        day=event.day,
        night=event.night,
        began_at=event.at,
        due_at=event.due_at,
        candidates=event.candidates,
        speakers=event.speakers,
    )
    if event.night == state.stage.night:
        return _changed(state, stage=stage)
    # What happened before the night, such as a first day's vote, belongs to no round (C6, C25).
    return _changed(state, stage=stage, calm=True, seats=tuple(map(_as_the_round_begins, state.seats)))


def _turn_called(state: State, event: TurnCalled) -> State:
    return _with_stage(state, called=state.stage.called + 1)


def _ready_marked(state: State, event: ReadyMarked) -> State:
    return _with_stage(_stirring(state, event.seat), done=state.stage.done | {event.seat})


def _ready_counted(state: State, event: ReadyCounted) -> State:
    return _with_stage(state, ready=event.ready, waited_for=event.of)


def _choice_made(state: State, event: ChoiceMade) -> State:
    kept = tuple(
        choice
        for choice in state.stage.choices
        if choice.seat != event.seat or not replaces(event.slot, choice.slot)
    )
    choice = Choice(event.seat, event.ability, event.target, event.slot, event.shared)
    return _with_stage(_stirring(state, event.seat), choices=(*kept, choice))


def _pick_withdrawn(state: State, event: PickWithdrawn) -> State:
    kept = tuple(
        choice
        for choice in state.stage.choices
        if not (choice.shared and choice.seat == event.seat and replaces(event.slot, choice.slot))
    )
    return _with_stage(state, choices=kept)


def _power_spent(state: State, event: PowerSpent) -> State:
    kept, times = [], 1
    for aim in state.aims:
        if (aim.seat, aim.ability) == (event.seat, event.ability):
            times += aim.times
        else:
            kept.append(aim)
    aim = Aim(event.seat, event.ability, event.target, event.night, times)
    return _changed(state, aims=(*kept, aim))


def _result_learned(state: State, event: ResultLearned) -> State:
    finding = Finding(event.seat, event.subject, event.result, event.night, event.visited)
    return _changed(state, findings=(*state.findings, finding))


def _player_silenced(state: State, event: PlayerSilenced) -> State:
    return _changed(state, silenced={**state.silenced, event.seat: event.day})


def _ballot_cast(state: State, event: BallotCast) -> State:
    ballots = {**state.stage.ballots, event.seat: event.target}
    return _with_stage(_stirring(state, event.seat), ballots=ballots)


def _ballot_withdrawn(state: State, event: BallotWithdrawn) -> State:
    ballots = {seat: target for seat, target in state.stage.ballots.items() if seat != event.seat}
    return _with_stage(_stirring(state, event.seat), ballots=ballots)


def _ballots_counted(state: State, event: BallotsCounted) -> State:
    return _with_stage(state, ready=event.answered, waited_for=event.of, totals=event.totals)


def _vote_closed(state: State, event: VoteClosed) -> State:
    ballots = sorted(state.stage.ballots.items())
    accusers = tuple([voter for voter, target in ballots if target == event.eliminated])
    return _changed(state, last_vote=event, accusers=accusers)


def _verdict_given(state: State, event: VerdictGiven) -> State:
    return _with_stage(state, verdict=True, due_at=event.due_at)


def _player_revealed(state: State, event: PlayerRevealed) -> State:
    """Told besides what has been told last: the day's news stays news."""
    state = _with_seat(
        _stirring(state, event.seat),
        event.seat,
        revealed=True,
        shown_role=event.role,
        shown_faction=event.faction,
    )
    return _changed(
        state, news=(*state.news, News(NewsKind.REVEALED, (event.seat,), event.weight, event.role))
    )


def _skip_spent(state: State, event: SkipSpent) -> State:
    return _changed(state, skip_budget=event.left)


def _player_went_out(state: State, event: PlayerWentOut) -> State:
    known = state.seats[event.seat]
    state = _with_seat(
        state,
        event.seat,
        alive=False,
        cause=event.cause,
        out_night=state.stage.night,
        shown_role=event.role or known.shown_role,
        shown_faction=event.faction or known.shown_faction,
    )
    return _changed(state, calm=False)


def _cause_noted(state: State, event: CauseNoted) -> State:
    return _with_seat(state, event.seat, noted_cause=event.cause)


def _player_recruited(state: State, event: PlayerRecruited) -> State:
    return _with_seat(state, event.seat, role=event.role, faction=event.faction, turned=True)


def _player_promoted(state: State, event: PlayerPromoted) -> State:
    return _with_seat(state, event.seat, role=event.role, turned=True)


def _news_told(state: State, event: NewsTold) -> State:
    return _changed(state, news=event.news)


def _round_ended(state: State, event: RoundEnded) -> State:
    seats = tuple(seat if seat.stirred else _changed_seat(seat, idle=seat.idle + 1) for seat in state.seats)
    return _changed(state, quiet=event.quiet, calm=True, seats=seats)


def _game_ended(state: State, event: GameEnded) -> State:
    seats = tuple(
        _changed_seat(seat, role=role, faction=faction)
        for seat, role, faction in zip(state.seats, event.roles, event.factions, strict=True)
    )
    return _changed(state, seats=seats, ending=Ending(event.winning, event.winners, event.at))


_APPLY: Mapping[type, Callable[[State, Any], State]] = {
    SeedSet: _seed_set,
    RoleDealt: _role_dealt,
    TeamMet: _team_met,
    PhaseBegan: _phase_began,
    TurnCalled: _turn_called,
    ReadyMarked: _ready_marked,
    ReadyCounted: _ready_counted,
    ChoiceMade: _choice_made,
    PickWithdrawn: _pick_withdrawn,
    PowerSpent: _power_spent,
    ResultLearned: _result_learned,
    PlayerSilenced: _player_silenced,
    DrawMade: lambda state, event: state,
    BallotCast: _ballot_cast,
    BallotWithdrawn: _ballot_withdrawn,
    BallotsCounted: _ballots_counted,
    VoteClosed: _vote_closed,
    VerdictGiven: _verdict_given,
    PlayerRevealed: _player_revealed,
    SkipSpent: _skip_spent,
    PlayerWentOut: _player_went_out,
    CauseNoted: _cause_noted,
    PlayerRecruited: _player_recruited,
    PlayerPromoted: _player_promoted,
    NewsTold: _news_told,
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
    **_ATTENDANCE,
    **_LED,
}


def evolve(state: State | None, event: Event) -> State:
    """The state after ``event``.  Only ``GameStarted`` starts from None."""
    if isinstance(event, GameStarted):
        return _started(event)
    assert state is not None
    return _APPLY[type(event)](state, event)
