"""The simulation, and its coin games against an exact recursion."""

import json
from functools import cache
from io import StringIO
from math import sqrt

import pytest
from django.core.management import CommandError, call_command

from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.services.simulate import POLICIES, simulate


@cache
def town_wins_from_night(mafia: int, town: int) -> float:
    """The town's chance where the Mafia take one each night and the town puts out one by lot each day."""
    return town_wins_from_day(mafia, town - 1) if mafia < town - 1 else 0


@cache
def town_wins_from_day(mafia: int, town: int) -> float:
    everyone = mafia + town
    hit = 1.0 if mafia == 1 else town_wins_from_night(mafia - 1, town)
    miss = town_wins_from_night(mafia, town - 1) if mafia < town - 1 else 0
    return mafia / everyone * hit + town / everyone * miss


def plain(mafia: int, **options: object) -> Ruleset:
    ruleset = configure(
        REGISTRY["parlor"], {"roles": {"mafia": mafia, "doctor": 0, "detective": 0}, **options}
    )
    assert isinstance(ruleset, Ruleset)
    return ruleset


@pytest.mark.parametrize(
    ("mafia", "players", "first_day"), [(1, 5, False), (1, 7, True), (2, 9, False), (2, 10, True)]
)
def test_coin_games_agree_with_the_recursion(mafia: int, players: int, first_day: bool) -> None:
    games = 800
    begin = town_wins_from_day if first_day else town_wins_from_night
    exact = begin(mafia, players - mafia)
    shares = simulate(plain(mafia, first_day_vote=first_day), players, games, "coin", "coin")
    assert abs(shares.winning["town"] - exact) < 4 * sqrt(exact * (1 - exact) / games)
    assert shares.winning["nobody"] == 0


@pytest.mark.parametrize("policy", POLICIES)
def test_same_seed_same_shares(policy: str) -> None:
    first, second = (simulate(REGISTRY["parlor"], 6, 4, "1", policy) for _ in range(2))
    assert (first.winning, first.mean_days, first.commands) == (
        second.winning,
        second.mean_days,
        second.commands,
    )
    assert sum(first.winning.values()) == 1


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_json() -> None:
    printed = json.loads(
        run(
            *("--preset", "parlor", "--players", "6", "--roles", "citizen=4,mafia=1,doctor=1,detective=0"),
            *("--set", "first_day_vote=true", "--set", "talk_seconds=null"),
            *("--games", "3", "--seed", "9", "--policy", "random", "--json"),
        )
    )
    assert printed["games"] == 3
    assert set(printed["winning"]) == {"town", "mafia", "nobody"}
    assert printed["mean_days"] >= 1
    assert printed["games_per_second"] > 0


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [7, 15, 25])
def test_ranked_is_played_by_every_policy(players: int, policy: str) -> None:
    shares = simulate(REGISTRY["ranked"], players, 3, "1", policy)
    assert sum(shares.winning.values()) == pytest.approx(1)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("preset", ["syndicate", "gallows"])
def test_S3_G4_the_new_nights_are_played_by_every_policy(preset: str, policy: str) -> None:
    """Also by the coin, where all the Mafia agree and only the first of them is asked in Syndicate."""
    assert simulate(REGISTRY[preset], 12, 3, "seed", policy).games == 3


def test_whoever_wins_alone_has_a_share() -> None:
    assert simulate(REGISTRY["ranked"], 25, 20, "1", "coin").winning["jester"] > 0


def test_the_command_prints_lines_to_read() -> None:
    assert "games: 2\n" in run("--players", "5", "--games", "2", "--policy", "coin")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "4"], "TOO_FEW_PLAYERS"),
        (["--set", "nonsense=1"], "UNKNOWN_OPTION"),
        (["--set", "tie=perhaps"], "OPTION_CHOICE"),
        (["--roles", "mafia"], "not NAME=VALUE"),
        (["--set", "tie=[}"], "tie="),
        (["--games", "0"], "at least one"),
    ],
)
def test_the_command_refuses_what_it_cannot_play(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*arguments)
