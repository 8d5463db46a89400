"""The order of the night, and what a night leaves behind: places that are taken, revenge, lots."""

from dataclasses import replace

import pytest

from games.engine.audience import only
from games.engine.choices import Resolution
from games.engine.events import DrawMade
from games.engine.ids import RoleId, SeatId
from games.engine.night import stages
from games.engine.night_events import PlayerPromoted, PowerSpent
from games.engine.observation import observe
from games.engine.proof import Finding, Outcome, check, written
from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.table import card_lots, role_list
from games.verification import record_of
from tests.kit.games import begin, start_command, table
from tests.kit.nights import at_table, audiences, events, gallows
from tests.kit.ranked import dead, result

# --- M5, M8 ---


def test_M5_named_powers_come_first_and_the_rest_as_usual() -> None:
    ruleset = configure(REGISTRY["gallows"], {"night_order": "investigate kill"})
    assert isinstance(ruleset, Ruleset)
    assert stages(ruleset)[:4] == ("investigate", "kill", "distract", "frame")
    assert sorted(stages(ruleset)) == sorted(ruleset.ladder)


def test_M5_a_check_before_a_distraction_is_answered() -> None:
    game = gallows("godfather escort sheriff citizen citizen citizen", night_order="investigate")
    game.must(1, "distract", 2)
    game.must(2, "investigate", 0)
    game.end()
    assert result(game, 2, 0) == "suspicious"


def test_M5_a_second_lot_of_a_night_has_a_name_of_its_own() -> None:
    """Asked before a distraction and after it, the Mafia's choice can be another one."""
    roles = "yakuza yakuza yakuza detective escort citizen citizen citizen citizen citizen"
    game = at_table(roles, night_order=("investigate", "distract"))
    for seat, target in ((0, 5), (1, 6), (2, 7)):
        game.must(seat, "recruit", target)
    game.must(3, "investigate", 0)
    game.must(4, "distract", 2)
    game.end()
    assert [draw.label for draw in events(game, DrawMade)] == ["tie:night:1", "tie:night:1:again1"]


def test_C2_what_is_asked_twice_is_drawn_once() -> None:
    roles = "yakuza yakuza detective citizen citizen citizen citizen citizen citizen"
    game = gallows(roles)
    game.must(0, "recruit", 5)
    game.must(1, "recruit", 6)
    game.must(2, "investigate", 0)
    game.end()
    assert [draw.label for draw in events(game, DrawMade)] == ["tie:night:1"]


@pytest.mark.parametrize("resolution", Resolution)
def test_M8_in_sequence_whoever_dies_first_does_no_more(resolution: Resolution) -> None:
    together = resolution is Resolution.TOGETHER
    game = gallows("godfather serial_killer vigilante sheriff citizen citizen citizen", resolution=resolution)
    game.must(0, "kill", 2)
    game.must(2, "shoot", 4)
    game.must(3, "investigate", 0)
    game.end()
    assert dead(game) == ({2, 4} if together else {2})
    assert bool(events(game, PowerSpent)) is together
    assert result(game, 3, 0) == "suspicious"


def test_M8_in_sequence_a_guard_stands_before_somebody_once() -> None:
    game = gallows("godfather serial_killer bodyguard citizen citizen citizen", resolution="sequential")
    game.must(0, "kill", 3)
    game.must(1, "kill", 3)
    game.must(2, "guard", 3)
    game.end()
    assert dead(game) == {2, 3}


def test_M8_in_sequence_a_yakuza_reads_mafia_until_they_have_recruited() -> None:
    for order, reading in (("investigate", "mafia"), ("recruit", "not_mafia")):
        game = gallows(
            "yakuza mafia detective citizen citizen citizen citizen",
            resolution="sequential",
            night_order=order,
        )
        game.must(0, "recruit", 3)
        game.must(1, "kill", 4)
        game.must(2, "investigate", 0)
        game.end()
        assert result(game, 2, 0) == reading
        assert dead(game) == {0}


def test_M8_in_sequence_an_ambush_strikes_at_the_visit() -> None:
    game = gallows("godfather sheriff survivor vigilante citizen citizen", resolution="sequential")
    game.must(2, "alert")
    game.must(1, "investigate", 2)
    game.must(3, "shoot", 1)
    game.end()
    assert dead(game) == {1}


# --- G5, G18, G4 ---


def test_G5_C1_only_the_team_learns_who_steps_up() -> None:
    game = gallows("godfather mafioso janitor vigilante citizen citizen citizen")
    game.must(3, "shoot", 0)
    game.end()
    assert audiences(game, PlayerPromoted) == [only(SeatId(0), SeatId(1), SeatId(2))]
    assert [event.seat for event in events(game, PlayerPromoted)] == [1]
    assert not any("promoted" in news.kind for news in game.see(4).news)


