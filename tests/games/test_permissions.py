"""Who may do what, as tables: every address, every verb and every talk, for everybody who may come along.

A cell is the status of an answer, or the code of the refusal that is told beside the control.  What is
refused changes no row of any table.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as project
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.guests import Person, signed_cookie
from games import models, projections, views
from games.live import closing
from games.live.consumers import Do, Entrance, Say
from games.live.room_service import RoomService
from games.live.routing import websocket_urlpatterns
from games.refusals import Refusal
from games.services import house_rules, lobby
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
SEATED = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Hal", "Ida", "Jon")
ROLES = {"Ann": "mafia", "Dan": "mafia", "Ben": "doctor", "Cat": "detective"}

WHO: Mapping[str, str] = {
    "no cookie": "",
    "stranger": "Zed",
    "kicked": "Gus",
    "account": "Uma",
    "staff": "Sam",
    "superuser": "Sue",
    "queued": "Yve",
    "left": "Fay",
    "host": "Ann",
    "member": "Ida",
    "living": "Ben",
    "mafia": "Dan",
    "out": "Eve",
    "narrator": "Ned",
}
"""By what they are, whose name they have; the host is of the Mafia too.  In the lobby ``living``, ``mafia``
and ``out`` are members like any other, and nobody is queued."""

OUTSIDE = ("no cookie", "stranger", "kicked", "account", "staff", "superuser", "left")
"""Who is not in the room."""

ACCOUNTS: Mapping[str, dict[str, Any]] = {
    "account": {},
    "staff": {"is_staff": True},
    "superuser": {"is_staff": True, "is_superuser": True},
}


@pytest.fixture(autouse=True)
def _unspent_limits(settings: Any) -> Iterator[None]:
    cache.clear()
    settings.RATE_LIMITS = {name: {"burst": 10_000, "seconds": 0.001} for name in settings.RATE_LIMITS}
    yield
    cache.clear()


class Place:
    """A room with everybody in it who can be, up to some phase."""

    def __init__(self, patch: pytest.MonkeyPatch, phase: str) -> None:
        self.sessions: dict[str, str] = {}
        options = {"first_day_vote": phase == "vote", "last_words": True, "talk_seconds": 30}
        self.table = self._room(SEATED, options, narrates=False)
        self.narrated = self._room(("Ned", *SEATED[1:]), options, narrates=True)
        self.narrated.now = self.table.now
        for place in (
            "views",
            "public_views",
            "house_views",
            "projections",
            "selectors",
            "live.room_service",
        ):
            patch.setattr(f"games.{place}.now", lambda: self.table.now)
        if phase != "lobby":
            for table in (self.table, self.narrated):
                self._play(table, phase)
            self.table.now = self.narrated.now = max(self.table.now, self.narrated.now)
        for kind, rights in ACCOUNTS.items():
            user = get_user_model().objects.create_user(WHO[kind], password="x", **rights)
            client = Client()
            client.force_login(user)
            self.sessions[kind] = client.cookies[project.SESSION_COOKIE_NAME].value

    def _room(self, names: tuple[str, ...], options: Mapping[str, object], *, narrates: bool) -> Table:
        table = Table(*names, "Gus", narrates=narrates, options=options)
        gus = table.member("Gus").pk
        assert lobby.kick(table.room_id, table.person(names[0]), gus, table.now) is None
        kept = house_rules.keep(table.room_id, table.person(names[0]), f"Of {table.code}", table.now)
        assert isinstance(kept, models.HouseRule)
        return table

    def _play(self, table: Table, phase: str) -> None:
        roles = {name: role for name, role in ROLES.items() if name in table.members_to_seat()}
        table.start(**roles)
        table.join("Yve")
        assert lobby.leave_room(table.room_id, table.person("Fay"), table.now) is None
        if phase == "vote":
            table.until("vote")
            return
        table.until("night")
        table.do("Dan", "kill", "Eve")
        if "Ann" in roles:
            table.do("Ann", "kill", "Eve")
        table.until("last_words" if phase == "last_words" else "day")
        if phase == "night":
            table.until("night")
        if phase == "over":
            for name in (name for name, role in roles.items() if role == "mafia"):
                table.until("vote")
                for seat in table.state.seats:
                    if seat.alive and seat.name != name:
                        table.do(seat.name, "vote", name)
                table.do(name, "vote", "nobody")
            table.until("over")

    def of(self, kind: str) -> Table:
        return self.narrated if kind == "narrator" else self.table

    def person(self, kind: str) -> Person:
        user = get_user_model().objects.filter(username=WHO[kind]).first() if kind in ACCOUNTS else None
        return Person(f"guest-{WHO[kind]}", user.pk if user else None)

    def client(self, kind: str, **more: Any) -> Client:
        client = Client(**more)
        if kind in ACCOUNTS:
            client.cookies[project.SESSION_COOKIE_NAME] = self.sessions[kind]
        if WHO[kind]:
            client.cookies["guest"] = signed_cookie(self.person(kind).guest_id)
        return client


def everything() -> list[object]:
    """All rows of all tables but sessions."""
    kinds: list[Any] = [model for model in apps.get_models() if model is not Session]
    return [list(kind.objects.order_by("pk").values_list()) for kind in kinds]


class Asked:
    """Sends requests, each undone afterwards, and says how they were answered."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.before = everything()
        self.codes: list[str] = []
        answer = views._answer  # noqa: SLF001

        def noted(request: Any, code: str, slot: str, refusals: tuple[Refusal, ...]) -> Any:
            self.codes += [refusal.code for refusal in refusals]
            return answer(request, code, slot, refusals)

        patch.setattr(views, "_answer", noted)

    def __call__(self, client: Client, method: str, path: str, sent: Mapping[str, Any]) -> str:
        """The code of a refusal, or the status, and where to if it leads elsewhere."""
        self.codes.clear()
        with transaction.atomic():
            response = getattr(client, method)(path, dict(sent), headers=HTMX if method == "post" else {})
            if response.status_code >= 400 or method == "get":
                assert everything() == self.before, path
            transaction.set_rollback(True)
        if self.codes:
            assert response.status_code == 422
            assert re.sub("<[^>]+>", "", response.content.decode()).endswith("."), path
            return ",".join(self.codes)
        return f"{response.status_code} {response.headers.get('Location', '')}".strip()


