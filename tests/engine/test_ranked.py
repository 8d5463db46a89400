"""Ranked: the deal, talks, wins, who is idle, and what a host may do."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.engine.commands import (
    CastBallot,
    Command,
    MarkAway,
    MarkPresent,
    PauseGame,
    ResumeGame,
    SeatSetup,
    WithdrawBallot,
)
from games.engine.errors import Reason
from games.engine.events import Cause, PlayerLeft
from games.engine.ids import NARRATOR_VIEWER, SPECTATOR_VIEWER, RoleId, SeatId
from games.engine.observation import observe
from games.engine.roles import FRAME, ROLES, Faction, Power, Role
from games.engine.rules import HostRight, Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.table import problems, role_list
from games.engine.talk import Talk
from games.engine.win import verdict
from tests.kit.games import Table, begin, start_command, table

RANKED = REGISTRY["ranked"]
NINE = "killer killer detective doctor citizen citizen citizen citizen citizen"

MAFIA = {5: 1, 7: 2, 10: 3, 14: 4, 17: 5, 20: 6, 24: 7}
CREW = ["killer", "killer", "godfather", "framer", "killer", "consigliere", "silencer"]
TOWN = [
    *((5, "detective"), (5, "doctor"), (11, "bodyguard"), (14, "vigilante"), (20, "detective")),
    (25, "jester"),
]


def play(roles: str = NINE, **options: Any) -> Table:
    return table(roles, preset="ranked", **options)


def put_out(game: Table, target: int, by: range) -> None:
    """Vote somebody out on the next day."""
    game.until("vote")
    for voter in by:
        if game.state.seats[voter].alive and voter != target:
            game.must(voter, "vote", target)
    game.until("night")


# --- R1 to R3: the deal ---


@pytest.mark.parametrize("players", range(5, 26))
def test_R1_R2_R3_the_default_deal(players: int) -> None:
    crew = CREW[: max(count for size, count in MAFIA.items() if size <= players)]
    expected = Counter(crew + [role for size, role in TOWN if size <= players])
    expected["citizen"] = players - expected.total()
    assert Counter(role_list(RANKED, players)) == expected
    assert problems(RANKED, players) == ()


def test_R1_sizes_are_bounded() -> None:
    assert [problem.reason for problem in problems(RANKED, 4)][:1] == ["TOO_FEW_PLAYERS"]
    assert [problem.reason for problem in problems(RANKED, 26)][:1] == ["TOO_MANY_PLAYERS"]


# --- C26 ---


def refusals(roles: str, preset: str = "ranked") -> list[str]:
    listed = [RoleId(role) for role in roles.split()]
    return [p.reason.value for p in problems(REGISTRY[preset], len(listed), listed) if not p.warning]


@pytest.mark.parametrize("preset", REGISTRY)
@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        ("vigilante jester citizen citizen citizen citizen", "NO_MAFIA"),
        ("godfather godfather citizen citizen citizen citizen citizen", "TWO_LEADERS"),
        ("killer framer silencer killer killer", "ONLY_MAFIA"),
        ("framer silencer killer citizen jester", "MAFIA_AT_PARITY"),
    ],
)
def test_C26_starting_is_refused(preset: str, roles: str, reason: str) -> None:
    assert refusals(roles, preset) == [reason]


def test_C26_a_crew_that_could_never_kill_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No role of today is like that, so one is made up."""
    harmless = Role(RoleId("citizen"), Faction.MAFIA, (Power(FRAME),))
    monkeypatch.setattr("games.engine.table.ROLES", {**ROLES, harmless.id: harmless})
    assert refusals("citizen doctor doctor doctor doctor") == ["NO_MAFIA_KILL"]


def test_C26_tables_set_by_hand_need_not_follow_the_deal() -> None:
    assert refusals("silencer jester vigilante vigilante vigilante") == []


def test_C26_a_plain_mafia_kills_here_too() -> None:
    game = play("mafia citizen citizen citizen citizen").until("night")
    game.must(0, "kill", 4)
    game.end()
    assert not game.state.seats[4].alive


# --- R9, R17: talks ---


def test_R9_R17_who_writes_and_reads_where() -> None:
    game = play("killer framer detective doctor citizen citizen citizen citizen").until("night")
    assert game.see(0).writes == game.see(1).writes == (Talk.MAFIA,)
    assert game.see(2).writes == ()
    game.must(0, "kill", 7)
    game.until("day")
    assert game.see(0).writes == (Talk.TABLE,)
    assert game.see(7).writes == (Talk.GRAVEYARD,)
    assert game.see(7).reads == (Talk.TABLE, Talk.GRAVEYARD)
    assert observe(game.state, SPECTATOR_VIEWER).reads == (Talk.TABLE,)
    assert observe(game.state, NARRATOR_VIEWER).writes == ()


