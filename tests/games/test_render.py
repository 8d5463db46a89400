"""Panels hold what their viewer may know, and at night they look the same for everybody (C1)."""

import re
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import pytest

from games import projections
from games.engine.observed import Own
from games.engine.roles import ROLES
from games.history import Round
from games.live import game_panels, public_panels, render
from games.projections import GameView
from games.public import PublicView, Standing
from games.services import chat, notes
from games.story import LogEntry
from tests.kit.screens import html
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
PRIVATE = {"role", "action", "notes"}
"""The panels that may differ between two living players."""

DEALT = {"Ann": "mafia", "Ben": "doctor", "Cat": "detective", "Dan": "mafia"}


@pytest.fixture
def night() -> Table:
    table = Table(*PLAYERS)
    table.start(**DEALT)
    table.all("ready")
    table.all("ready")
    assert table.phase == "night"
    return table


def contexts(table: Table, name: str) -> dict[str, render.Content | None]:
    return render.panels_for(table.game_view(name))


def public(table: Table, name: str) -> dict[str, render.Content | None]:
    return {key: shown for key, shown in contexts(table, name).items() if key not in PRIVATE}


def held(shown: render.Content) -> set[str]:
    """The ids of roles in a context, but for the one that is also the name of the theme."""
    return strings(asdict(cast("Any", shown.context))) & set(ROLES) - {"mafia"}


def strings(value: object) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(strings, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*map(strings, value)) if value else set()
    return {value} if isinstance(value, str) else set()


def fields_of(kind: Any) -> set[str]:
    """The names of all that can be reached from a type, through whatever holds it."""
    names: set[str] = set()
    for inner in get_args(kind):
        names |= fields_of(inner)
    if isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields")):
        for name, hint in get_type_hints(kind).items():
            names |= {name} | fields_of(hint)
    return names


def test_c1_no_public_panel_can_reach_what_is_one_players_own() -> None:
    """What has happened, and is told to all or told at the end, may name the same things."""
    private = fields_of(Own) | {
        "own",
        "you",
        "teammate",
        "legal",
        "reads",
        "writes",
        "lines",
        "note",
        "viewer",
    }
    told = fields_of(Round) | fields_of(LogEntry)
    reached = fields_of(PublicView)
    assert {"seats", "votes", "news", "log", "history"} <= reached
    assert reached & private <= told | {"seat", "alive", "left", "done"}
    for name, (context, _) in game_panels.PUBLIC.items():
        given = get_type_hints(context)
        del given["return"]
        assert list(given.values()) == [PublicView, Standing], name


def test_c1_all_who_stand_alike_are_shown_the_same_made_of_what_a_stranger_is_told(night: Table) -> None:
    night.do("Ann", "kill", "Eve")
    snapshot = projections.load_room(night.code, at=night.now)
    assert snapshot is not None
    keys = [projections.viewer_key(snapshot, night.person(name)) for name in (*PLAYERS, "Nobody at all")]
    *views, stranger = [cast("GameView", projections.view_for(snapshot, key)) for key in keys]
    assert all(view.public is stranger.public for view in views)
    assert not strings(asdict(stranger.public)) & (set(ROLES) - {"mafia"})
    first, *others = [render.panels_for(view) for view in views]
    for key in game_panels.PUBLIC:
        assert all(panels[key] is first[key] for panels in others), key


def test_at_night_all_living_players_but_the_host_have_the_same_public_panels(night: Table) -> None:
    night.do("Ann", "kill", "Eve")
    night.do("Cat", "investigate", "Ann")
    first, *others = (public(night, name) for name in PLAYERS[1:])
    assert all(other == first for other in others)


def test_public_panels_of_the_host_differ_in_the_hosts_tools_only(night: Table) -> None:
    host, guest = public(night, "Ann"), public(night, "Ben")
    assert {key for key in host if host[key] != guest[key]} == {"host"}


@pytest.mark.parametrize("name", ["Ann", "Cat", "Gus"])
def test_no_public_panel_names_a_role_that_was_not_shown(name: str) -> None:
    table = Table(*PLAYERS, options={"flip": "none"})
    table.start(**DEALT)
    table.all("ready")
    table.all("ready")
    table.do("Cat", "investigate", "Ann")
    table.all("confirm")
    assert table.phase == "morning"
    for shown in public(table, name).values():
        if shown is not None:
            assert not held(shown)


