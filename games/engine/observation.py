"""Everything a viewer may know and do.  All that leaves the engine leaves it here (C1)."""

from collections.abc import Iterable

from games.engine import moderation
from games.engine.choices import BallotSecrecy
from games.engine.commands import Legal
from games.engine.console import console_of, enterable
from games.engine.events import Addressed, Event
from games.engine.ids import (
    NARRATOR,
    NARRATOR_VIEWER,
    SeatId,
    Standpoint,
    Viewer,
)
from games.engine.observed import OVER, Observation, Own, Result, SeatView
from games.engine.phases.base import ends_early, untimed
from games.engine.phases.line import host_may_end
from games.engine.places import Light
from games.engine.rules import HostRight
from games.engine.state import Choice, State
from games.engine.talk import only_line, reads, writes


def room_sees(state: State) -> tuple[SeatView, ...]:
    """Every seat as everybody in the room sees it, spectators too."""
    stage, ballots, over = state.stage, state.ruleset.ballots, state.ending is not None
    speaker = stage.speakers[0] if stage.speakers else None
    votes = stage.ballots if ballots is BallotSecrecy.NAMES else {}
    counted = () if ballots is BallotSecrecy.SECRET else stage.candidates
    totals = {number: stage.totals.get(number, 0) for number in counted}
    # By position, in the order of SeatView's fields: it is made for every seat at every look.
    return tuple(
        [
            SeatView(
                seat.number,
                seat.name,
                False,
                seat.bot,
                seat.number == state.host,
                seat.alive,
                seat.left,
                seat.away_since is not None,
                (over and seat.noted_cause) or seat.cause,
                seat.role if over else seat.shown_role,
                seat.faction if over else seat.shown_faction,
                False,
                seat.number == speaker,
                votes.get(seat.number),
                totals.get(seat.number),
            )
            for seat in state.seats
        ]
    )


