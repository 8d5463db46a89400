"""Who may do what at every address and with a socket, as tables, for everybody who may come along.

A cell is the status of an answer, or the code of the refusal that is told beside the control.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games import models
from games.live import closing
from games.live.consumers import Entrance
from games.live.room_service import RoomService
from games.live.routing import websocket_urlpatterns
from games.services import lobby
from tests.kit.permissions import OUTSIDE, WHO, Asked, Place, at_once, everything, inline
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unspent_limits")]

POSTS: Mapping[str, dict[str, str]] = {
    "rooms": {"name": "Kim"},
    "quick_play": {"name": "Kim", "preset": "ranked"},
    "find": {"code": "nowhere"},
    "join": {"name": "Kim"},
    "do": {"target": "4"},
    "enter": {"who": "4", "verb": "tap", "target": "5"},
    "start_dealt": {},
    "seat_without_phone": {"name": "Kim"},
    "say": {"talk": "lobby", "text": "Hi"},
    "note": {"text": "Hm"},
    "tag": {"subject": "4", "tag": "evil"},
    "options": {"o-night_seconds": "33"},
    "keep": {"house_name": "Theirs"},
    "house_rule_open": {"name": "Kim"},
    "house_rule_rename": {"name": "Others"},
    "house_rule_delete": {},
    "ready": {"ready": "1"},
    "lock": {"locked": "1"},
    "narrate": {},
    "add_bots": {"count": "1"},
    "remove_bot": {"member": "0"},
    "kick": {"member": "0"},
    "hand_over": {"member": "0"},
    "start": {},
    "rematch": {},
    "back_to_lobby": {},
    "leave": {},
}
"""What is posted to each address that takes posts; ``do`` is to pause."""

PAGES = (
    *("home", "how_to_play", "rules", "verify", "rooms", "house_rules", "house_rule"),
    *("join", "room", "story", "deal_file"),
)
OPEN = {"rooms": "303", "quick_play": "303", "find": "422", "house_rule_open": "303"}
"""Posts that anybody may send, in or out of a room."""


def patterns(where: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    for pattern in where.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.name or ""


def test_every_address_has_its_row() -> None:
    found = dict(patterns(get_resolver()))
    named = {name for route, name in found.items() if not route.startswith("admin/")}
    assert named == {*POSTS, *PAGES, "healthz", "favicon"}
    assert [str(route.pattern) for route in websocket_urlpatterns] == ["ws/r/<str:code>", "ws/rooms"]


IDLE = {"do": "NO_GAME", "enter": "NO_GAME", "note": "NO_GAME", "tag": "NO_GAME"}
HOSTED = (
    "options",
    "keep",
    "lock",
    "add_bots",
    "remove_bot",
    "kick",
    "hand_over",
    "start",
    "rematch",
    "back_to_lobby",
    "start_dealt",
    "seat_without_phone",
)

ADDRESSES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    # Nobody who is not in the room may do anything in it but come in, if they were not put out.
    "lobby": {
        "outside": {
            **dict.fromkeys(POSTS, "NOT_A_MEMBER"),
            "do": "NO_GAME",
            "enter": "NO_GAME",
            "join": "303",
        },
        "kicked": {
            **dict.fromkeys(POSTS, "NOT_A_MEMBER"),
            "do": "NO_GAME",
            "enter": "NO_GAME",
            "join": "422",
        },
        "inside": {
            **dict.fromkeys(POSTS, "204"),
            **dict.fromkeys(HOSTED, "NOT_THE_HOST"),
            **IDLE,
            "join": "303",
        },
        "host": {
            **dict.fromkeys(POSTS, "204"),
            **IDLE,
            **dict.fromkeys(("remove_bot", "kick", "hand_over"), "NO_SUCH_MEMBER"),
            **dict.fromkeys(("rematch", "back_to_lobby"), "NO_GAME"),
            **dict.fromkeys(("start_dealt", "seat_without_phone"), "NOT_MODERATED"),
            "join": "303",
        },
    },
    "night": {
        "outside": {
            **dict.fromkeys(POSTS, "NOT_A_MEMBER"),
            "do": "SPECTATOR",
            "enter": "SPECTATOR",
            "join": "303",
        },
        "kicked": {
            **dict.fromkeys(POSTS, "NOT_A_MEMBER"),
            "do": "SPECTATOR",
            "enter": "SPECTATOR",
            "join": "422",
        },
        "queued": {
            **dict.fromkeys(POSTS, "GAME_RUNNING"),
            **dict.fromkeys(HOSTED, "NOT_THE_HOST"),
            "do": "SPECTATOR",
            "enter": "SPECTATOR",
            "note": "SPECTATOR",
            "tag": "SPECTATOR",
            "say": "MAY_NOT_WRITE",
            "join": "303",
            "leave": "204",
        },
        "inside": {
            **dict.fromkeys(POSTS, "GAME_RUNNING"),
            **dict.fromkeys(HOSTED, "NOT_THE_HOST"),
            "do": "NOT_HOST",
            "enter": "NOT_MODERATOR",
            "note": "204",
            "tag": "NO_JOURNAL",
            "say": "MAY_NOT_WRITE",
            "join": "303",
            "leave": "204",
        },
        "host": {
            **dict.fromkeys(POSTS, "GAME_RUNNING"),
            "do": "204",
            "keep": "204",
            "enter": "NOT_MODERATOR",
            "note": "204",
            "tag": "NO_JOURNAL",
            "say": "MAY_NOT_WRITE",
            "join": "303",
            "leave": "204",
            "lock": "204",
            "kick": "NO_SUCH_MEMBER",
            **dict.fromkeys(("rematch", "back_to_lobby"), "GAME_NOT_OVER"),
        },
        "narrator": {
            **dict.fromkeys(POSTS, "GAME_RUNNING"),
            "do": "204",
            "keep": "204",
            "enter": "NOT_MODERATOR",
            "note": "SPECTATOR",
            "tag": "SPECTATOR",
            "say": "MAY_NOT_WRITE",
            "join": "303",
            "leave": "204",
            "lock": "204",
            "kick": "NO_SUCH_MEMBER",
            **dict.fromkeys(("rematch", "back_to_lobby"), "GAME_NOT_OVER"),
        },
    },
}


def row(scene: str, kind: str) -> Mapping[str, str]:
    rows = ADDRESSES[scene]
    if kind in rows:
        return rows[kind]
    if scene == "lobby" and kind == "narrator":
        return rows["host"]
    outside = kind in OUTSIDE if scene == "night" else kind in (*OUTSIDE[:-1], "queued")
    return rows["outside" if outside else "inside"]


@pytest.mark.parametrize("scene", ADDRESSES)
def test_who_may_do_what_at_every_address(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, scene)
    asked = Asked(monkeypatch)
    found = {kind: {name: _posted(place, asked, kind, name) for name in POSTS} for kind in WHO}
    assert found == {kind: {**row(scene, kind), **OPEN, **_of_its_owner(kind)} for kind in WHO}


def _of_its_owner(kind: str) -> Mapping[str, str]:
    """House rules are changed by whoever kept them, the host here; to others they are not there to change."""
    answer = "303" if kind in ("host", "narrator") else "404"
    return dict.fromkeys(("house_rule_rename", "house_rule_delete"), answer)


def _posted(place: Place, asked: Asked, kind: str, name: str, **more: Any) -> str:
    return asked(place.client(kind, **more), "post", _address(place.of(kind), name), POSTS[name]).split(" ")[
        0
    ]


def _address(table: Table, name: str) -> str:
    alone = (*OPEN, "home", "how_to_play", "verify", "house_rules")
    args = [] if name in alone else [table.code]
    if name.startswith("house_rule") and name != "house_rules":
        args = [models.HouseRule.objects.get(name=f"Of {table.code}").slug]
    args += {"do": ["pause"]}.get(name, [])
    return reverse(f"games:{name}", args=["parlor"] if name == "rules" else args)


@pytest.mark.parametrize("scene", ADDRESSES)
def test_who_may_look_at_what(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running game may be watched by anybody who has its address; a lobby by those who are in it."""
    place = Place(monkeypatch, scene)
    asked = Asked(monkeypatch)
    for kind in WHO:
        table = place.of(kind)
        pages = {name: asked(place.client(kind), "get", _address(table, name), {}) for name in PAGES}
        closed = scene == "lobby" and row(scene, kind)["ready"] == "NOT_A_MEMBER"
        room = f"302 {_address(table, 'join')}" if closed else "200"
        story = f"302 {_address(table, 'room')}" if scene == "lobby" else "200"
        rows = {"room": room, "story": story, "deal_file": "409"}
        assert pages == {**dict.fromkeys(PAGES, "200"), **rows}, kind
    for kind in ("stranger", "host", "superuser"):
        table = place.of(kind)
        for name in POSTS.keys() - PAGES:
            assert asked(place.client(kind), "get", _address(table, name), {}) == "405", name
        for name in PAGES:
            if name not in POSTS:
                assert asked(place.client(kind), "post", _address(table, name), {}) == "405", name


