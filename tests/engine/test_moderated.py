"""A moderated table, as the scenarios do not tell it: who is told what, and how a step is taken back."""

from dataclasses import replace
from typing import Any

import pytest

from games import codec
from games.engine.commands import (
    Choose,
    Enter,
    LeaveGame,
    MarkAway,
    MarkPresent,
    PauseGame,
    SeatSetup,
    StartGame,
)
from games.engine.console import Console
from games.engine.errors import Reason, Rejected
from games.engine.events import DrawMade, ReadyMarked, RoleDealt, SeedSet, TeamMet
from games.engine.game import decide
from games.engine.ids import (
    NARRATOR,
    NARRATOR_VIEWER,
    SPECTATOR_VIEWER,
    AbilityId,
    RoleId,
    SeatId,
    seat_viewer,
)
from games.engine.led import STEPS
from games.engine.led_events import LeadChanged, StepBegan, StepUndone
from games.engine.news import NewsKind
from games.engine.night_events import ChoiceMade
from games.engine.observation import observe, story
from games.engine.rng import seed_from
from games.engine.rulesets import REGISTRY
from tests.kit.games import EPOCH, Table, table

CAST = "mafia mafia doctor detective citizen citizen citizen"


def moderated(**options: Any) -> Table:
    return table(CAST, preset="moderated", **options)


def without_phone(game: Table, *seats: int) -> Table:
    """``seats`` have no phone; the moderator enters what they do."""
    changed = (replace(seat, phone=seat.phone and seat.number not in seats) for seat in game.state.seats)
    game.state = replace(game.state, seats=tuple(changed))
    return game


def console(game: Table) -> Console:
    seen = observe(game.state, NARRATOR_VIEWER).console
    assert seen is not None
    return seen


def test_M13_whatever_a_player_is_told_in_private_the_moderator_is_too() -> None:
    game = moderated()
    game.until("night")
    game.must(3, "investigate", 0)
    game.must(0, "kill", 4)
    told = [type(event) for event in story(game.log, NARRATOR_VIEWER)]
    assert {RoleDealt, TeamMet, ChoiceMade}.issubset(told)
    assert [(c.seat, c.ability, c.target) for c in console(game).choices] == [
        (3, "investigate", 0),
        (0, "kill", 4),
    ]


def test_M17_while_a_game_is_paused_its_moderator_can_only_go_on_with_it() -> None:
    game = moderated()
    game.until("day")
    assert {"next", "open_vote", "mark_out"} <= {
        one.verb for one in observe(game.state, NARRATOR_VIEWER).legal
    }
    game.do(PauseGame(NARRATOR))
    verbs = {one.verb for one in observe(game.state, NARRATOR_VIEWER).legal}
    assert "resume" in verbs
    assert verbs.isdisjoint({"next", "open_vote", "mark_out", "undo"})


def test_C2_seed_and_lots_stay_with_the_server() -> None:
    game = moderated()
    game.until("day")
    told = {type(event) for event in story(game.log, NARRATOR_VIEWER)}
    assert told.isdisjoint({SeedSet, DrawMade})


def test_C1_nobody_but_the_moderator_has_a_console() -> None:
    game = moderated()
    for viewer in (*map(seat_viewer, game.state.numbers()), SPECTATOR_VIEWER):
        assert observe(game.state, viewer).console is None
    assert observe(table(CAST, preset="parlor").state, NARRATOR_VIEWER).console is None


def test_M5_the_console_says_who_has_chosen_and_what_those_without_a_phone_could() -> None:
    game = without_phone(moderated(), 2)
    game.until("night")
    game.must(4, "suspect", 0)
    game.must(4, "confirm")
    seen = console(game)
    assert seen.done == {4}
    assert dict(seen.can)[SeatId(2)][0].verb == "protect"
    assert [seat for seat, can in seen.can if can] == [2]
    assert not [event for event in story(game.log, seat_viewer(SeatId(5))) if isinstance(event, ReadyMarked)]


def test_M5_roles_are_woken_in_the_order_that_was_set() -> None:
    game = moderated(night_order=["investigate", "kill"])
    ladder = console(game).ladder
    assert ladder[:2] == ("investigate", "kill")
    assert sorted(ladder) == sorted(REGISTRY["moderated"].ladder)


def test_a_moderated_game_needs_somebody_who_does_not_play() -> None:
    roles = tuple(RoleId(role) for role in CAST.split())
    seats = tuple(SeatSetup(str(number)) for number in range(len(roles)))
    command = StartGame(REGISTRY["moderated"], seats, seed_from("a"), seed_from("b"), SeatId(0), roles)
    answer = decide(None, command, EPOCH)
    assert isinstance(answer, Rejected)
    assert answer.reason is Reason.NO_MODERATOR


