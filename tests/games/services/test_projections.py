import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from games import projections
from games.projections import GameView
from games.services import chat, lobby, notes
from tests.kit.table import Table, refused

SEVEN = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def playing(**options: object) -> Table:
    table = Table(*SEVEN, options={"last_words": False, **options})
    table.start(Ann="mafia", Ben="mafia", Cat="doctor", Dan="detective")
    return table


def a_night(table: Table, victim: str) -> None:
    table.until("night")
    table.do("Ann", "kill", victim)
    table.do("Cat", "protect", "Ann" if table.state.stage.night == 1 else "Ben")
    table.do("Dan", "investigate", "Ben")
    table.wait(45)


def views(table: Table) -> dict[str, GameView]:
    return {name: table.game_view(name) for name in (*SEVEN, "stranger")}


def test_c1_who_is_not_told_sees_the_same_whatever_the_roles() -> None:
    seen = []
    for deal in ({"Ann": "mafia", "Ben": "doctor"}, {"Ben": "mafia", "Ann": "doctor"}):
        table = Table(*SEVEN)
        table.start(**deal, Cat="detective")
        table.until("night")
        mafia, doctor = ("Ann", "Ben") if deal["Ann"] == "mafia" else ("Ben", "Ann")
        table.do(mafia, "kill", "Gus")
        chat.say(table.room_id, table.person(mafia), "mafia", "alone", table.now)
        table.do(doctor, "protect", "Fay")
        notes.save(table.room_id, table.person(mafia), "I did it", table.now)
        table.wait(45)
        shown = []
        for name in ("Dan", "Eve", "Fay", "stranger"):
            view = asdict(table.game_view(name))
            for hidden in ("code", "you"):
                del view[hidden]
            del view["observation"]["commitment"], view["public"]["commitment"], view["public"]["code"]
            shown.append(plain(view))
        seen.append(shown)
    assert seen[0] == seen[1]


def plain(value: Any) -> str:
    return json.dumps(value, default=str, sort_keys=True)


def test_no_view_holds_anothers_role() -> None:
    table = playing()
    a_night(table, "Gus")
    for name, view in views(table).items():
        known = {seat.name for seat in view.observation.seats if seat.role}
        team = {"Ann", "Ben"} if name in ("Ann", "Ben") else set()
        assert known == {name, "Gus"} - {"stranger"} | team
        assert "result" not in [entry.kind for entry in view.public.log]
        own = view.observation.own
        assert bool(own and own.findings) == (name == "Dan")
        assert view.public.history is None


def test_p7_the_story_does_not_tell_of_a_save() -> None:
    table = playing()
    table.until("night")
    table.do("Ann", "kill", "Gus")
    table.do("Cat", "protect", "Gus")
    table.wait(45)
    for view in views(table).values():
        assert "nobody_died" in [entry.kind for entry in view.public.log]
        assert "protect" not in plain([asdict(entry) for entry in view.public.log])


def test_the_story_is_told_in_order() -> None:
    table = playing()
    a_night(table, "Gus")
    told = [(entry.kind, entry.place) for entry in table.game_view("Eve").public.log]
    assert told == [
        ("phase", "reveal"),
        ("phase", "greeting"),
        ("phase", "night"),
        ("out", ""),
        ("died", ""),
        ("phase", "morning"),
    ]
    out = table.game_view("Eve").public.log[3]
    assert (out.seats, out.text, out.role, out.faction) == ((6,), "killed", "citizen", "town")


def to_the_end(table: Table) -> None:
    a_night(table, "Gus")
    table.until("vote")
    table.all("vote", "Fay")
    table.do("Fay", "vote", "nobody")
    a_night(table, "Eve")
    assert table.phase == "over"


def test_c3_the_whole_history_is_open_at_the_end() -> None:
    table = playing(ballots="names")
    to_the_end(table)
    for view in views(table).values():
        assert all(seat.role for seat in view.observation.seats)
        assert view.public.history is not None
        night, vote, last = view.public.history
        assert night.choices == ((0, "kill", 6), (2, "protect", 0), (3, "investigate", 1))
        assert (night.results, night.out) == (((3, 1, "mafia", None),), ((6, "killed"),))
        assert (vote.eliminated, vote.totals) == (5, ((-1, 1), (5, 5)))
        assert vote.ballots == ((0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, -1))
        assert last.out == ((4, "killed"),)


def test_c18_names_of_voters_stay_closed_where_the_setting_was_totals() -> None:
    table = playing()
    to_the_end(table)
    history = table.game_view("Fay").public.history
    assert history is not None
    assert (history[1].ballots, history[1].changes) == ((), 6)
    assert history[1].totals == ((-1, 1), (5, 5))
    assert not any(entry.ballots for entry in table.game_view("Ann").public.log)


