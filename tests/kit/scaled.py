"""Nightfall as scripts/scaled runs it: web processes, Celery workers and one beat, on tests' servers."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit import programs
from tests.kit.environment import environment
from tests.kit.servers import ROOT

LOG = "scaled.log"
"""The file in the folder of a run to which all its processes write."""


@contextmanager
def scaled(
    folder: Path, postgres_url: str, redis_url: str, *options: str, **more_environment: str
) -> Iterator[subprocess.Popen[str]]:
    """Runs the script with ``options`` on free ports."""
    own = {"NIGHTFALL_VAR_DIR": str(folder), "DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    with (folder / LOG).open("w") as log:
        process = subprocess.Popen(
            programs.bound(str(ROOT / "scripts/scaled"), "--port", "0", *options),
            env=environment(**(own | more_environment)),
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
    """The ports of the web processes, once they listen."""
    assert process.stdout
    line = next(line for line in process.stdout if line.startswith("Serving on port"))
    return [int(port) for port in re.findall(r"\d+", line)]
