"""Running scenarios and saying what failed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from games.engine.table import problems

from .expectations import mismatches
from .model import Acts, Attempt, End, Expect, Scenario, ScenarioError, Start, Step, Until, Wait
from .play import Play
from .reader import documents, read_scenario, scenario_files


@dataclass(frozen=True, slots=True)
class Outcome:
    """``failures`` is empty if the scenario passed."""

    label: str
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.failures


def run(scenario: Scenario) -> tuple[str, ...]:
    """Play a scenario; gives each failure as a sentence with its step."""
    play = Play(scenario)
    failures = list(_start(play))
    if failures or scenario.start is Start.REFUSED:
        return tuple(failures)
    for text, step in scenario.steps:
        failures.extend(f"{text}: {failure}" for failure in _take(play, step))
    return tuple(failures)


def _start(play: Play) -> Iterator[str]:
    scenario = play.scenario
    refusal = scenario.refusal
    warnings: set[str] = set()
    if scenario.ruleset is not None:
        found = problems(scenario.ruleset, len(play.seats), tuple(scenario.roles.values()))
        warnings = {problem.reason for problem in found if problem.warning}
        rejected = play.start()
        refusal = rejected.reason if rejected else ""
    match scenario.start:
        case Start.REFUSED:
            if not refusal or scenario.reason not in ("", refusal):
                yield f"start: expected refused {scenario.reason}, found {refusal or 'started'}"
        case Start.WARNED:
            if refusal or not warnings or scenario.reason not in ("", *warnings):
                found_text = refusal or ", ".join(sorted(warnings)) or "no warning"
                yield f"start: expected warned {scenario.reason}, found {found_text}"
        case Start.OK:
            if refusal:
                yield f"start: expected ok, found refused {refusal}"


def _take(play: Play, step: Step) -> Iterator[str]:
    match step:
        case Until(phase):
            play.run_until(phase)
        case End():
            play.end_phase()
        case Wait(millis):
            play.run_to(play.now + millis)
        case Expect(wanted):
            yield from map(str, mismatches(play, wanted))
        case Acts(actors, attempts):
            for actor in actors:
                for attempt in attempts:
                    yield from _attempt(play, actor, attempt)


def _attempt(play: Play, actor: str, attempt: Attempt) -> Iterator[str]:
    text = attempt.action.text
    refusal = play.refusal(actor, attempt.action, really=attempt.refused is None)
    if attempt.refused is None:
        if refusal:
            yield f"{actor}: {text}: expected accepted, found refused {refusal}"
    elif not refusal:
        yield f"{actor}: {text}: expected refused {attempt.refused}, found accepted"
    elif attempt.refused not in ("any", refusal):
        yield f"{actor}: {text}: expected refused {attempt.refused}, found refused {refusal}"


def run_document(label: str, document: object) -> Outcome:
    """What cannot be read, or cannot go on, has failed."""
    try:
        return Outcome(label, run(read_scenario(document)))
    except ScenarioError as error:
        return Outcome(label, (str(error),))


def run_paths(paths: Iterable[Path]) -> Iterator[Outcome]:
    """Every scenario of every file and folder, in order."""
    for path in paths:
        try:
            for file in scenario_files(path):
                yield from run_file(file)
        except ScenarioError as error:
            yield Outcome(str(path), (str(error),))


def run_file(file: Path) -> Iterator[Outcome]:
    count = 0
    try:
        for label, document in documents(file):
            count += 1
            yield run_document(label, document)
        if not count:
            yield Outcome(str(file), ("no scenario in this file",))
    except ScenarioError as error:
        yield Outcome(str(file), (str(error),))
