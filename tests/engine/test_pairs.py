"""Every two powers of the night that can meet have a scenario that says what comes of it (C8, C9).

Which powers there are, and which can meet, is asked of the registry of roles and of the engine, so that a new
ability asks for its pairs.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

from games.engine.abilities import ABILITIES
from games.engine.commands import Choose
from games.engine.ids import AbilityId, RoleId, SeatId
from games.engine.night import choice_refusal
from games.engine.roles import ROLES, Condition, Power, Tells
from games.services.scenario.model import Acts, Expect, Scenario
from games.services.scenario.reader import documents, read_scenario, scenario_files
from tests.kit.games import table

FOLDER = Path(__file__).parent.parent / "scenarios" / "pairs"

BORROWED = {Condition.HEIR, Condition.LAST}
"""Powers that somebody has only in the place of another who has it in their own right."""


class Kind(NamedTuple):
    """What makes two powers the same to whomever they meet."""

    ability: AbilityId
    tells: Tells
    spares_own: bool


class Pair(NamedTuple):
    """Two kinds in order; ``mutual``: each is used on the holder of the other, not both on a third."""

    one: Kind
    other: Kind
    mutual: bool


def kind_of(power: Power) -> Kind:
    return Kind(power.ability, power.tells, power.spares_own)


def paired(one: Kind, other: Kind, mutual: bool) -> Pair:
    return Pair(min(one, other), max(one, other), mutual)


HOLDERS: dict[Kind, tuple[RoleId, Power]] = {
    kind_of(power): (role.id, power)
    for role in reversed(tuple(ROLES.values()))
    for power in role.powers
    if power.condition not in BORROWED
}
"""Of each kind of power the first role that has it."""


def _avenges(kind: Kind) -> bool:
    return HOLDERS[kind][1].condition is Condition.AVENGER


def _may(one: Kind, other: Kind, *, mutual: bool) -> bool:
    """Whether both may be chosen in one night, by the engine's own answer."""
    roles = f"{HOLDERS[one][0]} {HOLDERS[other][0]} citizen mafia" + 6 * " citizen"
    state = table(roles, preset="moderated").until("night").state
    for seat, kind in enumerate((one, other)):
        target = SeatId(1 - seat if mutual else 2) if HOLDERS[kind][1].aimed else None
        verb = AbilityId(ABILITIES[kind.ability].word)
        if choice_refusal(state, Choose(SeatId(seat), verb, target)) is not None:
            return False
    return True


def _can_meet(one: Kind, other: Kind, *, mutual: bool) -> bool:
    """An alert is met by whoever comes to its holder.  Who avenges is out, where no power reaches them, and
    has been voted out alone."""
    aimed = [HOLDERS[kind][1].aimed for kind in (one, other)]
    if not (any(aimed) if mutual else all(aimed)):
        return False
    if _avenges(one) or _avenges(other):
        return not mutual and one != other
    return _may(one, other, mutual=mutual)


def pairs_there_are() -> set[Pair]:
    return {
        paired(one, other, mutual)
        for one, other in combinations_with_replacement(sorted(HOLDERS), 2)
        for mutual in (False, True)
        if _can_meet(one, other, mutual=mutual)
    }


Deed = tuple[str, Kind, str | None]
"""Who, what, and at whom."""


def _deeds(scenario: Scenario, acts: Acts) -> Iterator[Deed]:
    for name in acts.actors:
        for attempt in acts.attempts:
            for power in ROLES[scenario.roles[name]].powers if name in scenario.roles else ():
                if attempt.refused is None and ABILITIES[power.ability].word == attempt.action.verb:
                    yield name, kind_of(power), attempt.action.target


def _nights(scenario: Scenario) -> Iterator[list[Deed]]:
    """What is done in each night whose end is followed by an expectation."""
    deeds: list[Deed] = []
    for _, step in scenario.steps:
        match step:
            case Acts():
                deeds += _deeds(scenario, step)
            case Expect():
                yield deeds
                deeds = []


def _meetings(deeds: list[Deed]) -> Iterator[Pair]:
    for (name, kind, target), (rival, counter, goal) in combinations(deeds, 2):
        if target is not None and target == goal:
            yield paired(kind, counter, mutual=False)
        if target in {rival, None} and goal in {name, None} and name != rival:
            yield paired(kind, counter, mutual=True)


def pairs_told() -> set[Pair]:
    return {
        meeting
        for file in scenario_files(FOLDER)
        for _, document in documents(file)
        for deeds in _nights(read_scenario(document))
        for meeting in _meetings(deeds)
    }


def test_C8_C9_every_two_powers_that_can_meet_have_a_scenario() -> None:
    missing = pairs_there_are() - pairs_told()
    assert sorted(missing) == []


def test_C9_every_ability_is_among_the_powers_that_meet() -> None:
    assert {kind.ability for pair in pairs_there_are() for kind in (pair.one, pair.other)} == set(ABILITIES)
