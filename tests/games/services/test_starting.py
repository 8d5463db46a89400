"""The rules of a table as its host sets them, and how games start there and end."""

from games.models import Game
from games.services import lobby
from tests.kit.table import START, Table, refused

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def test_c24_what_holds_is_kept_and_each_refusal_is_at_its_field() -> None:
    table = Table(*FIVE)
    changes = {
        "night_seconds": "30",
        "talk_seconds": 5,
        "last_words": "off",
        "tie": "coin",
        "roles": {"doctor": "0", "mafia": 99, "pope": 1},
        "colour": "red",
    }
    answers = lobby.change_options(table.room_id, table.person("Ann"), changes, START)
    assert {(answer.field, answer.code) for answer in answers} == {
        ("talk_seconds", "OPTION_BOUNDS"),
        ("tie", "OPTION_CHOICE"),
        ("roles.mafia", "OPTION_BOUNDS"),
        ("roles.pope", "UNKNOWN_ROLE"),
        ("colour", "UNKNOWN_OPTION"),
    }
    ruleset = table.lobby_view("Ann").ruleset
    assert (ruleset.night_seconds, ruleset.talk_seconds, ruleset.last_words) == (30, 180, False)
    assert ruleset.roles == {"doctor": 0}
    assert lobby.change_options(table.room_id, table.person("Ann"), {"roles": {"doctor": ""}}, START) == ()
    assert table.lobby_view("Ann").ruleset.roles == {}


def test_p16_the_time_to_talk_can_be_switched_off() -> None:
    table = Table(*FIVE, options={"talk_seconds": "off"})
    assert table.lobby_view("Ann").ruleset.talk_seconds is None


def test_whatever_a_room_has_stored_the_settings_that_still_hold_are_used() -> None:
    table = Table(*FIVE, options={"tie": "revote"})
    room = table.room
    room.options = {**room.options, "gone_from_the_preset": 1, "night_seconds": 5}
    room.save()
    ruleset = table.lobby_view("Ann").ruleset
    assert (ruleset.tie, ruleset.night_seconds) == ("revote", 45)


def test_p14_starting_is_refused_with_what_speaks_against_it() -> None:
    table = Table("Ann", "Ben", "Cat", "Dan")
    assert refused(lobby.start_game(table.room_id, table.person("Ann"), START)) == "TOO_FEW_PLAYERS"
    table.join("Eve")
    assert table.lobby_view("Ann").can_start
    assert not table.lobby_view("Ben").can_start
    lobby.change_options(table.room_id, table.person("Ann"), {"roles": {"mafia": 0}}, START)
    assert [problem.code for problem in table.lobby_view("Ann").problems] == ["NO_MAFIA"]
    assert refused(lobby.start_game(table.room_id, table.person("Ann"), START)) == "NO_MAFIA"


def test_p15_many_mafia_are_a_warning_only() -> None:
    table = Table(*FIVE, options={"first_day_vote": True, "roles": {"mafia": 2}})
    view = table.lobby_view("Ann")
    assert [warning.code for warning in view.warnings] == ["MANY_MAFIA"]
    assert view.can_start
    assert dict(view.roles) == {"mafia": 2, "doctor": 1, "detective": 1, "citizen": 1}


def test_a_room_plays_one_game_at_a_time() -> None:
    table = Table(*FIVE)
    table.start()
    ann = table.person("Ann")
    answers = (
        lobby.start_game(table.room_id, ann, START),
        lobby.change_options(table.room_id, ann, {"tie": "revote"}, START),
        lobby.add_bots(table.room_id, ann, 1, START),
        lobby.set_ready(table.room_id, ann, True, START),
        lobby.set_narrates(table.room_id, ann, True, START),
        lobby.hand_over(table.room_id, ann, table.member("Ben").pk, START),
    )
    assert {refused(answer) for answer in answers} == {"GAME_RUNNING"}
    assert refused(lobby.rematch(table.room_id, ann, START)) == "GAME_NOT_OVER"
    assert refused(lobby.back_to_lobby(table.room_id, ann, START)) == "GAME_NOT_OVER"
    assert Game.objects.count() == 1


def test_there_is_no_rematch_without_a_game() -> None:
    table = Table(*FIVE)
    assert refused(lobby.rematch(table.room_id, table.person("Ann"), START)) == "NO_GAME"


def test_who_comes_while_a_game_is_on_watches_and_waits() -> None:
    table = Table(*FIVE)
    table.start()
    table.join("Fay")
    view = table.game_view("Fay")
    assert (view.observation.own, view.observation.legal, view.public.queued) == (None, (), 1)
    assert refused(table.act("Fay", "ready")) == "SPECTATOR"


def test_a_rematch_seats_the_same_people_and_those_who_waited() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    table.join("Fay")
    finish(table)
    assert table.game_view("Ann").can_rematch
    assert not table.game_view("Ben").can_rematch
    assert lobby.rematch(table.room_id, table.person("Ann"), table.now) == ()
    assert [seat.name for seat in table.state.seats] == [*FIVE, "Fay"]
    assert table.phase == "reveal"


def test_a_rematch_that_the_table_does_not_allow_ends_in_the_lobby_with_the_problem() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    finish(table)
    lobby.leave_room(table.room_id, table.person("Ben"), table.now)
    assert refused(lobby.rematch(table.room_id, table.person("Ann"), table.now)) == "TOO_FEW_PLAYERS"
    assert len(table.lobby_view("Ann").members) == 4


def test_back_to_the_lobby_after_a_game() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    finish(table)
    assert lobby.back_to_lobby(table.room_id, table.person("Ann"), table.now) is None
    assert table.lobby_view("Ben").can_start is False
    assert table.lobby_view("Ann").can_start


def finish(table: Table) -> None:
    """Everyone leaves it to the Mafia."""
    for name in ("Ben", "Cat", "Dan", "Eve"):
        if table.phase != "over" and table.state.seats[table.number(name)].alive:
            table.until("night")
            table.do("Ann", "kill", name)
            table.wait(table.state.ruleset.night_seconds)
    assert table.phase == "over"
