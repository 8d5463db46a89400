"""What a moderator takes back or puts right, and what the history and the story tell of it (M17)."""

import pytest

from games.live.record_panels import whole_story
from games.models import GameEvent, Vote
from games.services import clock
from tests.kit.moderated import NAMES, seated
from tests.kit.table import refused

pytestmark = pytest.mark.django_db


def test_m17_an_undo_is_stored_with_everything_that_was_undone() -> None:
    table = seated()
    table.until("night")
    table.do("Ann", "kill", "Dan")
    table.do("Mo", "next")
    number = table.state.stage.number
    assert table.act("Mo", "undo", command_id="one", phase=number) is None
    assert table.act("Mo", "undo", command_id="one", phase=number) is None  # sent twice, done once
    assert table.phase == "night"
    assert [seat.name for seat in table.state.seats if seat.alive] == list(NAMES[1:])
    assert refused(table.act("Mo", "undo", phase=number)) == "PHASE_PASSED"
    kinds = list(GameEvent.objects.order_by("seq").values_list("kind", flat=True))
    assert kinds.count("PlayerWentOut") == 1
    assert kinds[-1] == "StepUndone"
    for name in ("Ann", "Mo", "Eve"):
        assert table.game_view(name).observation.phase == "night"
    log = [entry.kind for entry in table.game_view("Eve").public.log]
    assert log[-2:] == ["undone", "phase"]


def test_m17_the_clock_goes_on_from_the_undone_phase() -> None:
    table = seated()
    table.until("day")
    table.now += 300_000
    clock.advance_due(table.now)
    table.do("Mo", "undo")
    assert table.state.place.id == "day"
    assert table.game.due_at == table.now + 300_000
    table.now += 300_000
    clock.advance_due(table.now)
    assert table.state.place.id == "vote"


def test_m17_ballots_that_were_cast_before_the_undo_are_kept() -> None:
    table = seated()
    table.until("vote")
    table.do("Ann", "vote", "Dan")
    table.do("Mo", "close_vote")
    table.do("Mo", "undo")
    table.do("Ben", "vote", "Ann")
    assert Vote.objects.count() == 2
    assert len(table.state.stage.ballots) == 2


def test_m17_what_was_undone_is_marked_in_the_history() -> None:
    table = seated()
    table.until("night")
    table.do("Ann", "kill", "Dan")
    table.do("Mo", "next")
    table.do("Mo", "undo")
    table.do("Ann", "kill", "Eve")
    table.do("Mo", "next")
    table.until("vote")
    for name in ("Ben", "Cat", "Dan", "Fay"):
        table.do(name, "vote", "Ann")
    table.do("Mo", "close_vote")
    history = table.game_view("Dan").public.history
    assert history is not None
    nights = [told for told in history if told.place == "night"]
    assert [told.undone for told in nights] == [True, False]
    assert [told.out for told in nights] == [((3, "killed"),), ((4, "killed"),)]
    assert nights[1].choices[0][2] == 4


def test_m17_the_history_tells_corrections_in_their_order_and_which_of_them_were_undone() -> None:
    table = seated()
    table.until("day")
    table.do("Mo", "mark_out", "Dan")
    table.do("Mo", "put_back", "Dan")
    table.do("Mo", "mark_out", "Eve")
    table.do("Mo", "undo")
    table.do("Mo", "undo")
    table.do("Mo", "mark_out", "Ann")
    history = table.game_view("Dan").public.history
    assert history is not None
    dan, eve, ann = (table.number(name) for name in ("Dan", "Eve", "Ann"))
    house = "house_rule"
    told = [(told.undone, told.out) for told in history if told.out]
    assert told == [
        (True, ((eve, house),)),
        (True, ((dan, "put_back"),)),
        (False, ((dan, house), (ann, house))),
    ]


def test_m17_the_history_holds_no_choice_that_was_dropped() -> None:
    table = seated()
    table.until("night")
    table.do("Ann", "kill", "Dan")
    table.do("Dan", "suspect", "Ben")
    table.do("Eve", "suspect", "Ben")
    table.do("Mo", "mark_out", "Dan")
    table.do("Mo", "mark_out", "Ann")
    (night,) = table.game_view("Dan").public.history or ()
    assert night.choices == ((table.number("Eve"), "suspect", table.number("Ben")),)


def test_m17_what_was_taken_back_stands_apart_at_the_end() -> None:
    table = seated()
    table.until("night")
    table.do("Ann", "kill", "Dan")
    table.until("dawn")
    table.do("Mo", "undo")
    table.do("Ann", "kill", "Eve")
    table.until("dawn")
    table.do("Mo", "mark_out", "Ann")
    undone, night, *_rest = whole_story(table.game_view("Dan").public)["chapters"]
    assert undone.title == "Night 1: the moderator took this back"
    assert [line for line in undone.lines if "points at" in line] == ["Ann points at Dan"]
    assert night.title == "Night 1"
    assert [line for line in night.lines if "points at" in line] == ["Ann points at Eve"]


def test_m17_the_story_at_the_end_says_who_was_put_back() -> None:
    table = seated()
    table.until("day")
    table.do("Mo", "mark_out", "Dan")
    table.do("Mo", "put_back", "Dan")
    table.do("Mo", "mark_out", "Ann")
    (day,) = whole_story(table.game_view("Dan").public)["chapters"]
    assert [line for line in day.lines if "Dan" in line] == [
        "Dan: out by house rule.",
        "Dan is back in the game.",
    ]