@pytest.mark.parametrize("verb", ["undo", "open_vote", "close_vote", "next"])
def test_M17_only_the_moderator_moderates(verb: str) -> None:
    game = moderated()
    game.until("day")
    assert game.refused(0, verb) in (Reason.NOT_MODERATOR, Reason.NOT_HOST)
    parlor = table(CAST, preset="parlor")
    if verb != "next":
        assert parlor.refused(NARRATOR, verb) is Reason.NOT_MODERATOR


@pytest.mark.parametrize("verb", ["mark_out", "put_back"])
def test_M17_corrections_by_others_and_for_unknown_seats_are_refused(verb: str) -> None:
    game = moderated()
    assert game.refused(0, verb, 3) is Reason.NOT_MODERATOR
    for seat in (-1, 7, 99):
        assert game.refused(NARRATOR, verb, seat) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize(
    ("by", "seat", "reason"),
    [
        (0, 1, Reason.NOT_MODERATOR),
        (NARRATOR, 1, Reason.WRONG_PHASE),
        (NARRATOR, 2, Reason.HAS_A_PHONE),
        (NARRATOR, 50, Reason.NO_SUCH_SEAT),
        (NARRATOR, -1, Reason.NO_SUCH_SEAT),
        (NARRATOR, NARRATOR, Reason.NO_SUCH_SEAT),
    ],
)
def test_M7_entries_by_others_for_nobody_and_of_leaving_are_refused(
    by: int, seat: int, reason: Reason
) -> None:
    game = without_phone(moderated(), 1)
    game.until("night")
    answer = game.ask(Enter(SeatId(by), LeaveGame(SeatId(seat))))
    assert isinstance(answer, Rejected)
    assert answer.reason is reason


def test_M5_a_phone_that_is_not_connected_is_none() -> None:
    game = moderated()
    game.until("night")
    entry = Enter(NARRATOR, Choose(SeatId(0), AbilityId("kill"), SeatId(4)))
    before = game.state
    answer = game.do(entry)
    assert isinstance(answer, Rejected)
    assert answer.reason is Reason.HAS_A_PHONE
    assert game.state is before
    game.do(MarkAway(SeatId(0)))
    assert not isinstance(game.do(entry), Rejected)
    assert [(choice.seat, choice.target) for choice in game.state.stage.choices] == [(0, 4)]
    game.do(MarkPresent(SeatId(0)))
    assert isinstance(game.do(entry), Rejected)


def test_M17_so_many_steps_can_be_taken_back_and_no_more() -> None:
    game = moderated()
    for _ in range(STEPS + 2):
        game.must(NARRATOR, "next")
    for _ in range(STEPS):
        game.must(NARRATOR, "undo")
    assert game.phase == "night"
    assert game.refused(NARRATOR, "undo") is Reason.NOTHING_TO_UNDO


def test_M17_after_an_undo_all_is_as_before_but_for_the_number_and_the_time_of_the_phase() -> None:
    game = moderated()
    game.until("night")
    game.must(0, "kill", 4)
    before = game.state
    game.now += 5_000
    game.must(NARRATOR, "next")
    game.must(NARRATOR, "undo")
    assert game.state.stage.number == before.stage.number + 2
    assert game.state.undone == 1
    again = replace(
        game.state,
        stage=replace(
            game.state.stage,
            number=before.stage.number,
            began_at=before.stage.began_at,
            due_at=before.stage.due_at,
        ),
        news=before.news,
        undone=0,
    )
    assert again == before


def test_M17_however_often_it_happens_an_undo_is_told_once_beside_the_news() -> None:
    game = moderated()
    game.until("night")
    game.must(0, "kill", 4)
    game.must(NARRATOR, "next")
    for _ in range(3):
        game.must(NARRATOR, "next")
        game.must(NARRATOR, "undo")
    assert game.phase == "dawn"
    assert [news.kind for news in game.state.news] == [NewsKind.DIED, NewsKind.UNDONE]


def test_M17_an_answer_to_what_was_undone_comes_too_late() -> None:
    game = moderated()
    game.until("vote")
    number = game.state.stage.number
    game.must(NARRATOR, "close_vote")
    game.must(NARRATOR, "undo")
    command = Enter(NARRATOR, LeaveGame(SeatId(0)))
    answer = decide(game.state, command, game.now, number)
    assert isinstance(answer, Rejected)
    assert answer.reason is Reason.PHASE_PASSED


def test_M17_the_log_keeps_what_was_undone_and_folds_to_the_state() -> None:
    game = moderated()
    game.until("night")
    game.must(NARRATOR, "next")
    game.must(NARRATOR, "undo")
    kinds = [type(addressed.event) for addressed in game.log]
    assert StepUndone in kinds
    assert StepBegan in kinds
    text = codec.encode(game.state)
    assert codec.decode_state(text, codec.SCHEMA) == game.state


