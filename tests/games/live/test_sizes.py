"""What frames weigh at a table of twelve, in bytes, from the deal to the end."""

import pytest

from games.engine.ids import NOBODY
from games.live import render
from games.live.hub import Page, Writer
from games.services import clock, lobby
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
CLOCK = 300
SNAPSHOT = 8_000


def size(body: str) -> int:
    return len(f'{{"t":"frame","seq":1000,{body}}}'.encode())


def shown(table: Table, name: str) -> Page:
    view = table.game_view(name)
    return Page(render.panels_for(view), render.lines_for(view))


def all_vote(table: Table) -> None:
    """Everybody alive for the next in the row who stands, and the last vote out the first."""
    stage = table.state.stage
    for seat in (each for each in table.state.seats if each.alive):
        others = [target for target in stage.candidates if target not in (seat.number, NOBODY)]
        target = others[0] if stage.day % 2 else others[seat.number % len(others)]
        if table.phase == "vote":  # it ends with the last ballot
            table.do(seat.name, "vote", table.state.seats[target].name)


@pytest.mark.parametrize("people", [12, 2])
def test_snapshots_and_what_a_phase_brings_stay_small(people: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.codes.new_secret", lambda: "5e" * 32)
    options = {"first_day_vote": True, "ballots": "names", "quiet_days": 20}
    table = Table(*PEOPLE[:people], options=options)
    if people < len(PEOPLE):
        assert lobby.add_bots(table.room_id, table.person("Ann"), 12 - people, table.now) is None
    deal = {"Jon": "mafia", "Kim": "mafia", "Lea": "mafia", "Dan": "doctor", "Eve": "detective"}
    table.start(**(deal if people == len(PEOPLE) else {}))
    viewers, writer = ("Ann", "Ben", "Nobody at all"), Writer(render)
    before = {name: shown(table, name) for name in viewers}
    phases, number = [], 0
    while "over" not in phases:
        phases.append(table.phase)
        for name in viewers:
            now = shown(table, name)
            snapshot = size(writer.body(now, None, "en"))
            # The end shows the whole history (C3), once.
            assert 2_000 < snapshot <= SNAPSHOT or table.phase == "over", (phases, name)
            status, old = ({"status": each.panels["status"]} for each in (now, before[name]))
            change = writer.body(Page(status), Page(old), "en")
            assert len(phases) == 1 or table.phase == "over" or 150 < size(change) <= CLOCK, (phases, name)
            before[name] = now
        number = table.state.stage.number
        if table.phase == "vote" and people == len(PEOPLE):
            all_vote(table)
        while table.phase != "over" and table.state.stage.number == number:
            table.now = clock.next_due() or table.now
            clock.advance_due(table.now)
    assert {"day", "vote", "result", "night", "morning"} <= set(phases)
    assert phases.count("vote") >= 3 or people < len(PEOPLE)


def test_a_ranked_game_stays_small_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.codes.new_secret", lambda: "5e" * 32)
    table = Table(*PEOPLE, preset="ranked", options={"skip_budget": 0})
    table.start(Jon="killer", Kim="killer", Lea="godfather", Dan="doctor", Eve="detective", Fay="vigilante")
    viewers, writer, seen = ("Ann", "Ben", "Nobody at all"), Writer(render), set()
    before = {name: shown(table, name) for name in viewers}
    while table.phase != "over":
        seen.add(table.phase)
        number, day = table.state.stage.number, table.state.stage.day
        if table.phase in ("vote", "runoff"):
            living = [seat.name for seat in table.state.seats if seat.alive]
            for turn, voter in enumerate(living):  # on odd days half of them against the other half
                table.act(voter, "vote", living[(turn + 1) % 2] if day % 2 else living[turn == 0])
        for name in viewers:
            now = shown(table, name)
            assert 2_000 < size(writer.body(now, None, "en")) <= SNAPSHOT, (table.phase, name)
            status, old = ({"status": each.panels["status"]} for each in (now, before[name]))
            assert size(writer.body(Page(status), Page(old), "en")) <= CLOCK, (table.phase, name)
            before[name] = now
        while table.phase != "over" and table.state.stage.number == number:
            table.now = clock.next_due() or table.now
            clock.advance_due(table.now)
    assert {"night", "dawn", "day", "vote", "runoff", "last_defense"} <= seen
