"""scripts/scaled starts the processes of the compose file, and ends what it started."""

import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit import programs
from tests.kit.environment import environment
from tests.kit.servers import ROOT

pytestmark = pytest.mark.stack


@contextmanager
def scaled(folder: Path, postgres_url: str, redis_url: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    with (folder / "scaled.log").open("w") as log:
        process = subprocess.Popen(
            programs.bound(str(ROOT / "scripts/scaled"), "--port", "0", *options),
            env=environment(NIGHTFALL_VAR_DIR=str(folder), DATABASE_URL=postgres_url, REDIS_URL=redis_url),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def read_ports(process: subprocess.Popen[str]) -> list[int]:
    assert process.stdout
    line = next(line for line in process.stdout if line.startswith("Serving on port"))
    return [int(port) for port in re.findall(r"\d+", line)]


def children(process: subprocess.Popen[str]) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def test_all_processes_serve_and_end_together(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    with scaled(tmp_path, postgres_url, redis_url, "--web", "2", "--workers", "1") as process:
        ports = read_ports(process)
        assert len(ports) == 2
        for port in ports:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as response:
                assert response.read() == b"ok"
        started = children(process)
        assert len(started) == 4
    assert process.returncode == 0
    assert [pid for pid in started if os.path.exists(f"/proc/{pid}")] == []


def test_the_end_of_one_process_ends_all(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    with scaled(tmp_path, postgres_url, redis_url) as process:
        read_ports(process)
        started = children(process)
        os.kill(started[0], signal.SIGKILL)
        assert process.wait(timeout=60) == 1
        assert [pid for pid in started if os.path.exists(f"/proc/{pid}")] == []
