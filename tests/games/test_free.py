"""Free games: every option that makes a difference can be set, and no other."""

from dataclasses import replace
from functools import cache

import pytest

from games import free
from games.engine.abilities import ABILITIES
from games.engine.ids import RoleId
from games.engine.roles import ROLES, Faction
from games.engine.rules import OPTIONS, Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.selectors import configured
from games.services.settings import apply
from tests.kit.custom import all_options, alternatives, trace

NEEDS: dict[str, dict[str, object]] = {
    "last_words_seconds": {"last_words": True},
    "tie": {"skip_budget": 0, "procedure": "plurality"},
    "second": {"procedure": "nominations"},
    "quiet_days": {"doctor_repeat": True},
    "defense_seconds": {"procedure": "nominations"},
    "night_order": {"resolution": "sequential"},
    "resolution": {"night_order": "kill murder shoot"},
    "jester_ends": {"skip_budget": 0},
    "neutral_check": {"jester_ends": True, "skip_budget": 0},
}
"""What has to be set for an option to show its effect: it is offered all the same."""

GAMES = 60
"""Among so many games some differ by an option that has an effect; by any other, the first two never do."""


def table(preset: str, *, all_roles: bool) -> tuple[Ruleset, tuple[RoleId, ...]]:
    """The preset with the roles that it deals, or with all that can be dealt in it, for which it may be too
    small a table; three share a power, so that two of them can agree without the third."""
    ruleset = REGISTRY[preset]
    roles = free.playable(ruleset)
    if all_roles:
        changed = configure(ruleset, {"roles": dict.fromkeys(roles, 1)})
        assert isinstance(changed, Ruleset)
        ruleset = changed
    dealt = [role for role in roles if role in free.roles_at_hand(ruleset)]
    sharing = next(role for role in dealt if any(p.shared and not p.breaks_tie for p in ROLES[role].powers))
    dealt += [sharing] * 2
    mafia = sum(ROLES[role].faction is Faction.MAFIA for role in dealt)
    filler = [ruleset.filler] * max(3, 2 * mafia + 4 - len(dealt))
    return replace(ruleset, max_players=len(filler) + len(dealt)), (*filler, *dealt)


Changes = tuple[tuple[str, object], ...]


def played(preset: str, all_roles: bool, changes: Changes, seed: int, last_day: int) -> list[object]:
    base, roles = table(preset, all_roles=all_roles)
    changed = configure(base, dict(changes))
    assert isinstance(changed, Ruleset), changed
    return trace(changed, roles, seed, last_day)


usually = cache(played)


def makes_a_difference(preset: str, all_roles: bool, name: str, games: int, last_day: int) -> bool:
    base, _roles = table(preset, all_roles=all_roles)
    needs = tuple(NEEDS.get(name, {}).items())
    others = list(alternatives(OPTIONS[name], base))
    return any(
        played(preset, all_roles, (*needs, (name, other)), seed, last_day)
        != usually(preset, all_roles, needs, seed, last_day)
        for seed in range(games)
        for other in others
    )


@pytest.mark.parametrize(
    ("preset", "all_roles"),
    [
        *((preset, False) for preset in REGISTRY),
        ("gallows", True),
        *(pytest.param(preset, True, marks=pytest.mark.soak) for preset in REGISTRY if preset != "gallows"),
    ],
)
def test_an_option_is_shown_if_and_only_if_it_has_an_effect(preset: str, all_roles: bool) -> None:
    own, more = free.options_for(table(preset, all_roles=all_roles)[0])
    shown = {*own, *more}
    assert {"roles", "theme"} <= shown
    found = {
        name
        for name in all_options()
        if makes_a_difference(preset, all_roles, name, *((GAMES, 20) if name in shown else (2, 3)))
    }
    assert found == shown - {"roles", "theme"}


@pytest.mark.parametrize("preset", REGISTRY)
def test_what_has_no_effect_is_refused_at_its_field(preset: str) -> None:
    ruleset = REGISTRY[preset]
    shown = {*free.options_for(ruleset)[0], *free.options_for(ruleset)[1]}
    for name in all_options():
        for value in alternatives(OPTIONS[name], ruleset):
            kept, refusals = apply(preset, {}, {name: value}, free=True)
            if name in shown:
                assert refusals == () or [one.code for one in refusals] == ["CONTRADICTION"], name
            else:
                assert kept == {}
                assert [(one.code, one.field) for one in refusals] == [("NO_EFFECT", name)]


