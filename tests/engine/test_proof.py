"""C2: deal and lots can be checked from the file alone, and no change to the file goes unnoticed."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.audience import SERVER_ONLY
from games.engine.events import DrawMade
from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.proof import FIELDS, LARGEST, Fault, Finding, Outcome, check, written
from games.engine.rng import commitment, pick, seed_from, shuffled
from games.engine.rulesets import REGISTRY
from games.verification import record_of
from tests.kit.games import Table, begin, play_on, start_command, table
from tests.kit.proofs import broken_texts, tampered


def with_lots() -> Table:
    """A game dealt by chance in which the Mafia never picks, so that each night's victim is drawn."""
    game = begin(start_command(REGISTRY["parlor"], tuple(map(RoleId, ["citizen"] * 9)), deal=False))
    while not game.over:
        game.end()
    return game


def file_of(game: Table) -> str:
    return written(record_of(addressed.event for addressed in game.log))


def test_C2_a_fair_game_holds() -> None:
    report = check(file_of(with_lots()))
    kinds = [line.kind for line in report.lines]
    assert report.outcome is Outcome.HOLDS
    assert kinds[:3] == [Finding.CHECKSUM, Finding.COMMITMENT, Finding.DEAL]
    assert set(kinds[3:]) == {Finding.DRAW}


def test_C2_what_the_file_says_is_what_the_seed_gives() -> None:
    game = with_lots()
    said = json.loads(file_of(game))
    assert tuple(said) == FIELDS
    assert said["commitment"] == commitment(said["seed"], said["salt"])
    assert [seat["role"] for seat in said["seats"]] == shuffled(said["seed"], "deal", said["roles"])
    assert [seat["number"] for seat in said["seats"]] == list(range(1, 10))
    for lot in said["draws"]:
        assert lot["chosen"] == pick(said["seed"], lot["label"], lot["candidates"])


@pytest.mark.parametrize("number", range(12))
def test_C2_every_lot_of_a_game_is_noted_for_the_server_alone_and_once(number: int) -> None:
    random = Random(number)
    roles = tuple(map(RoleId, ["mafia"] * 3 + ["doctor", "detective"] + ["citizen"] * 8))
    game = begin(start_command(REGISTRY["parlor"], roles, seed=str(number)))
    for _ in play_on(random, game):
        pass
    draws = [one for one in game.log if isinstance(one.event, DrawMade)]
    labels = [one.event.label for one in draws if isinstance(one.event, DrawMade)]
    assert all(one.audience == SERVER_ONLY for one in draws)
    assert len(set(labels)) == len(labels)
    assert check(file_of(game)).outcome is Outcome.UNVERIFIED


def test_C2_P8_a_tie_is_drawn_among_the_tied() -> None:
    game = table("mafia mafia citizen citizen citizen citizen citizen doctor detective").until("night")
    game.must(0, "kill", 3)
    game.must(1, "kill", 2)
    game.end()
    (draw,) = (one.event for one in game.log if isinstance(one.event, DrawMade))
    assert (draw.label, draw.candidates) == ("tie:night:1", (SeatId(2), SeatId(3)))
    assert draw.chosen in draw.candidates


def test_C2_without_a_tie_no_lot_is_drawn() -> None:
    game = table("mafia citizen citizen citizen citizen").until("night")
    game.must(0, "kill", 3)
    game.end()
    assert not [one for one in game.log if isinstance(one.event, DrawMade)]
    lines = check(file_of(game)).lines
    assert lines[-1].kind is Finding.NO_DRAWS


def test_C2_a_deal_by_hand_is_unverified() -> None:
    report = check(file_of(table("mafia citizen citizen citizen citizen")))
    assert report.outcome is Outcome.UNVERIFIED
    assert Finding.BY_HAND in [line.kind for line in report.lines]


@pytest.mark.parametrize("name", sorted(tampered(file_of(with_lots()))))
def test_C2_every_field_that_was_changed_is_noticed(name: str) -> None:
    report = check(tampered(file_of(with_lots()))[name])
    assert report.outcome is Outcome.FAILS, name


