"""Which tests prove which clause of ``docs/rules``: read from the tests' files, without running them.

A test function proves the clauses that its name or its docstring names, a scenario those that its name
does.  A range, such as P1 to P24, names no clause.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

from games import rulebook
from games.services.scenario.reader import documents, scenario_files

OPEN: Mapping[str, str] = MappingProxyType(
    {
        "C23": "a second language. All texts can be translated.",
        "R17": "talking by voice on this site. Everybody writes.",
        "R18": "profiles, and reporting or blocking somebody. A host can put people out of the lobby.",
        "R19": "accounts for players, and the ladder. Public Ranked rooms keep to their limits.",
    }
)
"""Clauses that are not built, or not all of them: what is not here yet, as the rules page says under each.
They need no proof yet."""

_WORD = re.compile(r"(?<![\w-])[A-Z]+\d+(?![\w-])")
_RANGE = re.compile(r"[A-Z]+\d+\s*(?:to|-|–|—|…|\.\.+)\s*[A-Z]*\d+")
_SCENARIO = re.compile(r"test_scenario\[(.+?#\d+)[ \]]")


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "did not run"


@dataclass(frozen=True, slots=True)
class Proof:
    """``label`` is for people; ``key`` is what a report of a run calls it."""

    label: str
    key: str


def clauses() -> tuple[str, ...]:
    """The id of every clause, file by file in the order of the rules."""
    texts = [rulebook.rules_text(name) for name in rulebook.names()]
    return tuple(block.id for text in texts for block in text if block.kind == "clause")


def named_in(text: str) -> set[str]:
    """The ids that stand in a text as words of their own."""
    return set(_WORD.findall(_RANGE.sub(" ", text)))


def proofs(tests: Path) -> dict[str, tuple[Proof, ...]]:
    """Whatever proves something in a folder of tests, by the id of the clause.

    ValueError if a file cannot be read.
    """
    found: dict[str, list[Proof]] = {}
    for ids, proof in (*_functions(tests), *_scenarios(tests / "scenarios")):
        for clause in sorted(ids):
            found.setdefault(clause, []).append(proof)
    return {clause: tuple(by) for clause, by in found.items()}


def _functions(tests: Path) -> Iterator[tuple[set[str], Proof]]:
    for file in sorted(tests.rglob("test_*.py")):
        place = file.relative_to(tests.parent)
        tree = ast.parse(file.read_bytes(), str(file))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for names, body in (((), tree.body), *(((cls.name,), cls.body) for cls in classes)):
            module = ".".join((*place.with_suffix("").parts, *names))
            for node in body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                    words = {word for word in node.name.upper().split("_") if _WORD.fullmatch(word)}
                    proof = Proof("::".join((str(place), *names, node.name)), f"{module}::{node.name}")
                    yield words | named_in(ast.get_docstring(node) or ""), proof


def _scenarios(folder: Path) -> Iterator[tuple[set[str], Proof]]:
    for file in scenario_files(folder) if folder.is_dir() else ():
        for label, document in documents(file):
            name = document.get("name") if isinstance(document, dict) else None
            place, number = file.relative_to(folder), label.removeprefix(str(file)).split(" ")[0]
            yield named_in(str(name)), Proof(f"{place}{number} ({name})", f"{place}{number}")


def outcomes(reports: Iterable[Path]) -> dict[str, Outcome]:
    """How each test went, by the key of its proof, from reports in the format of JUnit.

    A test failed if any of its cases did, and did not run if all of them were passed over.
    OSError or ValueError if a report cannot be read.
    """
    found: dict[str, Outcome] = {}
    for report in reports:
        for case in _cases(report):
            key = _key(case.get("classname", ""), case.get("name", ""))
            found[key] = max(found.get(key, Outcome.NOT_RUN), _outcome(case), key=_SEVERITY.index)
    return found


def _cases(report: Path) -> Iterable[ElementTree.Element]:
    try:
        return ElementTree.parse(report).iter("testcase")  # noqa: S314 - written by our own run
    except ElementTree.ParseError as error:
        raise ValueError(str(error)) from error


_SEVERITY = (Outcome.NOT_RUN, Outcome.PASSED, Outcome.FAILED)


def _key(module: str, name: str) -> str:
    scenario = _SCENARIO.match(name)
    return scenario[1] if scenario else f"{module}::{name.partition('[')[0]}"


def _outcome(case: ElementTree.Element) -> Outcome:
    if case.find("failure") is not None or case.find("error") is not None:
        return Outcome.FAILED
    return Outcome.PASSED if case.find("skipped") is None else Outcome.NOT_RUN


def unproven(
    rules: tuple[str, ...],
    proven: Mapping[str, tuple[Proof, ...]],
    went: Mapping[str, Outcome] | None = None,
) -> tuple[str, ...]:
    """The clauses without a proof, or, where it is known how the tests ``went``, without one that passed."""

    def holds(proof: Proof) -> bool:
        return went is None or went.get(proof.key) is Outcome.PASSED

    return tuple(
        clause for clause in rules if clause not in OPEN and not any(map(holds, proven.get(clause, ())))
    )
