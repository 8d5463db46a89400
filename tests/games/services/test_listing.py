"""What the list of public rooms says, and what it never does."""

from itertools import product
from typing import Any

import pytest
from django.db import connection

from games import codec, listing, policies
from games.listing import Entry, Filter, Stand
from games.models import Game, Room
from games.models.game import Status
from games.moment import DAY, HOUR, MINUTE
from games.selectors import on_the_list
from games.services import clock, lobby, occupancy, presence
from tests.kit.table import START, Table

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def entry(table: Table) -> Entry:
    (found,) = [entry for entry in listing.read(table.now) if entry.code == table.code]
    return found


def listed(table: Table, at: int | None = None) -> bool:
    return table.code in {entry.code for entry in listing.read(table.now if at is None else at)}


def there(table: Table, *names: str) -> None:
    for name in names:
        presence.connect(table.room_id, table.person(name), name, table.now)


def test_a_lobby_is_told_of_with_who_can_still_come() -> None:
    table = Table("Ann", "Ben", public=True, language="de")
    assert entry(table) == Entry(
        code=table.code,
        preset="parlor",
        language="de",
        stand=Stand.WAITING,
        phase="",
        turn=0,
        players=2,
        seats=40,
        watchers=0,
        delay=0,
        joinable=True,
    )


def test_a_lobby_that_counts_down_is_about_to_start() -> None:
    table = Table(*FIVE, public=True)
    there(table, "Ann")
    assert entry(table).stand is Stand.STARTING


def test_a_game_is_told_of_with_its_day_or_night_and_who_watches() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    presence.connect(table.room_id, table.person("stranger"), "stranger", table.now)
    table.join("Zoe")
    assert (entry(table).stand, entry(table).phase, entry(table).joinable) == (Stand.PLAYING, "reveal", False)
    assert (entry(table).players, entry(table).watchers) == (5, 2)
    table.until("night")
    assert (entry(table).phase, entry(table).turn) == ("night", 1)
    table.until("day")
    assert (entry(table).phase, entry(table).turn) == ("day", 2)
    for name in FIVE[1:]:
        table.act(name, "leave")
    table.until("over")
    assert (entry(table).stand, entry(table).phase, entry(table).joinable) == (Stand.OVER, "", True)


def test_a_game_of_another_version_is_not_listed_and_hides_no_other() -> None:
    broken, table = Table(*FIVE, public=True), Table("Zoe", public=True)
    broken.start(Ann="mafia")
    Game.objects.update(schema=0, phase="a phase of long ago")
    assert not listed(broken)
    assert listed(table)


def test_of_a_game_that_is_watched_late_it_tells_no_more_than_that_it_is_on() -> None:
    table = Table(*FIVE, public=True, delay=60)
    table.start(Ann="mafia")
    before = entry(table)
    assert (before.stand, before.phase, before.turn, before.delay) == (Stand.PLAYING, "", 0, 60)
    table.until("night")
    table.do("Ann", "kill", "Eve")
    lobby.leave_room(table.room_id, table.person("Ben"), table.now)
    for name in FIVE[2:]:
        table.act(name, "leave")
    table.until("over")
    assert entry(table) == before
    table.now += 59_999
    assert entry(table) == before
    table.now += 1
    assert entry(table).stand is Stand.OVER


def test_private_rooms_are_never_listed_locked_or_not() -> None:
    table = Table(*FIVE)
    there(table, *FIVE)
    assert lobby.set_lock(table.room_id, table.person("Ann"), True, table.now) is None
    table.start()
    lobby.set_ready(table.room_id, table.person("Ann"), True, table.now)
    assert listing.read(table.now) == ()


def test_a_full_room_is_listed_but_cannot_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "CAPACITY", 5)
    table = Table(*FIVE, public=True)
    assert (entry(table).players, entry(table).seats, entry(table).joinable) == (5, 5, False)
    assert not Filter(joinable=True).shows(entry(table))


