"""`manage.py balance` writes who wins among bots, for each preset and size, with how sure that is."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.rulesets import REGISTRY


def test_each_preset_has_a_table_with_a_row_for_each_size(tmp_path: Path) -> None:
    out = tmp_path / "balance.md"
    call_command("balance", games=4, sizes=[4, 5, 7], out=out)
    text = out.read_text()
    for ruleset in REGISTRY.values():
        table = text.split(f"## {ruleset.name}\n")[1].split("## ")[0]
        rows = re.findall(r"^\| (\d+) \|.*\| 4 \|$", table, re.MULTILINE)
        assert rows == ["5", "7"]
    assert re.search(r"\| \d+ % ± \d+\.\d \|", text)
    again = tmp_path / "again.md"
    call_command("balance", games=4, sizes=[4, 5, 7], out=again)
    assert again.read_text() == text


def test_no_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="at least one"):
        call_command("balance", games=0, out=tmp_path / "balance.md")