# --- R15, R16, C19 to C21, C31 ---


def test_R15_the_town_wins_when_no_mafia_remain_and_a_jester_does_not_hinder() -> None:
    game = play("killer jester citizen citizen citizen citizen citizen")
    put_out(game, 0, range(1, 7))
    assert game.over
    assert game.state.ending.winning == (Faction.TOWN,)  # type: ignore[union-attr]
    assert game.state.ending.winners == (2, 3, 4, 5, 6)  # type: ignore[union-attr]


def test_R15_the_mafia_win_at_parity_with_all_others_jesters_among_them() -> None:
    game = play("killer killer jester citizen citizen citizen").until("night")
    game.must(0, "kill", 5)
    game.end()
    assert not game.over
    game.until("night").must(0, "kill", 4)
    game.end()
    assert game.state.ending.winning == (Faction.MAFIA,)  # type: ignore[union-attr]


@pytest.mark.parametrize("preset", REGISTRY)
def test_all_dead_or_a_side_that_is_not_in_wins_nothing(preset: str) -> None:
    game = table("killer vigilante jester citizen citizen citizen", preset=preset)
    ends: dict[tuple[int, ...], tuple[str, ...] | None]
    ends = {(): (), (2,): (), (0, 1, 4): None, (0,): ("mafia",), (1,): ("town",), (1, 2): ("town",)}
    for living, winning in ends.items():
        seats = tuple(replace(seat, alive=seat.number in living) for seat in game.state.seats)
        assert verdict(replace(game.state, seats=seats)) == winning


JESTER = "killer killer jester citizen citizen citizen citizen citizen citizen"


def test_R16_the_jester_who_is_voted_out_wins_alone_and_the_game_ends() -> None:
    game = play(JESTER)
    put_out(game, 2, range(9))
    assert game.state.ending.winning == (Faction.JESTER,)  # type: ignore[union-attr]
    assert game.state.ending.winners == (2,)  # type: ignore[union-attr]


def test_R16_a_jester_who_is_killed_wins_nothing() -> None:
    game = play(JESTER).until("night")
    game.must(0, "kill", 2)
    game.end()
    assert not game.over


def test_R16_C21_a_jester_who_left_does_not_win() -> None:
    game = play(JESTER).until("vote")
    for voter in range(3, 9):
        game.must(voter, "vote", 2)
    game.end()
    game.must(2, "leave")
    assert not game.over
    assert game.state.seats[2].cause is Cause.ELIMINATED


@pytest.mark.parametrize("preset", REGISTRY)
def test_C31_C21_elsewhere_the_game_goes_on_and_the_jester_is_added_to_the_winners(preset: str) -> None:
    game = table(JESTER, preset=preset, jester_ends=False).until("night")
    put_out(game, 2, range(9))
    assert not game.over
    put_out(game, 0, range(9))
    put_out(game, 1, range(9))
    assert set(game.state.ending.winning) == {Faction.TOWN, Faction.JESTER}  # type: ignore[union-attr]
    assert 2 in game.state.ending.winners  # type: ignore[union-attr]
    assert not {0, 1} & set(game.state.ending.winners)  # type: ignore[union-attr]


def test_C20_C25_a_jester_who_has_won_keeps_it_when_nobody_else_wins() -> None:
    game = play(JESTER, jester_ends=False, quiet_days=2)
    put_out(game, 2, range(9))
    while not game.over:
        game.end()
    assert game.state.ending.winning == (Faction.JESTER,)  # type: ignore[union-attr]
    assert game.state.ending.winners == (2,)  # type: ignore[union-attr]


def test_C21_of_two_jesters_only_the_one_voted_out_wins() -> None:
    game = play("killer jester jester citizen citizen citizen citizen")
    put_out(game, 1, range(7))
    assert game.state.ending.winners == (1,)  # type: ignore[union-attr]


# --- C6: two idle rounds ---


def idle(game: Table, rounds: int) -> list[int]:
    """Let so many rounds pass with somebody going out in each, and tell who has left."""
    for _ in range(rounds):
        game.until("night")
    return [event.seat for event in (a.event for a in game.log) if isinstance(event, PlayerLeft)]


def away(game: Table, seat: int) -> Table:
    game.do(MarkAway(SeatId(seat)))
    return game


