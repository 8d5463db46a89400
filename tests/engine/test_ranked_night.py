"""Ranked by night: the ladder, who takes an attack for whom, and what dawn tells."""

from itertools import product

import pytest

from games.engine.commands import CastBallot
from games.engine.errors import Reason, Rejected
from games.engine.events import NewsKind
from games.engine.game import decide
from games.engine.ids import SeatId
from games.engine.rng import pick
from games.engine.roles import ROLES
from tests.kit.games import table
from tests.kit.ranked import (
    BODYGUARD,
    CITIZEN,
    CONSIGLIERE,
    DETECTIVE,
    DOCTOR,
    FRAMER,
    GODFATHER,
    K1,
    K2,
    OTHER,
    VIGILANTE,
    dead,
    next_night,
    night,
    result,
)

# --- R4: the ladder ---


def test_R4_a_framed_player_reads_mafia_that_night_only() -> None:
    """What a night does to somebody does not outlast it."""
    game = night()
    game.must(FRAMER, "frame", CITIZEN)
    game.must(DETECTIVE, "investigate", CITIZEN)
    game.end()
    assert result(game, DETECTIVE, CITIZEN) == "mafia"
    next_night(game).must(DETECTIVE, "investigate", CITIZEN)
    game.end()
    assert result(game, DETECTIVE, CITIZEN) == "not_mafia"


def test_R4_the_godfather_reads_not_mafia_framed_too() -> None:
    game = night()
    game.must(FRAMER, "frame", GODFATHER)
    game.must(DETECTIVE, "investigate", GODFATHER)
    game.end()
    assert result(game, DETECTIVE, GODFATHER) == "not_mafia"


def test_R4_every_role_reads_as_its_row_says() -> None:
    roles = list(ROLES)
    for role in roles:
        game = night(f"detective {role} killer citizen citizen citizen citizen citizen")
        game.must(0, "investigate", 1)
        game.end()
        row = ROLES[role]
        guilty = (row.reads_as or row.faction) == "mafia"
        assert result(game, 0, 1) == ("mafia" if guilty else "not_mafia"), role


def test_R4_the_consigliere_learns_the_exact_role_and_no_frame_deceives() -> None:
    game = night()
    game.must(FRAMER, "frame", DETECTIVE)
    game.must(CONSIGLIERE, "investigate", DETECTIVE)
    game.end()
    assert result(game, CONSIGLIERE, DETECTIVE) == "detective"


def test_R4_C14_a_check_of_and_by_the_dying_is_answered() -> None:
    game = night()
    game.must(K1, "kill", DETECTIVE)
    game.must(VIGILANTE, "shoot", K2)
    game.must(DETECTIVE, "investigate", K2)
    game.end()
    assert dead(game) == {DETECTIVE, K2}
    assert result(game, DETECTIVE, K2) == "mafia"


def test_R4_the_doctor_may_protect_themselves_but_nobody_twice_running() -> None:
    game = night()
    game.must(DOCTOR, "protect", DOCTOR)
    game.must(K1, "kill", DOCTOR)
    game.end()
    assert not dead(game)
    next_night(game)
    assert game.refused(DOCTOR, "protect", DOCTOR) == "SAME_TARGET_TWICE"
    game.must(DOCTOR, "protect", CITIZEN)
    next_night(game).must(DOCTOR, "protect", DOCTOR)


# --- R4, R5, R6, C12, C13: attacks ---


def test_R4_the_bodyguard_dies_in_the_targets_place() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(K1, "kill", CITIZEN)
    game.end()
    assert dead(game) == {BODYGUARD}


def test_R4_a_guard_of_somebody_not_attacked_lives() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(K1, "kill", OTHER)
    game.end()
    assert dead(game) == {OTHER}


def test_C12_a_protected_target_costs_no_guard() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(DOCTOR, "protect", CITIZEN)
    game.must(K1, "kill", CITIZEN)
    game.end()
    assert not dead(game)


def test_C12_a_protected_guard_survives_the_hit() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(DOCTOR, "protect", BODYGUARD)
    game.must(K1, "kill", CITIZEN)
    game.end()
    assert not dead(game)


GUARDS = "killer godfather bodyguard bodyguard bodyguard citizen citizen doctor vigilante"


def test_C12_a_taken_hit_goes_no_further() -> None:
    game = night(GUARDS)
    game.must(2, "guard", 5)
    game.must(3, "guard", 2)
    game.must(0, "kill", 5)
    game.end()
    assert dead(game) == {2}


def test_C12_two_guards_of_each_other() -> None:
    game = night(GUARDS)
    game.must(2, "guard", 3)
    game.must(3, "guard", 2)
    game.must(0, "kill", 2)
    game.end()
    assert dead(game) == {3}


def test_C2_of_several_guards_one_is_drawn_under_a_label() -> None:
    fallen = set()
    for seed in "abcdefgh":
        game = table(GUARDS, preset="ranked", seed=seed).until("night")
        for guard in (2, 3, 4):
            game.must(guard, "guard", 5)
        game.must(0, "kill", 5)
        game.end()
        assert dead(game) == {pick(game.state.setup.seed, "guard:night:1:5", [2, 3, 4])}
        fallen |= dead(game)
    assert len(fallen) > 1


def test_R6_a_guard_does_not_stop_a_shot() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(VIGILANTE, "shoot", CITIZEN)
    game.end()
    assert dead(game) == {CITIZEN}


