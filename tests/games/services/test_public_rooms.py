"""What public rooms allow: who may play there, and what their hosts may do."""

from typing import Any

import pytest

from accounts.guests import Person
from games import policies
from games.engine.rules import HostRight
from games.live import lobby_panels, render
from games.models import Member, Room, Watch
from games.refusals import Refusal
from games.services import chat, lobby, presence
from tests.kit.table import START, Table, refused

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
STRANGER = Person("guest-stranger")


def opened(**details: Any) -> Room | Refusal:
    return lobby.create_room(STRANGER, name="Zoe", at=START, **details)


def test_a_private_room_is_as_before() -> None:
    room = Table("Ann").room
    assert not room.public
    assert not room.listed
    assert room.starts_at is None
    assert policies.host_rights(room) == set(HostRight)


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"preset": "chess"}, "NO_SUCH_PRESET", "preset"),
        ({"language": "klingon"}, "NO_SUCH_LANGUAGE", "language"),
        ({"language": ""}, "NO_SUCH_LANGUAGE", "language"),
        ({"delay": -1}, "BAD_DELAY", "delay"),
        ({"delay": 301}, "BAD_DELAY", "delay"),
        ({"delay": "soon"}, "BAD_DELAY", "delay"),
        ({"delay": True}, "BAD_DELAY", "delay"),
        ({"delay": None}, "BAD_DELAY", "delay"),
    ],
)
def test_what_a_room_cannot_be_is_refused_at_its_field(wrong: Any, code: str, field: str) -> None:
    answer = opened(public=True, **wrong)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.field) == (code, field)
    assert not Room.objects.exists()


@pytest.mark.parametrize("delay", [0, 300])
def test_a_delay_of_up_to_five_minutes_is_taken(delay: int) -> None:
    room = opened(public=True, delay=delay)
    assert isinstance(room, Room)
    assert room.delay == delay


def test_a_public_room_cannot_be_locked_nor_its_game_paused() -> None:
    table = Table(*FIVE, public=True)
    assert refused(lobby.set_lock(table.room_id, table.person("Ann"), True, table.now)) == "PUBLIC_NO_LOCK"
    assert not table.room.locked
    table.start(Ann="mafia")
    assert refused(table.act("Ann", "pause")) == "NOT_ALLOWED_HERE"
    assert refused(table.act("Ann", "resume")) == "NOT_ALLOWED_HERE"
    assert table.state.paused_at is None
    verbs = {legal.verb for legal in table.game_view("Ann").observation.legal}
    assert "pause" not in verbs
    assert "remove" in verbs
    table.all("ready")
    assert table.act("Ann", "next") is None


def test_only_whoever_sits_there_is_told_what_the_host_may_not_do() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    assert refused(table.act("Zoe", "pause")) == "SPECTATOR"


def test_r19_nobody_is_removed_by_a_host_during_a_game() -> None:
    table = Table(*FIVE, preset="ranked", public=True)
    table.start(Ann="killer")
    kicked = lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, table.now)
    assert refused(kicked) == "NOT_ALLOWED_HERE"
    assert refused(table.act("Ann", "remove", "Ben")) == "NOT_ALLOWED_HERE"
    assert not table.state.seats[table.number("Ben")].left
    assert table.member("Ben").gone_at is None
    verbs = {legal.verb for legal in table.game_view("Ann").observation.legal}
    assert not verbs & {"pause", "remove"}


def test_r18_the_host_may_kick_in_the_lobby_of_a_ranked_room() -> None:
    table = Table(*FIVE, preset="ranked", public=True)
    assert lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, table.now) is None
    assert not Member.objects.filter(room=table.room_id, name="Ben", gone_at=None).exists()


def test_r19_public_ranked_rooms_play_the_default_options() -> None:
    table = Table("Ann", preset="ranked", public=True)
    changes = {"night_seconds": 60, "roles": {"killer": 2, "doctor": 0}}
    answer = lobby.change_options(table.room_id, table.person("Ann"), changes, table.now)
    assert {(refusal.code, refusal.field) for refusal in answer} == {
        ("RANKED_DEFAULTS", "night_seconds"),
        ("RANKED_DEFAULTS", "roles.killer"),
        ("RANKED_DEFAULTS", "roles.doctor"),
    }
    assert table.room.options == {}
    assert not table.lobby_view("Ann").may_configure


def test_other_public_rooms_may_change_their_options() -> None:
    table = Table("Ann", public=True, options={"night_seconds": 60})
    assert table.room.options == {"night_seconds": 60}
    assert table.lobby_view("Ann").may_configure


def test_r19_at_most_a_third_of_the_seats_are_bots() -> None:
    table = Table("Ann", "Ben", "Cat", "Dan", preset="ranked", public=True)
    host = table.person("Ann")
    answer = lobby.add_bots(table.room_id, host, 3, table.now)
    assert answer == Refusal("TOO_MANY_BOTS", {"bots": 3, "players": 7}, "count")
    assert lobby.add_bots(table.room_id, host, 2, table.now) is None
    assert not table.lobby_view("Ann").problems
    assert lobby.leave_room(table.room_id, table.person("Dan"), table.now) is None
    assert [problem.code for problem in table.lobby_view("Ann").problems] == ["TOO_MANY_BOTS"]
    assert refused(lobby.start_game(table.room_id, host, table.now)) == "TOO_MANY_BOTS"
    assert table.room.game is None