def test_no_post_goes_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, "night")
    asked = Asked(monkeypatch)
    for kind in ("no cookie", "host", "living", "superuser"):
        answers = {name: _posted(place, asked, kind, name, enforce_csrf_checks=True) for name in POSTS}
        assert answers == dict.fromkeys(POSTS, "403"), kind


OFFICE = {"superuser": "200", "staff": "403"}
"""Anybody else is sent to log in; staff without the right to see rooms see none."""


def test_only_staff_come_into_the_office_and_see_no_secret_there(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, "night")
    asked = Asked(monkeypatch)
    room = f"/admin/games/room/{place.table.room_id}"
    for kind in WHO:
        client = place.client(kind)
        for path in ("/admin/games/room/", f"{room}/change/", f"{room}/history/"):
            found = asked(client, "get", path, {})
            assert found == OFFICE.get(kind, f"302 /admin/login/?next={path}"), (kind, path)
        for path in ("/admin/games/room/add/", f"{room}/change/", f"{room}/delete/"):
            found = asked(client, "post", path, {"code": "KIMO-TARU-58", "post": "yes"})
            assert found == ("403" if kind in OFFICE else f"302 /admin/login/?next={path}"), (kind, path)
    page = place.client("superuser").get(f"{room}/change/").content.decode()
    assert not any(word in page for word in ("mafia", "doctor", "detective", "citizen"))


