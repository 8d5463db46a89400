from typing import Any

import pytest

from games.models import Connection, Game, Pulse, Room, Watch
from games.refusals import Refusal
from games.services import clock, lobby, play, presence, rooms
from tests.kit.table import Table, refused

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def arrive(table: Table, *names: str) -> None:
    """They open the page, each in a channel of their name."""
    for name in names:
        presence.connect(table.room_id, table.person(name), name, table.now)


def away(table: Table) -> list[str]:
    return [seat.name for seat in table.game_view("Ann").observation.seats if seat.away]


def playing() -> Table:
    table = Table(*FIVE)
    arrive(table, *FIVE)
    table.wait(1)
    table.start(Ann="mafia")
    return table


def test_c4_the_last_connection_counts_not_the_first() -> None:
    table = playing()
    presence.connect(table.room_id, table.person("Ben"), "Ben's phone", table.now)
    presence.disconnect("Ben", table.now)
    assert away(table) == []
    presence.disconnect("Ben's phone", table.now)
    assert away(table) == ["Ben"]
    presence.disconnect("Ben's phone", table.now)
    presence.connect(table.room_id, table.person("Ben"), "Ben's tablet", table.now)
    assert away(table) == []


def test_presence_is_by_room() -> None:
    table, other = playing(), Table("Zoe")
    other.join("Ben")
    presence.connect(other.room_id, other.person("Ben"), "elsewhere", other.now)
    presence.disconnect("Ben", table.now)
    assert away(table) == ["Ben"]


def test_of_watchers_nothing_is_kept() -> None:
    table = playing()
    presence.connect(table.room_id, table.person("stranger"), "stranger", table.now)
    presence.connect(10**9, table.person("Ann"), "nowhere", table.now)
    assert set(Connection.objects.values_list("channel", flat=True)) == set(FIVE)


def test_a_connection_that_is_not_heard_of_is_gone_after_25_seconds() -> None:
    table = playing()
    for _ in range(23):
        assert presence.beat([name for name in FIVE if name != "Ben"], table.now) == frozenset()
        table.wait(1)
    assert away(table) == []
    for _ in range(2):
        presence.beat([name for name in FIVE if name != "Ben"], table.now)
        table.wait(1)
    assert away(table) == ["Ben"]


def test_a_beat_tells_which_connections_had_been_given_up() -> None:
    table = playing()
    presence.disconnect("Ben", table.now)
    assert presence.beat(FIVE, table.now) == {"Ben"}
    assert presence.beat([], table.now) == frozenset()


def test_a_restart_counts_against_nobody_until_they_could_have_come_back() -> None:
    table = playing()
    table.now += 10 * 60 * 1000
    clock.advance_due(table.now)
    assert away(table) == []
    for name in FIVE[1:]:
        presence.connect(table.room_id, table.person(name), f"{name} after the restart", table.now)
    for _ in range(26):
        presence.beat([f"{name} after the restart" for name in FIVE[1:]], table.now)
        table.wait(1)
    assert away(table) == ["Ann"]
    assert Connection.objects.count() == 4


def test_a_restart_leaves_nobody_online() -> None:
    table = playing()
    table.now += 10 * 60 * 1000
    table.wait(27)
    assert away(table) == list(FIVE)
    assert not Connection.objects.exists()


def test_somebody_who_is_back_is_not_counted_as_long_away() -> None:
    table = playing()
    presence.disconnect("Ben", table.now)
    for _ in range(50):
        presence.beat(FIVE, table.now)
        table.wait(1)
    presence.connect(table.room_id, table.person("Ben"), "Ben again", table.now)
    for _ in range(20):
        presence.beat([*FIVE, "Ben again"], table.now)
        table.wait(1)
    assert not table.state.seats[table.number("Ben")].absent


def test_p16_who_is_away_for_a_minute_is_not_waited_for() -> None:
    table = playing()
    table.all("ready")
    presence.disconnect("Ben", table.now)
    for name in ("Ann", "Cat", "Dan", "Eve"):
        table.do(name, "ready")
    assert table.phase == "day"
    for _ in range(60):
        presence.beat([name for name in FIVE if name != "Ben"], table.now)
        table.wait(1)
    assert table.phase == "night"


def powers(table: Table) -> int | None:
    """The member who holds the host's powers in the room."""
    room = table.room
    return room.deputy_id or room.host_id


def test_c5_the_host_of_a_game_is_stood_in_for_and_returns() -> None:
    table = playing()
    presence.disconnect("Ann", table.now)
    for _ in range(60):
        presence.beat(FIVE[1:], table.now)
        table.wait(1)
    assert table.game_view("Ben").observation.is_host
    assert powers(table) == table.member("Ben").pk
    presence.connect(table.room_id, table.person("Ann"), "Ann again", table.now)
    assert table.game_view("Ann").observation.is_host
    assert powers(table) == table.member("Ann").pk


