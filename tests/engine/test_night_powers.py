"""The night of all presets: who does what, in which order, and who learns of it."""

from itertools import combinations_with_replacement, product

import pytest

from games.engine.abilities.distract import blocked_by
from games.engine.audience import SERVER_ONLY, only
from games.engine.choices import Disagreement, TeamChoice
from games.engine.events import CauseNoted, PlayerWentOut, TeamMet
from games.engine.ids import RoleId, SeatId
from games.engine.night_events import ChoiceMade, PlayerRecruited, PowerSpent
from games.engine.roles import ROLES
from games.engine.rulesets import REGISTRY
from games.engine.table import problems
from tests.kit.games import begin, start_command, table
from tests.kit.nights import at_table, audiences, events, gallows
from tests.kit.ranked import dead

# --- C10: distractions ---


@pytest.mark.parametrize(
    ("pairs", "blocked"),
    [
        ([], set()),
        ([(0, 1)], {1}),
        ([(0, 1), (1, 2)], {1}),
        ([(0, 1), (1, 2), (2, 3)], {1, 3}),
        ([(0, 1), (1, 0)], {0, 1}),
        ([(0, 1), (1, 2), (2, 0)], {0, 1, 2}),
        ([(3, 0), (0, 1), (1, 2), (2, 0)], {0, 2}),
        ([(0, 1), (1, 0), (2, 3), (3, 4)], {0, 1, 3}),
        ([(0, 2), (1, 2), (2, 0)], {2}),
    ],
)
def test_C10_distractions_resolve_from_the_undistracted_inward(
    pairs: list[tuple[int, int]], blocked: set[int]
) -> None:
    assert blocked_by((SeatId(one), SeatId(other)) for one, other in pairs) == blocked


def test_C10_a_blocked_power_is_not_spent_and_nobody_is_told_of_it() -> None:
    game = gallows("godfather escort doctor citizen citizen citizen")
    game.must(1, "distract", 2)
    game.must(2, "protect", 3)
    game.end()
    assert events(game, PowerSpent) == []


# --- the Mafia's choice ---

CREW = "mafia mafia mafia citizen citizen citizen citizen citizen"


@pytest.mark.parametrize(
    ("picks", "disagree", "victim"),
    [
        ((3, 3, 3), Disagreement.MAJORITY, {3}),
        ((3, 3, 4), Disagreement.MAJORITY, {3}),
        ((3, 4, 5), Disagreement.MAJORITY, set()),
        ((3, 3, None), Disagreement.NO_KILL, {3}),
        ((3, 3, 4), Disagreement.NO_KILL, set()),
        ((3, 4, None), Disagreement.MAJORITY, set()),
        ((None, None, None), Disagreement.MAJORITY, set()),
    ],
)
def test_NN2_M6_the_mafia_must_agree_or_as_the_house_has_it(
    picks: tuple[int | None, ...], disagree: Disagreement, victim: set[int]
) -> None:
    game = at_table(CREW, team_choice=TeamChoice.AGREED, mafia_disagree=disagree)
    for seat, target in enumerate(picks):
        if target is not None:
            game.must(seat, "kill", target)
    game.end()
    assert dead(game) == victim


def test_NN7_P9_whoever_is_kept_from_the_kill_is_replaced_by_no_lot() -> None:
    for chooses, blocked in product((True, False), (True, False)):
        game = table("mafia escort citizen citizen citizen", preset="parlor").until("night")
        if chooses:
            game.must(0, "kill", 3)
        if blocked:
            game.must(1, "distract", 0)
        game.end()
        assert len(dead(game)) == (not blocked)


def test_S3_the_lock_is_seen_by_the_team_alone() -> None:
    game = table("mafia mafia detective doctor citizen citizen", preset="syndicate").until("night")
    game.must(1, "kill", 4)
    assert audiences(game, ChoiceMade) == [only(SeatId(0), SeatId(1))]
    assert [choice.target for choice in game.own(0).team_choices] == [4]


def test_NN3_S15_of_two_recruits_only_the_one_that_is_agreed_on_happens() -> None:
    for seed in "abcd":
        roles = "yakuza yakuza mafia citizen citizen citizen citizen citizen citizen"
        game = table(roles, preset="gallows", seed=seed).until("night")
        game.must(0, "recruit", 3)
        game.must(1, "recruit", 4)
        game.must(2, "kill", 5)
        game.end()
        (recruited,) = events(game, PlayerRecruited)
        recruiter = {3: 0, 4: 1}[recruited.seat]
        assert dead(game) == {recruiter}
        assert [spent.seat for spent in events(game, PowerSpent)] == [recruiter]


def test_S15_C10_a_distracted_yakuza_recruits_nobody_and_the_kill_goes_on() -> None:
    game = gallows("yakuza mafia escort citizen citizen citizen citizen")
    game.must(0, "recruit", 3)
    game.must(1, "kill", 4)
    game.must(2, "distract", 0)
    game.end()
    assert dead(game) == {4}
    assert dict(game.own(0).uses) == {"recruit": 1}


def test_S15_C1_only_the_recruit_and_the_team_learn_of_it() -> None:
    game = table("yakuza mafia detective doctor citizen citizen citizen", preset="syndicate").until("night")
    game.must(0, "recruit", 4)
    game.end()
    assert audiences(game, PlayerRecruited) == [only(SeatId(4))]
    assert audiences(game, TeamMet)[-1] == only(SeatId(0), SeatId(1), SeatId(4))
    assert game.own(4).turned
    assert not game.own(2).turned


