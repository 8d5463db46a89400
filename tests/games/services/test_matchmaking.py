"""Quick play, and lobbies that start by themselves, in made-up time."""

from typing import Any

import pytest

from accounts.guests import Person
from games import policies
from games.models import Room
from games.refusals import Refusal
from games.services import clock, lobby, matchmaking, presence
from tests.kit.table import START, Table, refused

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def play_now(name: str, at: int = START, **wish: Any) -> Room:
    room = matchmaking.quick_play(Person(f"guest-{name}"), name=name, at=at, **{"preset": "parlor", **wish})
    assert isinstance(room, Room), room
    return room


def names(room: Room) -> list[str]:
    return list(room.members.filter(gone_at=None).order_by("seat_order").values_list("name", flat=True))


def test_who_finds_no_table_opens_one_and_the_next_sits_down_there() -> None:
    first = play_now("Ann", language="fr")
    assert (first.public, first.preset, first.language) == (True, "parlor", "fr")
    assert play_now("Ben") == first
    assert names(first) == ["Ann", "Ben"]


def test_the_fullest_table_is_taken_and_one_of_the_same_language_before_others() -> None:
    Table("Ann", public=True)
    fuller = Table("Ben", "Cat", "Dan", public=True)
    french = Table("Eve", public=True, language="fr")
    assert play_now("Zoe").pk == fuller.room_id
    assert play_now("Yan", language="fr").pk == french.room_id


def test_rooms_that_are_private_playing_locked_or_deserted_are_no_tables_to_be_found() -> None:
    Table("Ann")
    Table(*FIVE, public=True).start()
    deserted = Table("Fay", public=True)
    later = START + 6 * 60_000
    clock.advance_due(later)
    found = play_now("Zoe", later)
    assert found.pk != deserted.room_id
    assert names(found) == ["Zoe"]


def test_who_waits_already_stays_where_they_are() -> None:
    room = play_now("Ann")
    Table("Ben", "Cat", public=True)
    assert play_now("Ann") == room
    assert names(room) == ["Ann"]


def test_a_table_that_filled_up_a_moment_ago_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 5)
    full = Table(*FIVE, public=True)
    assert play_now("Zoe").pk != full.room_id


def test_a_room_that_one_was_put_out_of_is_passed_over_and_one_where_the_name_is_taken() -> None:
    table = Table("Ann", "Ben", public=True)
    assert lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, START) is None
    assert play_now("Ben").pk != table.room_id
    other = matchmaking.quick_play(Person("another"), name="ann", preset="parlor", at=START)
    assert isinstance(other, Room)
    assert other.pk != table.room_id


@pytest.mark.parametrize(
    ("wish", "code", "field"),
    [
        ({"name": ""}, "NAME_EMPTY", "name"),
        ({"name": "x" * 21}, "NAME_TOO_LONG", "name"),
        ({"name": "a\u202eb"}, "NAME_CHARACTERS", "name"),
        ({"name": "Nobody"}, "NAME_RESERVED", "name"),
        ({"preset": "chess"}, "NO_SUCH_PRESET", "preset"),
        ({"language": "xx"}, "NO_SUCH_LANGUAGE", "language"),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(wish: dict[str, str], code: str, field: str) -> None:
    asked = {"name": "Zoe", "preset": "parlor", "language": "en", **wish}
    answer = matchmaking.quick_play(Person("zoe"), at=START, **asked)
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.field) == (code, field)
    assert not Room.objects.exists()


def test_guests_are_told_when_an_account_is_needed(settings: Any) -> None:
    settings.GUESTS_MAY_PLAY_PUBLIC = False
    answer = matchmaking.quick_play(Person("zoe"), name="Zoe", preset="parlor", at=START)
    assert refused(answer) == "ACCOUNT_NEEDED"


def test_so_many_tables_in_a_row_are_too_many(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "joins": {"burst": 1, "seconds": 60.0}}
    play_now("Ann")
    answer = matchmaking.quick_play(Person("guest-Ann"), name="Ann", preset="parlor", at=START)
    assert refused(answer) == "TOO_MANY_JOINS"


# --- Lobbies that start by themselves ---


def waiting(*people: str, **details: Any) -> Table:
    """A public lobby with people who are all there."""
    table = Table(*people, public=True, **details)
    for name in people:
        presence.connect(table.room_id, table.person(name), name, table.now)
    return table


def ready(table: Table, *people: str, is_ready: bool = True) -> None:
    for name in people:
        assert lobby.set_ready(table.room_id, table.person(name), is_ready, table.now) is None


def starts_in(table: Table) -> float | None:
    starts_at = table.room.starts_at
    return None if starts_at is None else (starts_at - table.now) / 1000


def wait(table: Table, seconds: int) -> None:
    """Time passes for people who stay there."""
    for _ in range(seconds):
        presence.beat(FIVE, table.now)
        table.wait(1)


def test_nothing_counts_down_before_there_are_enough() -> None:
    table = waiting(*FIVE[:4])
    ready(table, *FIVE[:4])
    assert starts_in(table) is None


def test_ninety_seconds_after_there_are_enough_the_game_begins() -> None:
    table = waiting(*FIVE)
    assert starts_in(table) == 90
    wait(table, 89)
    assert table.room.game is None
    wait(table, 1)
    assert table.phase == "reveal"
    assert [seat.name for seat in table.state.seats] == [*FIVE]
    assert table.room.starts_at is None


def test_ten_seconds_after_all_are_ready_it_begins_and_every_screen_has_the_same_deadline() -> None:
    table = waiting(*FIVE)
    wait(table, 30)
    ready(table, *FIVE)
    assert starts_in(table) == 10
    assert {table.lobby_view(name).starts_at for name in FIVE} == {table.now + 10_000}
    wait(table, 10)
    assert table.phase == "reveal"


def test_the_countdown_of_the_ready_never_outlasts_that_of_the_patient() -> None:
    table = waiting(*FIVE)
    wait(table, 85)
    ready(table, *FIVE)
    assert starts_in(table) == 5


def test_who_is_not_ready_any_more_gives_the_others_time_again() -> None:
    table = waiting(*FIVE)
    ready(table, *FIVE)
    wait(table, 4)
    ready(table, "Ben", is_ready=False)
    assert starts_in(table) == 86
    ready(table, "Ben")
    assert starts_in(table) == 10


def test_a_full_table_waits_ten_seconds_whoever_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 6)
    table = waiting(*FIVE)
    wait(table, 20)
    table.join("Fay")
    assert starts_in(table) == 10
    wait(table, 10)
    assert len(table.state.seats) == 6


