"""A moderated room: who moderates, seats without a phone, cards dealt by hand, and entries."""

import pytest

from games.engine.rulesets import REGISTRY
from games.live.wording import sentence
from games.models import Game, Member, Room, Vote
from games.refusals import Code, Refusal
from games.services import clock, lobby, moderator, play
from tests.kit.moderated import CARDS, NAMES, seated
from tests.kit.table import START, Table, refused

pytestmark = pytest.mark.django_db


def without_phones() -> Table:
    """The same table, at which nobody but Mo has a phone."""
    table = Table("Mo", preset="moderated")
    for name in NAMES[1:]:
        assert seat(table, name) == ""
    table.start(**CARDS)
    return table


def cards(table: Table, **changed: str) -> dict[int, str]:
    """Everybody's card by member id; one that is changed to nothing is left out."""
    dealt = dict.fromkeys(NAMES[1:], "citizen") | CARDS | changed
    return {table.member(name).pk: card for name, card in dealt.items() if card}


def dealt(table: Table, given: dict[int, str], by: str = "Mo") -> str:
    return refused(moderator.start_dealt(table.room_id, table.person(by), given, table.now))


# --- The room -----------------------------------------------------------------------------------------------


def test_whoever_opens_a_moderated_room_moderates_and_takes_no_seat() -> None:
    table = seated()
    assert table.game.narrator_id == table.member("Mo").pk
    assert [seat.name for seat in table.state.seats] == list(NAMES[1:])
    assert table.game_view("Mo").observation.console is not None


def test_a_moderated_game_starts_only_with_a_moderator() -> None:
    table = seated(start=False)
    assert lobby.set_narrates(table.room_id, table.person("Mo"), False, table.now) is None
    answer = lobby.start_game(table.room_id, table.person("Mo"), table.now)
    assert refused(answer) == "NO_MODERATOR"
    assert "moderate" in sentence(answer[0])
    assert "NO_MODERATOR" in [problem.code for problem in table.lobby_view("Ann").problems]
    assert not Game.objects.exists()


def test_a_moderator_who_is_long_away_is_none() -> None:
    table = seated(start=False)
    Member.objects.filter(name="Mo").update(absent=True, away_since=table.now)
    Room.objects.update(deputy=table.member("Ann"))
    assert refused(lobby.start_game(table.room_id, table.person("Ann"), table.now)) == "NO_MODERATOR"


def test_a_moderated_room_is_private() -> None:
    person = Table("Zed").person("Mo")
    answer = lobby.create_room(person, name="Mo", preset="moderated", public=True, at=START)
    assert refused(answer) == "MODERATED_PRIVATE"
    assert Room.objects.count() == 1


# --- Seats without a phone ----------------------------------------------------------------------------------


def seat(table: Table, name: str, by: str = "Mo") -> str:
    return refused(moderator.seat_without_phone(table.room_id, table.person(by), name, table.now))


def test_m5_somebody_without_a_phone_sits_down_is_dealt_in_and_never_hosts() -> None:
    table = seated(start=False)
    assert seat(table, "Gran") == ""
    gran = next(member for member in table.lobby_view("Mo").members if member.name == "Gran")
    assert gran.phoneless
    assert not gran.away
    asked = lobby.hand_over(table.room_id, table.person("Mo"), table.member("Gran").pk, table.now)
    assert refused(asked) == "PHONE_NEEDED"
    table.start(**CARDS)
    assert table.state.seats[-1].name == "Gran"
    assert not table.state.seats[-1].phone


def test_nobody_without_a_phone_inherits_a_room() -> None:
    table = Table("Mo", preset="moderated")
    assert seat(table, "Gran") == ""
    table.join("Ann")
    assert lobby.leave_room(table.room_id, table.person("Mo"), table.now) is None
    assert table.room.host == table.member("Ann")


@pytest.mark.parametrize(
    ("name", "by", "code"),
    [
        ("", "Mo", "NAME_EMPTY"),
        ("Ann", "Mo", "NAME_TAKEN"),
        ("Gran", "Ann", "NOT_THE_HOST"),
        ("Gran", "Zed", "NOT_A_MEMBER"),
    ],
)
def test_who_may_be_seated_by_whom(name: str, by: str, code: str) -> None:
    table = seated(start=False)
    before = Member.objects.count()
    assert seat(table, name, by) == code
    assert Member.objects.count() == before


def test_a_full_room_seats_nobody_else() -> None:
    table = seated(start=False)
    assert lobby.add_bots(table.room_id, table.person("Mo"), 34, table.now) is None
    assert seat(table, "Gran") == "ROOM_FULL"


def test_only_a_moderated_room_seats_people_without_a_phone() -> None:
    table = Table("Mo", "Ann")
    assert seat(table, "Gran") == "NOT_MODERATED"
    table = seated(start=False)
    assert lobby.set_narrates(table.room_id, table.person("Mo"), False, table.now) is None
    assert seat(table, "Gran") == "NOT_MODERATOR"
    assert lobby.set_narrates(table.room_id, table.person("Mo"), True, table.now) is None
    table.start(**CARDS)
    assert seat(table, "Gran") == "GAME_RUNNING"


# --- Cards dealt at the table -------------------------------------------------------------------------------