def test_secret_ballots_stay_secret_while_the_vote_is_on_and_withdrawn() -> None:
    table = playing(ballots="secret", first_day_vote=True)
    table.until("vote")
    table.do("Ben", "vote", "Ann")
    table.do("Ben", "unvote")
    table.do("Cat", "vote", "Ann")
    for name, view in views(table).items():
        assert view.observation.totals == {}
        assert [seat.name for seat in view.observation.seats if seat.vote is not None] == (
            ["Cat"] if name == "Cat" else []
        )


def test_notes_are_for_their_seat_alone_and_stay_through_the_game() -> None:
    table = playing()
    assert refused(notes.save(table.room_id, table.person("Eve"), "Ann?\r\nBen!\x00", table.now)) == ""
    assert refused(notes.save(table.room_id, table.person("Fay"), "x" * 2_001, table.now)) == "NOTE_TOO_LONG"
    assert refused(notes.save(table.room_id, table.person("stranger"), "x", table.now)) == "NOT_A_MEMBER"
    for name, view in views(table).items():
        assert view.note == ("Ann?\nBen!" if name == "Eve" else "")
    assert notes.save(table.room_id, table.person("Eve"), "Cat", table.now) is None
    assert table.game_view("Eve").note == "Cat"
    table.join("Zoe")
    assert refused(notes.save(table.room_id, table.person("Zoe"), "x", table.now)) == "SPECTATOR"


def test_there_are_no_notes_without_a_game() -> None:
    table = Table("Ann")
    assert refused(notes.save(table.room_id, table.person("Ann"), "x", table.now)) == "NO_GAME"


def test_a_room_read_again_is_the_room_read_afresh() -> None:
    table = playing()
    before = projections.load_room(table.code, at=table.now)
    steps: list[Callable[[], object]] = [
        lambda: chat.say(table.room_id, table.person("Eve"), "table", "hello", table.now),
        lambda: notes.save(table.room_id, table.person("Eve"), "hm", table.now),
        lambda: table.join("Zoe"),
        lambda: a_night(table, "Gus"),
        lambda: chat.say(table.room_id, table.person("Gus"), "graveyard", "oh", table.now),
        lambda: table.until("vote"),
        lambda: table.do("Eve", "leave"),
        lambda: lobby.leave_room(table.room_id, table.person("Ann"), table.now),
        lambda: lobby.leave_room(table.room_id, table.person("Ben"), table.now),
        lambda: table.until("over"),
        lambda: chat.say(table.room_id, table.person("Cat"), "table", "over", table.now),
        lambda: lobby.back_to_lobby(table.room_id, table.person("Cat"), table.now),
        lambda: chat.say(table.room_id, table.person("Cat"), "lobby", "again?", table.now),
        lambda: lobby.leave_room(table.room_id, table.person("Gus"), table.now),
    ]
    for step in steps:
        step()
        fresh = projections.load_room(table.code, at=table.now)
        before = projections.load_room(table.code, before, table.now)
        assert before == fresh


def test_one_read_serves_every_viewer_without_a_query(django_assert_num_queries: Any) -> None:
    table = playing()
    snapshot = projections.load_room(table.code, at=table.now)
    assert snapshot is not None
    with django_assert_num_queries(0):
        for name in SEVEN:
            key = projections.viewer_key(snapshot, table.person(name))
            view = projections.view_for(snapshot, key)
            assert isinstance(view, GameView)
            assert view.observation.own is not None
        assert projections.viewer_key(snapshot, table.person("stranger")) is None
        assert projections.viewer_key(snapshot, None) is None


def test_a_room_where_nothing_happened_is_read_in_two_queries(django_assert_num_queries: Any) -> None:
    table = playing()
    snapshot = projections.load_room(table.code, at=table.now)
    with django_assert_num_queries(2):
        projections.load_room(table.code, snapshot, table.now)


def test_no_such_room() -> None:
    assert projections.load_room("BABA-BABA-10") is None
    assert projections.load_room("nonsense") is None
    assert projections.room_view("BABA-BABA-10", None) is None


def test_c29_who_comes_while_a_game_is_on_reads_what_is_said_from_then_on() -> None:
    table = playing()
    table.until("day")
    chat.say(table.room_id, table.person("Ann"), "table", "before", table.now)
    table.join("Hal")
    chat.say(table.room_id, table.person("Ann"), "table", "after", table.now)
    said = {
        name: [line.text for line in table.game_view(name).lines["table"]]
        for name in ("Ben", "Hal", "stranger")
    }
    assert said == {"Ben": ["before", "after"], "Hal": ["after"], "stranger": ["before", "after"]}