def test_options_follow_the_roles_at_hand() -> None:
    kept, refusals = apply(
        "parlor", {}, {"roles": {"vigilante": 1, "doctor": 0}, "vigilante_shots": 3}, free=True
    )
    assert (kept["vigilante_shots"], refusals) == (3, ())
    more = free.options_for(configured("parlor", kept))
    assert "vigilante_shots" in more[1]
    assert "doctor_self" not in more[0]
    again, refusals = apply("parlor", kept, {"doctor_self": False}, free=True)
    assert again == kept
    assert [(one.code, one.field) for one in refusals] == [("NO_EFFECT", "doctor_self")]


def test_C24_what_stays_as_it_is_is_never_refused() -> None:
    """A form sends all its fields, those too that what else it changes makes meaningless."""
    kept, refusals = apply("parlor", {}, {"roles": {"doctor": 0}, "doctor_self": True}, free=True)
    assert (kept["roles"], refusals) == ({"doctor": 0}, ())


def test_a_public_room_sets_what_its_preset_offers_and_no_more() -> None:
    kept, refusals = apply("parlor", {}, {"procedure": "majority", "flip": "none", "roles": {"vigilante": 1}})
    assert kept == {"flip": "none"}
    assert [(one.code, one.field) for one in refusals] == [
        ("ONLY_PRIVATE", "procedure"),
        ("ONLY_PRIVATE", "roles.vigilante"),
    ]


def test_N11_a_second_vote_that_never_comes_is_refused_whichever_is_set_last() -> None:
    changes: list[tuple[str, object]] = [("tie", "revote"), ("procedure", "majority")]
    for first, last in (changes, changes[::-1]):
        kept, refusals = apply("parlor", {}, dict([first]), free=True)
        assert refusals == ()
        again, refusals = apply("parlor", kept, dict([last]), free=True)
        assert again == kept
        assert [(one.code, one.field) for one in refusals] == [("CONTRADICTION", last[0])]
    both = {"tie": "nobody", "procedure": "majority"}
    assert apply("parlor", {"tie": "revote"}, both, free=True) == (both, ())
    kept, refusals = apply("parlor", {"tie": "revote"}, {"procedure": "majority", "tie": "revote"}, free=True)
    assert kept == {"tie": "revote"}
    assert [one.field for one in refusals] == ["procedure"]


def test_N11_what_the_preset_itself_has_stands_in_nobodys_way() -> None:
    assert REGISTRY["moderated"].tie == "revote"
    assert apply("moderated", {}, {"procedure": "majority"}, free=True) == ({"procedure": "majority"}, ())


def test_nominations_need_a_phase_for_them() -> None:
    for preset, ruleset in REGISTRY.items():
        nominates = any(place.kind == "nomination" for place in ruleset.line)
        assert ("nominations" in free.choices(OPTIONS["procedure"], ruleset)) == nominates
        if not nominates:
            kept, refusals = apply(preset, {}, {"procedure": "nominations"}, free=True)
            assert kept == {}
            assert [(one.code, one.field) for one in refusals] == [("NO_EFFECT", "procedure")]


@pytest.mark.parametrize("preset", REGISTRY)
def test_roles_can_be_counted_whose_powers_the_night_knows(preset: str) -> None:
    ruleset = REGISTRY[preset]
    playable = free.playable(ruleset)
    for role in ROLES.values():
        known = all(power.ability in ABILITIES for power in role.powers)
        kept, refusals = apply(preset, {}, {"roles": {role.id: 1}}, free=True)
        if role.id in playable:
            assert known
            assert (kept, refusals) == ({"roles": {role.id: 1}}, ())
        else:
            assert kept == {}
            assert [(one.code, one.field) for one in refusals] == [("ROLE_NOT_PLAYED", f"roles.{role.id}")]
    assert {role for roles in free.by_side(playable).values() for role in roles} == set(playable)


@pytest.mark.parametrize("preset", REGISTRY)
def test_last_words_may_be_had_in_every_preset(preset: str) -> None:
    own, more = free.options_for(REGISTRY[preset])
    assert {"last_words", "last_words_seconds"} <= {*own, *more}


def test_every_option_says_where_it_makes_a_difference() -> None:
    assert set(free.RELEVANT) == set(OPTIONS)


@pytest.mark.parametrize("preset", REGISTRY)
def test_C31_any_role_can_be_dealt_in_any_preset(preset: str) -> None:
    assert free.playable(REGISTRY[preset]) == tuple(ROLES)
