"""kill -9 at random moments: what was acknowledged is kept, and no deadline waits once the server is back."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.kit.run import Run
from tests.kit.web import Site, serve
from tests.load.crowd import KEY, cookie, rooms_in_a_vote

SEATS = 8
LATE = 1.1
"""Seconds that a deadline may wait once the server is serving again."""


class Voters:
    """People who go on changing their minds until the server is gone, and what they were told that counts.

    The person on seat 0 does not vote: with all ballots in, the vote would be over.
    """

    def __init__(self, site: Site, code: str, chance: random.Random) -> None:
        self.site, self.code, self.chance = site, code, chance
        self.sent: list[tuple[str, int, int]] = []
        self.acknowledged: set[str] = set()

    async def vote_until_the_crash(self, seconds: float) -> None:
        lines = {seat: await self._open(seat) for seat in range(1, SEATS)}
        ears = [asyncio.create_task(self._hear(line)) for line in lines.values()]
        end = monotonic() + seconds
        while monotonic() < end:
            seat = self.chance.randrange(1, SEATS)
            target = self.chance.choice([other for other in range(SEATS) if other != seat])
            command_id = f"{self.code}-{len(self.sent)}"
            self.sent.append((command_id, seat, target))
            command = {"t": "do", "id": command_id, "verb": "vote", "target": target}
            await lines[seat].send(json.dumps(command))
            await asyncio.sleep(self.chance.uniform(0.05, 0.15) / SEATS)
        if self.chance.random() < 0.5:  # while the phase ends
            self.site.clock.advance(300)
            await asyncio.sleep(self.chance.uniform(0, 1))
        self.site.crash()
        for line in lines.values():
            line.transport.abort()
        await asyncio.gather(*ears)

    async def _open(self, seat: int) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.site.port}/ws/r/{self.code}",
            additional_headers={"Cookie": cookie(0, seat)},
            compression=None,
        )

    async def _hear(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in line:
                message = json.loads(text)
                if message["t"] == "ack":
                    self.acknowledged.add(message["id"])

    def may_stand(self, seat: int) -> set[int | None]:
        """Whom the ballot of ``seat`` may name now: by the last that was acknowledged, or one sent since."""
        mine = [(command_id, target) for command_id, by, target in self.sent if by == seat]
        last = max(
            (n for n, (command_id, _) in enumerate(mine) if command_id in self.acknowledged), default=-1
        )
        since: set[int | None] = {target for _, target in mine[max(last, 0) :]}
        return since if last >= 0 else since | {None}


class Books:
    """What a server has left in its database."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "db.sqlite3"

    def one(self, query: str, *values: object) -> Any:
        with closing(sqlite3.connect(self.path, timeout=20)) as database:
            row = database.execute(query, values).fetchone()
        return row and row[0]

    def game(self, code: str) -> int:
        return self.one("SELECT game_id FROM games_room WHERE code = ?", code)

    def receipt(self, command_id: str) -> str | None:
        return self.one("SELECT refusal FROM games_commandreceipt WHERE command_id = ?", command_id)

    def ballot(self, game: int, seat: int) -> int | None:
        return self.one(
            "SELECT target FROM games_vote WHERE game_id = ? AND voter = ? ORDER BY id DESC", game, seat
        )

    def due_at(self, game: int) -> int:
        return self.one("SELECT due_at FROM games_game WHERE id = ?", game)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_acknowledged_is_lost_and_no_deadline_missed(run: Run, tmp_path: Path, seed: int) -> None:
    crash_and_come_back(run, tmp_path, seed)


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(3, 50))
def test_nothing_is_lost_in_many_crashes(run: Run, tmp_path: Path, seed: int) -> None:
    crash_and_come_back(run, tmp_path, seed)


def crash_and_come_back(run: Run, folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    books = Books(folder)
    with serve(run, folder, NIGHTFALL_SECRET_KEY=KEY) as site:
        (code,) = rooms_in_a_vote(site, 1, SEATS)
        voters = Voters(site, code, chance)
        asyncio.run(voters.vote_until_the_crash(chance.uniform(0.2, 1.5)))
    game = books.game(code)
    assert [books.receipt(command_id) for command_id in voters.acknowledged] == [""] * len(
        voters.acknowledged
    )
    for seat in range(1, SEATS):
        assert books.ballot(game, seat) in voters.may_stand(seat)
    due_at = books.due_at(game)
    site.clock.advance(400)  # the vote runs out while nobody is there
    with serve(run, folder, after=site, NIGHTFALL_SECRET_KEY=KEY):
        serving = monotonic()
        while books.due_at(game) == due_at:
            assert monotonic() - serving < LATE, "the deadline waits"