def test_the_contexts_of_a_citizen_hold_no_role_but_their_own(night: Table) -> None:
    for key, shown in contexts(night, "Gus").items():
        if shown is not None:
            assert held(shown) <= ({"citizen"} if key == "role" else set()), key


def shape(text: str) -> list[str]:
    """The elements of a fragment in order, each with its attributes but not what the viewer chose."""
    text = re.sub(r'aria-pressed="\w+"', "aria-pressed", text)
    return re.findall(r"<[^>]+>", text)


def test_the_grid_of_the_night_is_the_same_for_every_role(night: Table) -> None:
    night.do("Ann", "kill", "Eve")
    grids = {name: shape(html(night, name, "action")) for name in PLAYERS}
    assert all(grid == grids["Gus"] for grid in grids.values())
    words = {re.sub(r"<[^>]+>", "", html(night, name, "action")) for name in PLAYERS}
    assert len(words) == 1


def test_the_card_has_one_layout_for_every_role(night: Table) -> None:
    def frame(name: str) -> list[str]:
        return re.findall(r"<[^>]+>", re.sub(r"#[\w-]+", "#", html(night, name, "role")))

    assert frame("Ann") == frame("Ben") == frame("Cat") == frame("Gus")


def test_what_is_only_for_you_looks_the_same_while_closed(night: Table) -> None:
    def closed(name: str) -> str:
        return html(night, name, "notes").split("</summary>")[0]

    assert len({closed(name) for name in PLAYERS}) == 1


def test_the_detective_reads_the_answer_among_the_private_things_only(night: Table) -> None:
    night.do("Cat", "investigate", "Ann")
    night.all("confirm")
    assert "Night 1: Ann is Mafia." in html(night, "Cat", "notes")
    assert "is Mafia" not in html(night, "Cat", "log")
    assert "is Mafia" not in html(night, "Ben", "notes")


def test_the_mafia_see_each_others_picks_and_talk_privately(night: Table) -> None:
    night.do("Ann", "kill", "Eve")
    assert "Ann points at Eve" in html(night, "Dan", "notes")
    assert 'id="lines-mafia"' in html(night, "Dan", "notes")
    assert 'id="lines-mafia"' not in html(night, "Gus", "notes")


def test_lines_go_to_their_own_lists(night: Table) -> None:
    answer = chat.say(night.room_id, night.person("Ann"), "mafia", "<b>Eve</b>?", night.now)
    assert answer is None
    lines = render.lines_for(night.game_view("Dan"))
    assert [line.text for line in lines["mafia"]] == ["<b>Eve</b>?"]
    assert "&lt;b&gt;" in render.line_html(lines["mafia"][0])
    assert "mafia" not in render.lines_for(night.game_view("Gus"))


def test_fragments_hold_no_token_and_no_command_id(night: Table) -> None:
    for name in PLAYERS:
        for key in render.IDS:
            assert not re.search("csrf|command_id", html(night, name, key))


def test_every_panel_is_one_element_with_its_id_and_equal_contexts_are_drawn_once(night: Table) -> None:
    for key in render.IDS:
        text = html(night, "Ben", key)
        assert re.match(rf'<\w+ id="{key}"', text), text[:80]
    render.panel_html.cache_clear()
    html(night, "Ben", "players")
    html(night, "Gus", "players")
    assert render.panel_html.cache_info().misses == 1


def test_a_note_keeps_its_lines(night: Table) -> None:
    assert notes.save(night.room_id, night.person("Ben"), "Eve?\n  Fay?", night.now) is None
    assert "Eve?\n  Fay?</textarea>" in html(night, "Ben", "notes")


def test_a_vote_shows_what_the_setting_allows() -> None:
    seen = {}
    for ballots in ("names", "totals", "secret"):
        table = Table(*PLAYERS, options={"ballots": ballots, "first_day_vote": True})
        table.start(**DEALT)
        table.all("ready")
        table.all("ready")
        table.do("Ann", "vote", "Eve")
        seen[ballots] = html(table, "Gus", "action")
    assert "</b>: Ann" in seen["names"]
    assert "chips" in seen["totals"]
    assert "</b>: Ann" not in seen["totals"]
    assert "chips" not in seen["secret"]


