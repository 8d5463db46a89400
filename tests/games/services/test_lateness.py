"""Those who only watch see a game late where the room says so, and nothing younger than that."""

from dataclasses import asdict, replace
from typing import Any

from games import projections
from games.live import page, render
from games.projections import GameView, View, WaitView
from games.services import chat
from games.snapshots import RoomSnapshot
from tests.kit.table import Table

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")
DELAY = 60


def playing(**details: Any) -> Table:
    table = Table(*FIVE, public=True, delay=DELAY, **details)
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    return table


def seen(table: Table, at: int, name: str = "stranger") -> View:
    view = projections.room_view(table.code, table.person(name), at)
    assert view is not None
    return view


def game_seen(table: Table, at: int, name: str = "stranger") -> GameView:
    view = seen(table, at, name)
    assert isinstance(view, GameView), view
    return view


def everything(view: View) -> str:
    """All that a page, and every fragment, could hold of a view."""
    panels = "".join(render.panel_html(name, shown, "en") for name, shown in render.panels_for(view).items())
    lines = "".join(render.line_html(line) for said in render.lines_for(view).values() for line in said)
    whole = page.whole(view, "en", "token", {})
    return panels + lines + "".join(whole["panels"].values())


def test_before_any_of_it_is_old_enough_they_wait() -> None:
    table = playing()
    view = seen(table, table.now + 59_999)
    assert isinstance(view, WaitView)
    assert (view.shown_from, view.delay) == (table.now + 60_000, DELAY)
    assert "1 min late" in everything(view)
    assert game_seen(table, table.now + 60_000).observation.phase == "reveal"


def test_those_at_the_table_see_it_at_once() -> None:
    table = playing(narrates=False)
    for name in FIVE:
        view = table.game_view(name)
        assert view.public.delay == 0
        assert view.observation.phase == "reveal"


def test_a_narrator_sees_it_at_once() -> None:
    table = Table("Nan", *FIVE, narrates=True, public=True, delay=DELAY)
    table.start(Ann="mafia")
    assert table.game_view("Nan").observation.phase == "reveal"


def test_whoever_came_too_late_to_play_sees_it_late_too() -> None:
    table = playing()
    table.join("Zoe")
    table.now += 40_000
    table.all("ready")
    assert table.phase == "day"
    assert isinstance(seen(table, table.now, "Zoe"), WaitView)
    assert game_seen(table, table.now + 20_000, "Zoe").observation.phase == "reveal"
    assert game_seen(table, table.now + 59_999, "Zoe").observation.phase == "reveal"
    assert game_seen(table, table.now + 60_000, "Zoe").observation.phase == "day"


def test_phases_begin_and_clocks_run_late() -> None:
    table = playing()
    table.all("ready")
    due_at = table.game_view("Ann").observation.due_at
    assert due_at is not None
    late = game_seen(table, table.now + 60_000).observation
    assert (late.began_at, late.due_at) == (table.now + 60_000, due_at + 60_000)


def test_lines_are_heard_late_and_in_order() -> None:
    table = playing()
    table.all("ready")
    for number in range(3):
        assert chat.say(table.room_id, table.person("Dan"), "table", f"line {number}", table.now) is None
        table.now += 10_000

    def heard(at: int) -> list[str]:
        return [line.text for line in game_seen(table, at).lines.get("table", ())]

    assert isinstance(seen(table, table.now + 29_999), WaitView)
    assert heard(table.now + 30_000) == ["line 0"]
    assert heard(table.now + 49_999) == ["line 0", "line 1"]
    assert heard(table.now + 50_000) == ["line 0", "line 1", "line 2"]


def test_the_end_is_seen_late_with_all_that_it_shows() -> None:
    table = playing()
    table.until("night")
    table.do("Ann", "kill", "Eve")
    for name in ("Ben", "Cat", "Dan"):
        table.do(name, "leave")
    table.until("over")
    ended = table.now
    before = game_seen(table, ended + 59_999)
    assert before.observation.result is None
    assert before.public.history is None
    assert not before.can_rematch
    assert all(seat.role is None for seat in before.observation.seats if seat.alive)
    after = game_seen(table, ended + 60_000)
    assert after.observation.result is not None
    assert after.public.history == game_seen(table, ended, "Ann").public.history
    assert after.observation.result == game_seen(table, ended, "Ann").observation.result


