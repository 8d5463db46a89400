"""The hub under made-up time: what is read, rendered and sent."""

import pytest

from games.live import closing, hub, outbox
from tests.games.live.fakes import ALICE, BOB, CAROL, DAVE, Line, Stage, html, play, plug_in


def test_a_newcomer_gets_everything_in_one_frame() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.shared = {"status": "night 1", "players": "all"}
        stage.rooms.lines = {"table": [Line("1", "hello")]}
        wire = plug_in(stage.hub, ALICE)
        await stage.settle()
        (frame,) = wire.frames
        assert frame["seq"] == 1
        assert frame["html"] == (
            "<hx-partial id=status><section id=status>night 1</section></hx-partial>"
            "<hx-partial id=players><section id=players>all</section></hx-partial>"
        )
        assert frame["lines"] == (
            '<hx-partial hx-target="#lines-table" hx-swap="innerMorph"><li>hello</li></hx-partial>'
        )

    play(scene)


def test_what_changed_goes_out_and_nothing_else() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.shared = {"status": "day", "players": "all"}
        (alice,) = await stage.enter(ALICE)
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        (frame,) = alice.frames
        assert frame["seq"] == 2
        assert "night" in html(frame)
        assert "players" not in html(frame)

    play(scene)


def test_who_has_nothing_new_gets_nothing() -> None:
    async def scene(stage: Stage) -> None:
        alice, bob = await stage.enter(ALICE, BOB)
        stage.rooms.private["alice"] = {"role": "doctor"}
        stage.hub.poke()
        await stage.settle()
        assert len(alice.frames) == 1
        assert bob.sent == []

    play(scene)


def test_a_poke_without_a_change_sends_nothing() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        stage.hub.poke()
        await stage.settle()
        assert alice.sent == []

    play(scene)


def test_equal_contexts_are_rendered_once() -> None:
    async def scene(stage: Stage) -> None:
        wires = await stage.enter(ALICE, BOB, CAROL, DAVE)
        stage.renderer.rendered.clear()
        stage.rooms.shared["status"] = "night"
        stage.rooms.private = {name: {"role": "mafia"} for name in ("alice", "bob")}
        stage.rooms.private["carol"] = {"role": "doctor"}
        stage.hub.poke()
        await stage.settle()
        once = [("status", "night"), ("role", "mafia"), ("role", "doctor")]
        assert stage.renderer.rendered == dict.fromkeys(once, 1)
        assert [len(wire.frames) for wire in wires] == [1, 1, 1, 1]

    play(scene)


def test_of_a_panel_only_the_parts_that_changed_are_sent() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.shared = {"grid": ("Ann", "Ben", "Cat")}
        wires = await stage.enter(ALICE, BOB)
        stage.renderer.rendered.clear()
        stage.rooms.shared = {"grid": ("Ann", "Ben 1", "Cat")}
        stage.hub.poke()
        await stage.settle()
        part = "<hx-partial id=part-1><li id=part-1>Ben 1</li></hx-partial>"
        assert [frame["html"] for wire in wires for frame in wire.frames] == [part, part]
        assert stage.renderer.rendered == {("part-1", "Ben 1"): 1}

    play(scene)


def test_a_change_during_a_reading_is_read_too() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        load = stage.rooms.load

        async def slow(code: str, after: object) -> object:
            snapshot = await load(code, after)
            if stage.rooms.shared["status"] == "day":
                stage.rooms.shared["status"] = "night"
                stage.hub.poke()
            return snapshot

        stage.rooms.load = slow  # type: ignore[method-assign]
        stage.hub.poke()
        await stage.settle()
        assert [html(frame).count("night") for frame in alice.frames] == [1]

    play(scene)


def test_new_lines_are_appended() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.lines = {"table": [Line("1", "one"), Line("2", "two")]}
        (alice,) = await stage.enter(ALICE)
        stage.rooms.lines["table"] = [Line("2", "two"), Line("3", "three")]
        stage.hub.poke()
        await stage.settle()
        (frame,) = alice.frames
        assert frame == {
            "t": "frame",
            "seq": 2,
            "lines": '<hx-partial hx-target="#lines-table" hx-swap="beforeend"><li>three</li></hx-partial>',
        }

    play(scene)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([Line("9", "nine")], id="more new lines than the page is told of"),
        pytest.param([], id="a new game"),
        pytest.param([Line("2", "other")], id="another talk under the same name"),
    ],
)
def test_lines_that_do_not_go_on_from_the_last_replace_them(lines: list[Line]) -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.lines = {"table": [Line("1", "one"), Line("2", "two")]}
        (alice,) = await stage.enter(ALICE)
        stage.rooms.lines["table"] = lines
        stage.hub.poke()
        await stage.settle()
        (frame,) = alice.frames
        assert 'hx-swap="innerMorph"' in frame["lines"]

    play(scene)