SOCKETS = {"kicked": closing.PUT_OUT}


def test_whose_socket_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a cookie may look on, if they were not put out; without one there is no socket
    (test_consumers).  Of those who only look on nothing is kept."""
    place = Place(monkeypatch, "night")
    monkeypatch.setattr("games.live.threads.write", inline)
    for kind in WHO.keys() - {"no cookie"}:
        table = place.of(kind)
        entered = at_once(RoomService().enter(table.code, place.person(kind), kind))
        assert entered == SOCKETS.get(kind, Entrance(table.room_id, table.code)), kind
    known = {"queued", "host", "member", "living", "mafia", "out", "narrator"}
    assert set(models.Connection.objects.values_list("channel", flat=True)) == known


def test_ids_of_other_rooms_and_games_lead_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, "lobby")
    asked = Asked(monkeypatch)
    bot = lobby.add_bots(place.narrated.room_id, place.narrated.person("Ned"), 1, place.table.now)
    assert bot is None
    asked.before = everything()
    others = models.Member.objects.filter(room=place.narrated.room_id).values_list("pk", flat=True)
    gone = (
        models.Member.objects.filter(room=place.table.room_id)
        .exclude(gone_at=None)
        .values_list("pk", flat=True)
    )
    for name in ("kick", "remove_bot", "hand_over"):
        path = _address(place.table, name)
        for member in [*others, *gone, 0, -1, 2**40]:
            assert asked(place.client("host"), "post", path, {"member": str(member)}) == "NO_SUCH_MEMBER"
