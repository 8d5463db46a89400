"""Figures that are measured, and the table of them at the end of the run."""

from collections.abc import Callable

import pytest

FIGURES = pytest.StashKey[list[tuple[str, str, str]]]()


@pytest.fixture
def note(pytestconfig: pytest.Config) -> Callable[[str, str, str], None]:
    """Takes down a figure, its value, and what it should reach."""

    def take_down(figure: str, value: str, target: str = "") -> None:
        pytestconfig.stash.setdefault(FIGURES, []).append((figure, value, target))

    return take_down


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash.get(FIGURES, [])
    if not figures:
        return
    widths = [max(len(figure[column]) for figure in figures) for column in range(2)]
    terminalreporter.section("figures")
    for figure, value, target in figures:
        terminalreporter.write_line(f"{figure:<{widths[0]}}  {value:<{widths[1]}}  {target}".rstrip())
