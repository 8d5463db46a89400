"""The table at which bad input is tried: posts as htmx sends them, and what is told of those refused."""

import re
from typing import Any

from django.core import serializers
from django.test import Client
from django.urls import reverse

from games import models
from games.services import lobby
from tests.kit.table import Table

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
HTMX = {"HX-Request": "true"}
_STORED = (
    *(models.Room, models.Member, models.Game, models.Seat, models.GameEvent, models.Vote),
    *(models.ChatLine, models.JournalEntry),
)


def night(table: Table) -> Table:
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("night")
    return table


def vote(table: Table) -> Table:
    lobby.change_options(table.room_id, table.person("Ann"), {"first_day_vote": True}, table.now)
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("vote")
    return table


def everything() -> str:
    """All that is stored and counts."""
    return serializers.serialize("json", [row for kind in _STORED for row in kind.objects.all()])


def url(name: str, table: Table, *more: str) -> str:
    return reverse(f"games:{name}", args=[table.code, *more])


def told(client: Client, path: str, sent: dict[str, Any]) -> str:
    """The sentence with which a post is refused."""
    before = everything()
    response = client.post(path, sent, headers=HTMX)
    assert response.status_code == 422, response.status_code
    assert everything() == before
    text = re.sub(r"<[^>]+>", "", response.content.decode())
    assert text.endswith(".")
    return text
