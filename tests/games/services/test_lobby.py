from typing import Any
from unittest import mock

import pytest

from accounts.guests import Person
from games import codes, selectors
from games.models import Member, Room
from games.moment import DAY, MINUTE
from games.projections import GameView, room_view
from games.refusals import Refusal
from games.services import lobby, presence, rooms
from tests.kit.table import START, Table, refused

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
STRANGER = Person("guest-stranger")


def test_a_room_has_its_maker_as_host_and_a_code_to_read_aloud() -> None:
    table = Table("Ann")
    assert codes.canonical(table.code) == table.code
    assert table.lobby_view("Ann").is_host


def test_codes_are_found_however_they_are_typed() -> None:
    table = Table("Ann")
    for typed in (table.code.lower(), table.code.replace("-", ""), f" {table.code.replace('-', ' ')} "):
        found = selectors.room_by_code(typed, START)
        assert found is not None
        assert found.pk == table.room_id
    for wrong in ("", "KIMO", "KIMO-TARU-5X", "\x00" * 10, "K" * 100):
        assert selectors.room_by_code(wrong, START) is None


def test_a_code_is_no_good_after_a_day_of_idleness() -> None:
    table = Table("Ann")
    assert selectors.room_by_code(table.code, START + DAY) is not None
    assert selectors.room_by_code(table.code, START + DAY + 1) is None
    assert room_view(table.code, table.person("Ann"), START + DAY + 1) is None
    assert refused(lobby.join_room(table.code, STRANGER, name="Zoe", at=START + DAY + 1)) == "NO_ROOM"


def test_a_running_game_keeps_its_room() -> None:
    table = Table(*FIVE)
    table.start()
    assert selectors.room_by_code(table.code, START + 3 * DAY) is not None


def test_unknown_codes_and_presets_are_refused() -> None:
    assert refused(lobby.join_room("BABA-BABA-10", STRANGER, name="Zoe", at=START)) == "NO_ROOM"
    answer = lobby.create_room(STRANGER, name="Zoe", preset="chess", at=START)
    assert answer == Refusal("NO_SUCH_PRESET", field="preset")


def test_the_same_person_again_is_who_they_were() -> None:
    table = Table("Ann", "Ben")
    again = lobby.join_room(table.code, table.person("Ben"), name="Somebody else", at=START)
    assert again == table.member("Ben")
    assert len(table.lobby_view("Ann").members) == 2


def test_c4_an_account_is_known_on_another_device(django_user_model: Any) -> None:
    user = django_user_model.objects.create(username="ann")
    room = lobby.create_room(Person("phone", user.pk), name="Ann", at=START)
    assert isinstance(room, Room)
    member = lobby.join_room(room.code, Person("laptop", user.pk), name="Ann", at=START)
    assert isinstance(member, Member)
    assert member.guest_id == "phone"


def test_c4_a_guest_who_logs_in_is_known_on_another_device_too(django_user_model: Any) -> None:
    user = django_user_model.objects.create(username="ann")
    table = Table("Ann")
    guest = table.person("Ann")
    assert lobby.join_room(table.code, Person(guest.guest_id, user.pk), name="Ann", at=START)
    laptop = lobby.join_room(table.code, Person("laptop", user.pk), name="Ann", at=START)
    assert laptop == table.member("Ann")


def test_names_are_one_a_room_whatever_their_case() -> None:
    table = Table("Ann")
    for name in ("Ann", "ANN", " ann ", "ａｎｎ", "A n n"):
        assert refused(lobby.join_room(table.code, STRANGER, name=name, at=START)) == "NAME_TAKEN"


def test_a_name_is_free_again_when_its_owner_has_left() -> None:
    table = Table("Ann", "Ben")
    assert lobby.leave_room(table.room_id, table.person("Ben"), START) is None
    assert isinstance(lobby.join_room(table.code, STRANGER, name="Ben", at=START), Member)
    assert refused(lobby.join_room(table.code, table.person("Ben"), name="Ben", at=START)) == "NAME_TAKEN"
    assert isinstance(lobby.join_room(table.code, table.person("Ben"), name="Benno", at=START), Member)