# --- Addresses ----------------------------------------------------------------------------------------------

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


STRANGE = dict.fromkeys(POSTS, "NOT_A_MEMBER")
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


# --- Verbs --------------------------------------------------------------------------------------------------

VERBS = (
    *("ready", "confirm", "vote", "unvote", "next", "pause", "resume", "remove", "kill", "protect"),
    *("investigate", "suspect", "hold", "tap", "leave", "fly", "reveal", "reveal_votes", "finalize"),
)

HOSTS = ("next", "pause", "resume", "remove", "reveal_votes", "finalize")

NOT = {**dict.fromkeys(VERBS, "SPECTATOR")}
ALIVE = {
    **dict.fromkeys(VERBS, "NO_SUCH_POWER"),
    **dict.fromkeys(("ready", "vote", "unvote"), "WRONG_PHASE"),
    **dict.fromkeys(HOSTS, "NOT_HOST"),
    "confirm": "",
    "hold": "NO_TARGET",
    "tap": "",
    "leave": "",
}
HOST = {
    **dict.fromkeys(("next", "reveal_votes", "finalize"), "WRONG_PHASE"),
    "pause": "",
    "resume": "NOT_PAUSED",
    "remove": "",
}
GONE = {
    **dict.fromkeys(VERBS, "NOT_ALIVE"),
    **dict.fromkeys(HOSTS, "NOT_HOST"),
}
VOTING = {
    **dict.fromkeys(VERBS, "WRONG_PHASE"),
    "vote": "",
    "unvote": "NO_BALLOT",
    "reveal": "NO_SUCH_POWER",
    "leave": "",
    **dict.fromkeys(HOSTS, "NOT_HOST"),
}