@pytest.mark.parametrize("how", ["leaves", "is put out", "narrates"])
def test_it_is_called_off_when_there_are_too_few(how: str) -> None:
    table = waiting(*FIVE)
    ready(table, *FIVE)
    host = table.person("Ann")
    if how == "leaves":
        lobby.leave_room(table.room_id, table.person("Eve"), table.now)
    elif how == "is put out":
        lobby.kick(table.room_id, host, table.member("Eve").pk, table.now)
    else:
        lobby.set_narrates(table.room_id, host, True, table.now)
    assert starts_in(table) is None
    wait(table, 120)
    assert table.room.game is None


def test_who_goes_away_for_a_minute_is_not_counted_on() -> None:
    table = waiting(*FIVE)
    presence.disconnect("Eve", table.now)
    for _ in range(61):
        presence.beat(FIVE[:4], table.now)
        table.wait(1)
    assert starts_in(table) is None
    presence.connect(table.room_id, table.person("Eve"), "Eve", table.now)
    assert starts_in(table) == 90


def test_a_host_who_is_gone_holds_nobody_up() -> None:
    table = waiting(*FIVE, "Fay")
    presence.disconnect("Ann", table.now)
    ready(table, *FIVE[1:], "Fay")
    assert starts_in(table) == 10
    for _ in range(10):
        presence.beat([*FIVE[1:], "Fay"], table.now)
        table.wait(1)
    assert table.phase == "reveal"


def test_an_empty_lobby_starts_nothing() -> None:
    table = waiting("Ann")
    assert lobby.add_bots(table.room_id, table.person("Ann"), 5, table.now) is None
    assert starts_in(table) == 90
    presence.disconnect("Ann", table.now)
    assert starts_in(table) is None


def test_settings_that_cannot_be_played_start_nothing() -> None:
    table = waiting(*FIVE)
    assert lobby.change_options(table.room_id, table.person("Ann"), {"roles": {"mafia": 4}}, table.now) == ()
    assert starts_in(table) is None


def test_a_private_lobby_waits_for_its_host() -> None:
    table = Table(*FIVE)
    for name in FIVE:
        presence.connect(table.room_id, table.person(name), name, table.now)
    ready(table, *FIVE)
    wait(table, 120)
    assert table.room.game is None


def test_the_host_may_still_start_at_once() -> None:
    table = waiting(*FIVE)
    table.start()
    assert table.room.starts_at is None


def test_the_clock_knows_when_a_lobby_starts() -> None:
    table = waiting(*FIVE)
    assert clock.next_due() == START + 90_000
    clock.advance_due(START + 90_000)
    clock.advance_due(START + 90_000)
    assert table.room.games.count() == 1


def test_two_minutes_after_the_end_the_lobby_is_open_again() -> None:
    table = waiting(*FIVE)
    table.start(Ann="mafia")
    for name in FIVE[1:]:
        table.do(name, "leave")
    table.until("over")
    wait(table, 119)
    assert table.phase == "over"
    wait(table, 1)
    assert table.room.game is None
    assert starts_in(table) == 90


def test_a_room_that_cannot_be_moved_on_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stuck, other = waiting(*FIVE), waiting(*(f"{name} too" for name in FIVE))
    deal = lobby.deal

    def fails(room: Room, at: int) -> tuple[Refusal, ...]:
        if room.pk == stuck.room_id:
            raise OSError("no cards")
        return deal(room, at)

    monkeypatch.setattr(lobby, "deal", fails)
    clock.advance_due(START + 90_000)
    assert stuck.room.game is None
    assert stuck.room.starts_at is None
    assert other.phase == "reveal"
    assert f"matchmaking._start({stuck.room_id}, {START + 90_000}) failed" in caplog.text


def test_a_lobby_that_fails_to_open_again_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = waiting(*FIVE)
    table.start(Ann="mafia")
    for name in FIVE[1:]:
        table.do(name, "leave")
    table.until("over")

    def fails(room: Room, at: int) -> None:
        raise OSError("no lobby")

    monkeypatch.setattr(lobby, "reopen", fails)
    wait(table, 122)
    assert caplog.text.count(f"matchmaking._reopen({table.room_id}, ") == 1
