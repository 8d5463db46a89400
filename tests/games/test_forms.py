"""The settings' form: lengths that the number of players may decide (R10, R11, C24)."""

import re
from collections.abc import Hashable

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from games.engine.rules import OPTIONS
from games.engine.rulesets import REGISTRY
from games.forms import Field, OptionsForm, changes_from, filter_from, help_for
from games.listing import Filter
from games.live import wording
from games.services.settings import apply

BOXES = "boxes=vote_seconds auto&boxes=talk_seconds auto&boxes=talk_seconds on&"


def posted(text: str) -> dict[str, object]:
    return changes_from(QueryDict(BOXES + text))


def field(name: str, value: Hashable, typed: dict[str, str] | None = None) -> Field:
    values = {name: value}
    form = OptionsForm(REGISTRY["ranked"], values, "mafia", {}, 7, typed, typed or ())
    return next(form.fields())


def test_R10_a_ticked_box_leaves_a_length_to_the_number_of_players() -> None:
    changes = posted("vote_seconds=75&vote_seconds auto=on&talk_seconds=60&talk_seconds on=on")
    assert changes == {"vote_seconds": "auto", "talk_seconds": 60}
    kept, refusals = apply("ranked", {}, changes)
    assert (kept, refusals) == (changes, ())


def test_R10_a_clock_that_is_off_is_off_whatever_else_is_ticked() -> None:
    assert posted("talk_seconds=60&talk_seconds auto=on")["talk_seconds"] is None


def test_R10_a_number_that_is_typed_counts_though_a_box_beside_it_says_otherwise() -> None:
    """As a browser without scripts sends it: the box stays as the page had it."""
    still = "talk_seconds was=180&talk_seconds auto=on&talk_seconds on=on&talk_seconds="
    assert posted(still + "15") == {"talk_seconds": 15}
    assert posted(still + "180") == {"talk_seconds": "auto"}
    assert posted(still + " ") == {"talk_seconds": "auto"}
    assert posted("talk_seconds was=&talk_seconds=60") == {"talk_seconds": 60}
    assert posted("talk_seconds was=60&talk_seconds=60") == {"talk_seconds": None}
    ticked_only = posted("talk_seconds was=60&talk_seconds=60&talk_seconds auto=on&talk_seconds on=on")
    assert ticked_only == {"talk_seconds": "auto"}
    _kept, (refusal,) = apply("ranked", {}, posted(still + "soon"))
    assert (refusal.field, refusal.code) == ("talk_seconds", "OPTION_TYPE")


def test_R10_a_length_without_a_box_is_what_is_typed() -> None:
    assert changes_from(QueryDict("night_seconds=30&night_seconds auto=on")) == {"night_seconds": 30}


def test_C24_what_may_not_be_is_refused_at_its_field() -> None:
    kept, refusals = apply("ranked", {}, {"night_seconds": "auto", "vote_seconds": "many"})
    assert kept == {}
    assert [(refusal.field, refusal.code) for refusal in refusals] == [
        ("night_seconds", "OPTION_TYPE"),
        ("vote_seconds", "OPTION_TYPE"),
    ]


def test_R11_the_field_shows_whether_the_players_decide_and_what_to_start_from_otherwise() -> None:
    by_players = field("vote_seconds", "auto")
    assert (by_players.can_be_auto, by_players.by_players, by_players.value) == (True, True, 75)
    assert by_players.words == "by the number of players: 48 s with 7"
    typed = field("vote_seconds", 40)
    assert (typed.by_players, typed.value, typed.words) == (False, 40, by_players.words)
    assert not field("night_seconds", 40).words
    assert not field("night_seconds", 40).can_be_auto
    assert field("vote_seconds", 40, {"vote_seconds": "x"}).value == "x"
    assert field("vote_seconds", 40, {"vote_seconds": "x"}).was == 40
    assert field("talk_seconds", None).value == ""


def test_R10_help_says_of_a_phase_that_it_takes_its_whole_time_where_it_does() -> None:
    for name in ("night_seconds", "talk_seconds", "vote_seconds"):
        option = OPTIONS[name]
        assert help_for(option, REGISTRY["parlor"], "mafia") == option.help
        assert "whole time" in help_for(option, REGISTRY["ranked"], "mafia")
    for name in ("announcement_seconds", "reveal_seconds", "skip_budget"):
        assert help_for(OPTIONS[name], REGISTRY["ranked"], "mafia") == OPTIONS[name].help


def test_S7_help_says_that_the_host_ends_the_vote_where_they_reveal_it() -> None:
    option = OPTIONS["vote_seconds"]
    assert help_for(option, REGISTRY["syndicate"], "mafia").startswith("The host ends it before that")
    assert "whole time" in help_for(option, REGISTRY["ranked"], "mafia")


def test_M5_the_order_of_the_night_is_typed_by_the_names_that_players_read() -> None:
    ruleset = REGISTRY["moderated"]
    typed = {"night_order": "checks, The joint kill,protect"}
    query = QueryDict(mutable=True)
    query.update(typed)
    kept, refusals = apply("moderated", {}, changes_from(query), free=True)
    assert (kept, refusals) == ({"night_order": ["investigate", "kill", "protect"]}, ())
    assert changes_from(QueryDict("night_order=shoot kill"))["night_order"] == ["shoot", "kill"]
    form = OptionsForm(ruleset, {"night_order": ("investigate", "kill")}, "mafia", {}, 7)
    (shown,) = form.fields()
    assert shown.value == "Checks, The joint kill"
    assert shown.placeholder.startswith("Distraction, ")
    again = changes_from(QueryDict(f"night_order={shown.value}"))
    assert again == {"night_order": ["investigate", "kill"]}


@pytest.mark.parametrize("text", ["Checks, dance", "Checks, Checks"])
def test_C24_an_order_that_cannot_be_is_refused_with_the_names_that_can(text: str) -> None:
    kept, (refusal,) = apply("moderated", {}, changes_from(QueryDict(f"night_order={text}")), free=True)
    assert (kept, refusal.field) == ({}, "night_order")
    said = wording.sentence(refusal)
    assert "with commas between" in said
    assert "Checks, " in said
    assert "investigate" not in said


def test_R11_the_lobbys_form_has_the_box() -> None:
    class Context:
        host, code, preset, theme = True, "ABCD", "ranked", "mafia"

    values = {name: getattr(REGISTRY["ranked"], name) for name in ("talk_seconds", "night_seconds")}
    form = OptionsForm(REGISTRY["ranked"], values, "mafia", {}, 7)
    page = render_to_string("games/lobby/_options.html", {"c": Context, "form": form, "deck": ()})
    assert 'name="talk_seconds auto" checked' in " ".join(page.split())
    assert "night_seconds auto" not in page
    assert re.findall(r'name="(\w+) was"\s+value="(\d+)"', page) == [("talk_seconds", "180")]


def test_a_filter_that_there_is_not_is_refused_and_left_out() -> None:
    chosen, refusals = filter_from(QueryDict("joinable=maybe&preset=chess&language=de"))
    assert chosen == Filter(language="de")
    assert [(one.code, one.field) for one in refusals] == [
        ("NO_SUCH_PRESET", "preset"),
        ("BAD_FILTER", "joinable"),
    ]
