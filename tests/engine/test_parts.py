"""The parts below the game: chance, counting, settings, wins, talk, and what the code may not name."""

import hashlib
import hmac
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.abilities import ABILITIES
from games.engine.errors import Reason, Rejected
from games.engine.ids import NARRATOR_VIEWER, NOBODY, RoleId, SeatId, seat_viewer
from games.engine.options import OptionKind
from games.engine.phases import KINDS
from games.engine.rng import commitment, draw, pick, shuffled
from games.engine.roles import ROLES, Faction
from games.engine.rules import OPTIONS, Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.talk import Talk, audience, reads, writes
from games.engine.votes import Count, Outcome, budget, names, plurality, tally
from games.engine.win import CONDITIONS, verdict, winners
from tests.kit.games import table

ENGINE = Path(__file__).resolve().parents[2] / "games" / "engine"
SEVEN = "mafia mafia doctor detective citizen citizen citizen"
SEED = "5eed"


# --- chance (C2) ---


def test_C2_a_draw_is_the_documented_hmac() -> None:
    digest = hmac.new(bytes.fromhex(SEED), b"tie:night:2:0", hashlib.sha256).digest()
    assert draw(SEED, "tie:night:2", 10) == int.from_bytes(digest[:8], "big") % 10


def test_C2_a_draw_that_would_favour_small_numbers_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = iter([b"\xff" * 32, b"\x00" * 31 + b"\x01"])
    monkeypatch.setattr(hmac, "digest", lambda *arguments: next(digests))
    assert draw(SEED, "x", 3) == 0


def test_draws_are_even_and_labels_differ() -> None:
    counts = Counter(draw(SEED, f"label:{number}", 5) for number in range(5_000))
    assert set(counts) == set(range(5))
    assert max(counts.values()) - min(counts.values()) < 200


def test_shuffles_and_picks_come_from_the_seed() -> None:
    items = list(range(20))
    assert shuffled(SEED, "deal", items) == shuffled(SEED, "deal", items)
    assert sorted(shuffled(SEED, "deal", items)) == items
    assert shuffled(SEED, "deal", items) != shuffled("5eee", "deal", items)
    assert pick(SEED, "one", items) == items[draw(SEED, "one", 20)]


def test_C2_the_commitment_is_sha256_of_seed_and_salt() -> None:
    assert commitment("00ff", "01") == hashlib.sha256(b"\x00\xff\x01").hexdigest()


# --- counting (C17, P11, P12) ---


def seats(*numbers: int) -> dict[SeatId, int]:
    return {SeatId(number): 1 for number in numbers}


def test_C17_weights_count() -> None:
    ballots = {SeatId(0): SeatId(2), SeatId(1): SeatId(3), SeatId(4): NOBODY}
    assert tally(ballots, {SeatId(0): 3, SeatId(1): 1, SeatId(4): 1}) == {NOBODY: 1, 2: 3, 3: 1}


@pytest.mark.parametrize(
    ("totals", "outcome"),
    [
        ({}, Outcome()),
        ({1: 3, 2: 2, 3: 1}, Outcome(eliminated=SeatId(1))),
        ({1: 1}, Outcome(eliminated=SeatId(1))),
        ({1: 2, 2: 2}, Outcome(tied=(SeatId(1), SeatId(2)))),
        ({1: 2, NOBODY: 2}, Outcome()),
        ({1: 2, 2: 2, NOBODY: 2}, Outcome()),
        ({1: 2, 2: 2, NOBODY: 1}, Outcome(tied=(SeatId(1), SeatId(2)))),
        ({NOBODY: 5}, Outcome()),
    ],
)
def test_P11_P12_most_votes_goes_out(totals: dict[SeatId, int], outcome: Outcome) -> None:
    assert plurality(Count(totals, weight=9, budget=0)) == outcome


@pytest.mark.parametrize(
    ("totals", "left", "outcome"),
    [
        ({1: 5, 2: 4}, 1, Outcome(eliminated=SeatId(1))),
        ({1: 4, 2: 3, NOBODY: 2}, 1, Outcome()),
        ({1: 4, 2: 4, NOBODY: 1}, 1, Outcome()),
        ({1: 4, NOBODY: 5}, 1, Outcome(skips=True)),
        ({1: 1, NOBODY: 8}, 0, Outcome(eliminated=SeatId(1))),
        ({1: 2, 2: 2, NOBODY: 5}, 0, Outcome(tied=(SeatId(1), SeatId(2)))),
        ({1: 3, 2: 2, 3: 1, NOBODY: 3}, 0, Outcome(eliminated=SeatId(1))),
        ({NOBODY: 9}, 0, Outcome()),
        ({}, 0, Outcome()),
    ],
)
def test_R12_R13_a_majority_or_once_skips_are_spent_the_most_names(
    totals: dict[SeatId, int], left: int, outcome: Outcome
) -> None:
    assert budget(Count(totals, weight=9, budget=left)) == outcome
    if not left:
        assert names(Count(totals, weight=9, budget=3)) == outcome


