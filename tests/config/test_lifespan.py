import asyncio
import subprocess
import sys
from typing import Any

from config.lifespan import Lifespan
from tests.kit.environment import environment
from tests.kit.web import ROOT


def test_a_server_that_speaks_the_lifespan_protocol_starts_the_clock_at_its_start() -> None:
    started: list[bool] = []
    sent: list[dict[str, Any]] = []

    async def scene() -> None:
        messages = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, Any]:
            return {"type": next(messages)}

        async def send(message: dict[str, Any]) -> None:
            sent.append({**message, "started": len(started)})

        await Lifespan(lambda: started.append(True))({"type": "lifespan"}, receive, send)

    asyncio.run(scene())
    assert sent == [
        {"type": "lifespan.startup.complete", "started": 1},
        {"type": "lifespan.shutdown.complete", "started": 1},
    ]


def test_daphne_starts_the_clock_on_its_own_loop() -> None:
    program = """
import asyncio
import daphne.server
from twisted.internet import reactor
from config.lifespan import when_daphne_runs

def start():
    asyncio.get_running_loop()
    print("started")
    reactor.stop()

when_daphne_runs(start)
reactor.run()
"""
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert result.stdout == "started\n", result.stderr


def test_without_daphne_nothing_is_loaded_for_it() -> None:
    program = """
import sys
from config.lifespan import when_daphne_runs
when_daphne_runs(print)
print("twisted" in sys.modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert result.stdout == "False\n", result.stderr
