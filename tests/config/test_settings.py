import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.environment import PRODUCTION, environment

ROOT = Path(__file__).resolve().parents[2]


def manage(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment(NIGHTFALL_VAR_DIR=str(folder), **variables),
        capture_output=True,
        text=True,
    )


def check_deploy(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return manage(folder, "check", "--deploy", "--fail-level", "WARNING", **variables)


def test_production_passes_every_deployment_check(tmp_path: Path) -> None:
    result = check_deploy(tmp_path, **PRODUCTION)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout


def test_production_refuses_to_let_a_file_move_its_clock(tmp_path: Path) -> None:
    result = check_deploy(tmp_path, **PRODUCTION, NIGHTFALL_CLOCK_OFFSET_FILE="/tmp/offset")
    assert result.returncode == 1
    assert "games.E001" in result.stderr


@pytest.mark.parametrize(
    "variable", ["NIGHTFALL_SECRET_KEY", "NIGHTFALL_ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"]
)
def test_production_names_the_variable_it_misses(tmp_path: Path, variable: str) -> None:
    result = manage(tmp_path, "check", **{name: PRODUCTION[name] for name in PRODUCTION if name != variable})
    assert result.returncode == 1
    assert f"{variable} must be set" in result.stderr


def test_play_makes_a_secret_key_once_for_its_owner_only(tmp_path: Path) -> None:
    assert manage(tmp_path, "check").returncode == 0
    path = tmp_path / "secret_key"
    first = path.read_text()
    assert len(first) > 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert manage(tmp_path, "check").returncode == 0
    assert path.read_text() == first


def test_sqlite_waits_for_its_turn_and_writes_ahead(tmp_path: Path) -> None:
    script = (
        "from django.db import connection as c; k = c.cursor();"
        "names = ('journal_mode', 'synchronous', 'busy_timeout');"
        "print(*(k.execute('PRAGMA ' + name).fetchone()[0] for name in names));"
        "print(c.settings_dict['OPTIONS']['transaction_mode'])"
    )
    result = manage(tmp_path, "shell", "--no-imports", "-c", script)
    assert result.stdout.split() == ["wal", "1", "20000", "IMMEDIATE"], result.stderr


def product_code() -> list[Path]:
    return [
        path
        for app in ("config", "games", "accounts", "ladder")
        for path in sorted((ROOT / app).rglob("*.py"))
        if path != ROOT / "config" / "settings.py"
    ]


def test_only_the_settings_read_the_environment() -> None:
    reads = re.compile(r"os\.(environ(?!\.setdefault\(\"DJANGO_SETTINGS_MODULE\")|getenv)")
    assert [path for path in product_code() if reads.search(path.read_text())] == []


def test_every_variable_is_in_the_table_of_the_operations_page() -> None:
    read = set(
        re.findall(r'_(?:text|flag|list|required)\(\s*"(\w+)"', (ROOT / "config/settings.py").read_text())
    )
    listed = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert read == listed


@pytest.mark.parametrize(("value", "shown"), [("", "True"), ("1", "True"), ("0", "False")])
def test_the_site_says_whether_guests_play_in_public(tmp_path: Path, value: str, shown: str) -> None:
    script = "from django.conf import settings; print(settings.GUESTS_MAY_PLAY_PUBLIC)"
    result = manage(tmp_path, "shell", "--no-imports", "-c", script, NIGHTFALL_GUESTS_IN_PUBLIC=value)
    assert result.stdout.strip() == shown, result.stderr
