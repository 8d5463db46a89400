"""Ranked's specialists: who agrees on the kill and who inherits it, limited shots, silence."""

from games.engine.audience import only
from games.engine.events import ChoiceMade, NewsKind, PickWithdrawn, PlayerSilenced, PowerSpent
from games.engine.ids import SeatId
from games.engine.rng import pick
from games.engine.talk import Talk
from tests.kit.games import Table, table
from tests.kit.ranked import (
    CITIZEN,
    CONSIGLIERE,
    CREW,
    FRAMER,
    GODFATHER,
    K1,
    K2,
    OTHER,
    SILENCER,
    TOWN,
    VIGILANTE,
    alive,
    dead,
    next_night,
    night,
    result,
)

# --- R5: agreement and succession ---


def test_R5_most_picks_decide() -> None:
    """A lone early pick never outweighs two."""
    game = night("killer killer godfather citizen citizen citizen citizen citizen citizen")
    game.must(2, "kill", 3)
    game.must(0, "kill", 4)
    game.must(1, "kill", 4)
    game.end()
    assert dead(game) == {4}


def test_R5_a_tie_is_broken_by_the_godfathers_pick() -> None:
    for seed in "abcd":
        game = table(f"{CREW} {TOWN}", preset="ranked", seed=seed).until("night")
        game.must(K1, "kill", CITIZEN)
        game.must(GODFATHER, "kill", OTHER)
        game.end()
        assert dead(game) == {OTHER}


def test_R5_a_tie_without_the_godfathers_pick_is_drawn() -> None:
    victims = set()
    for seed in "abcdefgh":
        game = table(
            "killer killer killer killer godfather citizen citizen citizen citizen citizen citizen",
            preset="ranked",
            seed=seed,
        ).until("night")
        for killer, victim in ((0, 5), (1, 5), (2, 6), (3, 6), (4, 7)):
            game.must(killer, "kill", victim)
        game.end()
        (victim,) = dead(game)
        assert victim == pick(game.state.setup.seed, "tie:night:1", [5, 6])
        victims.add(victim)
    assert victims == {5, 6}


def test_R5_C28_no_pick_no_kill() -> None:
    game = night()
    game.end()
    assert [news.kind for news in game.see(0).news] == [NewsKind.NOBODY_DIED]


def test_R5_C27_the_kill_is_never_at_a_teammate() -> None:
    game = night()
    assert game.refused(K1, "kill", FRAMER) == "TEAMMATE_TARGET"
    assert game.refused(K1, "kill", K1) == "SELF_TARGET"


def test_R5_heirs_choose_only_when_nobody_else_who_kills_lives() -> None:
    game = night("killer framer silencer vigilante citizen citizen citizen citizen citizen")
    assert game.refused(1, "kill", 4) == "NO_SUCH_POWER"
    game.must(3, "shoot", 0)
    game.until("night")
    for heir, power in ((1, "frame"), (2, "silence")):
        assert [legal.verb for legal in game.see(heir).legal][:2] == ["kill", power]
        game.must(heir, "kill", 4)
        game.must(heir, power, 5)
        assert len(game.see(heir).own.choices) == 2  # type: ignore[union-attr]
    game.end()
    assert dead(game) == {0, 4}
    assert game.see(5).own.silenced  # type: ignore[union-attr]


def test_R5_C26_a_table_of_heirs_alone_can_kill() -> None:
    game = night("framer consigliere citizen citizen citizen citizen")
    game.must(1, "kill", 3)
    game.must(1, "investigate", 2)
    game.end()
    assert dead(game) == {3}
    assert result(game, 1, 2) == "citizen"


def test_C8_a_teammates_own_power_is_not_shown_to_the_team() -> None:
    game = night()
    game.must(K1, "kill", CITIZEN)
    game.must(FRAMER, "frame", OTHER)
    game.must(FRAMER, "hold")
    game.must(CONSIGLIERE, "investigate", OTHER)
    audiences = [a.audience.seats for a in game.log if isinstance(a.event, ChoiceMade)]
    assert audiences == [set(range(6)), {FRAMER}, {FRAMER}, {CONSIGLIERE}]
    assert [choice.seat for choice in game.see(K2).own.team_choices] == [K1]  # type: ignore[union-attr]


