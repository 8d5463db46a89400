import pytest

from games.models import ChatLine, Member
from games.refusals import Refusal
from games.services import chat, lobby
from tests.kit.table import Table, refused

SEVEN = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def say(table: Table, name: str, talk: str, text: str = "hello", command_id: str = "") -> str:
    """What ``name`` says, after a moment; the code if it is refused."""
    table.now += 1_000
    answer = chat.say(table.room_id, table.person(name), talk, text, table.now, command_id=command_id)
    return refused(answer)


def playing(**options: object) -> Table:
    table = Table(*SEVEN, options=options)
    table.start(Ann="mafia", Ben="mafia", Cat="doctor", Dan="detective")
    return table


def lose(table: Table, name: str) -> None:
    """The Mafia take somebody in the coming night; it is day again afterwards."""
    table.until("night")
    table.do("Ann", "kill", name)
    table.do("Ben", "kill", name)
    table.wait(45)


def test_lobby_talk_is_for_those_who_had_come() -> None:
    table = Table("Ann", "Ben")
    assert say(table, "Ann", "lobby", "early") == ""
    table.join("Cat")
    assert say(table, "Ben", "lobby", "late") == ""
    assert table.heard("Ann", "lobby") == ["early", "late"]
    assert table.heard("Cat", "lobby") == ["late"]
    assert table.heard("stranger", "lobby") == []
    assert say(table, "stranger", "lobby") == "NOT_A_MEMBER"


def test_who_leaves_and_comes_back_hears_nothing_of_the_time_before() -> None:
    table = Table("Ann", "Ben")
    say(table, "Ann", "lobby", "early")
    lobby.leave_room(table.room_id, table.person("Ben"), table.now)
    table.join("Ben")
    assert table.heard("Ben", "lobby") == []


def test_there_is_no_lobby_talk_during_a_game_and_none_of_the_others_before() -> None:
    table = Table(*SEVEN)
    for talk in ("table", "mafia", "graveyard"):
        assert say(table, "Ann", talk) == "NO_GAME"
    table.start()
    assert say(table, "Ann", "lobby") == "MAY_NOT_WRITE"
    table.join("Zoe")
    assert say(table, "Zoe", "lobby") == "MAY_NOT_WRITE"


@pytest.mark.parametrize("talk", ["", "lounge", "TABLE", "x" * 400])
def test_a_talk_that_there_is_not(talk: str) -> None:
    assert say(playing(), "Ann", talk) == "NO_SUCH_TALK"


def test_c29_the_table_is_open_to_the_living_by_day_and_read_by_everyone() -> None:
    table = playing()
    table.join("Zoe")
    assert say(table, "Eve", "table", "good morning") == ""
    for name in (*SEVEN, "Zoe", "stranger"):
        assert table.heard(name, "table") == ["good morning"]
    table.until("night")
    assert say(table, "Eve", "table") == "MAY_NOT_WRITE"


def test_c29_the_mafia_talk_is_open_at_night_to_those_who_know_each_other() -> None:
    table = playing()
    assert say(table, "Ann", "mafia") == "MAY_NOT_WRITE"
    table.until("night")
    assert say(table, "Ann", "mafia", "Eve?") == ""
    assert table.heard("Ben", "mafia") == ["Eve?"]
    for name in ("Cat", "Dan", "Eve", "stranger"):
        assert table.heard(name, "mafia") == []
    assert say(table, "Cat", "mafia") == "MAY_NOT_WRITE"


def test_c29_the_graveyard_is_open_to_those_who_are_out_and_hides_what_was_said_before() -> None:
    table = playing(last_words=False)
    lose(table, "Eve")
    assert say(table, "Eve", "graveyard", "alone here") == ""
    assert say(table, "Fay", "graveyard") == "MAY_NOT_WRITE"
    lose(table, "Fay")
    assert table.heard("Fay", "graveyard") == []
    assert say(table, "Fay", "graveyard", "hello Eve") == ""
    assert table.heard("Eve", "graveyard") == ["alone here", "hello Eve"]
    assert table.heard("Fay", "graveyard") == ["hello Eve"]
    assert table.heard("Ann", "graveyard") == []


def test_p17_only_who_has_the_last_words_may_write() -> None:
    table = playing()
    lose(table, "Eve")
    assert say(table, "Eve", "table") == "MAY_NOT_WRITE"
    table.until("last_words")
    assert say(table, "Fay", "table") == "MAY_NOT_WRITE"
    assert say(table, "Eve", "table", "it was Ann") == ""
    assert table.heard("stranger", "table") == ["it was Ann"]


def test_p24_who_is_out_may_talk_by_day_if_the_table_has_it_so() -> None:
    for dead_talk, answer in ((False, "MAY_NOT_WRITE"), (True, "")):
        table = playing(last_words=False, dead_talk=dead_talk)
        lose(table, "Eve")
        table.until("day")
        assert say(table, "Eve", "table") == answer
        lobby.leave_room(table.room_id, table.person("Ann"), table.now)


def test_who_goes_out_is_out_of_the_mafia_talk_at_once() -> None:
    table = playing(last_words=False)
    table.until("night")
    say(table, "Ann", "mafia", "first night")
    table.until("vote")
    table.all("vote", "Ben")
    table.do("Ben", "vote", "nobody")
    table.until("night")
    assert say(table, "Ann", "mafia", "alone now") == ""
    assert say(table, "Ben", "mafia") == "MAY_NOT_WRITE"
    assert table.heard("Ben", "mafia") == ["first night"]