@pytest.mark.parametrize("preset", ["parlor", "moderated"])
def test_c5_whoever_stands_in_for_the_host_cannot_put_the_host_out(preset: str) -> None:
    table = Table("Nan", *FIVE, narrates=True, preset=preset)
    arrive(table, "Nan", *FIVE)
    table.start(Ann="mafia")
    presence.disconnect("Nan", table.now)
    for _ in range(60):
        presence.beat(FIVE, table.now)
        table.wait(1)
    assert powers(table) == table.member("Ann").pk
    ann, nan = table.person("Ann"), table.member("Nan").pk
    assert refused(lobby.kick(table.room_id, ann, nan, table.now)) == "HOST_RETURNS"
    presence.connect(table.room_id, table.person("Nan"), "Nan again", table.now)
    assert powers(table) == nan
    assert table.act("Nan", "pause") is None


def test_p1_a_narrator_goes_away_and_comes_back() -> None:
    table = Table("Nan", *FIVE, narrates=True)
    arrive(table, "Nan")
    table.start()
    presence.disconnect("Nan", table.now)
    assert table.state.narrator_away_since == table.now
    presence.connect(table.room_id, table.person("Nan"), "Nan again", table.now)
    assert table.state.narrator_away_since is None


def test_who_was_put_out_has_no_connections_left() -> None:
    table = Table("Ann", "Ben")
    arrive(table, "Ann", "Ben")
    assert lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, table.now) is None
    assert list(Connection.objects.values_list("channel", flat=True)) == ["Ann"]
    presence.connect(table.room_id, table.person("Ben"), "Ben again", table.now)
    assert Connection.objects.count() == 1
    presence.disconnect("Ben", table.now)
    answer = lobby.join_room(table.code, table.person("Ben"), name="Ben", at=table.now)
    assert isinstance(answer, Refusal)
    assert refused(answer) == "KICKED"


def test_the_sweep_is_done_once_a_second_by_one_of_several() -> None:
    table = playing()
    swept = Pulse.objects.get().swept_at
    presence.sweep(swept + 500)
    assert Pulse.objects.get().swept_at == swept
    presence.sweep(swept + 1_000)
    assert Pulse.objects.get().swept_at == swept + 1_000
    presence.sweep(table.now - 60_000)
    assert Pulse.objects.get().swept_at == table.now - 60_000, "a clock that was set back does not stop it"


def test_presence_after_the_end_is_the_rooms_alone() -> None:
    table = playing()
    for name in ("Ben", "Cat", "Dan", "Eve"):
        table.do(name, "leave")
    table.until("over")
    version = table.game.version
    presence.disconnect("Ben", table.now)
    presence.connect(table.room_id, table.person("Ben"), "Ben again", table.now)
    assert table.game.version == version


def test_c5_a_narrator_who_leaves_leaves_nobody_stuck_in_a_pause() -> None:
    table = Table("Nora", *FIVE, narrates=True)
    arrive(table, *FIVE)
    table.start(Ann="mafia")
    table.do("Nora", "pause")
    assert lobby.leave_room(table.room_id, table.person("Nora"), table.now) is None
    for _ in range(61):
        presence.beat(FIVE, table.now)
        table.wait(1)
    assert table.act("Ann", "resume") is None


def test_c5_a_narrator_who_left_and_came_back_hosts_again() -> None:
    table = Table("Nora", *FIVE, narrates=True)
    arrive(table, *FIVE)
    table.start(Ann="mafia")
    assert lobby.leave_room(table.room_id, table.person("Nora"), table.now) is None
    table.join("Nora")
    for _ in range(61):
        presence.beat(FIVE, table.now)
        table.wait(1)
    assert table.act("Nora", "pause") is None


def test_whoever_starts_a_game_is_dealt_in_even_if_their_sockets_fail() -> None:
    table = Table("Ann")
    arrive(table, "Ann")
    presence.disconnect("Ann", table.now)
    table.wait(61)
    assert table.member("Ann").absent
    lobby.add_bots(table.room_id, table.person("Ann"), 5, table.now)
    assert lobby.start_game(table.room_id, table.person("Ann"), table.now) == ()
    assert table.state.seats[0].name == "Ann"
    assert table.act("Ann", "pause") is None


def test_those_who_watch_lock_nothing(django_assert_num_queries: Any) -> None:
    table = playing()
    with django_assert_num_queries(2):
        presence.connect(table.room_id, table.person("Zoe"), "Zoe", table.now)