def test_no_view_holds_anything_younger_than_the_delay() -> None:
    """A whole game, looked at each second: what they see then is what was to be seen live so long ago."""
    table = playing()
    table.join("Zoe")
    table.until("night")
    table.do("Ann", "kill", "Eve")
    live: dict[tuple[str, int], GameView] = {}
    until = table.now + 400_000
    snapshot: RoomSnapshot | None = None
    compared = 0
    while table.now < until:
        table.wait(1)
        if table.phase in ("day", "vote") and table.now % 7_000 == 0:
            chat.say(table.room_id, table.person("Dan"), "table", f"said at {table.now}", table.now)
        snapshot = projections.load_room(table.code, snapshot, table.now)
        assert snapshot is not None
        for name in ("stranger", "Zoe"):
            key = projections.viewer_key(snapshot, table.person(name))
            direct = projections.view_for(_undelayed(snapshot), key)
            assert isinstance(direct, GameView)
            live[name, table.now] = direct
            then = live.get((name, table.now - 60_000))
            if then is not None:
                view = projections.view_for(snapshot, key)
                assert isinstance(view, GameView)
                nothing_younger(view, then, direct)
                compared += 1
    assert compared > 600
    assert len({view.observation.phase for view in live.values()}) > 4


def nothing_younger(view: GameView, then: GameView, now: GameView) -> None:
    """``view`` is what was to be seen ``then``, and holds nothing of what only ``now`` is."""
    assert view.observation.began_at == then.observation.began_at + 60_000
    assert plain(view) == plain(then)
    assert render.panels_for(view)["log"] == render.panels_for(then)["log"]
    younger = texts(now) - texts(then)
    if younger:
        shown = everything(view)
        assert not [text for text in younger if text in shown]


def texts(view: GameView) -> set[str]:
    return {line.text for lines in view.lines.values() for line in lines}


def plain(view: GameView) -> dict[str, Any]:
    """What does not shift with the time at which it is shown."""
    told = asdict(view)
    for shifted in ("began_at", "due_at"):
        del told["observation"][shifted], told["public"][shifted]
    del told["public"]["delay"]
    return told


def _undelayed(snapshot: RoomSnapshot) -> RoomSnapshot:
    return replace(snapshot, late=None)


def as_told(snapshot: RoomSnapshot) -> dict[str, Any]:
    view = projections.view_for(snapshot, None)
    return asdict(view)


def test_a_restart_changes_nothing() -> None:
    """What is read afresh is what was folded event by event."""
    table = playing()
    snapshot: RoomSnapshot | None = None
    for _ in range(260):
        table.wait(1)
        snapshot = projections.load_room(table.code, snapshot, table.now)
        assert snapshot is not None
        fresh = projections.load_room(table.code, None, table.now)
        assert fresh is not None
        assert as_told(snapshot) == as_told(fresh)
        assert snapshot.late is not None
        assert fresh.late is not None
        assert snapshot.late.next_at == fresh.late.next_at


def test_it_is_known_when_there_is_more_to_see() -> None:
    table = playing()
    snapshot = projections.load_room(table.code, None, table.now)
    assert snapshot is not None
    assert snapshot.late is not None
    assert snapshot.late.next_at == table.now + 60_000
    snapshot = projections.load_room(table.code, snapshot, table.now + 60_000)
    assert snapshot is not None
    assert snapshot.late is not None
    assert snapshot.late.next_at is None


def test_the_cost_does_not_grow_with_the_game(django_assert_max_num_queries: Any) -> None:
    table = playing()
    table.wait(200)
    snapshot = projections.load_room(table.code, None, table.now)
    with django_assert_max_num_queries(6):
        projections.load_room(table.code, snapshot, table.now + 1)


def test_without_a_delay_those_who_watch_see_it_at_once() -> None:
    table = Table(*FIVE, public=True)
    table.start(Ann="mafia")
    view = table.game_view("stranger")
    assert view.observation.phase == "reveal"
    assert view.public.delay == 0
