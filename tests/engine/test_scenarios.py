"""Every scenario in tests/scenarios is a test of its own."""

from pathlib import Path

import pytest

from games.services.scenario.reader import documents, scenario_files
from games.services.scenario.runner import run_document

FOLDER = Path(__file__).parent.parent / "scenarios"

SCENARIOS = [
    pytest.param(document, id=label.removeprefix(f"{FOLDER}/"))
    for file in scenario_files(FOLDER)
    for label, document in documents(file)
]


@pytest.mark.parametrize("document", SCENARIOS)
def test_scenario(document: object) -> None:
    outcome = run_document("", document)
    assert outcome.failures == ()


def test_every_scenario_has_a_name_of_its_own() -> None:
    names = [
        document.get("name")
        for file in scenario_files(FOLDER)
        for _, document in documents(file)
        if isinstance(document, dict)
    ]
    assert None not in names
    assert len(names) == len(set(names))
