"""The law of the wire, tried on random games (SOAK=1 with -m soak: on many): two that differ only in what a
viewer may not know send them the same frames, in the same order, of the same bytes, at the same moments (C1).
"""

import json
from dataclasses import asdict
from itertools import product
from pathlib import Path

import pytest

from games.engine.rulesets import REGISTRY
from tests.kit.run import Run, locked
from tests.kit.script import KINDS, usual_roles
from tests.kit.wire_twins import Tally, compare_until_one_counts, random_pair

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS, MANY = 30, 500
"""Of every run, and of the soak."""
MORE = 20
"""Of a preset that are compared at most besides, while something of it was among none."""

PARTS = 5
"""Of each kind's pairs, so that several processes share them."""

HOSTS = {"narrator", "host with a seat"}
"""At a moderated table the one host there is knows everything."""
SEEN = {"spectator", "queued", *HOSTS, "second tab", "load", "back", "out", "shape"}


def compared(kind: str, part: int, pairs: int) -> Tally:
    """The tally of so many pairs of all kinds that counted, of which this is one part of one kind."""
    numbers = range(part, -(-pairs // len(KINDS)), PARTS)
    tally = sum((compare_until_one_counts(kind, number) for number in numbers), Tally())
    assert tally.counted == len(numbers), tally
    return tally


def together(folder: Path, pairs: int, kind: str, part: int, tally: Tally) -> dict[str, Tally] | None:
    """The tallies of all parts by kind, for the last to be ready; None for the others."""
    with locked(folder / "wire-law.lock"):
        record = folder / f"wire-law-{pairs}.json"
        parts = json.loads(record.read_text()) if record.exists() else {}
        parts[f"{kind} {part}"] = {**asdict(tally), "covered": sorted(tally.covered)}
        record.write_text(json.dumps(parts))
    if len(parts) < PARTS * len(KINDS):
        return None
    of = {kind: [parts[f"{kind} {part}"] for part in range(PARTS)] for kind in KINDS}
    return {
        kind: sum((Tally(**{**one, "covered": set(one["covered"])}) for one in tallies), Tally())
        for kind, tallies in of.items()
    }


def everything(preset: str) -> set[str]:
    """What there is to cover in a preset by options of its own: its roles, the kinds of its phases and those
    of viewers."""
    ruleset = REGISTRY[preset]
    roles = {f"role {role}" for role in (*usual_roles(ruleset), ruleset.filler)}
    opened = [place for place in ruleset.line if not place.only_if or place.only_if in ruleset.offered]
    phases = {f"phase {place.kind}" for place in opened}
    return roles | phases | (SEEN - HOSTS if ruleset.moderated else SEEN)


def may_show(preset: str, number: int, missing: set[str]) -> bool:
    """Whether a pair may cover something of what is missing: its roles are known before it is played."""
    dealt = {f"role {role}" for role in random_pair(preset, number).setting.roles}
    return any(not one.startswith("role ") or one in dealt for one in missing)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_c1_twin_games_are_the_same_on_the_wire(kind: str, part: int, run: Run) -> None:
    tallies = together(run.folder, PAIRS, kind, part, compared(kind, part, PAIRS))
    if tallies is not None:
        covered = set.union(*(tally.covered for tally in tallies.values()))
        for preset, number in product(REGISTRY, range(PAIRS, PAIRS + MORE)):
            if may_show(preset, number, everything(preset) - covered):
                covered |= compare_until_one_counts(preset, number).covered
        assert covered >= set.union(*map(everything, REGISTRY))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_soak(kind: str, part: int, run: Run) -> None:
    """Among so many pairs each preset has been covered by its own."""
    tallies = together(run.folder, MANY, kind, part, compared(kind, part, MANY))
    if tallies is not None:
        missing = {preset: everything(preset) - tallies[preset].covered for preset in REGISTRY}
        assert not any(missing.values()), missing
