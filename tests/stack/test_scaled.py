"""scripts/scaled starts the processes of the compose file, and ends what it started."""

import os
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.kit.scaled import read_ports, scaled

pytestmark = pytest.mark.stack


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
