"""The tap of the night: one for everybody, made into what a role can do (C1, R5, RN6)."""

import pytest

from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

SEVEN = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def night(preset: str, **roles: str) -> Table:
    table = Table(*SEVEN, preset=preset)
    table.start(**roles)
    table.until("night")
    return table


def chosen(table: Table, name: str) -> list[tuple[str, str]]:
    """The abilities that somebody has chosen to use tonight, and on whom."""
    seats = table.state.seats
    return [
        (choice.ability, "" if choice.target is None else seats[choice.target].name)
        for choice in table.state.stage.choices
        if choice.seat == table.number(name)
    ]


@pytest.mark.parametrize(
    ("preset", "roles"),
    [
        ("parlor", {"mafia": "kill", "doctor": "protect", "detective": "investigate", "citizen": "suspect"}),
        ("ranked", {"godfather": "kill", "framer": "frame", "doctor": "protect", "detective": "investigate"}),
        ("ranked", {"killer": "kill", "silencer": "silence", "citizen": "suspect"}),
        ("ranked", {"killer": "kill", "bodyguard": "guard", "vigilante": "shoot", "jester": "suspect"}),
    ],
)
def test_C1_the_same_tap_is_each_roles_own(preset: str, roles: dict[str, str]) -> None:
    holders = dict(zip(SEVEN, roles, strict=False))
    table = night(preset, **holders)
    for name, role in holders.items():
        table.do(name, "tap", "Gus")
        assert chosen(table, name) == [(roles[role], "Gus")]
        table.do(name, "tap", "Fay")
        assert chosen(table, name) == [(roles[role], "Fay")]
        table.do(name, "tap", "nobody")
        assert chosen(table, name) == [("hold", "")]


def test_C1_a_tap_is_refused_as_what_it_stands_for_is() -> None:
    table = night("parlor", Ann="mafia", Ben="detective", Cat="doctor")
    assert refused(table.act("Ben", "tap", "Ben")) == "SELF_TARGET"
    assert refused(table.act("Ben", "tap")) == "NEEDS_TARGET"
    assert refused(table.act("Ben", "tap", power="kill", target="Dan")) == "NO_SUCH_POWER"
    assert refused(table.act("Dan", "tap", power="suspect" * 30, target="Ben")) == "NO_SUCH_POWER"
    assert refused(table.act("Zed", "tap", "Dan")) == "SPECTATOR"
    assert refused(table.act("Ben", "tap", "Dan", phase=1)) == "PHASE_PASSED"
    assert table.state.stage.choices == ()
    table.do("Ann", "tap", "Eve")
    table.until("vote")
    assert refused(table.act("Eve", "tap", "Ann")) == "NOT_ALIVE"
    assert refused(table.act("Ben", "tap", "Ann")) == "WRONG_PHASE"
    assert refused(table.act("Ben", "tap", "nobody")) == "WRONG_PHASE"


def test_C1_a_narrators_tap_is_nobodys() -> None:
    table = Table("Nan", *SEVEN, narrates=True)
    table.start(Ann="mafia")
    table.until("night")
    assert refused(table.act("Nan", "tap", "Ann")) == "NO_SUCH_SEAT"


def test_a_tap_that_is_sent_twice_counts_once() -> None:
    table = night("parlor", Ann="mafia")
    for target in ("Ben", "Cat"):
        assert table.act("Ann", "tap", target, command_id="a" * 32) is None
    assert chosen(table, "Ann") == [("kill", "Ben")]


def test_R5_an_heir_says_which_of_their_powers_a_tap_is_for() -> None:
    table = night("ranked", Ann="framer", Ben="killer", Cat="doctor")
    table.do("Ann", "tap", "Dan")
    assert chosen(table, "Ann") == [("frame", "Dan")]
    assert refused(table.act("Ann", "tap", "Dan", power="kill")) == "NO_SUCH_POWER"
    table.until("vote")
    table.all("vote", "Ben")
    table.until("night")
    assert table.state.stage.night == 2
    table.do("Ann", "tap", "Dan")
    assert chosen(table, "Ann") == [("kill", "Dan")]
    table.do("Ann", "tap", "Eve", power="frame")
    assert chosen(table, "Ann") == [("kill", "Dan"), ("frame", "Eve")]
    table.do("Ann", "tap", "Fay", power="kill")
    assert sorted(chosen(table, "Ann")) == [("frame", "Eve"), ("kill", "Fay")]
    table.do("Ann", "tap", "nobody", power="kill")
    assert chosen(table, "Ann") == [("hold", "")]


def test_RN6_whoever_has_shot_their_last_taps_a_suspect() -> None:
    table = Table(*SEVEN, preset="ranked", options={"vigilante_shots": 1})
    table.start(Ann="vigilante", Ben="killer")
    table.until("night")
    table.do("Ann", "tap", "Gus")
    table.until("vote")
    table.until("night")
    table.do("Ann", "tap", "Fay")
    assert chosen(table, "Ann") == [("suspect", "Fay")]
