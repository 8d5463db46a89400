"""The one way in: time, presence, the host, and commands that come too late."""

from dataclasses import replace

import pytest

from games.engine.audience import Audience, room
from games.engine.commands import CastBallot, MarkAway, MarkPresent, SeatSetup, Tick, command_for
from games.engine.errors import Rejected
from games.engine.game import LATE, decide
from games.engine.ids import NARRATOR, NARRATOR_VIEWER, SPECTATOR_VIEWER, RoleId, SeatId, seat_viewer
from games.engine.observation import observe, story
from games.engine.phases.line import end_phase
from games.engine.rulesets import REGISTRY
from games.engine.turn import ABSENCE, Turn, next_due
from tests.kit.games import EPOCH, begin, start_command, table

SEVEN = "mafia mafia doctor detective citizen citizen citizen"


def test_nothing_happens_before_the_start() -> None:
    assert decide(None, Tick(), EPOCH) == Rejected("NOT_STARTED")  # type: ignore[arg-type]


def test_an_answer_to_an_old_question_is_not_taken_for_one_to_the_new() -> None:
    game = table(SEVEN).until("vote")
    late = decide(game.state, CastBallot(SeatId(3), SeatId(4)), game.now, phase=game.state.stage.number - 1)
    assert late == Rejected("PHASE_PASSED")  # type: ignore[arg-type]
    assert not isinstance(
        decide(game.state, CastBallot(SeatId(3), SeatId(4)), game.now, phase=game.state.stage.number),
        Rejected,
    )


def test_time_that_has_run_out_is_played_out_before_a_command() -> None:
    game = table(SEVEN).until("vote")
    game.now = game.state.stage.due_at
    assert game.refused(3, "vote", 4) == "WRONG_PHASE"


def test_a_slightly_late_clock_costs_the_next_phase_that_time() -> None:
    game = table(SEVEN)
    due = game.state.stage.due_at
    game.now = due + LATE
    game.do(Tick())
    assert game.state.stage.began_at == due


def test_N1_a_server_that_was_away_leaves_the_next_phase_whole() -> None:
    game = table(SEVEN)
    game.now = game.state.stage.due_at + LATE + 1
    game.do(Tick())
    assert game.state.stage.began_at == game.now


def test_a_tick_before_anything_is_due_brings_nothing() -> None:
    assert table(SEVEN).do(Tick()) == ()


@pytest.mark.parametrize("seat", [-3, 7, 99])
def test_seats_that_are_none(seat: int) -> None:
    game = table(SEVEN, host=0)
    for command in (MarkAway(SeatId(seat)), MarkPresent(SeatId(seat))):
        assert game.ask(command) == Rejected("NO_SUCH_SEAT")  # type: ignore[arg-type]
    assert game.refused(seat, "ready") == "NO_SUCH_SEAT"
    assert game.refused(seat, "leave") == "NO_SUCH_SEAT"
    assert game.refused(0, "remove", seat) == "NO_SUCH_SEAT"


def test_presence_after_the_end_changes_nothing() -> None:
    game = table(SEVEN)
    while not game.over:
        game.end()
    assert game.do(MarkAway(SeatId(0))) == ()
    assert next_due(game.state) is None


def test_whoever_is_not_present_at_the_start_is_away() -> None:
    command = start_command(REGISTRY["parlor"], tuple(map(RoleId, SEVEN.split())), host=0)
    seats = (SeatSetup("P0", present=False), *command.seats[1:])
    game = begin(replace(command, seats=seats))
    assert game.see(1).seats[0].away
    game.now += ABSENCE
    game.do(Tick())
    assert game.see(1).host == 1


def test_C5_with_nobody_present_the_powers_stay_until_somebody_comes() -> None:
    game = table(SEVEN, host=0)
    for seat in range(7):
        game.do(MarkAway(SeatId(seat)))
    game.now += ABSENCE
    game.do(Tick())
    assert game.see(0).host == 0
    game.do(MarkPresent(SeatId(4)))
    assert game.see(0).host == 4


def test_C5_bots_are_never_host() -> None:
    command = start_command(REGISTRY["parlor"], tuple(map(RoleId, SEVEN.split())), host=0)
    seats = tuple(SeatSetup(f"P{number}", bot=0 < number < 5) for number in range(7))
    game = begin(replace(command, seats=seats))
    game.must(0, "leave")
    assert game.see(1).host == 5


def test_a_pause_keeps_the_phase_whole() -> None:
    game = table(SEVEN, host=0).until("day")
    left = game.state.stage.due_at - game.now
    game.must(0, "pause")
    assert next_due(game.state) is None
    game.now += 3_600_000
    for seat in range(7):
        assert game.refused(seat, "ready") == "GAME_PAUSED"
    game.must(0, "resume")
    assert game.state.stage.due_at - game.now == left


def test_everyone_done_while_paused_is_counted_when_the_game_goes_on() -> None:
    game = table(SEVEN, host=0)
    for seat in range(6):
        game.must(seat, "ready")
    game.must(0, "pause")
    game.must(6, "leave")
    assert game.phase == "reveal"
    game.must(0, "resume")
    assert game.phase == "day"


def test_audiences_tell_seats_narrator_and_spectators_apart() -> None:
    audience = Audience(frozenset({SeatId(1)}), narrator=True)
    assert audience.includes(seat_viewer(SeatId(1)))
    assert not audience.includes(seat_viewer(SeatId(0)))
    assert audience.includes(NARRATOR_VIEWER)
    assert not audience.includes(SPECTATOR_VIEWER)
    assert room([SeatId(1)]).includes(SPECTATOR_VIEWER)


def test_the_story_is_what_was_addressed() -> None:
    game = table(SEVEN)
    kinds = [type(event).__name__ for event in story(game.log, SPECTATOR_VIEWER)]
    assert kinds == ["GameStarted", "PhaseBegan", "ReadyCounted"]
    assert "TeamMet" in [type(event).__name__ for event in story(game.log, seat_viewer(SeatId(0)))]


def test_a_line_without_an_end_is_a_fault_of_the_preset() -> None:
    game = table(SEVEN)
    ruleset = game.state.ruleset
    line = (replace(ruleset.line[0], then=()), *ruleset.line[1:])
    setup = replace(game.state.setup, ruleset=replace(ruleset, line=line))
    with pytest.raises(AssertionError, match="nothing follows reveal"):
        end_phase(Turn(replace(game.state, setup=setup), game.now))
    with pytest.raises(KeyError):
        ruleset.place("nowhere")


def test_secret_totals_are_not_shown_as_nought() -> None:
    for ballots, votes in (("secret", None), ("totals", 1), ("names", 1)):
        game = table(SEVEN, ballots=ballots).until("vote")
        voter, target = game.state.alive()[:2]
        game.must(voter, "vote", target)
        assert game.see(voter).seats[target].votes == votes
        assert observe(game.state, SPECTATOR_VIEWER).seats[voter].vote == (
            target if ballots == "names" else None
        )


def test_commands_without_a_target_that_need_one_are_refused() -> None:
    game = table(SEVEN, host=0).until("night")
    assert game.refused(0, "kill") == "NEEDS_TARGET"
    assert game.refused(4, "hold", 2) == "NO_TARGET"
    assert game.ask(command_for("remove", NARRATOR)) == Rejected("NO_SUCH_SEAT")  # type: ignore[arg-type]
    assert game.refused(2, "protect", 77) == "NO_SUCH_SEAT"