def test_a_public_room_seats_as_many_as_its_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 5)
    table = Table(*FIVE, public=True)
    answer = lobby.join_room(table.code, STRANGER, name="Zoe", at=table.now)
    assert answer == Refusal("ROOM_FULL", {"high": 5})


def test_whoever_is_long_away_keeps_no_seat_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 4)
    table = Table(*FIVE[:4], public=True)
    presence.connect(table.room_id, table.person("Dan"), "Dan", table.now)
    presence.disconnect("Dan", table.now)
    table.wait(59)
    assert refused(lobby.join_room(table.code, STRANGER, name="Zoe", at=table.now)) == "ROOM_FULL"
    table.wait(2)
    table.join("Zoe")


def test_who_sat_down_last_waits_where_more_have_come_back_than_can_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(*FIVE, "Zoe", public=True)
    monkeypatch.setattr(policies, "CAPACITY", 5)
    table.start()
    assert [seat.name for seat in table.state.seats] == [*FIVE]
    assert table.member("Zoe").queued


def test_by_the_sites_setting_guests_only_watch(settings: Any, django_user_model: Any) -> None:
    table = Table(*FIVE, public=True)
    settings.GUESTS_MAY_PLAY_PUBLIC = False
    assert refused(lobby.join_room(table.code, STRANGER, name="Zoe", at=START)) == "ACCOUNT_NEEDED"
    assert refused(opened(public=True)) == "ACCOUNT_NEEDED"
    assert isinstance(opened(), Room)
    user = django_user_model.objects.create(username="zoe")
    known = Person("guest-zoe", user.pk)
    assert isinstance(lobby.join_room(table.code, known, name="Zoe", at=START), Member)
    again = lobby.join_room(table.code, table.person("Ben"), name="Ben", at=START)
    assert again == table.member("Ben")
    table.start()
    assert table.game_view("stranger").observation.own is None


# --- Those who watch ---


def watchers(table: Table) -> list[int]:
    """How many are told of by each who could be told."""
    table.now += 5_000  # they are counted now and then
    return [table.game_view(name).public.watchers for name in ("Ann", "stranger")]


def test_everybody_is_told_how_many_watch_a_public_game() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    assert watchers(table) == [0, 0]
    for tab in ("one", "two"):
        presence.connect(table.room_id, STRANGER, tab, table.now)
    assert watchers(table) == [1, 1]
    table.join("Zoe")
    presence.connect(table.room_id, table.person("Zoe"), "Zoe", table.now)
    assert watchers(table) == [2, 2]
    presence.disconnect("Zoe", table.now)
    assert watchers(table) == [1, 1]
    presence.disconnect("one", table.now)
    assert watchers(table) == [1, 1]
    presence.disconnect("two", table.now)
    assert watchers(table) == [0, 0]


def test_whoever_is_out_does_not_count_as_watching() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    table.until("night")
    table.do("Ann", "kill", "Eve")
    table.until("morning")
    presence.connect(table.room_id, table.person("Eve"), "Eve", table.now)
    assert watchers(table) == [0, 0]


def test_of_private_games_it_is_not_told_who_watches() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    presence.connect(table.room_id, STRANGER, "stranger", table.now)
    assert watchers(table) == [0, 0]


def test_a_crash_leaves_nobody_watching() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    table.wait(1)
    presence.connect(table.room_id, STRANGER, "stranger", table.now)
    for _ in range(30):
        assert presence.beat(["stranger"], table.now) == frozenset()
        table.wait(1)
    assert watchers(table) == [1, 1]
    table.wait(26)
    assert watchers(table) == [0, 0]
    assert not Watch.objects.exists()
    assert presence.beat(["stranger"], table.now) == {"stranger"}


def test_those_who_watch_write_nothing() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    for talk in ("table", "mafia", "graveyard", "lobby"):
        assert refused(chat.say(table.room_id, STRANGER, talk, "It is Ann", table.now)) == "NOT_A_MEMBER"
    table.join("Zoe")
    zoe = table.person("Zoe")
    assert refused(chat.say(table.room_id, zoe, "table", "It is Ann", table.now)) == "SPECTATOR"


def test_c6_at_a_table_with_idle_rounds_it_is_told_how_long_a_seat_waits_for_who_is_away() -> None:
    table = Table(*FIVE, preset="ranked", public=True)
    presence.connect(table.room_id, table.person("Ben"), "Ben", table.now)
    table.start(Ann="killer")
    assert "2 whole rounds" not in players_panel(table)
    presence.disconnect("Ben", table.now)
    assert "2 whole rounds" in players_panel(table)
    presence.connect(table.room_id, table.person("Ben"), "Ben again", table.now)
    assert "2 whole rounds" not in players_panel(table)
    assert table.game_view("Ben").observation.own is not None


def players_panel(table: Table) -> str:
    shown = render.panels_for(table.game_view("Ann"))["players"]
    return render.panel_html("players", shown, "en")


def test_R19_where_bots_are_limited_nobody_is_advised_to_add_one() -> None:
    def told(table: Table) -> list[str]:
        context = lobby_panels.action(table.lobby_view("Ann"))
        return [code for code, _facts in context.problems]

    assert told(Table("Ann", preset="ranked", public=True)) == ["TOO_FEW_PEOPLE"]
    assert told(Table("Ann", preset="ranked")) == ["TOO_FEW_PLAYERS"]
