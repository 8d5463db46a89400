"""How a table of Gallows comes together, and the card that everybody gets (G1, G2)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.live import render
from games.models import Room
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


def opened() -> tuple[Client, Room]:
    host = Client()
    assert host.post("/rooms/", {"name": "Ann", "preset": "gallows"}).status_code == 303
    return host, Room.objects.get()


def text(client: Client, room: Room) -> str:
    return client.get(reverse("games:room", args=[room.code])).content.decode()


def start(host: Client, room: Room) -> str:
    """What the host reads after asking to start."""
    answer = host.post(reverse("games:start", args=[room.code]))
    return host.get(answer["Location"]).content.decode()


def sit_down(room: Room, *names: str) -> None:
    for name in names:
        answer = Client().post(reverse("games:join", args=[room.code]), {"name": name})
        assert answer["Location"] == reverse("games:room", args=[room.code])


def test_G1_the_picture_and_the_code_lead_to_a_name_and_a_seat() -> None:
    host, room = opened()
    (picture,) = re.findall(r'<div class="qr">\s*<svg.*?<title>([^<]+)</title>', text(host, room), re.DOTALL)
    scanned, typed = Client(), Client()
    found = typed.post("/join/", {"code": room.code})
    assert picture.endswith(found["Location"])
    for client, name in ((scanned, "Ben"), (typed, "Cat")):
        assert 'name="name"' in client.get(found["Location"]).content.decode()
        assert client.post(found["Location"], {"name": ""}).status_code == 422
        assert client.post(found["Location"], {"name": name}).status_code == 303
        assert name in text(host, room)


def test_G1_the_host_starts_when_all_are_in() -> None:
    host, room = opened()
    sit_down(room, "Ben", "Cat", "Dan")
    assert "data-card" not in start(host, room)
    sit_down(room, "Eve")
    assert "data-card" in start(host, room)


def card(table: Table, name: str) -> str:
    return render.panel_html("role", render.panels_for(table.game_view(name))["role"], "en")


def test_G2_the_card_shows_role_team_and_power_and_is_covered() -> None:
    table = Table("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", preset="gallows")
    table.start(Ann="godfather", Ben="mafioso", Cat="sheriff")
    for name, role, team, power in (
        ("Ann", "Godfather", "with Ben", "you alone choose"),
        ("Ben", "Mafioso", "with Ann", "nobody above you"),
        ("Cat", "Sheriff", "", "up to no good"),
    ):
        html = card(table, name)
        face = html[html.index('id="face"') : html.index("<button")]
        assert f"<strong>{role}</strong>" in face
        assert team in face
        assert ("with " in face) == bool(team)
        assert power in face.split("<br>")[1]
        cover = html[html.index("<button") :]
        assert 'aria-expanded="false"' in cover
        assert role not in cover