def test_G5_whoever_leaves_is_followed_too() -> None:
    game = gallows("godfather mafioso citizen citizen citizen citizen")
    game.must(0, "leave")
    game.end()
    assert game.state.seats[1].role == "godfather"


def test_G18_C2_the_lot_of_a_revenge_is_noted_and_can_be_checked() -> None:
    game = table("godfather jester citizen citizen citizen citizen", preset="gallows").until("vote")
    for voter in (2, 3, 4):
        game.must(voter, "vote", 1)
    game.end()
    game.end()
    (lot,) = events(game, DrawMade)
    assert lot.label == "revenge:night:2:1"
    assert lot.candidates == (2, 3, 4)
    assert lot.chosen in dead(game)


def test_G18_a_single_accuser_needs_no_lot() -> None:
    game = table("godfather jester serial_killer citizen citizen citizen", preset="gallows").until("vote")
    game.must(3, "vote", 1)
    game.end()
    assert observe(game.state, game.see(1).viewer).legal[0].verb == "revenge"
    game.end()
    assert dead(game) == {1, 3}
    assert events(game, DrawMade) == []


def test_G18_where_no_accuser_lives_any_more_there_is_nothing_to_avenge() -> None:
    game = table("godfather jester citizen citizen citizen citizen", preset="gallows").until("vote")
    game.must(3, "vote", 1)
    game.must(3, "leave")
    game.end()
    assert [legal.verb for legal in game.see(1).legal] == ["leave"]
    game.end()
    assert dead(game) == {1, 3}


def test_G18_C15_nobody_waits_for_a_revenge_nor_sees_that_one_is_due() -> None:
    game = table("godfather jester citizen citizen citizen citizen", preset="gallows").until("vote")
    for voter in (2, 3):
        game.must(voter, "vote", 1)
    game.end()
    assert game.see(0).waited_for == 5
    for seat in (0, 2, 3, 4, 5):
        game.must(seat, "confirm")
    assert game.phase == "day"
    assert len(dead(game)) == 2


@pytest.mark.parametrize("players", [8, 9])
def test_G4_C2_blackmailer_or_janitor_is_drawn_and_can_be_checked(players: int) -> None:
    ruleset, found = REGISTRY["gallows"], set()
    assert card_lots(ruleset, players) == (("blackmailer", "janitor"),)
    for seed in "abcdefgh":
        game = begin(start_command(ruleset, role_list(ruleset, players), seed=seed, deal=False))
        special = {seat.role for seat in game.state.seats} & {"blackmailer", "janitor"}
        assert len(special) == 1
        found |= special
        while not game.over:
            game.end()
        record = record_of(addressed.event for addressed in game.log)
        report = check(written(record))
        assert report.outcome is Outcome.HOLDS
        assert [line.facts["card"] for line in report.lines if line.kind is Finding.CARD] == list(special)
        other = ({"blackmailer", "janitor"} - special).pop()
        swapped = tuple(other if role in special else role for role in record.roles)
        forged = check(written(replace(record, roles=swapped)))
        assert Finding.CARD_WRONG in {line.kind for line in forged.lines}
        assert forged.outcome is Outcome.FAILS
        lots = tuple(replace(lot, candidates=(2, 1)) for lot in record.draws)
        assert check(written(replace(record, draws=lots))).outcome is Outcome.FAILS
    assert found == {"blackmailer", "janitor"}


def test_G4_no_lot_beside_a_count_set_by_hand_or_at_other_sizes() -> None:
    ruleset = configure(REGISTRY["gallows"], {"roles": {"janitor": 1}})
    assert isinstance(ruleset, Ruleset)
    assert card_lots(ruleset, 8) == ()
    listed = role_list(ruleset, 8)
    assert (listed.count(RoleId("janitor")), listed.count(RoleId("blackmailer"))) == (1, 0)
    assert [size for size in range(5, 21) if card_lots(REGISTRY["gallows"], size)] == [8, 9]
    ten = role_list(REGISTRY["gallows"], 10)
    assert {"godfather", "mafioso", "blackmailer", "janitor", "serial_killer"} <= set(ten)


def test_S1_the_yakuza_is_one_of_the_mafia_count() -> None:
    ruleset = configure(REGISTRY["syndicate"], {"roles": {"yakuza": 1, "consort": 1}})
    assert isinstance(ruleset, Ruleset)
    for players, mafia in ((5, 1), (8, 2), (12, 3)):
        listed = role_list(ruleset, players)
        assert [listed.count(RoleId(role)) for role in ("mafia", "yakuza", "consort")] == [mafia - 1, 1, 1]
    by_hand = configure(REGISTRY["syndicate"], {"roles": {"mafia": 2, "yakuza": 1}})
    assert isinstance(by_hand, Ruleset)
    assert role_list(by_hand, 9).count(RoleId("mafia")) == 1
