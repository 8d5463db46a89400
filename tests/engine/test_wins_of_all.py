"""Who wins, in every preset: numbers, control, lone winners, nobody."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.choices import NeutralCheck
from games.engine.ids import RoleId
from games.engine.roles import Faction
from games.engine.rulesets import REGISTRY
from games.engine.setups import WinRule
from games.engine.state import Ending
from games.engine.table import problems
from games.engine.win import CONDITIONS, verdict
from tests.kit.games import Table, begin, start_command, table

CONTROL = (WinRule(Faction.TOWN, "unthreatened"), WinRule(Faction.MAFIA, "control"))


def night(roles: str, **fields: Any) -> Table:
    ruleset = replace(REGISTRY["gallows"], wins=CONTROL, **fields)
    return begin(start_command(ruleset, tuple(map(RoleId, roles.split())))).until("night")


def ended(game: Table) -> Ending:
    ending = game.state.ending
    assert ending is not None
    return ending


def after_a_kill(roles: str, victim: int, **fields: Any) -> Table:
    """The Mafia on seats 0 and 1 kill ``victim``, and the rest sleep."""
    game = night(roles, **fields)
    game.must(0, "kill", victim)
    game.end()
    return game


@pytest.mark.parametrize(
    ("roles", "over"),
    [
        ("mafia mafia citizen citizen citizen", True),
        ("mafia mafia vigilante citizen citizen", False),
        ("mafia mafia survivor citizen citizen", False),
        ("mafia mafia serial_killer citizen citizen", False),
        ("mafia mafia mayor citizen citizen", False),
        ("mafia mafia doctor citizen citizen", True),
        ("mafia mafia jester citizen citizen", True),
    ],
)
def test_M14_parity_is_control_unless_an_ability_could_undo_it(roles: str, over: bool) -> None:
    game = after_a_kill(roles, 4)
    assert game.over is over
    if over:
        assert ended(game).winning == (Faction.MAFIA,)


def test_M14_a_mayor_keeps_the_mafia_from_winning_only_while_the_weight_suffices() -> None:
    assert after_a_kill("mafia mafia mafia mayor citizen citizen citizen", 6).over is False
    game = after_a_kill("mafia mafia mafia mayor citizen citizen", 5)
    assert game.phase != "over"  # three against a weight of four
    game.until("night").must(0, "kill", 4)
    game.end()
    assert game.over  # three against three is half


def test_M14_a_power_that_is_used_up_keeps_nobody_from_winning() -> None:
    game = night("mafia mafia vigilante citizen citizen citizen", vigilante_shots=1)
    game.must(2, "shoot", 5)
    game.must(0, "kill", 4)
    game.end()
    assert game.over


def test_M14_a_revenge_that_is_due_comes_before_the_win() -> None:
    game = night("mafia mafia jester citizen citizen").until("vote")
    for voter in (0, 1, 3):
        game.must(voter, "vote", 2)
    game.end()
    assert game.phase != "over"  # two against two, but the Jester takes one along
    game.must(2, "revenge", 3)
    game.end()
    assert game.over
    assert set(ended(game).winning) == {Faction.MAFIA, Faction.JESTER}


@pytest.mark.parametrize(("check", "over"), [(NeutralCheck.ELIMINATION, True), (NeutralCheck.END, False)])
def test_M15_the_jester_ends_the_game_only_where_that_is_checked_at_once(
    check: NeutralCheck, over: bool
) -> None:
    game = table(
        "killer jester citizen citizen citizen citizen citizen",
        preset="ranked",
        jester_ends=True,
        neutral_check=check.value,
    ).until("vote")
    for voter in (2, 3, 4, 5, 6):
        game.must(voter, "vote", 1)
    game.until("night")
    assert game.over is over
    for _ in range(400):
        if not game.over:
            game.end()
    assert 1 in ended(game).winners


@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_faction_wins_without_a_living_member(condition: str) -> None:
    for faction in Faction:
        ruleset = replace(REGISTRY["gallows"], wins=(WinRule(faction, condition),))
        roles = [RoleId("citizen"), RoleId("doctor"), RoleId("godfather"), RoleId("jester"), RoleId("mayor")]
        game = begin(start_command(REGISTRY["gallows"], tuple(roles)))
        present = {Faction.TOWN, Faction.MAFIA, Faction.JESTER}
        state = replace(game.state, setup=replace(game.state.setup, ruleset=ruleset))
        won = verdict(state) or ()
        assert faction in present or faction not in won


@pytest.mark.parametrize("preset", REGISTRY)
def test_C31_C20_two_killers_alone_go_on_and_nobody_wins_if_both_fall(preset: str) -> None:
    roles = "serial_killer serial_killer citizen citizen citizen citizen"
    game = table(roles, preset=preset, quiet_days=20).until("night")
    for victim in (2, 3, 4, 5):
        assert game.phase != "over"
        game.must(0, "kill", victim)
        game.until("night")
    assert game.phase != "over"
    game.must(0, "kill", 1)
    game.must(1, "kill", 0)
    game.end()
    assert game.over
    assert ended(game).winning == ()


@pytest.mark.parametrize("preset", REGISTRY)
def test_C26_a_table_with_no_mafia_but_a_serial_killer_starts_and_ends(preset: str) -> None:
    roles = tuple(map(RoleId, ["serial_killer", "citizen", "citizen", "citizen", "citizen"]))
    assert [problem for problem in problems(REGISTRY[preset], 5, roles) if not problem.warning] == []
    game = begin(start_command(REGISTRY[preset], roles))
    for _ in range(400):
        if game.over:
            break
        game.end()
    assert game.over


def test_C19_who_steps_up_does_so_before_the_win_is_checked() -> None:
    """The last Mafia but one dies: the heir has the place by the time anybody asks who has won."""
    game = table("godfather mafioso vigilante citizen citizen", preset="gallows").until("night")
    game.must(2, "shoot", 0)
    game.end()
    assert game.phase != "over"
    assert game.state.seats[1].role == "godfather"
