"""Bots with the powers of Syndicate and Gallows, each by what it sees and has heard."""

from typing import Any

from games.engine import bots
from games.engine.beliefs import Beliefs, Claim, verdict
from games.engine.commands import Choose, ConfirmNight
from games.engine.ids import SeatId
from tests.kit.games import Table, table


def night(roles: str, preset: str = "gallows", **options: Any) -> Table:
    return table(roles, preset=preset, **options).until("night")


def says(by: int, subject: int, result: str = "mafia") -> Claim:
    return Claim(SeatId(by), SeatId(subject), result)


def choice(game: Table, seat: int, *heard: Claim) -> tuple[str, int | None]:
    command = game.bot(seat, *heard).command
    assert isinstance(command, Choose)
    return command.ability, command.target


def test_an_escort_stops_the_most_suspect_and_a_consort_whoever_speaks_for_the_town() -> None:
    heard = says(5, 3)
    assert choice(night("godfather escort citizen citizen citizen citizen"), 1, heard) == ("distract", 3)
    game = night("mafia consort citizen citizen citizen citizen", "syndicate")
    assert choice(game, 1, heard) == ("distract", 5)


def test_a_janitor_cleans_up_after_the_teams_own_pick() -> None:
    game = night("godfather janitor citizen citizen citizen citizen")
    game.must(0, "kill", 4)
    assert choice(game, 1) == ("clean", 4)


def test_S3_a_bot_whose_side_has_chosen_holds_and_the_one_who_chose_confirms() -> None:
    game = night("mafia mafia citizen citizen citizen citizen", "syndicate")
    game.must(0, "kill", 4)
    assert choice(game, 1) == ("hold", None)
    assert isinstance(game.bot(0).command, ConfirmNight)


def test_S15_a_yakuza_recruits_once_nobody_else_of_the_team_is_left() -> None:
    game = night("yakuza mafia vigilante citizen citizen citizen citizen", "syndicate")
    assert choice(game, 0)[0] == "kill"
    game.must(2, "shoot", 1)
    game.until("night")
    assert choice(game, 0, says(4, 0)) == ("recruit", 4)


def test_G11_a_survivor_lies_in_wait_on_some_nights() -> None:
    chosen = set()
    for number in range(12):
        game = night("godfather survivor citizen citizen citizen", seed=str(number))
        chosen.add(choice(game, 1)[0])
    assert chosen == {"alert", "suspect"}


def test_G18_a_bot_that_was_voted_out_takes_an_accuser_along() -> None:
    game = table("godfather jester citizen citizen citizen citizen", preset="gallows").until("vote")
    for voter in (2, 3):
        game.must(voter, "vote", 1)
    game.end()
    assert SeatId(1) in bots.waiting(game.state)
    verb, target = choice(game, 1)
    assert verb == "revenge"
    assert target in {2, 3}
    game.must(1, verb, target)
    game.must(1, "confirm")
    assert SeatId(1) not in bots.waiting(game.state)


def test_G9_a_sheriff_bot_tells_what_it_found_in_the_words_of_a_claim() -> None:
    game = night("godfather sheriff citizen citizen citizen citizen")
    game.must(1, "investigate", 0)
    game.end()
    assert game.bot(1).claim == says(1, 0)


def test_C10_S13_what_is_no_verdict_is_neither_believed_nor_told() -> None:
    assert [verdict(found) for found in ("no_result", "visited", "stayed_home")] == [None, None, None]
    game = night("mafia tracker citizen citizen citizen citizen", "syndicate")
    game.must(1, "track", 0)
    game.until("day")
    assert game.bot(1).claim is None
    assert 0 not in Beliefs(game.see(1), game.own(1), ()).facts


def test_G7_a_serial_killer_kills_whoever_is_on_to_them() -> None:
    game = night("godfather serial_killer citizen citizen citizen citizen")
    verb, target = choice(game, 1, says(4, 1))
    assert (verb, target) == ("kill", 4)
