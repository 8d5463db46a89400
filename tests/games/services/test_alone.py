"""One person alone with bots: they act through the service, the bots by the clock."""

import pytest

from games.engine.abilities import ABILITIES
from games.engine.ids import SeatId, seat_viewer
from games.engine.observation import observe
from games.live.render import panel_html, panels_for
from games.services import lobby
from tests.kit.table import Table, refused

pytestmark = pytest.mark.django_db

GRIDS = {
    "night": (*ABILITIES, "suspect"),
    "vote": ("vote",),
    "revote": ("vote",),
    "runoff": ("vote",),
}


def act_where_asked(table: Table) -> None:
    """What Ann does in a phase: the first thing she may, then confirm."""
    own = table.number("Ann")
    legal = {one.verb: one for one in observe(table.state, seat_viewer(SeatId(own))).legal}
    for verb in GRIDS.get(table.phase, ()):
        if verb in legal:
            targets = [seat for seat in legal[verb].targets or () if seat >= 0]
            name = table.state.seats[targets[-1]].name
            table.do("Ann", verb, name)
    for verb in ("confirm", "ready"):
        if verb in legal:
            table.do("Ann", verb)


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        ("parlor", 5),
        ("parlor", 12),
        pytest.param("parlor", 40, marks=pytest.mark.soak),
        ("ranked", 14),
        pytest.param("ranked", 25, marks=pytest.mark.soak),
    ],
)
def test_a_game_alone_with_bots_ends(preset: str, seats: int) -> None:
    table = Table("Ann", preset=preset)
    assert not refused(lobby.add_bots(table.room_id, table.person("Ann"), seats - 1, table.now))
    table.start()
    began, number = table.now, -1
    for _ in range(60 * seats):
        if table.phase == "over":
            break
        if table.state.stage.number != number:
            number = table.state.stage.number
            act_where_asked(table)
            shown = panels_for(table.game_view("Ann"))
            assert all(panel_html(name, panel, "en") for name, panel in shown.items() if panel)
        due = table.game.due_at
        if due is None:  # what Ann did was the end
            break
        table.now = max(table.now, due)
        table.wait(0.001)
    view = table.game_view("Ann")
    assert table.phase == "over"
    assert view.public.history
    assert len(view.observation.seats) == seats
    assert all(seat.role for seat in view.observation.seats)
    assert table.now - began < 60 * 60 * 1000
