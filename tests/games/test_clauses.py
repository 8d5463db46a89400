"""Every clause of the rules has a proof, and the command that says so finds them all and invents none."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import clauses
from games.clauses import Outcome
from games.management.commands import clauses as command

TESTS = Path("tests")

FUNCTIONS = '''
def test_P1_and_c6_in_a_name(): ...
async def test_waits():
    """R12, and N3: names of clauses.

    P16 too, but neither R4 to R13 nor S1-S16 nor G1–G23, not p9, xP7 or R8x.
    """
class TestMore:
    def test_p10_inside(self): ...
def helper_P2():
    """P3"""
'''
SCENARIOS = """
name: C8 N4 two at once, and no P1 to P24
preset: parlor
---
name: nothing named
---
preset: parlor
"""
REPORT = """<testsuites><testsuite>
<testcase classname="tests.test_some" name="test_P1_and_c6_in_a_name[a]"/>
<testcase classname="tests.test_some" name="test_P1_and_c6_in_a_name[b]">{first}</testcase>
<testcase classname="tests.test_some" name="test_waits"><skipped/></testcase>
<testcase classname="tests.test_some.TestMore" name="test_p10_inside"><error/></testcase>
<testcase classname="tests.engine.test_scenarios" name="test_scenario[a/b.yaml#1 (C8 N4 two at once)]"/>
</testsuite></testsuites>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tests = tmp_path / "tests"
    (tests / "scenarios" / "a").mkdir(parents=True)
    (tests / "test_some.py").write_text(FUNCTIONS)
    (tests / "no_test.py").write_text("def test_R1(): ...")
    (tests / "scenarios" / "a" / "b.yaml").write_text(SCENARIOS)
    return tests


def report(folder: Path, first: str = "") -> Path:
    file = folder / "report.xml"
    file.write_text(REPORT.format(first=first))
    return file


def test_every_clause_of_the_rules_has_a_proof() -> None:
    assert clauses.unproven(clauses.clauses(), clauses.proofs(TESTS)) == ()


def test_every_clause_has_one_id_and_what_is_open_is_a_clause() -> None:
    rules = clauses.clauses()
    assert len(rules) > 100
    assert len(rules) == len(set(rules))
    assert set(clauses.OPEN) <= set(rules)
    assert all(missing.endswith(".") for missing in clauses.OPEN.values())


def test_ids_are_found_as_words_in_names_and_docstrings(folder: Path) -> None:
    found = {clause: [proof.key for proof in by] for clause, by in clauses.proofs(folder).items()}
    assert found == {
        "P1": ["tests.test_some::test_P1_and_c6_in_a_name"],
        "C6": ["tests.test_some::test_P1_and_c6_in_a_name"],
        "R12": ["tests.test_some::test_waits"],
        "N3": ["tests.test_some::test_waits"],
        "P16": ["tests.test_some::test_waits"],
        "P10": ["tests.test_some.TestMore::test_p10_inside"],
        "C8": ["a/b.yaml#1"],
        "N4": ["a/b.yaml#1"],
    }


def test_a_clause_without_a_proof_is_told(folder: Path) -> None:
    assert clauses.unproven(("P1", "P2", "P10", "P100", "R18"), clauses.proofs(folder)) == ("P2", "P100")


@pytest.mark.parametrize("first", ["<failure/>", "<error/>"])
def test_what_failed_or_did_not_run_proves_nothing(folder: Path, first: str) -> None:
    proven, named = clauses.proofs(folder), ("P1", "C8", "R12", "P10")
    assert clauses.unproven(named, proven, clauses.outcomes(report(folder))) == ("R12", "P10")
    went = clauses.outcomes(report(folder, first))
    assert clauses.unproven(named, proven, went) == ("P1", "R12", "P10")
    assert went == {
        "tests.test_some::test_P1_and_c6_in_a_name": Outcome.FAILED,
        "tests.test_some::test_waits": Outcome.NOT_RUN,
        "tests.test_some.TestMore::test_p10_inside": Outcome.FAILED,
        "a/b.yaml#1": Outcome.PASSED,
    }


def test_one_proof_that_passed_is_enough(folder: Path) -> None:
    (folder / "test_other.py").write_text("def test_c8(): ...")
    proven, went = clauses.proofs(folder), clauses.outcomes(report(folder))
    assert clauses.unproven(("C8",), proven, went) == ()
    assert clauses.unproven(("C8",), proven, {}) == ("C8",)


def listed(monkeypatch: pytest.MonkeyPatch, folder: Path, rules: tuple[str, ...], *arguments: str) -> None:
    monkeypatch.setattr(command, "TESTS", folder)
    monkeypatch.setattr(clauses, "clauses", lambda: rules)
    call_command("clauses", *arguments)


def test_the_command_lists_proofs_and_succeeds(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(monkeypatch, folder, ("C8", "R18"))
    said = capsys.readouterr().out
    assert "C8\n  a/b.yaml#1 (C8 N4 two at once, and no P1 to P24)\nR18\n" in said
    assert f"R18: {clauses.OPEN['R18']}" in said
    assert "Without a proof" not in said


def test_the_command_fails_where_a_proof_is_missing(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        listed(monkeypatch, folder, ("C8", "P2"))
    assert ended.value.code == 1
    assert "Without a proof: P2\n" in capsys.readouterr().out


def test_the_command_reads_how_a_run_went(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        listed(monkeypatch, folder, ("C8", "R12"), "--junit", str(report(folder)))
    said = capsys.readouterr().out
    assert "two at once, and no P1 to P24): passed" in said
    assert "test_waits: did not run" in said
    assert "Without a proof: R12\n" in said


def test_the_command_says_what_it_cannot_read(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    for text in (None, "no report"):
        file = folder / "report.xml"
        if text:
            file.write_text(text)
        with pytest.raises(CommandError):
            listed(monkeypatch, folder, ("C8",), "--junit", str(file))
    (folder / "test_some.py").write_text("def test_(")
    with pytest.raises(CommandError):
        listed(monkeypatch, folder, ("C8",))