def test_p1_a_room_seats_forty_and_the_next_is_told_that_it_is_full() -> None:
    table = Table("Ann")
    assert lobby.add_bots(table.room_id, table.person("Ann"), 38, START) is None
    table.join("Ben")
    assert refused(lobby.join_room(table.code, STRANGER, name="Zoe", at=START)) == "ROOM_FULL"
    assert refused(lobby.add_bots(table.room_id, table.person("Ann"), 1, START)) == "ROOM_FULL"
    names = [member.name for member in table.lobby_view("Ann").members]
    assert len(set(names)) == 40


def test_p1_a_narrator_takes_no_seat() -> None:
    table = Table("Ann", narrates=True)
    assert lobby.add_bots(table.room_id, table.person("Ann"), 40, START) is None
    assert table.lobby_view("Ann").players == 40
    assert refused(lobby.set_narrates(table.room_id, table.person("Ann"), False, START)) == "ROOM_FULL"


def test_only_the_host_narrates_and_only_one() -> None:
    table = Table("Ann", "Ben")
    assert (
        refused(lobby.set_narrates(table.room_id, table.person("Ben"), True, START)) == "ONLY_HOST_NARRATES"
    )
    assert lobby.set_narrates(table.room_id, table.person("Ann"), True, START) is None
    assert table.lobby_view("Ann").players == 1
    ben = table.member("Ben").pk
    assert lobby.hand_over(table.room_id, table.person("Ann"), ben, START) is None
    assert refused(lobby.set_narrates(table.room_id, table.person("Ben"), True, START)) == "NARRATOR_TAKEN"
    assert lobby.set_narrates(table.room_id, table.person("Ann"), False, START) is None


def test_a_locked_room_lets_nobody_new_in() -> None:
    table = Table("Ann", "Ben")
    assert lobby.set_lock(table.room_id, table.person("Ann"), True, START) is None
    assert refused(lobby.join_room(table.code, STRANGER, name="Zoe", at=START)) == "ROOM_LOCKED"
    assert isinstance(lobby.join_room(table.code, table.person("Ben"), name="Ben", at=START), Member)


def test_who_was_put_out_cannot_come_back_for_a_while_here_but_can_elsewhere() -> None:
    table = Table("Ann", "Ben")
    ben = table.person("Ben")
    assert lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, START) is None
    answer = lobby.join_room(table.code, ben, name="Ben", at=START + 1)
    assert answer == Refusal("KICKED", {"minutes": 10})
    assert selectors.kicked_until(table.room, ben) == START + 10 * MINUTE
    other = Table("Zoe")
    assert isinstance(lobby.join_room(other.code, ben, name="Ben", at=START + 1), Member)
    assert isinstance(lobby.join_room(table.code, ben, name="Ben", at=START + 10 * MINUTE), Member)


@pytest.mark.parametrize("act", ["kick", "hand_over", "remove_bot"])
def test_what_is_done_to_others_needs_the_host_and_somebody_else(act: str) -> None:
    table = Table("Ann", "Ben", "Cat")
    do = getattr(lobby, act)
    ann, ben = table.member("Ann").pk, table.member("Ben").pk
    assert refused(do(table.room_id, table.person("Ben"), ann, START)) == "NOT_THE_HOST"
    assert refused(do(table.room_id, STRANGER, ann, START)) == "NOT_A_MEMBER"
    assert refused(do(table.room_id, table.person("Ann"), ann, START)) == "NOT_YOURSELF"
    assert refused(do(table.room_id, table.person("Ann"), 10**9, START)) == "NO_SUCH_MEMBER"
    assert refused(do(10**9, table.person("Ann"), ben, START)) == "NO_ROOM"


def test_only_the_host_settles_how_the_room_plays() -> None:
    table = Table("Ann", "Ben")
    ben = table.person("Ben")
    answers = (
        lobby.set_lock(table.room_id, ben, True, START),
        lobby.add_bots(table.room_id, ben, 1, START),
        lobby.change_options(table.room_id, ben, {"tie": "revote"}, START),
        lobby.start_game(table.room_id, ben, START),
        lobby.rematch(table.room_id, ben, START),
        lobby.back_to_lobby(table.room_id, ben, START),
    )
    assert {refused(answer) for answer in answers} == {"NOT_THE_HOST"}


