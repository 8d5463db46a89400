"""What a command, a reading and a showing cost, on both databases, and how large frames are."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.environment import environment
from tests.kit.web import ROOT

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]

Note = Callable[[str, str, str], None]

SIZES = {
    "line": ("a line of talk", 300),
    "clock": ("the clock, when a phase begins", 300),
    "action": ("the action panel of 12 seats", 2_000),
    "ballot": ("a ballot, for the others", 2_000),
    "own_ballot": ("a ballot, for the voter", 2_000),
    "snapshot": ("a snapshot of 12 players", 8_000),
}


def figures(folder: Path, **own: str) -> dict[str, float]:
    result = subprocess.run(
        [sys.executable, "-m", "tests.load.inside"],
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="tests.settings", NIGHTFALL_VAR_DIR=str(folder), **own),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def take_down_transactions(note: Note, found: dict[str, float], database: str) -> None:
    value = f"{found['submit_us']:.0f} µs; bare {found['bare_us']:.0f} = {found['submit_share']:.0%}"
    note(f"submit on {database}, and of it an ORM event + update", value, "≥ 60 %")
    note(f"action at event 2,000 / at 10, {database}", f"{found['late_ratio']:.2f} ×", "≤ 1.2 ×")
    note(f"action among 100,000 games / alone, {database}", f"{found['crowded_ratio']:.2f} ×", "≤ 1.2 ×")
    note(f"due games found among 100,000, {database}", f"{found['due_a_second']:,.0f}/s", "≥ 30,000/s")


def test_on_sqlite(tmp_path: Path, note: Note) -> None:
    found = figures(tmp_path)
    take_down_transactions(note, found, "SQLite")
    note("showing an event to 25 viewers", f"{found['event_ms']:.1f} ms", "≤ 2 ms")
    note("a line of talk, rendered", f"{found['line_us']:.0f} µs", "≤ 60 µs")
    note("a room's whole page, rendered", f"{found['page_ms']:.1f} ms", "≤ 2.5 ms")
    for name, (what, limit) in SIZES.items():
        note(f"frame: {what}", f"{found[name]:,.0f} bytes", f"≤ {limit:,}")


@pytest.mark.stack
def test_on_postgresql(tmp_path: Path, postgres_url: str, note: Note) -> None:
    take_down_transactions(note, figures(tmp_path, DATABASE_URL=postgres_url), "PostgreSQL")
