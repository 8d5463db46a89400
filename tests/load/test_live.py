"""How fast what one does reaches everybody, and what it costs. Prints a table; `make bench` runs it."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.environment import environment
from tests.kit.run import Run
from tests.kit.servers import free_port
from tests.kit.web import ROOT, Site, serve
from tests.load.crowd import KEY, Crowd, cookie, cpu_seconds, post, rooms_in_a_vote

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]

SEATS = 13
ACTIONS = 80


@pytest.fixture(scope="module")
def measured(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(run, tmp_path_factory.mktemp("measured"), NIGHTFALL_SECRET_KEY=KEY) as site:
        yield site


Note = Callable[[str, str, str], None]


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


async def time_actions(crowd: Crowd, act: Callable[[int], Awaitable[None]]) -> list[float]:
    """Milliseconds from each of ACTIONS single actions until the last socket has what came of it."""
    times = []
    for number in range(ACTIONS):
        await crowd.settle()
        began = perf_counter()
        doing: asyncio.Task[None] = asyncio.create_task(act(number))  # type: ignore[arg-type]
        await crowd.all_have(1)
        times.append((max(seat.at for seat in crowd.seats) - began) * 1000)
        await doing
    return times


def test_one_action_reaches_the_last_of_13_sockets(measured: Site, note: Note) -> None:
    (code,) = rooms_in_a_vote(measured, 1, SEATS)

    async def whole() -> None:
        async with Crowd(measured, code, 0, SEATS) as crowd:
            voter = crowd.seats[1]

            async def by_socket(number: int) -> None:
                verb = {"verb": "vote", "target": 2} if number % 2 == 0 else {"verb": "unvote"}
                await voter.send(t="do", id=f"s{number}", **verb)

            async def by_line(number: int) -> None:
                await crowd.seats[number % SEATS].send(
                    t="say", id=f"l{number}", talk="table", text=f"Line {number}"
                )

            reader, writer = await asyncio.open_connection("127.0.0.1", measured.port)

            async def by_post(number: int) -> None:
                verb, body = ("vote", "target=2") if number % 2 == 0 else ("unvote", "")
                status = await post(reader, writer, f"/r/{code}/do/{verb}/", cookie(0, 1), body)
                assert status == 204

            for name, act in (
                ("socket command", by_socket),
                ("line of talk", by_line),
                ("form post", by_post),
            ):
                cpu = cpu_seconds(measured.process.pid)
                times = await time_actions(crowd, act)
                cpu = (cpu_seconds(measured.process.pid) - cpu) / ACTIONS * 1000
                value = f"p50 {median(times):.1f}  p95 {p95(times):.1f} ms"
                note(f"{name} to the last of {SEATS} sockets", value, "p50 ≤ 10, p95 ≤ 20 ms")
                note(f"{name}: processor time of the server", f"{cpu:.1f} ms an action", "")
            writer.close()

    asyncio.run(whole())


@contextmanager
def bare_server(module: str, folder: Path) -> Iterator[tuple[int, int]]:
    """The port and the process of a server without the product around it."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", f"tests.load.{module}", str(port)],
        cwd=ROOT,
        env=environment(
            DJANGO_SETTINGS_MODULE="tests.settings",
            NIGHTFALL_VAR_DIR=str(folder),
            NIGHTFALL_EMBEDDED_CLOCK="0",
        ),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


async def _bare(port: int, pid: int, rooms: int, seats: int, size: int, rounds: int) -> float:
    """Processor seconds a delivery of the bare server."""
    lines = [
        [await connect(f"ws://127.0.0.1:{port}/{room}", compression=None) for _ in range(seats)]
        for room in range(rooms)
    ]
    text = "x" * size
    cpu = cpu_seconds(pid)
    for _ in range(rounds):
        for room in lines:
            await room[0].send(text)
        await asyncio.gather(*(line.recv() for room in lines for line in room))
    spent = (cpu_seconds(pid) - cpu) / (rounds * rooms * seats)
    await asyncio.gather(*(line.close() for room in lines for line in room))
    return spent


async def _real(site: Site, codes: list[str], seats: int, rounds: int) -> tuple[float, float]:
    """Processor seconds a delivery of real ballots, and the bytes of one."""
    crowds = [Crowd(site, code, room, seats) for room, code in enumerate(codes)]
    for crowd in crowds:
        await crowd.__aenter__()
    try:
        for crowd in crowds:
            await crowd.settle()
        got = sum(seat.bytes for crowd in crowds for seat in crowd.seats)
        cpu = cpu_seconds(site.process.pid)
        deliveries = 0
        for number in range(rounds):
            for crowd in crowds:
                verb = {"verb": "vote", "target": 2} if number % 2 == 0 else {"verb": "unvote"}
                await crowd.seats[1].send(t="do", id=f"r{number}", **verb)
            for crowd in crowds:
                await crowd.all_have(number + 1)
                deliveries += len(crowd.seats)
        spent = (cpu_seconds(site.process.pid) - cpu) / deliveries
        got = sum(seat.bytes for crowd in crowds for seat in crowd.seats) - got
        return spent, got / deliveries
    finally:
        for crowd in crowds:
            await crowd.__aexit__()


