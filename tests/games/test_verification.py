"""C2: the verification file of a finished game, the command that checks it and the page that does."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.html import escape

from games.engine.proof import Fault, Finding, Outcome, check
from games.live import proof_words
from games.models import Game
from tests.kit.environment import environment
from tests.kit.proofs import tampered
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(*PLAYERS)
    for place in ("games.views", "games.projections", "games.selectors"):
        monkeypatch.setattr(f"{place}.now", lambda: table.now)
    return table


def over(table: Table, **roles: str) -> str:
    """A finished game's file, as anybody downloads it."""
    table.start(**roles)
    table.until("over")
    response = Client().get(f"/r/{table.code}/deal.json")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == f'attachment; filename="nightfall-{table.code}.json"'
    assert "no-store" in response["Cache-Control"]
    return response.content.decode()


def test_C2_the_file_of_a_finished_game_holds(table: Table) -> None:
    text = over(table)
    said = json.loads(text)
    assert [seat["name"] for seat in said["seats"]] == list(PLAYERS)
    assert said["commitment"] == table.state.setup.commitment
    assert check(text).outcome is Outcome.HOLDS
    assert Finding.DRAW in [line.kind for line in check(text).lines]


def test_C2_a_game_of_another_version_has_no_file_but_a_sentence(table: Table) -> None:
    table.start()
    table.until("over")
    Game.objects.update(schema=0)
    refused = Client().get(f"/r/{table.code}/deal.json")
    assert (refused.status_code, refused["Content-Type"]) == (409, "text/plain; charset=utf-8")


def test_C2_there_is_no_file_before_the_end(table: Table) -> None:
    where = f"/r/{table.code}/deal.json"
    refused = Client().get(where)
    assert (refused.status_code, refused["Content-Type"]) == (409, "text/plain; charset=utf-8")
    table.start()
    for name in ("night", "vote"):
        table.until(name)
        refused = Client().get(where)
        assert refused.status_code == 409
        assert refused.content.decode().endswith(".")
        assert table.state.setup.seed not in refused.content.decode()
    assert Client().get("/r/NONE-SUCH-00/deal.json").status_code == 404
    assert Client().post(where).status_code == 405


def run(file: str, *, text: str | None = None) -> tuple[int, str]:
    """How the command ends, and what it prints."""
    ended = subprocess.run(
        [sys.executable, "manage.py", "verifydeal", file],
        cwd=ROOT,
        env=environment(),
        input=text,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stdout + ended.stderr


def said_by_command(path: Path) -> tuple[int, list[str]]:
    out = io.StringIO()
    try:
        call_command("verifydeal", str(path), stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_C2_the_command_checks_a_file_and_standard_input(table: Table, tmp_path: Path) -> None:
    text = over(table)
    path = tmp_path / "deal.json"
    path.write_text(text)
    code, printed = run(str(path))
    assert code == 0
    assert printed.splitlines()[-1] == str(proof_words.OUTCOMES[Outcome.HOLDS])
    assert len(printed.splitlines()) == len(check(text).lines) + 1
    assert run("-", text=text) == (0, printed)
    assert run("-", text=text[:200])[0] == 1


def test_C2_the_command_says_of_every_change_that_it_does_not_hold(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    for name, text in tampered(over(table)).items():
        path.write_text(text)
        code, lines = said_by_command(path)
        assert code == 1, name
        assert lines[-1] == str(proof_words.OUTCOMES[Outcome.FAILS])
        assert all(line.endswith(".") for line in lines)


def test_C2_the_command_says_that_a_deal_by_hand_is_unverified(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text(over(table, Ann="mafia"))
    code, lines = said_by_command(path)
    assert code == 1
    assert lines[-1].startswith("Unverified")


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("verifydeal", str(tmp_path / "none.json"))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verifydeal", str(tmp_path))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert said_by_command(binary)[0] == 1
    assert run(str(tmp_path / "none.json"))[0] == 1


def test_every_finding_has_a_sentence() -> None:
    assert set(proof_words.LINES) == {*Fault, *Finding}
    assert set(proof_words.OUTCOMES) == set(Outcome)


def test_the_page_knows_which_game_to_fetch(table: Table) -> None:
    over(table)
    shown = Client().get("/verify/", {"room": table.code.lower().replace("-", " ")}).content.decode()
    assert f'data-fetch="/r/{table.code}/deal.json"' in shown
    assert 'data-fetch=""' in Client().get("/verify/").content.decode()
    refused = Client().get("/verify/", {"room": '"><b>'})
    assert refused.status_code == 404
    assert escape('"><b>') in refused.content.decode()
    assert 'id="room-err"' in refused.content.decode()


def test_C2_the_end_page_leads_to_file_page_and_command(table: Table) -> None:
    over(table)
    end = Client().get(f"/r/{table.code}/").content.decode()
    for what in (f'href="/r/{table.code}/deal.json"', f"/verify/?room={table.code}", "manage.py verifydeal"):
        assert what in end