def test_R12_C17_a_majority_is_more_than_half_of_even_weight_too() -> None:
    assert budget(Count({SeatId(1): 4, NOBODY: 4}, weight=8, budget=1)) == Outcome()


# --- settings (C24) ---


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"nonsense": 1}, Reason.UNKNOWN_OPTION),
        ({"last_words": "yes"}, Reason.OPTION_TYPE),
        ({"tie": "perhaps"}, Reason.OPTION_CHOICE),
        ({"tie": 3}, Reason.OPTION_CHOICE),
        ({"night_seconds": True}, Reason.OPTION_TYPE),
        ({"night_seconds": "long"}, Reason.OPTION_TYPE),
        ({"night_seconds": None}, Reason.OPTION_TYPE),
        ({"night_seconds": 9}, Reason.OPTION_BOUNDS),
        ({"talk_seconds": 1801}, Reason.OPTION_BOUNDS),
        ({"quiet_days": 21}, Reason.OPTION_BOUNDS),
        ({"roles": []}, Reason.OPTION_TYPE),
        ({"roles": {"wizard": 1}}, Reason.UNKNOWN_ROLE),
        ({"roles": {"mafia": "two"}}, Reason.OPTION_TYPE),
        ({"roles": {"mafia": -1}}, Reason.OPTION_BOUNDS),
    ],
)
def test_C24_a_wrong_setting_is_refused_at_its_field(changes: dict[str, object], reason: Reason) -> None:
    refusals = configure(REGISTRY["parlor"], changes)
    assert isinstance(refusals, tuple)
    assert [(refusal.reason, refusal.option) for refusal in refusals] == [(reason, next(iter(changes)))]


def test_C24_every_refusal_is_told_at_once() -> None:
    refusals = configure(REGISTRY["parlor"], {"tie": "x", "flip": "y", "quiet_days": 3})
    assert isinstance(refusals, tuple)
    assert [refusal.option for refusal in refusals] == ["tie", "flip"]


def test_settings_are_taken() -> None:
    for off in (None, "", "off"):
        ruleset = configure(REGISTRY["parlor"], {"talk_seconds": off, "roles": {"mafia": 2, "doctor": None}})
        assert isinstance(ruleset, Ruleset)
        assert (ruleset.talk_seconds, ruleset.roles) == (None, {"mafia": 2})


@pytest.mark.parametrize("preset", REGISTRY)
def test_a_preset_is_complete(preset: str) -> None:
    ruleset = REGISTRY[preset]
    ids = [place.id for place in ruleset.line]
    assert len(ids) == len(set(ids))
    assert {place.kind for place in ruleset.line} <= set(KINDS)
    assert {following for place in ruleset.line for following in place.then} < set(ids)
    assert {place.only_if for place in ruleset.line} - {""} <= set(OPTIONS)
    assert {place.seconds for place in ruleset.line if isinstance(place.seconds, str)} <= set(OPTIONS)
    assert set(ruleset.offered) <= set(OPTIONS)
    assert set(ruleset.ladder) <= set(ABILITIES)
    assert {rule.condition for rule in ruleset.wins} <= set(CONDITIONS)
    assert {ruleset.filler, *ruleset.counted_roles, *(row.role for row in ruleset.deal)} <= set(ROLES)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_is_declared_in_full(name: str) -> None:
    option = OPTIONS[name]
    assert option.label
    assert option.help.endswith(".")
    if option.kind in (OptionKind.NUMBER, OptionKind.SECONDS, OptionKind.COUNTS):
        assert option.low < option.high
    if option.kind is OptionKind.CHOICE:
        assert len(option.choices) > 1
    by_name = {named for preset in REGISTRY.values() for p in preset.line for named in (p.seconds, p.only_if)}
    read = name in by_name or re.search(rf"\b{name}\b", source({"settings.py", "rulesets"}))
    assert read, "nothing reads it"


# --- roles ---


