"""Clauses of Parlor that need more than one telling; tests/scenarios/parlor has the rest."""

from dataclasses import replace

from games.engine.choices import NoPick
from games.engine.commands import StartGame
from games.engine.errors import Rejected
from games.engine.events import NewsTold
from games.engine.game import decide
from games.engine.ids import RoleId, SeatId
from games.engine.night_events import ChoiceMade, PowerSpent, ResultLearned
from games.engine.rng import pick, shuffled
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.table import problems, role_list
from tests.kit.games import EPOCH, begin, start_command, table

PARLOR = REGISTRY["parlor"]
SEVEN = "mafia mafia doctor detective citizen citizen citizen"


def parlor(**changes: object) -> Ruleset:
    ruleset = configure(PARLOR, changes)
    assert isinstance(ruleset, Ruleset)
    return ruleset


def test_default_counts_are_a_quarter_mafia_rounded_one_doctor_one_detective() -> None:
    mafia = {players: role_list(PARLOR, players).count(RoleId("mafia")) for players in range(5, 41)}
    assert [mafia[players] for players in (5, 6, 9, 10, 13, 14, 40)] == [1, 2, 2, 3, 3, 4, 10]
    for players in mafia:
        roles = role_list(PARLOR, players)
        assert len(roles) == players
        assert (roles.count(RoleId("doctor")), roles.count(RoleId("detective"))) == (1, 1)


def test_P1_every_default_table_from_5_to_40_may_start() -> None:
    for players in range(5, 41):
        assert [problem for problem in problems(PARLOR, players) if not problem.warning] == []


def test_C26_roles_must_fit_the_table() -> None:
    assert problems(parlor(roles={"mafia": 2, "doctor": 9}), 7)[0].reason == "TOO_MANY_ROLES"
    assert problems(PARLOR, 7, [RoleId("mafia")])[0].reason == "ROLES_DO_NOT_FIT"
    assert problems(PARLOR, 5, [RoleId("wizard")] * 5)[0].reason == "UNKNOWN_ROLE"


def test_P7_no_message_differs_when_the_doctor_saves() -> None:
    told = []
    for target in (5, 6):
        game = table(SEVEN).until("night")
        game.must(0, "kill", 5)
        game.must(1, "kill", 5)
        game.must(2, "protect", target)
        before = len(game.log)
        game.tick()
        told.append(
            [type(addressed.event) for addressed in game.log[before:] if 2 in addressed.audience.seats]
        )
        assert [a.audience.seats for a in game.log if isinstance(a.event, PowerSpent)] == [{2}]
    saved, lost = told
    assert [kind for kind in lost if kind.__name__ != "PlayerWentOut"] == saved


def test_P8_ties_are_drawn_from_the_seed_under_a_label() -> None:
    victims = set()
    for seed in "abcdefgh":
        game = table(SEVEN, seed=seed).until("night")
        game.must(0, "kill", 6)
        game.must(1, "kill", 4)
        game.tick()
        (victim,) = (seat.number for seat in game.state.seats if not seat.alive)
        assert victim == pick(game.state.setup.seed, "tie:night:1", [4, 6])
        victims.add(victim)
    assert victims == {4, 6}


def test_P9_nobody_picks_draws_outside_the_mafia() -> None:
    victims = set()
    for number in range(40):
        game = table(SEVEN, seed=str(number)).until("night")
        game.must(0, "hold")
        game.tick()
        victims |= {seat.number for seat in game.state.seats if not seat.alive}
    assert victims == {2, 3, 4, 5, 6}


def test_C28_no_pick_is_no_kill_where_the_ruleset_draws_nothing() -> None:
    ruleset = replace(PARLOR, no_pick=NoPick.NO_KILL)
    game = begin(start_command(ruleset, tuple(map(RoleId, SEVEN.split())))).until("morning")
    assert len(game.state.alive()) == 7


def test_P10_only_the_detective_hears_the_answer() -> None:
    game = table(SEVEN).until("night")
    game.must(3, "investigate", 0)
    game.tick()
    assert [a.audience.seats for a in game.log if isinstance(a.event, ResultLearned)] == [{3}]


def test_C8_a_pick_is_seen_by_the_living_team_and_another_choice_by_its_maker() -> None:
    game = table(SEVEN).until("night")
    for seat, verb, target in ((0, "kill", 5), (2, "protect", 2), (4, "suspect", 0)):
        game.must(seat, verb, target)
    audiences = [a.audience for a in game.log if isinstance(a.event, ChoiceMade)]
    assert [audience.seats for audience in audiences] == [{0, 1}, {2}, {4}]
    assert not any(audience.narrator or audience.spectators for audience in audiences)
    assert [choice.target for choice in game.see(1).own.team_choices] == [5]  # type: ignore[union-attr]


def test_P17_two_who_go_out_speak_one_after_the_other() -> None:
    """Two can be killed in one night where there are other killers; the line is ready for it."""
    game = table(SEVEN).until("night")
    game.must(0, "kill", 5)
    game.until("last_words")
    stage = game.state.stage
    game.state = replace(game.state, stage=replace(stage, speakers=(SeatId(5), SeatId(6))))
    game.must(5, "ready")
    assert game.phase == "last_words"
    assert game.see(0).speaker == 6
    assert game.state.stage.number == stage.number + 1
    game.must(6, "ready")
    assert game.phase == "day"


def test_C2_the_dealt_roles_follow_from_the_seed() -> None:
    command = start_command(PARLOR, tuple(map(RoleId, SEVEN.split())), deal=False)
    game = begin(command)
    assert [seat.role for seat in game.state.seats] == shuffled(command.seed, "deal", role_list(PARLOR, 7))
    assert game.see(0).verified
    assert not table(SEVEN).see(0).verified


def test_C2_seed_and_salt_are_shown_at_the_end_and_not_before() -> None:
    game = table(SEVEN)
    assert game.see(0).result is None
    while not game.over:
        game.end()
    result = game.see(0).result
    assert result is not None
    assert (result.seed, result.salt) == (game.state.setup.seed, game.state.setup.salt)


def test_C25_the_room_is_told_when_quiet_rounds_begin_to_count() -> None:
    game = table("mafia doctor detective citizen citizen", doctor_repeat=True).until("night")
    game.must(0, "kill", 3)
    game.must(1, "protect", 3)
    game.until("result")
    (told,) = (a.event for a in game.log[-4:] if isinstance(a.event, NewsTold))
    assert [(news.kind, news.number) for news in told.news][-1] == ("quiet", 1)


def test_starting_a_started_game_is_refused() -> None:
    game = table(SEVEN)
    command: StartGame = start_command(PARLOR, tuple(map(RoleId, SEVEN.split())))
    answer = decide(game.state, command, EPOCH)
    assert isinstance(answer, Rejected)
    assert answer.reason == "ALREADY_STARTED"