def test_R6_a_doctor_stops_a_shot_and_it_is_spent() -> None:
    game = night()
    game.must(DOCTOR, "protect", CITIZEN)
    game.must(VIGILANTE, "shoot", CITIZEN)
    game.end()
    assert not dead(game)
    assert game.see(VIGILANTE).own.uses == (("shoot", 1),)  # type: ignore[union-attr]


def test_C12_a_guard_takes_the_kill_and_the_shot_still_hits() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(K1, "kill", CITIZEN)
    game.must(VIGILANTE, "shoot", CITIZEN)
    game.end()
    assert dead(game) == {BODYGUARD, CITIZEN}


def test_C12_one_protection_covers_every_attack_of_the_night() -> None:
    """A shield, not a count."""
    game = night()
    game.must(DOCTOR, "protect", CITIZEN)
    game.must(K1, "kill", CITIZEN)
    game.must(VIGILANTE, "shoot", CITIZEN)
    game.end()
    assert not dead(game)


def test_C13_two_killers_on_one_target_are_one_death_and_the_shot_is_spent() -> None:
    game = night()
    game.must(K1, "kill", CITIZEN)
    game.must(VIGILANTE, "shoot", CITIZEN)
    game.end()
    (news,) = game.see(OTHER).news
    assert (news.kind, news.seats) == (NewsKind.DIED, (CITIZEN,))
    assert game.see(VIGILANTE).own.uses == (("shoot", 1),)  # type: ignore[union-attr]


def test_C8_two_who_kill_each_other_both_die() -> None:
    """What somebody does comes from the moment night fell, not from who still lives."""
    game = night("killer vigilante citizen citizen citizen citizen")
    game.must(0, "kill", 1)
    game.must(1, "shoot", 0)
    game.end()
    assert game.over
    assert dead(game) == {0, 1}
    assert game.see(2).result.winners == (1, 2, 3, 4, 5)  # type: ignore[union-attr]


def test_a_guard_who_was_not_needed_does_nothing() -> None:
    game = night()
    game.must(BODYGUARD, "guard", CITIZEN)
    game.must(K1, "kill", BODYGUARD)
    game.end()
    assert dead(game) == {BODYGUARD}


def test_every_pair_of_powers_aimed_at_each_other_resolves() -> None:
    pairs = [pair for pair in product(ROLES, repeat=2) if pair != ("godfather", "godfather")]
    for one, other in pairs:
        game = night(f"{one} {other} killer citizen citizen citizen citizen citizen")
        for seat, target in ((0, 1), (1, 0), (2, 3)):
            for legal in game.see(seat).legal:
                if legal.targets and target in legal.targets and legal.verb != "remove":
                    game.must(seat, legal.verb, target)
        number = game.state.stage.number
        game.end()
        assert game.over or game.state.stage.number == number + 1


# --- R8: dawn ---


@pytest.mark.parametrize(
    "acts",
    [
        [],
        [(K1, "hold", None)],
        [(K1, "kill", CITIZEN), (DOCTOR, "protect", CITIZEN)],
        [(VIGILANTE, "shoot", K1), (DOCTOR, "protect", K1)],
        [(K1, "kill", CITIZEN), (BODYGUARD, "guard", CITIZEN), (DOCTOR, "protect", BODYGUARD)],
    ],
)
def test_R8_a_quiet_night_has_the_same_words_whatever_made_it_quiet(
    acts: list[tuple[int, str, int | None]],
) -> None:
    game = night()
    for act in acts:
        game.must(*act)
    before = len(game.log)
    game.end()
    told = [type(a.event).__name__ for a in game.log[before:] if OTHER in a.audience.seats]
    assert told == ["NewsTold", "PhaseBegan"]
    assert [news.kind for news in game.see(OTHER).news] == ["nobody_died"]


def test_R8_C13_deaths_are_told_by_name_in_seat_order_without_role_or_cause() -> None:
    game = night()
    game.must(VIGILANTE, "shoot", K2)
    game.must(K1, "kill", CITIZEN)
    game.end()
    (news,) = game.see(OTHER).news
    assert (news.kind, news.seats) == (NewsKind.DIED, (K2, CITIZEN))
    gone = [game.see(OTHER).seats[seat] for seat in (K2, CITIZEN)]
    assert [(seat.role, seat.faction, seat.cause) for seat in gone] == [(None, None, "killed")] * 2


def test_R8_the_deaths_of_a_night_are_one_set_with_one_check_of_wins() -> None:
    """Parity is reached by one death alone, and undone by the other."""
    game = night("killer killer vigilante citizen citizen")
    game.must(0, "kill", 3)
    game.must(2, "shoot", 1)
    game.end()
    assert not game.over
    assert dead(game) == {1, 3}


def test_R4_C15_the_night_lasts_35_seconds_however_many_have_confirmed() -> None:
    game = night()
    began = game.state.stage.began_at
    for seat in game.state.numbers():
        game.must(seat, "confirm")
    assert game.phase == "night"
    assert not game.see(0).ends_early
    assert game.state.stage.due_at - began == 35_000


def test_a_press_on_the_days_vote_is_no_choice_for_the_night() -> None:
    game = night().until("vote")
    asked = game.state.stage.number
    game.until("night")
    late = decide(game.state, CastBallot(SeatId(CITIZEN), SeatId(K1)), game.now, phase=asked)
    assert late == Rejected(Reason.PHASE_PASSED)
    assert game.refused(CITIZEN, "vote", K1) == "WRONG_PHASE"
