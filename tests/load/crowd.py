"""Clients for measuring: rooms set up in a server's database, and sockets that only count what they get."""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core import signing
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.environment import environment
from tests.kit.web import ROOT, Site

KEY = "measured-and-thrown-away-0123456789-abcdefghijklmnopqrstuvwxyz"
CSRF = "c" * 32


def rooms_in_a_vote(site: Site, rooms: int, seats: int) -> list[str]:
    """The codes of new rooms in which so many people vote; who sits where is in ``cookie``."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.load.tables", str(rooms), str(seats)],
        cwd=ROOT,
        env=environment(
            NIGHTFALL_VAR_DIR=str(site.folder),
            NIGHTFALL_SECRET_KEY=KEY,
            NIGHTFALL_CLOCK_OFFSET_FILE=str(site.clock.path),
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def cookie(room: int, seat: int) -> str:
    signer = signing.TimestampSigner(key=KEY, salt="accounts.guests")
    return f"guest={signer.sign(f'guest-{room}-{seat}')}; csrftoken={CSRF}"


@dataclass
class Seat:
    """A socket; ``frames`` counts what came, ``at`` says when the last of it did."""

    line: ClientConnection
    frames: int = 0
    bytes: int = 0
    at: float = 0.0

    async def listen(self, heard: asyncio.Event) -> None:
        async for message in self.line:
            if message.startswith('{"t":"frame"'):  # type: ignore[arg-type]
                self.frames += 1
                self.bytes += len(message)
                self.at = perf_counter()
                heard.set()

    async def send(self, **message: Any) -> None:
        await self.line.send(json.dumps(message))


class Crowd:
    """All sockets of one room."""

    def __init__(self, site: Site, code: str, room: int, seats: int) -> None:
        self.site, self.code, self.room, self.size = site, code, room, seats
        self.seats: list[Seat] = []
        self.heard = asyncio.Event()
        self._listening: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Crowd":
        for seat in range(self.size):
            line = await connect(
                f"ws://127.0.0.1:{self.site.port}/ws/r/{self.code}",
                additional_headers={"Cookie": cookie(self.room, seat)},
                compression=None,
                ping_interval=None,
            )
            self.seats.append(Seat(line))
            self._listening.append(asyncio.create_task(self.seats[-1].listen(self.heard)))
        await self.all_have(1)
        return self

    async def __aexit__(self, *error: object) -> None:
        for seat in self.seats:
            await seat.line.close()
        await asyncio.gather(*self._listening, return_exceptions=True)

    async def all_have(self, frames: int, within: float = 20) -> None:
        """Until everyone has got so many frames more than at the last ``settle``."""
        async with asyncio.timeout(within):
            while any(seat.frames < frames for seat in self.seats):
                self.heard.clear()
                await self.heard.wait()

    async def settle(self) -> None:
        """Lets what is on the way arrive, and counts from nothing."""
        await asyncio.sleep(0.12)
        for seat in self.seats:
            seat.frames = 0
            await seat.send(t="ping", c=0, seq=10**6)


async def post(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, who: str, body: str
) -> int:
    """A form post on a connection that is kept; gives the status."""
    writer.write(
        (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {who}\r\nX-CSRFToken: {CSRF}\r\n"
            f"HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    await reader.readexactly(int(headers.get("content-length", 0)))
    return int(head.split(" ", 2)[1])


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