ACTS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "night": {
        **dict.fromkeys((*OUTSIDE, "queued"), NOT),
        "host": {**ALIVE, **HOST, "kill": ""},
        "mafia": {**ALIVE, "kill": ""},
        "living": {**ALIVE, "protect": ""},
        "member": {**ALIVE, "suspect": ""},
        "out": {**GONE, "leave": ""},
        "narrator": {**dict.fromkeys(VERBS, "NO_SUCH_SEAT"), **HOST},
    },
    "vote": {
        **dict.fromkeys((*OUTSIDE, "queued"), NOT),
        **dict.fromkeys(("mafia", "living", "member", "out"), VOTING),
        "host": {**VOTING, **HOST},
        "narrator": {**dict.fromkeys(VERBS, "NO_SUCH_SEAT"), **HOST},
    },
}
"""By phase, by who, the code with which a verb is refused; empty where it is allowed.  It is aimed at Hal."""


@pytest.mark.parametrize("phase", ACTS)
def test_who_may_do_what_in_a_game_by_form_and_by_socket(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, phase)
    asked = Asked(monkeypatch)
    by_form: dict[str, dict[str, str]] = {kind: {} for kind in WHO}
    by_socket: dict[str, dict[str, str]] = {kind: {} for kind in WHO}
    for kind, verb in product(WHO, VERBS):
        table = place.of(kind)
        target = table.number("Hal")
        path = reverse("games:do", args=[table.code, verb])
        answer = asked(place.client(kind), "post", path, {"target": str(target)})
        by_form[kind][verb] = "" if answer == "204" else answer
        by_socket[kind][verb] = over_the_socket(place, kind, Do("", verb, target), monkeypatch)
    assert by_form == ACTS[phase]
    assert by_socket == by_form


def over_the_socket(place: Place, kind: str, asked: Do | Say, patch: pytest.MonkeyPatch) -> str:
    """The code with which a command over a socket is refused; undone afterwards."""
    patch.setattr("games.live.threads.write", inline)
    service, room = RoomService(), place.of(kind).room_id
    with transaction.atomic():
        answer = service.do if isinstance(asked, Do) else service.say
        refusal = _at_once(answer(room, place.person(kind), asked))  # type: ignore[arg-type]
        transaction.set_rollback(True)
    return "" if refusal is None else refusal.code