def unreadable(table: Table) -> None:
    """Another version has saved the game."""
    Game.objects.filter(pk=table.game.pk).update(schema=0)


def test_c4_a_game_of_another_version_keeps_nobody_elses_clock_from_going() -> None:
    broken, table = playing(), Table(*FIVE)
    unreadable(broken)
    for name in FIVE:
        presence.connect(table.room_id, table.person(name), f"{name} elsewhere", table.now)
    table.start(Ann="mafia")
    for _ in range(26):
        presence.beat([f"{name} elsewhere" for name in FIVE if name != "Ben"], table.now)
        table.wait(1)
    assert away(table) == ["Ben"]
    assert broken.member("Ben").away_since is not None


def test_c6_whoever_is_in_a_game_of_another_version_can_come_and_leave() -> None:
    table = playing()
    unreadable(table)
    presence.disconnect("Ben", table.now)
    presence.connect(table.room_id, table.person("Ben"), "Ben", table.now)
    member = table.member("Ben")
    assert member.away_since is None
    assert lobby.leave_room(table.room_id, table.person("Ben"), table.now) is None
    member.refresh_from_db()
    assert member.gone_at == table.now


def test_a_connection_that_cannot_be_closed_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    table, mark = playing(), play.mark
    table.wait(1)

    def fail(game_id: int, member_id: int, at: int, *, away: bool) -> None:
        if member_id == table.member("Ann").pk:
            raise ArithmeticError
        mark(game_id, member_id, at, away=away)

    monkeypatch.setattr(play, "mark", fail)
    table.wait(26)
    assert not Connection.objects.exists()
    assert away(table) == list(FIVE[1:])


def test_c4_who_sits_down_in_public_and_never_opens_the_page_is_away() -> None:
    table = Table("Ann", public=True)
    arrive(table, "Ann")
    table.join("Zoe")
    assert lobby.add_bots(table.room_id, table.person("Ann"), 1, table.now) is None
    for _ in range(90):
        presence.beat(["Ann"], table.now)
        table.wait(1)
    assert table.member("Zoe").absent
    assert {member.name for member in table.lobby_view("Ann").members if member.away} == {"Zoe"}


def test_who_watched_in_public_and_sits_down_is_there_in_every_tab() -> None:
    table = Table(*FIVE, public=True)
    presence.connect(table.room_id, table.person("Zoe"), "first tab", table.now)
    table.join("Zoe")
    presence.connect(table.room_id, table.person("Zoe"), "second tab", table.now)
    for channel in presence.beat(["first tab", "second tab"], table.now):
        presence.connect(table.room_id, table.person("Zoe"), channel, table.now)
    presence.disconnect("second tab", table.now)
    assert table.member("Zoe").away_since is None
    assert not Watch.objects.exists()


def test_a_room_whose_absent_cannot_be_noted_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, table, changed = Table("Ann"), Table("Ben", "Cat"), rooms.changed
    for room, name in ((broken, "Ann"), (table, "Ben")):
        presence.connect(room.room_id, room.person(name), name, room.now)
        presence.disconnect(name, room.now)

    def fail(room: Room, at: int) -> None:
        if room.pk == broken.room_id:
            raise ArithmeticError
        changed(room, at)

    monkeypatch.setattr(rooms, "changed", fail)
    table.wait(61)
    assert table.member("Ben").absent
    assert broken.member("Ann").absent


def test_in_public_who_never_came_and_cannot_be_noted_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("Ann", public=True)

    def fail(room: Room, at: int) -> None:
        raise ArithmeticError

    monkeypatch.setattr(rooms, "changed", fail)
    table.wait(26)
    assert table.member("Ann").away_since is not None


def test_c4_whoever_plays_in_public_without_scripts_is_there_once_they_are_ready() -> None:
    table = Table("Ann", "Zoe", public=True)
    arrive(table, "Ann")
    for ready in (False, True):
        assert lobby.set_ready(table.room_id, table.person("Zoe"), ready, table.now) is None
        for _ in range(90):
            presence.beat(["Ann"], table.now)
            table.wait(1)
        assert table.member("Zoe").absent is not ready


def test_games_go_on_when_rooms_cannot_be_looked_after(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(now: int) -> None:
        raise ArithmeticError

    table = playing()
    monkeypatch.setattr(presence, "sweep", fail)
    table.until("day")


def test_N13_a_paused_game_that_everybody_left_is_not_paused_for_ever() -> None:
    table = playing()
    table.do("Ann", "pause")
    people = table.members_to_seat()
    for name in people:
        assert table.game.due_at is None
        assert lobby.leave_room(table.room_id, table.person(name), table.now) is None
    assert table.game.due_at == table.now
    table.until("over")