def test_the_fan_out_of_ballots_costs_little_more_than_the_bare_sending(
    run: Run, tmp_path: Path, note: Note
) -> None:
    rooms, seats, rounds = 10, 10, 20
    with serve(run, tmp_path, NIGHTFALL_SECRET_KEY=KEY) as site:
        codes = rooms_in_a_vote(site, rooms, seats)
        many, size = asyncio.run(_real(site, codes, seats, rounds))
    with serve(run, tmp_path, NIGHTFALL_SECRET_KEY=KEY) as site:
        codes = rooms_in_a_vote(site, rooms, seats)
        few, _ = asyncio.run(_real(site, codes, 2, rounds))
    fan_out = (many * seats - few * 2) / (seats - 2)
    with bare_server("local", tmp_path) as (port, pid):
        bare = asyncio.run(_bare(port, pid, rooms, seats, round(size), rounds * 2))
    note("fan-out: bare local sending", f"{bare * 1e6:.0f} µs a delivery ({size:.0f} bytes)", "")
    note("fan-out: whole, transaction included", f"{many * 1e6:.0f} µs = {many / bare:.1f} ×", "")
    note("fan-out: what each socket more costs", f"{fan_out * 1e6:.0f} µs = {fan_out / bare:.1f} ×", "≤ 4 ×")


async def _through_hubs(port: int, rooms: int, seats: int, rounds: int) -> tuple[float, float]:
    """Broadcasts a second while every room sends its next as soon as all have the last, and p99 in ms."""
    lines = [
        [await connect(f"ws://127.0.0.1:{port}/r{room}", compression=None) for _ in range(seats)]
        for room in range(rooms)
    ]
    await asyncio.gather(*(line.recv() for room in lines for line in room))
    delays = []

    async def busy(room: list[ClientConnection]) -> None:
        for number in range(rounds):
            sent = perf_counter()
            await room[0].send(f"{number:04}" + "x" * 1_200)
            await asyncio.gather(*(line.recv() for line in room))
            delays.append((perf_counter() - sent) * 1000)

    began = perf_counter()
    await asyncio.gather(*(busy(room) for room in lines))
    rate = rooms * rounds / (perf_counter() - began)
    await asyncio.gather(*(line.close() for room in lines for line in room))
    return rate, quantiles(delays, n=100)[-1]


@pytest.mark.parametrize(("rooms", "seats", "target"), [(100, 10, 1_000), (40, 25, 550)])
def test_prepared_frames_through_hubs(
    tmp_path: Path, note: Note, rooms: int, seats: int, target: int
) -> None:
    with bare_server("hubbed", tmp_path) as (port, _):
        rate, late = asyncio.run(_through_hubs(port, rooms, seats, rounds=20))
    value = f"{rate:,.0f} broadcasts/s, p99 {late:.0f} ms"
    note(f"prepared frames of 1.2 kB through hubs, {rooms} × {seats}", value, f"≥ {target:,}/s, p99 ≤ 100 ms")


def _memory(pid: int) -> int:
    """KiB of a process that are in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def test_idle_rooms_and_the_memory_of_their_sockets(run: Run, tmp_path: Path, note: Note) -> None:
    rooms, seats, idle = 5, 25, 6.0
    with serve(run, tmp_path, NIGHTFALL_SECRET_KEY=KEY) as site:
        codes = rooms_in_a_vote(site, rooms, seats)

        async def whole() -> tuple[int, float]:
            async with AsyncExitStack() as stack:
                crowds = [Crowd(site, code, room, seats) for room, code in enumerate(codes)]
                await stack.enter_async_context(crowds[0])
                before = _memory(site.process.pid)
                for crowd in crowds[1:]:
                    await stack.enter_async_context(crowd)
                each = (_memory(site.process.pid) - before) / ((rooms - 1) * seats)
                for crowd in crowds:
                    await crowd.settle()
                await asyncio.sleep(idle)
                return sum(seat.frames for crowd in crowds for seat in crowd.seats), each

        frames, each = asyncio.run(whole())
    note(f"idle rooms with a running clock, {idle:.0f} s", f"{frames} frames", "0")
    note("memory a socket, with its share of the room", f"{each:.0f} KiB", "≤ 40 KiB")