def _seats_for(state: State, number: SeatId, room: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    """What the holder of a seat knows besides: their own card and ballot, and their team's cards (C1)."""
    own, views = state.seats[number], list(room)
    vote = state.stage.ballots.get(number)
    views[number] = room[number]._replace(you=True, role=own.role, faction=own.faction, vote=vote)
    if own.met_team:
        for seat in state.seats:
            if seat.met_team and seat is not own:
                mate = room[seat.number]
                views[seat.number] = mate._replace(teammate=True, role=seat.role, faction=seat.faction)
    return tuple(views)


def _seats_for_moderator(state: State, room: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    """Whoever moderates sees every card and every ballot (M13)."""
    ballots = state.stage.ballots
    return tuple(
        [
            view._replace(role=seat.role, faction=seat.faction, vote=ballots.get(seat.number))
            for view, seat in zip(room, state.seats, strict=True)
        ]
    )


def _own(state: State, number: SeatId) -> Own:
    seat, stage = state.seats[number], state.stage
    team_sees = seat.met_team and seat.alive and not seat.left
    mine: list[Choice] = []
    others: list[Choice] = []
    for choice in stage.choices:
        if choice.seat == number:
            mine.append(choice)
        elif team_sees and choice.shared:
            others.append(choice)
    return Own(
        seat=number,
        role=seat.role,
        faction=seat.faction,
        alive=seat.alive,
        left=seat.left,
        met_team=seat.met_team,
        done=number in stage.done,
        choices=tuple(mine),
        team_choices=tuple(others),
        ballot=stage.ballots.get(number),
        findings=tuple([finding for finding in state.findings if finding.seat == number]),
        silenced=state.is_silenced(number),
        line=only_line(state, number),
        uses=tuple(
            [
                (power.ability, left)
                for power in state.role(number).powers
                if (left := state.uses_left(number, power)) is not None
            ]
        ),
        turned=seat.turned,
    )


def legal_actions(state: State, number: SeatId) -> tuple[Legal, ...]:
    """All that the holder of a seat, or NARRATOR, may do now."""
    if state.ending is not None:
        return ()
    legal: list[Legal] = []
    if number >= 0 and not state.seats[number].left:
        legal.extend(enterable(state, number))
        legal.append(Legal("leave"))
    if number == state.host:
        legal.extend(_host_actions(state, number))
    if number == NARRATOR and state.ruleset.moderated:
        legal.extend(moderation.legal(state))
    return tuple(legal)


def _host_actions(state: State, number: SeatId) -> Iterable[Legal]:
    may = state.setup.host_may
    if HostRight.PAUSE in may:
        yield Legal("pause" if state.paused_at is None else "resume")
    if HostRight.NEXT in may and state.paused_at is None and not state.ruleset.moderated:
        yield from _steps(state)
    if HostRight.REMOVE in may:
        yield Legal("remove", tuple(s.number for s in state.seats if not s.left and s.number != number))


def _steps(state: State) -> Iterable[Legal]:
    """How the host takes the table further (S7)."""
    if state.place.host_reveals:
        yield Legal("reveal_votes")
    if state.place.kind == "verdict" and not state.stage.verdict:
        yield Legal("finalize")
    if host_may_end(state):
        yield Legal("next")


def turn_of(state: State) -> int:
    """The number of the day, or night, that is on."""
    return state.stage.night if state.place.light is Light.NIGHT else state.stage.day


def observe(state: State, viewer: Viewer, room: tuple[SeatView, ...] | None = None) -> Observation:
    """What ``viewer`` may know and do now.  ``room`` is ``room_sees(state)``, for whoever asks for several
    viewers of one state."""
    stage, place, ruleset = state.stage, state.place, state.ruleset
    over = state.ending is not None
    number = viewer.seat if viewer.standpoint is Standpoint.SEAT else None
    seats = room_sees(state) if room is None else room
    acting = number if number is not None else NARRATOR if viewer == NARRATOR_VIEWER else None
    moderates = viewer == NARRATOR_VIEWER and ruleset.moderated
    if moderates:
        seats = _seats_for_moderator(state, seats)
    return Observation(
        viewer=viewer,
        preset=ruleset.preset,
        theme=ruleset.theme,
        phase=OVER if over else place.name,
        place=OVER if over else place.id,
        kind=OVER if over else place.kind,
        light=Light.DAY if over else place.light,
        phase_number=stage.number,
        day=turn_of(state),
        began_at=stage.began_at,
        due_at=None if over or state.paused_at is not None else stage.due_at,
        untimed=untimed(state, place),
        ends_early=ends_early(state, place),
        paused=state.paused_at is not None,
        done=stage.ready,
        waited_for=stage.waited_for,
        seats=seats if number is None else _seats_for(state, number, seats),
        own=None if number is None else _own(state, number),
        is_host=acting is not None and acting == state.host,
        host=state.host,
        speaker=stage.speakers[0] if stage.speakers else None,
        candidates=stage.candidates,
        ballots=ruleset.ballots,
        totals=stage.totals,
        verdict=stage.verdict,
        host_reveals=place.host_reveals and not over,
        tap_withdraws=place.tap_withdraws and not over,
        called=state.setup.calls[stage.called - 1] if stage.called and not over else "",
        journal=ruleset.journal,
        skip_budget=state.skip_budget,
        news=state.news,
        quiet=state.quiet,
        legal=() if acting is None else legal_actions(state, acting),
        reads=reads(state, viewer),
        writes=writes(state, viewer),
        commitment=state.setup.commitment,
        verified=state.setup.verified,
        result=_result(state),
        moderated=ruleset.moderated,
        console=console_of(state) if moderates and not over else None,
    )


def _result(state: State) -> Result | None:
    if state.ending is None:
        return None
    return Result(state.ending.winning, state.ending.winners, state.setup.seed, state.setup.salt)


def story(log: Iterable[Addressed], viewer: Viewer) -> list[Event]:
    """The events of ``log`` that were addressed to ``viewer``, in order."""
    return [addressed.event for addressed in log if addressed.audience.includes(viewer)]
