"""The law of the wire, tried on random games (SOAK=1 with -m soak: on many): two that differ only in what a
viewer may not know send them the same frames, in the same order, of the same bytes, at the same moments (C1).
"""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from games.engine.rulesets import REGISTRY
from tests.kit.run import Run, locked
from tests.kit.script import usual_roles
from tests.kit.wire_twins import Tally, compare, random_pair

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = 30
PARTS = 5
"""Of each preset's pairs, so that several processes share them."""

SHARE = 0.4
"""Of all pairs must have been compared long enough to count; the others part early, as random games do."""

HOSTS = {"narrator", "host with a seat"}
"""At a moderated table the one host there is knows everything."""
SEEN = {"spectator", "queued", *HOSTS, "second tab", "load", "back", "out", "shape"}


def compared(preset: str, part: int, pairs: int) -> Tally:
    each = -(-pairs // len(REGISTRY))
    return sum((compare(random_pair(preset, number)) for number in range(part, each, PARTS)), Tally())


def together(folder: Path, preset: str, part: int, tally: Tally) -> dict[str, Tally] | None:
    """The tallies of all parts by preset, for the last to be ready; None for the others."""
    with locked(folder / "wire-law.lock"):
        record = folder / "wire-law.json"
        parts = json.loads(record.read_text()) if record.exists() else {}
        parts[f"{preset} {part}"] = {**asdict(tally), "covered": sorted(tally.covered)}
        record.write_text(json.dumps(parts))
    if len(parts) < PARTS * len(REGISTRY):
        return None
    of = {preset: [parts[f"{preset} {part}"] for part in range(PARTS)] for preset in REGISTRY}
    return {
        preset: sum((Tally(**{**one, "covered": set(one["covered"])}) for one in tallies), Tally())
        for preset, tallies in of.items()
    }


def check(tallies: dict[str, Tally]) -> None:
    """That enough was compared: in every preset every role and kind of phase, and every kind of viewer."""
    for preset, tally in tallies.items():
        ruleset = REGISTRY[preset]
        roles = {f"role {role}" for role in (*usual_roles(ruleset), ruleset.filler)}
        phases = {f"phase {place.kind}" for place in ruleset.line}
        seen = SEEN - HOSTS if ruleset.moderated else SEEN
        missing = (roles | phases | seen) - tally.covered
        assert not missing, (preset, missing)
        assert tally.counted >= SHARE * tally.pairs, (preset, tally)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", REGISTRY)
def test_c1_twin_games_are_the_same_on_the_wire(preset: str, part: int, run: Run) -> None:
    tallies = together(run.folder, preset, part, compared(preset, part, PAIRS))
    if tallies is not None:
        check(tallies)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", REGISTRY)
def test_soak(preset: str, part: int) -> None:
    tally = compared(preset, part, 500)
    assert tally.counted >= SHARE * tally.pairs, tally
