"""Rooms with everybody in them who may come along, and how each is answered.

What is refused changes no row of any table.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as project
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client

from accounts.guests import Person, signed_cookie
from games import models, posts
from games.live.consumers import Do, Say
from games.live.room_service import RoomService
from games.refusals import Refusal
from games.services import house_rules, lobby
from tests.kit.table import Table

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
    rows: list[object] = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            if model is not Session:
                cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY 1")  # noqa: SLF001
                rows.append(cursor.fetchall())
    return rows


class Asked:
    """Sends requests, each undone afterwards, and says how they were answered."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.before = everything()
        self.codes: list[str] = []
        told = posts._told  # noqa: SLF001

        def noted(room: models.Room, slot: str, refusals: tuple[Refusal, ...]) -> Any:
            self.codes += [refusal.code for refusal in refusals]
            return told(room, slot, refusals)

        patch.setattr(posts, "_told", noted)

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


def over_the_socket(place: Place, kind: str, asked: Do | Say, patch: pytest.MonkeyPatch) -> str:
    """The code with which a command over a socket is refused; undone afterwards."""
    patch.setattr("games.live.threads.write", inline)
    service, room = RoomService(), place.of(kind).room_id
    with transaction.atomic():
        answer = service.do if isinstance(asked, Do) else service.say
        refusal = at_once(answer(room, place.person(kind), asked))  # type: ignore[arg-type]
        transaction.set_rollback(True)
    return "" if refusal is None else refusal.code


async def inline(function: Any, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


def at_once(answer: Any) -> Any:
    """What a coroutine gives that waits for nothing."""
    try:
        answer.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")