def test_who_left_may_write_nowhere() -> None:
    table = playing()
    table.do("Eve", "leave")
    for talk in ("table", "mafia", "graveyard"):
        assert say(table, "Eve", talk) == "MAY_NOT_WRITE"


def test_watchers_and_narrators_only_read() -> None:
    table = Table("Nan", *SEVEN, narrates=True)
    table.start()
    table.join("Zoe")
    say(table, "Ann", "table", "hello")
    for name in ("Nan", "Zoe"):
        assert table.heard(name, "table") == ["hello"]
        for talk in ("table", "mafia", "graveyard"):
            assert say(table, name, talk) == "SPECTATOR"


def test_N5_whoever_watches_without_joining_reads_the_table_as_if_always_there() -> None:
    table = playing()
    assert say(table, "Eve", "table", "good morning") == ""
    table.join("Zoe")
    assert table.heard("stranger", "table") == ["good morning"]
    assert table.heard("Zoe", "table") == []


def test_a_line_after_the_deadline_is_for_the_phase_that_is_on_by_then() -> None:
    table = playing()
    table.until("day")
    table.now += 181_000
    assert say(table, "Eve", "table") == "MAY_NOT_WRITE"
    assert table.phase == "night"


def test_after_the_end_everyone_talks() -> None:
    table = playing(last_words=False)
    table.join("Zoe")
    for name in ("Eve", "Fay", "Gus"):
        lose(table, name)
    assert table.phase == "over"
    assert say(table, "Eve", "table", "well played") == ""
    assert say(table, "Zoe", "lobby", "me too next time") == ""
    assert table.heard("Ann", "table") == ["well played"]
    assert table.game_view("Ann").lines["lobby"][-1].text == "me too next time"
    assert say(table, "Eve", "graveyard") == "MAY_NOT_WRITE"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", Refusal("LINE_EMPTY", field="text")),
        (" \n\t ", Refusal("LINE_EMPTY", field="text")),
        ("\u200d\u200b", Refusal("LINE_EMPTY", field="text")),
        (None, Refusal("LINE_EMPTY", field="text")),
        ("x" * 301, Refusal("LINE_TOO_LONG", {"length": 301, "high": 300}, "text")),
        ("x" * 5000, Refusal("LINE_TOO_LONG", {"length": 5000, "high": 300}, "text")),
        ("x" * 300, "x" * 300),
        ("a\nb\tc", "a b c"),
        ("a\x00\x1b\u202eb", "ab"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>&amp;", "<b>&amp;"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 3),
        ("\ud800a", "a"),
    ],
)
def test_lines_are_tidy(typed: object, answer: object) -> None:
    assert chat.clean(typed) == answer


def test_a_line_with_the_same_id_is_said_once() -> None:
    table = Table("Ann")
    assert say(table, "Ann", "lobby", "once", "l1") == ""
    assert say(table, "Ann", "lobby", "once", "l1") == ""
    assert ChatLine.objects.count() == 1
    assert say(table, "Ann", "lobby", "once", "x" * 65) == "BAD_COMMAND_ID"


def test_five_lines_at_once_then_one_a_second() -> None:
    table = Table("Ann", "Ben")

    def at_once(name: str) -> Refusal | None:
        return chat.say(table.room_id, table.person(name), "lobby", "hello", table.now)

    assert [at_once("Ann") for _ in range(5)] == [None] * 5
    assert at_once("Ann") == Refusal("TOO_MANY_LINES", {"seconds": 1})
    assert at_once("Ben") is None
    table.now += 1_000
    assert at_once("Ann") is None
    assert refused(at_once("Ann")) == "TOO_MANY_LINES"


def test_c1_the_ids_of_lines_tell_nothing_of_lines_one_does_not_see() -> None:
    told = []
    for plotting in (0, 4):
        table = Table(*(f"{name}{plotting}" for name in SEVEN))
        names = list(table.members_to_seat())
        table.start(**{names[0]: "mafia", names[1]: "mafia"})
        table.until("night")
        table.do(names[0], "kill", names[6])
        for _ in range(plotting):
            say(table, names[0], "mafia", "psst")
        table.until("day")
        say(table, names[4], "table", "good morning")
        told.append([line.id for line in table.game_view(names[5]).lines["table"]])
    assert told[0] == told[1]


def test_ids_are_unique_among_the_lines_one_sees() -> None:
    table = playing()
    for talk in ("table", "table"):
        say(table, "Ann", talk)
    table.until("night")
    for _ in range(3):
        say(table, "Ann", "mafia")
    table.until("day")
    say(table, "Ann", "table")
    lines = [line for lines in table.game_view("Ann").lines.values() for line in lines]
    assert len({line.id for line in lines}) == len(lines) == 6
    assert all(line.you for line in lines)


def test_each_viewer_has_the_latest_sixty_lines_that_were_for_them() -> None:
    table = playing(last_words=False)
    table.until("night")
    for n in range(3):
        say(table, "Ann", "mafia", f"early {n}")
    table.until("vote")
    table.all("vote", "Ben")
    table.do("Ben", "vote", "nobody")
    table.until("night")
    before = table.game_view("Ben").lines["mafia"]
    ann = Member.objects.get(name="Ann")
    game = table.game
    ChatLine.objects.bulk_create(
        ChatLine(
            room=table.room, game=game, talk="mafia", seq=1000 + n, phase=game.pk, number=n, author=ann,
            seat=0, name="Ann", text=str(n), seats=1, at=table.now,
        )
        for n in range(70)
    )  # fmt: skip
    assert [line.text for line in table.game_view("Ann").lines["mafia"]] == [str(n) for n in range(10, 70)]
    assert table.game_view("Ben").lines["mafia"] == before