def test_bots_come_and_go() -> None:
    table = Table("Ann", "Ada")
    ann = table.person("Ann")
    for count in (0, -1, 41, True, "3"):
        assert refused(lobby.add_bots(table.room_id, ann, count, START)) == "BAD_COUNT"  # type: ignore[arg-type]
    assert lobby.add_bots(table.room_id, ann, 2, START) is None
    bots = [member for member in table.lobby_view("Ann").members if member.bot]
    assert [bot.name for bot in bots] == ["Basil", "Clara"]
    ada = table.member("Ada").pk
    assert refused(lobby.remove_bot(table.room_id, ann, ada, START)) == "NOT_A_BOT"
    assert refused(lobby.hand_over(table.room_id, ann, bots[0].id, START)) == "BOT_CANNOT_HOST"
    assert lobby.remove_bot(table.room_id, ann, bots[0].id, START) is None
    assert [member.name for member in table.lobby_view("Ann").members] == ["Ann", "Ada", "Clara"]


def test_what_follows_from_a_bot_that_goes_follows_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("Ann")
    assert lobby.add_bots(table.room_id, table.person("Ann"), 1, START) is None
    (bot,) = [member.id for member in table.lobby_view("Ann").members if member.bot]
    changed = mock.Mock(side_effect=rooms.changed)
    monkeypatch.setattr(rooms, "changed", changed)
    assert lobby.remove_bot(table.room_id, table.person("Ann"), bot, START + MINUTE) is None
    assert changed.call_count == 1
    assert table.room.last_active_at == START + MINUTE


def test_c6_who_leaves_the_room_leaves_the_game() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    assert lobby.leave_room(table.room_id, table.person("Ben"), START) is None
    assert table.state.seats[table.number("Ben")].left
    assert refused(table.act("Ben", "ready")) == "SPECTATOR"
    assert refused(lobby.leave_room(table.room_id, table.person("Ben"), START)) == "NOT_A_MEMBER"


def test_c5_the_host_may_put_somebody_out_of_the_game() -> None:
    table = Table(*FIVE)
    table.start(Ann="mafia")
    assert lobby.kick(table.room_id, table.person("Ann"), table.member("Ben").pk, START) is None
    assert table.state.seats[table.number("Ben")].left
    assert refused(lobby.join_room(table.code, table.person("Ben"), name="Ben", at=START)) == "KICKED"


def test_a_host_who_leaves_passes_the_room_on_for_good() -> None:
    table = Table("Ann", "Ben", "Cat")
    arrive(table, "Ann", "Ben", "Cat")
    presence.disconnect("Ben", START)
    lobby.leave_room(table.room_id, table.person("Ann"), START)
    assert table.lobby_view("Cat").is_host, "of those present, who came first"
    table.join("Ann")
    assert not table.lobby_view("Ann").is_host


def test_an_empty_room_belongs_to_whoever_comes() -> None:
    table = Table("Ann")
    lobby.leave_room(table.room_id, table.person("Ann"), START)
    assert table.room.host_id is None
    table.join("Ben")
    assert table.lobby_view("Ben").is_host


def test_c5_a_host_gone_for_a_minute_is_stood_in_for_until_they_return() -> None:
    table = Table(*FIVE)
    arrive(table, *FIVE)
    table.wait(1)
    presence.disconnect("Ann", table.now)
    stay(table, 59, *FIVE[1:])
    assert table.lobby_view("Ann").is_host
    stay(table, 2, *FIVE[1:])
    assert table.lobby_view("Ben").is_host
    assert not table.lobby_view("Ann").is_host
    cat = table.member("Cat").pk
    assert lobby.hand_over(table.room_id, table.person("Ben"), cat, table.now) is None
    assert table.lobby_view("Cat").is_host
    presence.connect(table.room_id, table.person("Ann"), "Ann again", table.now)
    assert table.lobby_view("Ann").is_host


