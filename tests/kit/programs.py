"""Programs from outside Python that tests drive, and what happens to a test whose program is missing."""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest


def find(*names: str) -> str:
    """The path of the first program there is; without any the test cannot be run."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or missing(f"none of {', '.join(names)} is installed")


def find_postgres(program: str) -> str:
    """Debian keeps PostgreSQL's programs off the PATH, a folder for each version."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    return find(program, *(str(folder / program) for folder in reversed(versions)))


def bound(*command: str) -> list[str]:
    """The command, started so that on Linux it ends even when the test process is killed."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", *command] if setpriv else [*command]


def missing(what: str) -> NoReturn:
    """Skips the test on a developer's machine. In CI nothing is skipped: there it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}, and CI skips no test for that", pytrace=False)
    pytest.skip(f"{what}: run scripts/system-packages")
