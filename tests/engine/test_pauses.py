"""A game that is paused, and nobody there to go on with it (C5, C6, C25, N13)."""

from dataclasses import replace

import pytest

from games.engine.commands import LeaveGame, MarkAway, MarkPresent, PauseGame, SeatSetup, Tick
from games.engine.errors import Rejected
from games.engine.ids import NARRATOR, RoleId, SeatId
from games.engine.rulesets import REGISTRY
from games.engine.turn import ABSENCE, UNTIMED, next_due
from tests.kit.games import Table, begin, start_command, table

CAST = "mafia doctor detective citizen citizen citizen"


def paused(*, host: int = 0, preset: str = "parlor", bots: tuple[int, ...] = ()) -> Table:
    command = start_command(REGISTRY[preset], tuple(map(RoleId, CAST.split())), host=host)
    seats = tuple(SeatSetup(f"P{n}", bot=n in bots) for n in range(len(command.seats)))
    game = begin(replace(command, seats=seats))
    game.do(PauseGame(SeatId(host)))
    assert game.state.paused_at is not None
    return game


def must(game: Table, command: LeaveGame | MarkAway | MarkPresent | Tick) -> None:
    answer = game.do(command)
    assert not isinstance(answer, Rejected), answer


@pytest.mark.parametrize("preset", ["parlor", "syndicate", "gallows"])
def test_N13_C6_a_paused_game_that_everybody_left_goes_on_and_ends(preset: str) -> None:
    game = paused(preset=preset)
    for seat in game.state.numbers():
        assert next_due(game.state) is None
        must(game, LeaveGame(seat))
    game.until("over")
    assert game.state.ending is not None
    assert game.state.ending.winners == ()


def test_N13_C7_bots_alone_play_a_paused_game_on() -> None:
    game = paused(bots=(1, 2, 3, 4, 5))
    assert next_due(game.state) is None
    game.now += 7_000
    must(game, LeaveGame(SeatId(0)))
    must(game, Tick())
    assert game.state.paused_at is None
    assert not game.over
    assert game.state.stage.due_at > game.now


def test_N13_a_pause_waits_for_whoever_is_there_and_could_go_on() -> None:
    game = paused()
    for seat in range(5):
        must(game, LeaveGame(SeatId(seat)))
    assert next_due(game.state) is None
    assert game.state.host == 5
    game.must(5, "resume")


def test_N13_a_pause_that_nobody_is_there_for_ends_after_a_day() -> None:
    game = paused()
    began, due = game.state.paused_at, game.state.stage.due_at
    for seat in game.state.numbers():
        game.now += 1_000
        must(game, MarkAway(seat))
    last = game.now
    for _ in game.state.seats:
        game.tick()
    assert game.now == last + ABSENCE
    assert game.state.paused_at == began
    assert next_due(game.state) == last + UNTIMED
    must(game, MarkPresent(SeatId(3)))
    assert next_due(game.state) is None
    must(game, MarkAway(SeatId(3)))
    last = game.now
    game.tick()
    game.tick()
    assert game.now == last + UNTIMED
    assert game.state.paused_at is None
    assert began is not None
    assert game.state.stage.due_at == due + game.now - began
    game.until("over")
    assert game.over


@pytest.mark.parametrize("preset", ["parlor", "moderated"])
def test_N13_a_narrator_who_is_there_may_still_go_on(preset: str) -> None:
    game = paused(host=NARRATOR, preset=preset)
    for seat in game.state.numbers():
        must(game, LeaveGame(seat))
    assert next_due(game.state) is None
    must(game, MarkAway(NARRATOR))
    left = game.now
    game.tick()
    assert next_due(game.state) == left + UNTIMED
    game.until("over")
    assert game.over


def test_N13_nobody_waits_for_a_seat_without_a_phone() -> None:
    game = table(CAST, host=0)
    seats = (*game.state.seats[:5], replace(game.state.seats[5], phone=False))
    game.state = replace(game.state, seats=seats)
    game.do(PauseGame(SeatId(0)))
    for seat in range(5):
        must(game, LeaveGame(SeatId(seat)))
    assert next_due(game.state) == game.state.paused_at