def test_a_game_starts_without_who_is_long_away() -> None:
    table = Table(*FIVE, "Fay")
    arrive(table, *FIVE, "Fay")
    table.wait(1)
    presence.disconnect("Fay", table.now)
    stay(table, 61, *FIVE)
    table.start()
    assert [seat.name for seat in table.state.seats] == list(FIVE)
    presence.connect(table.room_id, table.person("Fay"), "Fay again", table.now)
    assert table.game_view("Fay").public.queued == 1


def test_who_is_away_for_a_moment_is_dealt_in() -> None:
    table = Table(*FIVE)
    arrive(table, *FIVE)
    presence.disconnect("Eve", START)
    table.start()
    assert table.state.seats[table.number("Eve")].away_since == START


def arrive(table: Table, *names: str) -> None:
    """They open the page, each in a channel of their name."""
    for name in names:
        presence.connect(table.room_id, table.person(name), name, table.now)


def stay(table: Table, seconds: int, *names: str) -> None:
    for _ in range(seconds):
        presence.beat(names, table.now)
        table.wait(1)


def test_ready_is_said_and_taken_back() -> None:
    table = Table("Ann")
    assert lobby.set_ready(table.room_id, table.person("Ann"), True, START) is None
    assert table.lobby_view("Ann").members[0].ready
    assert lobby.set_ready(table.room_id, table.person("Ann"), False, START) is None
    assert not table.lobby_view("Ann").members[0].ready


def test_ready_is_gone_with_the_connection() -> None:
    table = Table("Ann")
    arrive(table, "Ann")
    lobby.set_ready(table.room_id, table.person("Ann"), True, START)
    presence.disconnect("Ann", START)
    presence.connect(table.room_id, table.person("Ann"), "again", START)
    assert not table.lobby_view("Ann").members[0].ready


def test_rooms_and_joins_are_limited() -> None:
    for _ in range(10):
        assert isinstance(lobby.create_room(STRANGER, name="Zoe", at=START), Room)
    answer = lobby.create_room(STRANGER, name="Zoe", at=START)
    assert answer == Refusal("TOO_MANY_ROOMS", {"seconds": 360})
    assert isinstance(lobby.create_room(STRANGER, name="Zoe", at=START + 360_000), Room)
    for _ in range(30):
        assert refused(lobby.join_room("BABA-BABA-10", STRANGER, name="Zoe", at=START)) == "NO_ROOM"
    assert refused(lobby.join_room("BABA-BABA-10", STRANGER, name="Zoe", at=START)) == "TOO_MANY_JOINS"
    assert refused(lobby.join_room("BABA-BABA-10", STRANGER, name="Zoe", at=START + 2_000)) == "NO_ROOM"


def test_without_its_cache_the_room_goes_on_unlimited(caplog: pytest.LogCaptureFixture) -> None:
    table = Table("Ann")
    with mock.patch("games.services.limits.cache.get", side_effect=ConnectionError):
        assert isinstance(lobby.join_room(table.code, STRANGER, name="Zoe", at=START), Member)
    assert "could not count joins" in caplog.text


def test_a_code_that_is_taken_is_not_given_again() -> None:
    table = Table("Ann")
    with mock.patch("games.codes.new_code", side_effect=[table.code, table.code, "BABA-BABA-10"]):
        room = lobby.create_room(STRANGER, name="Zoe", at=START)
    assert isinstance(room, Room)
    assert room.code == "BABA-BABA-10"


def test_somebody_with_the_link_watches_a_game_but_sees_nothing_of_the_lobby_talk() -> None:
    table = Table(*FIVE)
    assert table.lobby_view("stranger").you is None
    table.start()
    view = room_view(table.code, None, START)
    assert isinstance(view, GameView)
    assert (view.you, view.observation.own) == (None, None)


def test_settings_that_change_nothing_are_accepted() -> None:
    table = Table(*FIVE)
    assert lobby.change_options(table.room_id, table.person("Ann"), {}, START) == ()
    assert refused(lobby.create_room(STRANGER, name="", at=START)) == "NAME_EMPTY"