def test_m2_cards_dealt_at_the_table_are_played_and_marked_unverified() -> None:
    table = seated(start=False)
    assert dealt(table, cards(table)) == ""
    assert [s.role for s in table.state.seats][:3] == ["mafia", "doctor", "detective"]
    assert not table.game_view("Ann").observation.verified


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"Eve": ""}, "DEAL_MISSING"),
        ({"Eve": "detective"}, "DEAL_TOO_OFTEN"),
        ({"Ben": "mafia"}, "DEAL_TOO_OFTEN"),
        ({"Eve": "wizard"}, "UNKNOWN_ROLE"),
        ({"Mo": "citizen"}, "DEAL_STRANGER"),
    ],
)
def test_m2_a_deal_that_is_not_the_list_is_refused_in_a_sentence(changed: dict[str, str], code: str) -> None:
    table = seated(start=False)
    given = cards(table, **changed)
    answer = moderator.start_dealt(table.room_id, table.person("Mo"), given, table.now)
    assert refused(answer) == code
    assert "%" not in sentence(answer[0], "werewolf")
    assert "?" not in sentence(answer[0], "werewolf")
    assert not Game.objects.exists()


def test_m2_a_list_that_does_not_fit_the_table_is_refused_before_any_card() -> None:
    table = seated(start=False, roles={"mafia": 2, "citizen": 9})
    assert dealt(table, cards(table)) == "TOO_MANY_ROLES"


def test_m2_only_the_moderator_deals_by_hand() -> None:
    table = seated(start=False)
    assert dealt(table, cards(table), "Ann") == "NOT_THE_HOST"
    parlor = Table(*NAMES)
    assert dealt(parlor, {}, "Mo") == "NOT_MODERATED"


def test_c2_cards_dealt_by_chance_can_be_verified() -> None:
    table = seated(start=False)
    table.start()
    assert table.game_view("Ann").observation.verified


# --- Playing ------------------------------------------------------------------------------------------------


def test_m5_the_moderator_enters_taps_ballots_and_done() -> None:
    table = without_phones()
    assert table.act("Mo", "ready", who="Ann") is None
    table.until("night")
    assert table.act("Mo", "tap", "Dan", who="Ann") is None
    assert table.act("Mo", "investigate", "Ann", who="Cat") is None
    seen = table.game_view("Mo").observation.console
    assert seen is not None
    assert [(choice.ability, choice.seat) for choice in seen.choices] == [("kill", 0), ("investigate", 2)]
    table.do("Mo", "next")
    table.until("vote")
    assert table.act("Mo", "vote", "Ann", who="Eve") is None
    assert Vote.objects.count() == 1


@pytest.mark.parametrize(
    ("by", "verb", "target", "code"),
    [
        ("Mo", "kill", "Dan", "NO_SUCH_POWER"),
        ("Mo", "vote", "Dan", "WRONG_PHASE"),
        ("Mo", "leave", None, "WRONG_PHASE"),
        ("Mo", "undo", None, "MALFORMED"),
        ("Mo", "remove", "Dan", "MALFORMED"),
    ],
)
def test_m7_an_entry_that_is_not_allowed_changes_nothing(
    by: str, verb: str, target: str | None, code: str
) -> None:
    table = without_phones()
    table.until("night")
    before = table.game.snapshot
    assert refused(table.act(by, verb, target, who="Eve")) == code
    assert table.game.snapshot == before


def test_m5_nothing_is_entered_for_somebody_with_a_phone_by_anybody() -> None:
    table = seated()
    table.until("night")
    before = table.game.snapshot
    for verb, target in (("tap", "Dan"), ("suspect", "Dan"), ("confirm", None)):
        assert refused(table.act("Mo", verb, target, who="Eve")) == "HAS_A_PHONE"
        assert refused(table.act("Ann", verb, target, who="Eve")) == "NOT_MODERATOR"
    assert table.game.snapshot == before
    eve = table.member("Eve")
    play.mark(table.game.pk, eve.pk, table.now, away=True)
    assert table.act("Mo", "tap", "Dan", who="Eve") is None


def test_c5_a_moderator_who_is_gone_leaves_the_phases_to_the_clock() -> None:
    table = seated()
    table.until("night")
    play_mark(table, away=True)
    table.now += 600_000
    clock.advance_due(table.now)
    assert table.state.place.id == "night"
    table.now += 46_000
    clock.advance_due(table.now)
    assert table.state.place.id == "dawn"
    play_mark(table, away=False)
    table.now += 3_600_000
    clock.advance_due(table.now)
    assert table.phase == "dawn"


def play_mark(table: Table, *, away: bool) -> None:

    play.mark(table.game.pk, table.member("Mo").pk, table.now, away=away)


VERBS = {
    "undo": "",
    "mark_out": "",
    "put_back": "NOT_OUT",
    "open_vote": "",
    "close_vote": "WRONG_PHASE",
    "next": "",
}


@pytest.mark.parametrize("verb", VERBS)
def test_m17_what_moderates_is_for_the_moderator_alone(verb: str) -> None:
    table = seated()
    table.join("Yve")
    table.until("day")
    for name in ("Ann", "Ben", "Yve"):
        before = table.game.snapshot
        code = "SPECTATOR" if name == "Yve" else "NOT_MODERATOR"
        assert refused(table.act(name, verb, "Dan")) == code
        assert table.game.snapshot == before
    assert refused(table.act("Mo", verb, "Dan")) == VERBS[verb]


def test_every_refusal_of_a_moderated_room_has_a_sentence() -> None:
    for code in (Code.MODERATED_PRIVATE, Code.NOT_MODERATED, Code.PHONE_NEEDED, Code.DEAL_STRANGER):
        assert sentence(Refusal(code.value)).endswith(".")
    assert REGISTRY["moderated"].moderated
