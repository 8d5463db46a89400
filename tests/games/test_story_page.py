"""The page of a game's story, and what the room's page shows of it."""

import re
from collections.abc import Callable

import pytest

from games.models import Game
from tests.kit.posts import url
from tests.kit.screens import browser
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve")


@pytest.fixture
def table(at_table_time: Callable[[Table], Table]) -> Table:
    return at_table_time(Table(*PLAYERS))


def test_the_whole_story_has_a_page_that_tells_what_everybody_was_told(table: Table) -> None:
    ben = browser("Ben")
    assert ben.get(url("story", table)).headers["Location"] == url("room", table)
    table.start(Ann="mafia")
    for name in ("Ann", "Ben", "Cat", "Dan", "Eve"):
        table.do(name, "ready")
    table.until("night")
    table.do("Ann", "kill", "Eve")
    table.until("vote")
    told = ben.get(url("story", table)).content.decode()
    assert "Eve was a Citizen." in told
    assert "Ann" not in told
    for name in ("Ben", "Cat", "Dan"):
        table.do(name, "vote", "Ann")
    table.until("over")
    told = ben.get(url("story", table)).content.decode()
    assert told.index("Night 1") < told.index("Vote 2")
    assert "Ann" in told
    assert 'target="_blank"' not in told
    assert ben.get("/r/KIMO-TARU-99/story/").headers["Location"] == "/r/KIMO-TARU-99/"


def test_the_room_tells_the_latest_chapters_and_leads_to_all_of_them(table: Table) -> None:
    ben = browser("Ben")
    table.start(Ann="mafia")
    link = f'href="{url("story", table)}"'
    table.until("night")
    assert link not in ben.get(url("room", table)).content.decode()
    table.do("Ann", "kill", "Eve")
    table.until("vote")
    for name, target in {"Ann": "Ben", "Ben": "Ann", "Cat": "nobody", "Dan": "nobody"}.items():
        table.do(name, "vote", target)
    table.until("night")
    table.until("morning")
    shown, told = ben.get(url("room", table)).content.decode(), ben.get(url("story", table)).content.decode()
    assert link in shown
    titles = re.findall(r"<h3>(Night \d|Vote \d)</h3>", told)
    assert len(titles) >= 3
    assert re.findall(r"<h3>(Night \d|Vote \d)</h3>", shown) == titles[:2]


def test_the_story_of_a_game_of_another_version_leads_to_what_the_room_says_of_it(table: Table) -> None:
    table.start(Ann="mafia")
    Game.objects.update(schema=0)
    response = browser("Ben").get(url("story", table), follow=True)
    assert response.redirect_chain == [(url("room", table), 302)]
    assert response.status_code == 503
    assert "another version" in response.content.decode()