def test_C8_the_team_sees_that_a_pick_is_gone_but_not_for_what() -> None:
    """An heir who held, which the team saw, goes on to use a power that it does not see."""
    game = night("framer silencer citizen citizen citizen citizen citizen citizen")
    game.must(0, "kill", 2)
    game.must(0, "hold")
    assert [choice.ability for choice in game.see(1).own.team_choices] == ["hold"]  # type: ignore[union-attr]
    game.must(0, "frame", 3)
    assert game.see(1).own.team_choices == ()  # type: ignore[union-attr]
    withdrawn = [a.audience.seats for a in game.log if isinstance(a.event, PickWithdrawn)]
    assert withdrawn == [{0, 1}]


# --- R6: uses ---


def test_R6_a_vigilante_without_shots_taps_a_suspect() -> None:
    game = night(vigilante_shots=1)
    game.must(VIGILANTE, "shoot", CITIZEN)
    game.must(VIGILANTE, "shoot", OTHER)  # only what stands when the night ends is spent
    next_night(game)
    assert dead(game) == {OTHER}
    assert game.refused(VIGILANTE, "shoot", CITIZEN) == "POWER_USED_UP"
    assert game.see(VIGILANTE).legal[0].verb == "suspect"
    game.must(VIGILANTE, "suspect", CITIZEN)
    spent = [a for a in game.log if isinstance(a.event, PowerSpent)]
    assert [a.audience.seats for a in spent] == [{VIGILANTE}]


def test_R6_two_shots_by_default_and_a_held_night_costs_none() -> None:
    game = night()
    left = []
    for act in (("shoot", CITIZEN), ("hold", None), ("shoot", OTHER)):
        game.must(VIGILANTE, *act)
        next_night(game)
        left.append(game.see(VIGILANTE).own.uses)  # type: ignore[union-attr]
    assert left == [(("shoot", 1),), (("shoot", 1),), (("shoot", 0),)]


# --- R7, R10: silence ---


def silenced(target: int = CITIZEN) -> Table:
    game = night()
    game.must(SILENCER, "silence", target)
    game.end()
    return game


def writes(game: Table, seat: int) -> tuple[Talk, ...]:
    return game.see(seat).writes


def test_R7_R10_the_silenced_neither_write_nor_speak_all_day_and_still_vote() -> None:
    game = silenced()
    for phase in ("dawn", "day", "vote"):
        assert game.phase == phase
        assert writes(game, CITIZEN) == ()
        assert writes(game, OTHER) == (Talk.TABLE,)
        assert game.see(CITIZEN).own.silenced  # type: ignore[union-attr]
        if phase != "vote":
            game.end()
    game.must(CITIZEN, "vote", K1)
    game.until("night")
    assert not game.see(CITIZEN).own.silenced  # type: ignore[union-attr]
    game.end()
    assert writes(game, CITIZEN) == (Talk.TABLE,)


def test_R7_nobody_but_the_silenced_is_told() -> None:
    game = silenced()
    (told,) = (a.audience for a in game.log if isinstance(a.event, PlayerSilenced))
    assert told == only(SeatId(CITIZEN))
    assert not any(game.see(s).own.silenced for s in alive(game) - {CITIZEN})  # type: ignore[union-attr]


def test_R7_a_silencer_may_choose_themselves_and_talks_to_the_mafia_at_night() -> None:
    game = silenced(SILENCER)
    assert writes(game, SILENCER) == ()
    game.until("night")
    assert writes(game, SILENCER) == (Talk.MAFIA,)


def test_R10_a_silenced_player_has_no_last_defense() -> None:
    game = silenced().until("vote")
    for seat in alive(game) - {CITIZEN}:
        game.must(seat, "vote", CITIZEN)
    game.end()
    assert game.phase == "last_defense"
    assert writes(game, CITIZEN) == ()


def test_C29_after_the_end_the_silenced_are_at_the_table_too() -> None:
    game = night("killer silencer citizen citizen citizen")
    game.must(1, "silence", 2)
    game.must(0, "kill", 3)
    game.end()
    assert game.over
    assert not game.see(2).own.silenced  # type: ignore[union-attr]
    assert writes(game, 2) == (Talk.TABLE,)


def test_R7_two_silencers_on_one_player_silence_once() -> None:
    game = night("killer silencer silencer citizen citizen citizen citizen citizen citizen")
    game.must(1, "silence", 4)
    game.must(2, "silence", 4)
    game.end()
    assert sum(isinstance(a.event, PlayerSilenced) for a in game.log) == 1
