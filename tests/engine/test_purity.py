"""The engine depends on its arguments alone, so a game can be replayed, tested and trusted."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = {
    "__future__", "collections", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools", "json",
    "math", "operator", "re", "types", "typing",
}  # fmt: skip
FOLDERS = {"games/engine": PURE | {"games.engine"}, "ladder/scoring": PURE | {"ladder.scoring"}}


def modules(folder: str) -> list[Path]:
    path = ROOT / folder
    return (
        sorted(path.rglob("*.py"))
        if path.is_dir()
        else [file for file in [path.with_suffix(".py")] if file.exists()]
    )


def imports(source: str) -> Iterator[str]:
    """What is imported from elsewhere; relative imports stay in the package, their layers are contracts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def impure(source: str, allowed: set[str]) -> list[str]:
    return [
        name
        for name in imports(source)
        if not any(name == pure or name.startswith(f"{pure}.") for pure in allowed)
    ]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        pytest.param(path, allowed, id=str(path.relative_to(ROOT)))
        for folder, allowed in FOLDERS.items()
        for path in modules(folder)
    ],
)
def test_module_imports_only_what_is_pure(path: Path, allowed: set[str]) -> None:
    assert impure(path.read_text(), allowed) == []


def test_impure_imports_are_found_wherever_they_hide() -> None:
    source = "import enum, os.path\nfrom typing import Any\ndef f():\n    from time import time\n"
    assert impure(source, PURE) == ["os.path", "time"]
