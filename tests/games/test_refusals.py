"""Every reason to refuse something is provoked by a test, and given by the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.refusals import CODES

TESTS = Path(__file__).parents[1]
GAMES = TESTS.parent / "games"
WORDED = ("refusals.py", "errors.py", "sentences.py")
"""Where codes are declared, and put into words; no code is given there."""

_WORDS = re.compile(r"\w+")


def _expected(tree: ast.AST) -> Iterator[str]:
    """What a test file expects: the codes in its texts, and as ``Reason.X``; but for tests that make refusals
    themselves, to see how they are told."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_every_refusal"):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _WORDS.findall(node.value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Reason":
            yield node.attr
        yield from _expected(node)


def _provoked() -> set[str]:
    found: set[str] = set()
    for path in TESTS.rglob("*.py"):
        if path.name not in ("test_refusals.py", "test_wording.py", "fakes.py"):
            found.update(_expected(ast.parse(path.read_text())))
    for path in TESTS.rglob("*.yaml"):
        found.update(re.findall(r"refused: (\w+)", path.read_text()))
    return found


PROVOKED = _provoked()
GIVEN = {
    code
    for path in GAMES.rglob("*.py")
    if path.name not in WORDED
    for code in re.findall(r"\b(?:Code|Reason)\.([A-Z_]+)", path.read_text())
}


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_provoked_by_a_test(code: str) -> None:
    assert code in PROVOKED


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_given_somewhere(code: str) -> None:
    assert code in GIVEN