def test_C6_two_whole_rounds_neither_connected_nor_acting_count_as_leaving() -> None:
    """A round begins with its night, so whoever goes while they look at their card misses the first."""
    game = away(play(), 5).until("night")
    assert idle(game, 1) == []
    assert idle(game, 1) == [5]
    gone = game.state.seats[5]
    assert (gone.alive, gone.left, gone.deserted, gone.cause) == (False, True, True, Cause.LEFT)
    assert [news.kind.value for news in game.see(0).news] == ["skip_spent", "nobody_eliminated", "left"]


def test_C6_a_round_of_which_a_moment_was_spent_there_is_not_idle() -> None:
    game = away(play().until("night"), 5)
    assert idle(game, 2) == []
    assert idle(game, 1) == [5]


def test_C6_absent_from_the_start_is_idle_from_the_first_round() -> None:
    command = start_command(RANKED, tuple(map(RoleId, NINE.split())))
    seats = (*command.seats[:8], SeatSetup("P8", present=False))
    game = begin(replace(command, seats=seats)).until("night")
    assert idle(game, 1) == []
    assert idle(game, 1) == [8]


@pytest.mark.parametrize(
    "deed",
    [
        [CastBallot(SeatId(5), SeatId(0))],
        [CastBallot(SeatId(5), SeatId(0)), WithdrawBallot(SeatId(5))],
        [MarkPresent(SeatId(5)), MarkAway(SeatId(5))],
    ],
)
def test_C6_acting_or_coming_back_starts_the_count_again(deed: list[Command]) -> None:
    game = away(play(), 5).until("night")
    idle(game, 1)
    game.until("vote")
    for command in deed:
        game.do(command)
    assert idle(game, 2) == []
    assert idle(game, 1) == [5]


def test_C6_coming_back_counts_while_the_game_is_paused_too() -> None:
    game = away(table(NINE, preset="ranked", host=0), 5).until("night")
    idle(game, 1)
    game.until("day")
    game.do(PauseGame(SeatId(0)))
    game.do(MarkPresent(SeatId(5)))
    game.do(MarkAway(SeatId(5)))
    game.do(ResumeGame(SeatId(0)))
    assert idle(game, 2) == []
    assert idle(game, 1) == [5]


def test_C6_elsewhere_nobody_leaves_by_being_away() -> None:
    game = away(table("mafia mafia doctor citizen citizen citizen citizen citizen citizen"), 5)
    while not game.over:
        game.end()
    assert not game.state.seats[5].left


def test_C6_leaving_by_idleness_can_decide_the_game() -> None:
    game = play("killer citizen citizen citizen citizen")
    for seat in (1, 2, 3):
        away(game, seat)
    game.until("night")
    idle(game, 3)
    assert game.state.ending.winners == (0,)  # type: ignore[union-attr]


# --- C5, R19: what the host may do ---


def hosted(*may: HostRight) -> Table:
    command = start_command(RANKED, tuple(map(RoleId, NINE.split())), host=0)
    return begin(replace(command, host_may=frozenset(may)))


def test_R19_a_host_without_rights_has_none() -> None:
    game = hosted()
    assert [legal.verb for legal in game.see(0).legal] == ["ready", "leave"]
    for verb, target in (("pause", None), ("resume", None), ("next", None), ("remove", 3)):
        assert game.refused(0, verb, target) == "NOT_ALLOWED_HERE"
        assert game.refused(1, verb, target) == "NOT_HOST"


def test_C5_a_host_may_be_left_to_remove_but_not_to_pause() -> None:
    game = hosted(HostRight.REMOVE)
    assert game.refused(0, "pause") == "NOT_ALLOWED_HERE"
    game.must(0, "remove", 3)
    assert [legal.verb for legal in game.see(0).legal] == ["ready", "leave", "remove"]


def test_C5_by_default_a_host_may_do_everything() -> None:
    game = table("mafia citizen citizen citizen citizen", host=0).until("day")
    assert {"pause", "next", "remove"} <= {legal.verb for legal in game.see(0).legal}


# --- options ---


@pytest.mark.parametrize("preset", REGISTRY)
@pytest.mark.parametrize("name", ["talk_seconds", "vote_seconds"])
def test_R10_R11_any_preset_may_let_the_number_of_players_decide(preset: str, name: str) -> None:
    ruleset = configure(REGISTRY[preset], {name: "auto"})
    assert isinstance(ruleset, Ruleset)
    assert getattr(ruleset, name) == "auto"


def test_C24_other_lengths_may_not() -> None:
    refused = configure(RANKED, {"night_seconds": "auto"})
    assert isinstance(refused, tuple)
    assert [(one.reason, one.option) for one in refused] == [(Reason.OPTION_TYPE, "night_seconds")]