async def inline(function: Any, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _at_once(answer: Any) -> Any:
    """What a coroutine gives that waits for nothing."""
    try:
        answer.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


SOCKETS = {"kicked": closing.PUT_OUT}


def test_whose_socket_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a cookie may look on, if they were not put out; without one there is no socket
    (test_consumers).  Of those who only look on nothing is kept."""
    place = Place(monkeypatch, "night")
    monkeypatch.setattr("games.live.threads.write", inline)
    for kind in WHO.keys() - {"no cookie"}:
        table = place.of(kind)
        entered = _at_once(RoomService().enter(table.code, place.person(kind), kind))
        assert entered == SOCKETS.get(kind, Entrance(table.room_id, table.code)), kind
    known = {"queued", "host", "member", "living", "mafia", "out", "narrator"}
    assert set(models.Connection.objects.values_list("channel", flat=True)) == known


# --- Talks --------------------------------------------------------------------------------------------------

TALKS = ("lobby", "table", "mafia", "graveyard")
AMONG: Mapping[str, Mapping[str, str]] = {
    "lobby": {
        "host": "l",
        "member": "l",
        "living": "l",
        "mafia": "l",
        "out": "l",
        "left": "l",
        "narrator": "l",
    },
    "night": {"host": "m", "mafia": "m", "out": "g"},
    "vote": {"host": "t", "mafia": "t", "living": "t", "member": "t", "out": "t"},
    "last_words": {"out": "tg"},
    "day": {"host": "t", "mafia": "t", "living": "t", "member": "t", "out": "g"},
    "over": {
        "host": "lt",
        "mafia": "lt",
        "living": "lt",
        "member": "lt",
        "out": "lt",
        "queued": "l",
        "narrator": "l",
    },
}


"""By phase, by who, the first letters of the talks they may write in; nobody else may anywhere."""

READ: Mapping[str, str] = {
    "host": "mt",
    "mafia": "mt",
    "out": "gt",
    "living": "t",
    "member": "t",
    "left": "t",
}
"""While a game is on, in which talks people read what is said; everybody else reads the table."""

CLOSED = {"NOT_A_MEMBER", "MAY_NOT_WRITE", "SPECTATOR", "NO_GAME"}


@pytest.mark.parametrize("phase", AMONG)
def test_c29_who_may_write_and_read_in_which_talk(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, phase)
    asked = Asked(monkeypatch)
    open_ = dict.fromkeys(WHO, "")
    for kind, talk in product(WHO, TALKS):
        path = reverse("games:say", args=[place.of(kind).code])
        answer = asked(place.client(kind), "post", path, {"talk": talk, "text": "Hello"})
        open_[kind] += talk[0] if answer == "204" else ""
        assert answer == "204" or answer in CLOSED
        socket = over_the_socket(place, kind, Say("", talk, "Hello"), monkeypatch)
        assert socket == ("" if answer == "204" else answer)
    assert open_ == {kind: AMONG[phase].get(kind, "") for kind in WHO}
    for kind in WHO if phase not in ("lobby", "over") else ():
        view = projections.room_view(place.of(kind).code, place.person(kind), place.table.now)
        assert isinstance(view, projections.GameView)
        assert sorted(talk.value[0] for talk in view.observation.reads) == sorted(_reads(phase, kind)), kind


def _reads(phase: str, kind: str) -> str:
    return "t" if kind == "out" and phase == "vote" else READ.get(kind, "t")


# --- Ids that were guessed ----------------------------------------------------------------------------------


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


def test_seats_that_are_not_there_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    for phase, verb in (("night", "protect"), ("vote", "vote"), ("night", "remove")):
        place = Place(monkeypatch, phase)
        asked = Asked(monkeypatch)
        kind = "host" if verb == "remove" else "living"
        for seat in (-3, -2, len(SEATED), 2**31, 2**40):
            path = reverse("games:do", args=[place.table.code, verb])
            expected = "NO_SUCH_SEAT" if seat < 2**31 else "MALFORMED"
            assert asked(place.client(kind), "post", path, {"target": str(seat)}) == expected, seat
            assert over_the_socket(place, kind, Do("", verb, seat), monkeypatch) == "NO_SUCH_SEAT"
        models.Room.objects.all().delete()
        get_user_model().objects.all().delete()


def test_no_field_names_another_seat_game_or_room(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, "vote")
    asked = Asked(monkeypatch)
    table, other = place.table, place.narrated
    forged = {"seat": "3", "by": "3", "voter": "3", "member": "4", "as": "Dan", "game": str(other.game.pk)}
    forged |= {"room": str(other.room_id), "guest": "guest-Dan", "user": "1", "code": other.code}
    path = reverse("games:do", args=[table.code, "vote"])
    assert asked(place.client("out"), "post", path, {**forged, "target": str(table.number("Hal"))}) == "204"
    assert asked(place.client("stranger"), "post", path, {**forged, "target": "3"}) == "SPECTATOR"
    place.client("out").post(path, {**forged, "target": str(table.number("Hal"))}, headers=HTMX)
    assert dict(table.state.stage.ballots) == {table.number("Eve"): table.number("Hal")}
    assert not other.state.stage.ballots
