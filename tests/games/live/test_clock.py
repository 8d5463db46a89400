"""The embedded clock under made-up time."""

import asyncio

import pytest

from games.live import clock
from games.live.clock import Clock
from tests.kit.loop import in_made_up_time


class Deadlines:
    """Things that are due, and how late each was met, in milliseconds."""

    def __init__(self, *due: int) -> None:
        self.due = sorted(due)
        self.lateness: list[int] = []
        self.calls = 0
        self.fails = 0
        self.stuck = False

    def time(self) -> int:
        return round(asyncio.get_running_loop().time() * 1000)

    async def advance(self, now: int) -> int | None:
        self.calls += 1
        if self.fails:
            self.fails -= 1
            raise OSError("the database is away")
        while self.due and self.due[0] <= now and not self.stuck:
            self.lateness.append(now - self.due.pop(0))
        return self.due[0] if self.due else None


async def run(deadlines: Deadlines, seconds: float) -> None:
    task = asyncio.create_task(Clock(deadlines.advance, deadlines.time).run())
    await asyncio.sleep(seconds)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def at(seconds: float) -> int:
    """``seconds`` from the start of made-up time."""
    return 1_000_000 + round(seconds * 1000)


def test_deadlines_are_met_to_the_moment() -> None:
    deadlines = Deadlines(at(0.3), at(0.31), at(5.5), at(9.001))
    in_made_up_time(run(deadlines, 10))
    assert len(deadlines.lateness) == 4
    assert max(deadlines.lateness) <= clock.SHORTEST * 1000


def test_with_nothing_due_the_clock_looks_once_a_second() -> None:
    deadlines = Deadlines()
    in_made_up_time(run(deadlines, 60.5))
    assert deadlines.calls == 61


def test_a_deadline_that_the_clock_did_not_know_of_is_met_within_a_second() -> None:
    deadlines = Deadlines()

    async def scene() -> None:
        task = asyncio.create_task(run(deadlines, 3))
        await asyncio.sleep(0.1)
        deadlines.due = [at(0.2)]
        await task

    in_made_up_time(scene())
    assert deadlines.lateness == [800]


def test_a_hint_makes_it_precise() -> None:
    deadlines = Deadlines()

    async def scene() -> None:
        ticking = Clock(deadlines.advance, deadlines.time)
        task = asyncio.create_task(ticking.run())
        await asyncio.sleep(0.1)
        deadlines.due = [at(0.2)]
        ticking.hint(at(0.2))
        await asyncio.sleep(0.5)
        calls = deadlines.calls
        ticking.hint(at(100))
        await asyncio.sleep(0.1)
        assert deadlines.calls == calls, "what is due later than the clock looks anyway needs no look now"
        task.cancel()

    in_made_up_time(scene())
    assert deadlines.lateness == [0]


def test_a_failure_is_logged_and_the_clock_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    deadlines = Deadlines(at(0.5))
    deadlines.fails = 2
    in_made_up_time(run(deadlines, 3))
    assert caplog.text.count("could not be advanced") == 2
    assert len(deadlines.lateness) == 1


def test_what_cannot_be_advanced_does_not_keep_the_server_busy() -> None:
    deadlines = Deadlines(at(0))
    deadlines.stuck = True
    in_made_up_time(run(deadlines, 1))
    assert deadlines.calls <= 1 / clock.SHORTEST + 1


def test_c1_the_clock_looks_at_whole_seconds_whatever_else_is_due() -> None:
    """What is looked after once a second is so at moments that tell nothing of what is due in between."""
    looks: list[int] = []

    async def scene() -> None:
        deadlines = Deadlines(at(0.25), at(0.995), at(2.7))

        async def advance(now: int) -> int | None:
            looks.append(now)
            return await deadlines.advance(now)

        task = asyncio.create_task(Clock(advance, deadlines.time).run())
        await asyncio.sleep(4.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    in_made_up_time(scene())
    assert looks == [at(second) for second in (0, 0.25, 0.995, 1, 2, 2.7, 3, 4)]
