"""The simulation, and its coin games against an exact recursion."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import StringIO
from math import sqrt

import pytest
from django.core.management import CommandError, call_command

from games.engine.roles import Faction
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.setups import WinRule
from games.services.simulate import POLICIES, simulate


def _mafia_have_won(condition: str, mafia: int, town: int) -> bool:
    """The three ways in which the published analyses let the Mafia win."""
    if condition == "parity":
        return mafia >= town
    if condition == "outnumber":
        return mafia > town or mafia == town == 1
    return not town


@cache
def ends(condition: str, mafia: int, town: int, *, by_day: bool) -> Mapping[tuple[bool, int], Fraction]:
    """How likely each end is: whether the town wins, and after how many days more.  The Mafia take one each
    night and the town puts out one by lot each day.  Of two, the one who is drawn has one ballot against them
    and one for Nobody, and stays (P12)."""
    if not mafia or _mafia_have_won(condition, mafia, town):
        return {(not mafia, 0): Fraction(1)}
    found: defaultdict[tuple[bool, int], Fraction] = defaultdict(Fraction)
    if not by_day:
        for (wins, days), chance in ends(condition, mafia, town - 1, by_day=True).items():
            begun = not _mafia_have_won(condition, mafia, town - 1)
            found[wins, days + begun] += chance
        return found
    everyone = mafia + town
    fates = [(Fraction(mafia, everyone), mafia - 1, town), (Fraction(town, everyone), mafia, town - 1)]
    for share, left_mafia, left_town in fates if everyone > 2 else [(Fraction(1), mafia, town)]:
        for end, chance in ends(condition, left_mafia, left_town, by_day=False).items():
            found[end] += share * chance
    return found


def town_wins(condition: str, mafia: int, town: int, *, by_day: bool) -> Fraction:
    """The town's chance.  With as many Mafia as others it has none, so it is the same by all three ways."""
    return sum(
        (chance for (wins, _), chance in ends(condition, mafia, town, by_day=by_day).items() if wins),
        start=Fraction(0),
    )


def days(condition: str, mafia: int, town: int, *, by_day: bool) -> tuple[Fraction, Fraction]:
    """The mean number of the last day, which goes on longer the later the Mafia win, and its variance."""
    found = ends(condition, mafia, town, by_day=by_day)
    mean, square = (
        sum((chance * (1 + more) ** power for (_, more), chance in found.items()), start=Fraction(0))
        for power in (1, 2)
    )
    return mean, square - mean**2


def plain(mafia: int, condition: str = "parity", **options: object) -> Ruleset:
    ruleset = configure(
        REGISTRY["parlor"], {"roles": {"mafia": mafia, "doctor": 0, "detective": 0}, **options}
    )
    assert isinstance(ruleset, Ruleset)
    wins = (WinRule(Faction.TOWN, "unthreatened"), WinRule(Faction.MAFIA, condition))
    return replace(ruleset, wins=wins)


def test_the_recursion_agrees_with_sums_done_by_hand() -> None:
    assert town_wins("parity", 1, 2, by_day=True) == Fraction(1, 3)
    assert town_wins("parity", 1, 4, by_day=False) == Fraction(1, 4)
    assert town_wins("outnumber", 1, 3, by_day=True) == Fraction(1, 4)
    assert town_wins("outnumber", 2, 3, by_day=True) == Fraction(2, 5) * Fraction(1, 3)
    assert town_wins("unopposed", 2, 2, by_day=True) == 0
    assert days("parity", 1, 2, by_day=True) == (Fraction(1), Fraction(0))
    assert days("unopposed", 1, 2, by_day=True)[0] == 1
    assert days("unopposed", 1, 3, by_day=True)[0] == Fraction(1, 4) + Fraction(3, 4) * 2


@pytest.mark.parametrize("condition", ["parity", "outnumber", "unopposed"])
@pytest.mark.parametrize(
    ("mafia", "players", "first_day", "games"),
    [
        (1, 5, False, 600),
        (2, 7, True, 300),
        pytest.param(1, 7, True, 4_000, marks=pytest.mark.soak),
        pytest.param(2, 9, False, 4_000, marks=pytest.mark.soak),
        pytest.param(2, 10, True, 4_000, marks=pytest.mark.soak),
    ],
)
def test_coin_games_agree_with_the_recursion(
    mafia: int, players: int, first_day: bool, games: int, condition: str
) -> None:
    exact = town_wins(condition, mafia, players - mafia, by_day=first_day)
    shares = simulate(plain(mafia, condition, first_day_vote=first_day), players, games, "coin", "coin")
    assert abs(shares.winning["town"] - exact) < 4 * sqrt(exact * (1 - exact) / games)
    assert shares.winning["nobody"] == 0
    mean, variance = days(condition, mafia, players - mafia, by_day=first_day)
    assert abs(shares.mean_days - mean) <= 4 * sqrt(variance / games)


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
