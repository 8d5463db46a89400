"""The browsers of those at a table of the kit ``table``, and what its panels show them."""

import re

from django.test import Client

from accounts.guests import signed_cookie
from games.live import render
from tests.kit.table import Table


def browser(name: str) -> Client:
    """One of somebody of that name, at whatever table."""
    client = Client()
    client.cookies["guest"] = signed_cookie(f"guest-{name}")
    return client


def html(table: Table, name: str, panel: str) -> str:
    """A panel of the game that is on, as ``name`` is sent it."""
    return render.panel_html(panel, render.panels_for(table.game_view(name))[panel], "en")


def words(table: Table, name: str, panel: str) -> str:
    """The words of a panel, one space between two."""
    return " ".join(re.sub(r"<[^>]+>", " ", html(table, name, panel)).split())