def test_M17_a_secret_vote_that_was_undone_waits_for_the_last_ballot_again() -> None:
    game = moderated(ballots="secret")
    game.until("vote")
    for seat in range(7):
        game.must(seat, "vote", 4 if seat != 4 else 0)
    assert game.phase == "last_words"
    game.must(NARRATOR, "undo")
    assert game.phase == "vote"
    assert len(game.state.stage.ballots) == 6


def test_M17_C2_a_lot_drawn_again_has_a_label_of_its_own() -> None:
    game = table("mafia bodyguard bodyguard citizen citizen citizen citizen", preset="moderated")
    game.until("night")
    game.must(0, "kill", 3)
    game.must(1, "guard", 3)
    game.must(2, "guard", 3)
    for _ in range(2):
        game.must(NARRATOR, "next")
        game.must(NARRATOR, "undo")
    labels = [a.event.label for a in game.log if isinstance(a.event, DrawMade)]
    assert len(labels) == len(set(labels)) == 2


def test_C5_the_lead_goes_to_the_clock_and_comes_back() -> None:
    game = moderated()
    game.until("night")
    game.do(MarkAway(NARRATOR))
    while not game.state.by_clock:
        game.tick()
    assert console(game).by_clock
    assert game.state.stage.due_at - game.now == 45_000
    game.do(MarkPresent(NARRATOR))
    changes = [a.event for a in game.log if isinstance(a.event, LeadChanged)]
    assert [change.by_clock for change in changes] == [True, False]


def test_C5_by_the_clock_phases_end_once_everybody_is_done() -> None:
    game = moderated()
    game.until("night")
    game.do(MarkAway(NARRATOR))
    while not game.state.by_clock:
        game.tick()
    for seat in range(7):
        game.must(seat, "confirm")
    assert game.phase == "dawn"


def test_C5_nobody_without_a_phone_becomes_the_host() -> None:
    roles = tuple(RoleId(role) for role in CAST.split())
    seats = (SeatSetup("0", phone=False), *(SeatSetup(str(number)) for number in range(1, len(roles))))
    command = StartGame(REGISTRY["moderated"], seats, seed_from("a"), seed_from("b"), NARRATOR, roles)
    events = decide(None, command, EPOCH)
    assert not isinstance(events, Rejected)
    game = moderated()
    game.state = replace(game.state, seats=(replace(game.state.seats[0], phone=False), *game.state.seats[1:]))
    game.do(MarkAway(NARRATOR))
    game.tick()
    assert game.state.host == 1


def test_M10_nominating_takes_a_name() -> None:
    game = moderated(procedure="nominations")
    game.until("nomination")
    assert game.refused(1, "nominate") is Reason.NEEDS_TARGET


def test_M10_whoever_nominates_nobody_says_so_once_and_does_nothing_else() -> None:
    game = moderated(procedure="nominations")
    game.until("nomination")
    game.must(1, "ready")
    assert game.state.stage.done == {1}
    assert game.refused(1, "ready") is Reason.ALREADY_DONE
    assert game.refused(1, "vote", 3) is Reason.WRONG_PHASE
    assert game.must(1, "nominate", 3)


@pytest.mark.parametrize("choice", [None, 3])
@pytest.mark.parametrize("accusers", [(3, 4), (3,)])
def test_M8_G18_one_after_the_other_a_revenge_falls_on_somebody_who_still_stands(
    accusers: tuple[int, ...], choice: int | None
) -> None:
    for number in range(6):
        cast = "mafia doctor jester citizen citizen citizen citizen"
        game = table(
            cast, preset="moderated", seed=str(number), resolution="sequential", last_words=False
        ).until("vote")
        for seat in accusers:
            game.must(seat, "vote", 2)
        game.end()
        game.must(0, "kill", 3)
        if choice is not None:
            game.must(2, "revenge", choice)
        game.end()
        assert [seat.number for seat in game.state.seats if not seat.alive] == [2, *accusers]


def test_P9_M8_one_after_the_other_no_lot_falls_on_somebody_who_has_fallen() -> None:
    cast = "mafia vigilante citizen citizen citizen citizen citizen"
    for number in range(12):
        game = table(cast, seed=str(number), resolution="sequential", night_order=["shoot", "kill"])
        game.until("night").must(1, "shoot", 2)
        game.end()
        assert len(game.state.alive()) == len(cast.split()) - 2


def test_M17_C6_what_is_reopened_says_that_it_does_not_end_by_itself() -> None:
    game = moderated(ballots="secret").until("vote")
    for seat in range(6):
        game.must(seat, "vote", 6)
    game.must(6, "leave")
    assert game.phase == "night"
    game.must(NARRATOR, "undo")
    seen = game.see(0)
    assert (seen.phase, seen.ends_early, seen.done, seen.waited_for) == ("vote", False, 6, 6)
    game.must(0, "unvote")
    game.must(0, "vote", 6)
    assert game.phase == "vote"
    game.must(NARRATOR, "next")
    assert game.phase == "night"
    assert not game.see(0).ends_early
    assert [seat.number for seat in game.state.seats if not seat.alive] == [6]
