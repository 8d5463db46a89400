"""The hub under made-up time: when frames go out, and when none do."""

import asyncio
from collections.abc import Awaitable

import pytest

from games.live import hub, outbox
from games.live.hub import Hub
from tests.games.live.fakes import ALICE, BOB, FakeRenderer, FakeRooms, Stage, html, play, plug_in
from tests.kit.loop import in_made_up_time


def test_the_first_of_many_changes_is_shown_at_once_and_the_others_together() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        reads = stage.rooms.reads
        began = asyncio.get_running_loop().time()
        for ballot in range(10):
            stage.rooms.shared["status"] = f"{ballot + 1} ballots"
            stage.hub.poke()
            await asyncio.sleep(0.001)
            if ballot == 0:
                assert len(alice.frames) == 1
        await asyncio.sleep(began + hub.WINDOW - asyncio.get_running_loop().time() + 0.001)
        assert stage.rooms.reads - reads == 2
        assert ["1 ballots" in html(alice.frames[0]), "10 ballots" in html(alice.frames[1])] == [True, True]
        assert len(alice.frames) == 2

    play(scene)


def test_a_line_that_is_too_slow_is_left_alone_until_it_has_caught_up() -> None:
    async def scene(stage: Stage) -> None:
        slow, quick = await stage.enter(ALICE, BOB)
        for change in range(2 * outbox.FRAMES):
            stage.rooms.shared["status"] = f"change {change}"
            stage.hub.poke()
            await stage.settle()
            quick.listener.outbox.confirm(quick.listener.outbox.seq)
        assert len(quick.frames) == 2 * outbox.FRAMES
        assert len(slow.frames) == outbox.FRAMES - 1, "the snapshot on entering counts too"
        assert not slow.listener.outbox.confirm(slow.listener.outbox.seq - 1), "one frame is still on its way"
        assert slow.listener.outbox.confirm(slow.listener.outbox.seq)
        stage.hub.resync(slow.listener)
        await stage.settle()
        assert f"change {2 * outbox.FRAMES - 1}" in html(slow.frames[-1])
        assert [frame["seq"] for frame in slow.frames] == list(range(2, outbox.FRAMES + 2))

    play(scene)


def test_much_in_few_frames_is_too_much_as_well() -> None:
    async def scene(stage: Stage) -> None:
        (slow,) = await stage.enter(ALICE)
        for change in range(5):
            stage.rooms.shared["status"] = str(change) * (outbox.BYTES // 4)
            stage.hub.poke()
            await stage.settle()
        assert len(slow.frames) == 3

    play(scene)


def test_a_ping_looks_for_what_a_lost_poke_would_have_told() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        stage.rooms.shared["status"] = "night"
        stage.hub.look()
        await stage.settle()
        assert alice.frames == [], "the room was read a moment ago"
        await asyncio.sleep(hub.STALE)
        stage.hub.look()
        await stage.settle()
        assert len(alice.frames) == 1

    play(scene)


def test_an_idle_room_reads_nothing_and_sends_nothing() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        reads = stage.rooms.reads
        await asyncio.sleep(3_600)
        assert stage.rooms.reads == reads
        assert alice.sent == []

    play(scene)


def test_what_looks_different_after_a_while_is_shown_then_though_nothing_happened() -> None:
    async def scene() -> None:
        rooms = FakeRooms(alarm=30.0)
        hub = Hub("KIMO", rooms, FakeRenderer())
        wire = plug_in(hub, ALICE)
        await asyncio.sleep(1)
        assert rooms.reads == 1
        rooms.shared["status"] = "night"
        rooms.alarm = None
        await asyncio.sleep(28)
        assert (rooms.reads, len(wire.frames)) == (1, 1)
        await asyncio.sleep(2)
        assert (rooms.reads, len(wire.frames)) == (2, 2)
        await asyncio.sleep(100)
        assert rooms.reads == 2
        rooms.alarm = 30.0
        hub.poke()
        await asyncio.sleep(1)
        hub.leave(wire.listener)
        await hub.close()
        await asyncio.sleep(60)
        assert rooms.reads == 3

    in_made_up_time(scene())


def test_c1_what_others_are_shown_moves_nobodys_next_frame() -> None:
    """Hidden changes, before and after; Alice is shown the public ones at the same moments all the same."""

    def moments(secrets: tuple[float, ...]) -> list[float]:
        shown: list[float] = []

        async def scene(stage: Stage) -> None:
            alice, _ = await stage.enter(ALICE, BOB)
            time = asyncio.get_running_loop().time
            began = time()
            put = alice.listener.outbox.frame

            def frame(body: str) -> None:
                shown.append(round(time() - began, 3))
                put(body)

            alice.listener.outbox.frame = frame  # type: ignore[method-assign]
            changes = sorted(
                [*((at, "bob") for at in secrets), (0.02, ""), (0.03, ""), (0.2, ""), (0.31, "")]
            )
            for number, (at, whose) in enumerate(changes):
                await asyncio.sleep(began + at - time())
                if whose:
                    stage.rooms.private[whose] = {"role": f"{number}"}
                else:
                    stage.rooms.shared["status"] = f"day {number}"
                stage.hub.poke()
            await stage.settle()

        play(scene)
        return shown

    quiet = moments(())
    assert quiet == [0.02, 0.07, 0.2, 0.31]
    assert moments((0.001, 0.025, 0.069, 0.19, 0.27, 0.305)) == quiet


def test_a_window_that_closes_sooner_than_a_loop_can_tell_apart_is_waited_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    wait_for = asyncio.wait_for

    async def noted(awaited: Awaitable[object], seconds: float) -> object:
        waits.append(seconds)
        assert len(waits) < 10, "the hub spins"
        return await wait_for(awaited, seconds)

    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        stage.rooms.shared["status"] = "dusk"
        stage.hub.poke()
        await asyncio.sleep(0)
        await asyncio.sleep(hub.WINDOW / 2)
        (until,) = {page.until for page in stage.hub._shown.values()}  # noqa: SLF001
        monkeypatch.setattr(asyncio, "wait_for", noted)
        loop = asyncio.get_running_loop()
        await asyncio.sleep(until - loop.time() - 5e-12)
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await stage.settle()
        assert [html(frame).count("night") for frame in alice.frames] == [0, 1]

    play(scene)
    assert len(waits) == 1
    assert waits[0] >= hub.FINEST


def test_a_newcomer_waits_for_nobodys_window() -> None:
    async def scene(stage: Stage) -> None:
        (alice,) = await stage.enter(ALICE)
        stage.rooms.shared["status"] = "night"
        stage.hub.poke()
        await asyncio.sleep(0.01)
        assert len(alice.frames) == 1
        bob = plug_in(stage.hub, BOB)
        await asyncio.sleep(0.001)
        assert len(bob.frames) == 1

    play(scene)