def test_a_room_that_nobody_is_in_drops_out_after_five_minutes() -> None:
    table = Table("Ann", public=True)
    there(table, "Ann")
    table.now += 10 * MINUTE
    presence.disconnect("Ann", table.now)
    assert listed(table, table.now + 5 * MINUTE - 1)
    assert not listed(table, table.now + 5 * MINUTE)
    clock.advance_due(table.now + 5 * MINUTE)
    assert not table.room.listed
    presence.connect(table.room_id, table.person("Ann"), "Ann again", table.now + 6 * MINUTE)
    assert listed(table, table.now + 6 * MINUTE)


def test_a_game_that_is_on_stays_though_everybody_is_gone() -> None:
    table = Table(*FIVE, public=True)
    table.start()
    table.now += 20 * MINUTE
    clock.advance_due(table.now)
    if table.phase != "over":
        assert listed(table)


def test_expired_rooms_are_gone() -> None:
    table = Table("Ann", public=True)
    there(table, "Ann")
    assert listed(table, START + DAY)
    assert not listed(table, START + DAY + 1)
    assert lobby.leave_room(table.room_id, table.person("Ann"), START) is None
    assert not listed(table, START + 5 * MINUTE)


def test_an_old_room_whose_game_ended_today_stays_while_somebody_is_in_it() -> None:
    table = Table(*FIVE, public=True)
    there(table, "Ann")
    table.start()
    now = table.now + 3 * DAY
    Game.objects.update(status=Status.OVER, ended_at=now - 23 * HOUR)
    Room.objects.update(last_active_at=now - 25 * HOUR, empty_since=None)
    assert listed(table, now)
    occupancy.forget(now)
    assert table.room.listed
    assert listed(table, now)


AGES = (0, 5 * MINUTE - 1, 5 * MINUTE, 6 * MINUTE, DAY - 1, DAY, DAY + 1, 2 * DAY)


def test_what_is_not_shown_any_more_is_forgotten_and_nothing_else() -> None:
    now = START + 10 * DAY
    games = [None, (Status.RUNNING, None), *((Status.OVER, now - age) for age in AGES)]
    empty = (None, *(now - age for age in AGES))
    for number, (game, since, age) in enumerate(product(games, empty, AGES)):
        room = Room.objects.create(
            code=f"R{number}",
            preset="parlor",
            public=True,
            listed=True,
            created_at=START,
            last_active_at=now - age,
            empty_since=since,
        )
        if game is not None:
            room.game = Game.objects.create(
                room=room,
                schema=codec.SCHEMA,
                event_count=1,
                started_at=START,
                status=game[0],
                ended_at=game[1],
            )
            room.save(update_fields=["game"])
    shown = set(on_the_list(now).values_list("code", flat=True))
    for _ in range(Room.objects.count() // occupancy.LIMIT + 1):
        occupancy.forget(now)
    assert 0 < len(shown) < Room.objects.count()
    assert set(Room.objects.filter(listed=True).values_list("code", flat=True)) == shown


def test_the_newest_that_can_be_joined_come_first_and_there_is_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    playing = Table(*FIVE, public=True)
    playing.start()
    older, newer = Table("Fay", public=True), Table("Gus", public=True)
    assert [entry.code for entry in listing.read(START)] == [newer.code, older.code, playing.code]
    monkeypatch.setattr(listing, "LIMIT", 2)
    assert [entry.code for entry in listing.read(START)] == [newer.code, older.code]


def test_it_costs_one_query_and_dead_rooms_nothing(django_assert_num_queries: Any) -> None:
    for number in range(3):
        Table(f"P{number}", public=True)
    with django_assert_num_queries(1):
        assert len(listing.read(START)) == 3
    clock.advance_due(START + DAY)
    assert not Room.objects.filter(listed=True).exists()
    if connection.vendor == "sqlite":  # PostgreSQL reads so small a table whole
        assert "room_listed" in Room.objects.filter(listed=True).explain()


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (Filter(), True),
        (Filter("parlor", "de", joinable=True), True),
        (Filter("ranked"), False),
        (Filter(language="fr"), False),
    ],
)
def test_filters(wanted: Filter, fits: bool) -> None:
    table = Table("Ann", public=True, language="de")
    assert bool(listing.shown(listing.read(table.now), wanted)) == fits