def test_NN4_C13_the_cause_tells_no_more_of_a_role_than_the_flip() -> None:
    """The cause "sacrificed" would tell the table that somebody was a Yakuza."""
    game = table("yakuza mafia detective doctor citizen citizen citizen", preset="syndicate").until("night")
    game.must(0, "recruit", 4)
    game.end()
    assert [out.cause for out in events(game, PlayerWentOut)] == ["killed"]
    assert audiences(game, CauseNoted) == [SERVER_ONLY]
    assert game.see(2).seats[0].cause == "killed"
    while not game.over:
        game.end()
    assert game.see(2).seats[0].cause == "sacrificed"


@pytest.mark.parametrize("role", ["jester", "serial_killer", "mayor", "consort"])
def test_NN3_S15_whoever_is_not_known_as_mafia_can_be_recruited(role: str) -> None:
    game = gallows(f"yakuza mafia citizen {role} citizen citizen citizen")
    game.must(0, "recruit", 3)
    game.end()
    assert game.state.seats[3].role == "mafia"
    assert game.own(1).met_team
    assert game.see(1).seats[3].teammate


def test_NN6_of_two_consorts_neither_kills_while_the_other_lives() -> None:
    game = gallows("consort consort vigilante citizen citizen citizen")
    for seat in (0, 1):
        assert game.refused(seat, "kill", 3) == "NO_SUCH_POWER"
    game.must(2, "shoot", 0)
    game.until("night")
    game.must(1, "kill", 3)
    game.end()
    assert dead(game) == {0, 3}


# --- G11, C11: visits ---


@pytest.mark.parametrize(
    ("roles", "blocked", "dies"),
    [
        ("godfather mafioso mafioso survivor escort citizen citizen", None, 1),
        ("godfather mafioso mafioso survivor escort citizen citizen", 1, 2),
        ("godfather mafioso janitor survivor escort citizen citizen", 1, 0),
        ("godfather janitor janitor survivor escort citizen citizen", None, 0),
        ("citizen mafia mafia survivor escort citizen citizen", None, 1),
        ("mafioso janitor citizen survivor escort citizen citizen", None, 0),
    ],
)
def test_G11_C11_who_goes_out_for_the_mafia(roles: str, blocked: int | None, dies: int) -> None:
    game = gallows(roles)
    for seat, row in enumerate(game.state.seats):
        if row.faction == "mafia" and any(legal.verb == "kill" for legal in game.see(seat).legal):
            game.must(seat, "kill", 3)
    game.must(3, "alert")
    if blocked is not None:
        game.must(4, "distract", blocked)
    game.end()
    assert dead(game) == {dies}


def test_NN1_G11_a_guard_takes_no_ambush_for_a_visitor() -> None:
    game = gallows("godfather sheriff bodyguard survivor citizen citizen")
    game.must(3, "alert")
    game.must(1, "investigate", 3)
    game.must(2, "guard", 1)
    game.end()
    assert dead(game) == {1}


def test_NN1_G7_no_guard_dies_for_somebody_who_is_immune() -> None:
    game = gallows("godfather serial_killer bodyguard citizen citizen citizen")
    game.must(0, "kill", 1)
    game.must(2, "guard", 1)
    game.end()
    assert dead(game) == set()


def test_G11_a_pick_of_ones_own_carrier_is_no_visit() -> None:
    game = gallows("godfather mafioso survivor citizen citizen citizen", mafia_may_pick_own=True)
    game.must(0, "kill", 1)
    game.end()
    assert dead(game) == {1}


def test_C12_a_guard_who_is_attacked_too_still_stands_before_somebody() -> None:
    """All of a night is at once: it does not matter in which order the attacked are looked at."""
    game = gallows("godfather vigilante bodyguard citizen citizen citizen")
    game.must(0, "kill", 3)
    game.must(1, "shoot", 2)
    game.must(2, "guard", 3)
    game.end()
    assert dead(game) == {2}


def test_S13_a_member_with_a_power_of_their_own_is_seen_at_both_places() -> None:
    game = gallows("godfather blackmailer tracker citizen citizen citizen")
    game.must(0, "kill", 3)
    game.must(1, "silence", 4)
    game.must(2, "track", 1)
    game.end()
    assert [(found.result, found.visited) for found in game.own(2).findings] == [
        ("visited", 4),
        ("visited", 3),
    ]


@pytest.mark.parametrize("preset", ["parlor", "ranked"])
def test_NN5_parlor_and_ranked_know_no_revenge(preset: str) -> None:
    roles = "mafia jester citizen citizen citizen citizen citizen"
    game = table(roles, preset=preset, jester_ends=False).until("night").until("vote")
    for voter in range(2, 7):
        if game.state.seats[voter].alive:
            game.must(voter, "vote", 1)
    game.until("night")
    assert not game.state.seats[1].alive
    assert game.refused(1, "revenge", 2) == "NOT_ALIVE"


# --- C9: every role at every table ---


@pytest.mark.parametrize("preset", REGISTRY)
def test_every_pair_of_roles_aiming_at_each_other_lets_the_game_go_on(preset: str) -> None:
    """Two of any roles do all they can to each other; a third does so to both."""
    ruleset = REGISTRY[preset]
    for one, other in combinations_with_replacement(ROLES, 2):
        roles = (one, other, RoleId("mafia"), *[RoleId("citizen")] * 7)
        if any(not problem.warning for problem in problems(ruleset, len(roles), roles)):
            continue
        game = begin(start_command(ruleset, roles)).until("night")
        for seat, target in ((0, 1), (1, 0), (2, 0)):
            for legal in game.see(seat).legal:
                if legal.targets is None and legal.verb == "alert":
                    game.must(seat, "alert")
                elif target in (legal.targets or ()) and legal.verb != "remove":
                    game.act(seat, legal.verb, target)
        number = game.state.stage.number
        game.end()
        assert game.over or game.state.stage.number > number
