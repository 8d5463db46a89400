"""What frames weigh at a table of twelve, in bytes, from the deal to the second vote."""

import pytest

from games.live import render
from games.live.hub import Shown, Writer
from games.services import lobby
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
CLOCK = 300
SNAPSHOT = 8_000


def size(body: str) -> int:
    return len(f'{{"t":"frame","seq":1000,{body}}}'.encode())


def shown(table: Table, name: str) -> Shown:
    view = table.game_view(name)
    return Shown(render.panels_for(view), render.lines_for(view))


@pytest.mark.parametrize("people", [12, 2])
def test_snapshots_and_what_a_phase_brings_stay_small(people: int) -> None:
    table = Table(*PEOPLE[:people], options={"first_day_vote": True})
    if people < len(PEOPLE):
        assert lobby.add_bots(table.room_id, table.person("Ann"), 12 - people, table.now) is None
    table.start()
    viewers, writer = ("Ann", "Ben", "Nobody at all"), Writer(render)
    before = {name: shown(table, name) for name in viewers}
    for phase in ("day", "vote", "result", "night", "morning", "day", "vote"):
        table.until(phase)
        for name in viewers:
            now = shown(table, name)
            assert 2_000 < size(writer.body(now, None, "en")) <= SNAPSHOT, (phase, name)
            status, old = ({"status": each.panels["status"]} for each in (now, before[name]))
            change = writer.body(Shown(status), Shown(old), "en")
            assert "data-due" in change
            assert 150 < size(change) <= CLOCK, (phase, name)
            before[name] = now