def resealed(change: Any) -> Any:
    """The findings on a file that was changed by somebody who renewed its checksum."""
    from games.engine import proof  # noqa: PLC0415

    said = json.loads(file_of(with_lots()))
    change(said)
    said["checksum"] = proof.checksum(proof._record(said))  # noqa: SLF001
    return [line.kind for line in check(json.dumps(said)).lines]


def test_C2_a_renewed_checksum_hides_no_other_seed_card_or_lot() -> None:
    def swap(said: Any) -> None:
        first, other = said["seats"][0], next(s for s in said["seats"] if s["role"] == "mafia")
        if first is other:
            other = said["seats"][1]
        first["role"], other["role"] = other["role"], first["role"]

    def lot(said: Any) -> None:
        draw = said["draws"][0]
        draw["chosen"] = next(one for one in draw["candidates"] if one != draw["chosen"])

    assert Finding.COMMITMENT_WRONG in resealed(lambda said: said.update(seed=seed_from("another")))
    assert Finding.COMMITMENT_WRONG in resealed(lambda said: said.update(salt=seed_from("another")))
    assert Finding.DEAL_WRONG in resealed(swap)
    assert Finding.DRAW_WRONG in resealed(lot)


@pytest.mark.parametrize("name", sorted(broken_texts(file_of(with_lots()))))
def test_no_text_whatever_is_more_than_a_plain_no(name: str) -> None:
    report = check(broken_texts(file_of(with_lots()))[name])
    assert report.outcome is Outcome.FAILS, name
    assert isinstance(report.lines[0].kind, Fault)
    assert len(report.lines) == 1


def test_numbers_are_numbers_however_they_are_written() -> None:
    text = file_of(with_lots())
    assert check("\ufeff" + text.replace('"format": 1', '"format": 1.0')).outcome is Outcome.HOLDS
    assert check(text.replace('"number": 2', '"number": 2e0')).outcome is Outcome.HOLDS


def test_a_file_cut_short_anywhere_is_refused() -> None:
    text = file_of(with_lots()).rstrip()
    for end in range(0, len(text), 37):
        assert check(text[:end]).outcome is Outcome.FAILS


def test_the_largest_game_is_far_from_too_large() -> None:
    game = begin(start_command(REGISTRY["parlor"], tuple(map(RoleId, ["citizen"] * 40)), deal=False))
    while not game.over:
        game.end()
    text = file_of(game)
    assert check(text).outcome is Outcome.HOLDS
    assert len(text) < LARGEST / 4


def test_a_log_without_a_beginning_makes_no_file() -> None:
    with pytest.raises(ValueError, match="begins"):
        record_of([DrawMade("tie:night:1", (NOBODY,), NOBODY)])


def test_C1_no_secret_of_a_state_is_printed() -> None:
    game = with_lots()
    game = begin(start_command(REGISTRY["parlor"], tuple(map(RoleId, ["citizen"] * 9)), deal=False))
    game.until("night")
    mafia = next(seat.number for seat in game.state.seats if seat.role == "mafia")
    game.must(mafia, "hold")
    state = game.state
    ruleset, printed = repr(state.ruleset), repr((state, game.log, game.commands))
    printed = printed.replace(ruleset, "")
    for secret in (state.setup.seed, state.setup.salt, "doctor", "'mafia'", "hold"):
        assert secret not in printed


def test_C2_no_lot_is_drawn_where_it_is_not_noted() -> None:
    """Only ``Turn.draw`` picks from the seed, and bots have no lots.  The check picks again; so does the
    deal, which needs to know a card that a lot decides before the seed is set, and notes the lot then."""
    picking = {
        path.name
        for path in Path("games/engine").rglob("*.py")
        if re.search(r"from games\.engine\.rng import.*\bpick\b", path.read_text())
    }
    assert picking == {"turn.py", "proof.py", "table.py"}
