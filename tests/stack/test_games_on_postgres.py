"""What is tested of the services on SQLite holds on PostgreSQL, several writers at once included."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.environment import environment
from tests.kit.servers import ROOT

pytestmark = pytest.mark.stack

FOLDER = "tests/games/services"
OF_THE_DATABASE = ("clock", "concurrency", "listing", "matchmaking", "presence")
"""Those of the tests whose statements, locks or counts are most of all the database's own affair."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "paths",
    [
        [f"{FOLDER}/test_{name}.py" for name in OF_THE_DATABASE],
        pytest.param([FOLDER], marks=[pytest.mark.soak, pytest.mark.timeout(3600)]),
    ],
    ids=["of the database", "all"],
)
def test_the_services_keep_their_promises_on_postgresql(
    paths: list[str], postgres_url: str, tmp_path: Path
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths],
        cwd=ROOT,
        env=environment(
            NIGHTFALL_VAR_DIR=str(tmp_path),
            DATABASE_URL=postgres_url,
            DJANGO_SETTINGS_MODULE="tests.settings",
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-5_000:]