def test_a_panel_that_is_no_more_is_emptied() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.shared = {"status": "lobby", "join": "a code"}
        (alice,) = await stage.enter(ALICE)
        del stage.rooms.shared["join"]
        stage.hub.poke()
        await stage.settle()
        (frame,) = alice.frames
        assert frame["html"] == (
            '<hx-partial id="join" hx-swap="outerHTML"><section id="join" hidden></section></hx-partial>'
        )

    play(scene)


def test_with_other_eyes_one_is_shown_everything_anew() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.outsiders = {"alice"}
        (alice,) = await stage.enter(ALICE)
        stage.rooms.outsiders = set()
        stage.hub.poke()
        await stage.settle()
        (frame,) = alice.frames
        assert "id=status>" in html(frame)

    play(scene)


def test_two_tabs_of_one_person_show_the_same() -> None:
    async def scene(stage: Stage) -> None:
        (first,) = await stage.enter(ALICE)
        second = plug_in(stage.hub, ALICE)
        await stage.settle()
        assert first.sent == []
        assert len(second.frames) == 1
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        assert html(first.frames[-1]) == html(second.frames[-1])

    play(scene)


def test_a_kicked_person_is_closed_and_the_others_go_on() -> None:
    async def scene(stage: Stage) -> None:
        alice, bob = await stage.enter(ALICE, BOB)
        stage.rooms.outsiders = {"alice"}
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        assert alice.close_code == closing.PUT_OUT
        assert alice.frames == []
        assert len(bob.frames) == 1

    play(scene)


def test_a_room_that_is_gone_closes_its_sockets() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        stage.rooms.gone = True
        stage.hub.poke()
        await stage.settle()
        assert alice.close_code == closing.NO_SUCH_ROOM
        assert stage.hub.empty

    play(scene)


def test_a_socket_that_died_stops_nobody() -> None:
    async def scene(stage: Stage) -> None:
        (bob,) = await stage.enter(BOB)

        async def broken(message: object) -> None:
            raise ConnectionResetError

        listener = hub.Listener(ALICE, "en", outbox.Outbox(broken))
        stage.hub.join(listener)
        await stage.settle()
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        assert len(bob.frames) == 1
        stage.hub.leave(bob.listener)
        assert stage.hub.empty

    play(scene)


def test_after_a_failed_reading_the_next_one_makes_up_for_it(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        stage.rooms.fails = 1
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        assert alice.frames == []
        assert "could not be shown" in caplog.text
        stage.hub.poke()
        await stage.settle()
        assert len(alice.frames) == 1

    play(scene)


def test_a_view_that_cannot_be_made_is_missing_to_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(stage: Stage) -> None:
        alice, bob = await stage.enter(ALICE, BOB)
        view = stage.rooms.view

        def broken(snapshot: object, viewer: object) -> object:
            if viewer == ALICE.guest_id:
                raise ValueError(viewer)
            return view(snapshot, viewer)

        stage.rooms.view = broken  # type: ignore[method-assign]
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        assert (len(alice.frames), len(bob.frames)) == (0, 1)
        assert "could not be shown to one of its viewers" in caplog.text
        stage.rooms.view = view  # type: ignore[method-assign]
        stage.hub.poke()
        await stage.settle()
        assert (len(alice.frames), len(bob.frames)) == (1, 1)

    play(scene)


def test_the_clock_is_told_of_the_next_deadline() -> None:
    async def scene(stage: Stage) -> None:
        stage.rooms.due = 5_000
        await stage.enter(ALICE)
        assert stage.due == [5_000]

    play(scene)


def test_values_lose_the_quotes_they_do_not_need_and_text_loses_none() -> None:
    html = '<p id="err-a" class="a b" hidden><a href="/r/X/" title="&quot;a&quot;">b</a></p>'
    assert hub.bare(html) == '<p id=err-a class="a b" hidden><a href=/r/X/ title="&quot;a&quot;">b</a></p>'
    for needed in ('<use href="/a#b"/>', '<i title="">', '<i title="a=">"></i>', '<i title="a>b">'):
        assert hub.bare(needed) == needed
    assert hub.bare("<b>a=&quot;b&quot; c</b>") == "<b>a=&quot;b&quot; c</b>"