@pytest.mark.parametrize("role", ROLES.values(), ids=lambda role: role.id)
def test_a_role_uses_abilities_that_exist(role: object) -> None:
    row = ROLES[RoleId(role.id)]  # type: ignore[attr-defined]
    assert {power.ability for power in row.powers} <= set(ABILITIES)
    for power in row.powers:
        for knob in (power.on_self, power.twice_running):
            assert isinstance(knob, bool) or OPTIONS[knob].kind is OptionKind.TOGGLE


def test_an_ability_permits_what_it_does_not_forbid() -> None:
    assert table(SEVEN).until("night").must(3, "investigate", 0)


# --- wins (P13, C20, C21) ---


def alive(*numbers: int) -> tuple[Faction, ...] | None:
    state = table(SEVEN).state
    return verdict(replace(state, seats=tuple(replace(s, alive=s.number in numbers) for s in state.seats)))


def test_P13_town_and_mafia() -> None:
    assert alive(2, 3) == (Faction.TOWN,)
    assert alive(0, 2) == (Faction.MAFIA,)
    assert alive(0, 1, 4, 5) == (Faction.MAFIA,)
    assert alive(0, 2, 3) is None


def test_C20_nobody_left_nobody_wins() -> None:
    assert alive() == ()


def test_C21_winners_are_people_by_present_alignment_but_not_those_who_left() -> None:
    game = table(SEVEN)
    game.must(1, "leave")
    assert winners(game.state, (Faction.MAFIA,)) == (0,)
    assert winners(game.state, (Faction.MAFIA, Faction.TOWN)) == (0, 2, 3, 4, 5, 6)


# --- talk (C29) ---


def test_C29_audiences_of_lines() -> None:
    game = table(SEVEN).until("night")
    game.must(0, "kill", 5)
    game.must(4, "leave")
    game.until("day")
    assert audience(game.state, Talk.MAFIA).seats == {0, 1}
    assert audience(game.state, Talk.GRAVEYARD).seats == {5}
    assert audience(game.state, Talk.TABLE).spectators
    assert writes(game.state, NARRATOR_VIEWER) == ()
    assert reads(game.state, seat_viewer(SeatId(5))) == (Talk.TABLE, Talk.GRAVEYARD)


# --- what the code may not name ---


def source(without: set[str]) -> str:
    files = [
        path for path in sorted(ENGINE.rglob("*.py")) if path.relative_to(ENGINE).parts[0] not in without
    ]
    return "\n".join(path.read_text() for path in files)


def code(text: str) -> str:
    """Without docstrings, comments and what names a faction."""
    return re.sub(r'""".*?"""|#.*|Faction\.\w+|Talk\.\w+|Theme\.\w+', "", text, flags=re.DOTALL)


def test_no_engine_code_names_a_role() -> None:
    text = code(source({"roles.py", "rulesets"}))
    for role in set(ROLES) - {RoleId("mafia")}:
        assert not re.search(rf'"{role}"', text), role
    named = re.findall(r'.*"mafia".*', text)
    allowed = ("MAFIA = ", "GUILTY", 'return "mafia" if guilty')
    assert [line for line in named if not any(word in line for word in allowed)] == []


def test_no_engine_code_reads_a_presets_key() -> None:
    text = code(source({"rulesets"}))
    assert re.findall(r"\.preset\b.*", text.replace("preset=ruleset.preset", "")) == []
    for preset in REGISTRY:
        assert f'"{preset}"' not in text


@pytest.mark.parametrize("reason", sorted(set(Reason) - {Reason.MALFORMED}))
def test_every_reason_is_given_somewhere(reason: Reason) -> None:
    """But for MALFORMED, which is for bytes that never become a command."""
    assert f"Reason.{reason.name}" in source({"errors.py"})


def test_a_refusal_belongs_to_an_option_or_to_none() -> None:
    assert Rejected(Reason.NOT_HOST).option == ""


def test_a_member_who_has_left_no_longer_sees_what_the_team_picks() -> None:
    game = table("mafia mafia citizen citizen citizen citizen citizen").until("night")
    game.must(0, "kill", 2)
    assert game.see(1).own.team_choices  # type: ignore[union-attr]
    game.must(1, "leave")
    assert not game.see(1).own.team_choices  # type: ignore[union-attr]
    told = game.must(0, "kill", 3)
    assert all(1 not in sent.audience.seats for sent in told)


def test_p11_a_vote_names_somebody() -> None:
    game = table("mafia doctor citizen citizen citizen", first_day_vote=True).until("vote")
    assert game.refused(1, "vote") is Reason.NEEDS_TARGET