@pytest.mark.parametrize("ballots", ["names", "totals", "secret"])
def test_a_ballot_changes_few_parts_and_the_same_for_all_who_know_the_same(ballots: str) -> None:
    table = Table(*PLAYERS, options={"ballots": ballots, "first_day_vote": True})
    table.start(**DEALT)
    table.all("ready")
    table.all("ready")
    before = {name: contexts(table, name) for name in PLAYERS}
    table.do("Ann", "vote", "Eve")
    now = {name: contexts(table, name) for name in PLAYERS}
    changed = {name: render.changed_parts(before[name]["action"], now[name]["action"]) for name in PLAYERS}
    seen = {"names": {"t4", "voters"}, "totals": {"t4"}, "secret": set()}[ballots]
    assert set(changed["Ann"] or ()) == seen | {"t4", "act-foot"}
    for name in PLAYERS[1:]:
        parts = changed[name]
        assert parts is not None
        assert set(parts) == seen
        grid = html(table, name, "action")
        assert all(render.part_html(key, part, "en") in grid for key, part in parts.items())
    assert changed["Fay"] == changed["Gus"]
    assert {key for key in now["Gus"] if now["Gus"][key] != before["Gus"][key]} <= {"status", "action"}


def test_a_watcher_of_a_vote_gets_the_row_of_whoever_was_voted_for() -> None:
    table = Table(*PLAYERS, options={"first_day_vote": True})
    table.start(**DEALT)
    table.all("ready")
    table.all("ready")
    before = contexts(table, "Nobody at all")["players"]
    table.do("Ann", "vote", "Eve")
    parts = render.changed_parts(before, contexts(table, "Nobody at all")["players"])
    assert set(parts or ()) == {"c4"}


def test_c1_only_those_who_look_on_have_the_votes_among_the_players(night: Table) -> None:
    night.do("Ann", "kill", "Eve")
    night.until("vote")
    night.do("Ben", "vote", "Cat")
    votes = {}
    for name in ("Dan", "Eve", "Nobody at all"):
        view = night.game_view(name)
        panel = public_panels.players(view.public, view.standing)
        assert panel is not None
        chairs = [cast("public_panels.Chair", row.context) for _, row in panel.rows]
        votes[name] = [chair.votes for chair in chairs if chair.votes]
    assert votes == {"Dan": [], "Eve": [1], "Nobody at all": [1]}


def test_C30_a_watcher_gets_the_story_and_the_table_but_no_card(night: Table) -> None:
    table_view = render.panels_for(night.game_view("Nobody at all"))
    assert table_view["role"] is table_view["action"] is table_view["notes"] is None
    assert "Read aloud" in render.panel_html("story", table_view["story"], "en")


def test_at_the_end_everything_is_told(night: Table) -> None:
    night.do("Ann", "kill", "Eve")
    night.until("vote")
    for name in ("Ann", "Ben", "Cat", "Fay", "Gus"):
        night.do(name, "vote", "Dan")
    night.do("Dan", "vote", "Ann")
    night.until("vote")
    for name in [seat.name for seat in night.state.seats if seat.alive and seat.name != "Ann"]:
        night.do(name, "vote", "Ann")
    night.until("over")
    view = night.game_view("Gus")
    assert isinstance(view, GameView)
    end, log = html(night, "Gus", "end"), html(night, "Gus", "log")
    assert "The Town wins" in end
    assert view.observation.result is not None
    assert view.observation.result.seed in end
    assert "Ann points at Eve" in log
    assert "Play again" not in end
    assert "Play again" in html(night, "Ann", "end")


def test_the_lobby_says_what_speaks_against_starting() -> None:
    table = Table("Ann", "Ben")
    shown = render.panels_for(table.lobby_view("Ann"))
    assert "5 players are needed" in render.panel_html("action", shown["action"], "en")
    assert 'name="night_seconds"' in render.panel_html("options", shown["options"], "en")
    guest = render.panels_for(table.lobby_view("Ben"))
    assert "<form" not in render.panel_html("options", guest["options"], "en")


CLOBBERING = {"action", "method", "remove", "reset", "submit", "elements", "children", "attributes", "id"}


def test_no_control_takes_the_place_of_what_its_form_can_do() -> None:
    """A control named ``remove`` would be what ``form.remove`` is, and no script could take the form away."""
    templates = Path(__file__).resolve().parents[2] / "templates"
    controls = re.compile(r"<(?:input|select|button|textarea|output|fieldset)\b[^>]*>")
    named = {
        name
        for template in templates.rglob("*.html")
        for control in controls.findall(template.read_text())
        for name in re.findall(r'\s(?:id|name)="([^"]*)"', control)
    }
    assert "take-out" in named
    assert not named & CLOBBERING
