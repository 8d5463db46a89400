"""What sockets carry tells nothing that their viewers may not know (C1): two games that differ in nothing
else send them the same frames, in the same order, of the same bytes, at the same moments."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections

from accounts.guests import Person
from games import projections
from games.engine.turn import next_due
from games.live import render
from games.live.hub import Hub, Listener
from games.live.outbox import Outbox
from games.models import Room
from games.services import chat, clock, lobby, notes, presence
from tests.kit.loop import in_made_up_time
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

NARRATOR, STRANGER, LATE = "Ann", "Zed", "Yve"
PLAYERS = ("Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
WATCHERS = (NARRATOR, "Ben", "Eve", LATE, STRANGER)
"""A narrator, a citizen, one who dies in the first night, one who waits for the next game, and anybody."""

DEALT = {"Cat": "mafia", "Dan": "doctor", "Fay": "detective", "Gus": "mafia"}
Sent = list[tuple[float, str]]


class Rooms:
    """The room as it is at the table's time."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def load(self, code: str, after: Any) -> Any:
        return projections.load_room(code, after, self.table.now)

    def viewer(self, snapshot: Any, person: Person) -> int | None:
        return projections.viewer_key(snapshot, person)

    def view(self, snapshot: Any, viewer: Any) -> Any:
        return projections.view_for(snapshot, viewer)

    def due_at(self, snapshot: Any) -> int | None:
        return None if snapshot.game is None else next_due(snapshot.game.state)

    def changes_in(self, snapshot: Any) -> float | None:
        at = projections.changes_at(snapshot)
        return None if at is None else (at - self.table.now) / 1000


@dataclass
class Night:
    """A table in play, and who holds which role in it."""

    table: Table
    holder: Callable[[str], str]

    async def later(self, seconds: float = 1) -> None:
        """Time goes by, and the clock looks after the game."""
        self.table.now += round(seconds * 1000)
        presence.beat([_phone(name) for name in (NARRATOR, *PLAYERS)], self.table.now)
        clock.advance_due(self.table.now)
        await asyncio.sleep(seconds)

    async def do(self, name: str, verb: str, target: str | None = None) -> None:
        self.table.do(name, verb, target)
        await self.later()

    def say(self, name: str, talk: str, text: str) -> None:
        assert chat.say(self.table.room_id, self.table.person(name), talk, text, self.table.now) is None


Scene = Callable[[Night], Any]


def _phone(name: str) -> str:
    return f"{name}'s phone"


def _met(public: bool) -> Table:
    """Everybody in a lobby whose code is always the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.codes.new_code", lambda: "KIMO-TARU-58")
        table = Table(NARRATOR, *PLAYERS, narrates=True, options={"talk_seconds": 30}, public=public)
    for name in (NARRATOR, *PLAYERS):
        presence.connect(table.room_id, table.person(name), _phone(name), table.now)
    return table


def watched(
    dealt: Mapping[str, str], holder: Callable[[str], str], scene: Scene, public: bool = False
) -> dict[str, Sent]:
    """What the sockets of the WATCHERS were sent, and when, while ``scene`` was played."""
    cache.clear()
    Room.objects.all().delete()
    table = _met(public)
    sent: dict[str, Sent] = {name: [] for name in WATCHERS}

    database = connections["default"]

    async def whole() -> None:
        connections["default"] = database  # a loop would open one of its own, outside the test's transaction
        time = asyncio.get_running_loop().time
        began = time()
        hub = Hub(table.code, Rooms(table), render)
        poked.append(hub.poke)
        table.start(**dealt)
        table.join(LATE)
        for name in WATCHERS:

            async def send(message: dict[str, Any], name: str = name) -> None:
                sent[name].append((round(time() - began, 3), message.get("text", message["type"])))

            hub.join(Listener(table.person(name), "en", Outbox(send)))
        await asyncio.sleep(1)
        await scene(Night(table, holder))
        await hub.close()

    poked: list[Callable[[], None]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        patch.setattr("games.broadcast.poke", lambda code: poked[-1]() if poked else None)
        patch.setattr("games.codes.new_secret", lambda: "5e" * 32)
        in_made_up_time(whole())
    return sent


def twins(one: str, other: str) -> list[tuple[Mapping[str, str], Callable[[str], str]]]:
    """Two deals that differ in the roles of ``one`` and ``other``; each with who plays whose part."""
    swapped = {one: other, other: one}
    dealt = {swapped.get(name, name): role for name, role in DEALT.items()}
    return [(DEALT, lambda name: name), (dealt, lambda name: swapped.get(name, name))]


async def first_night(night: Night) -> None:
    for name in PLAYERS:
        await night.do(name, "ready")
    await night.later(30)
    assert night.table.phase == "night"
    holder = night.holder
    await night.do(holder("Cat"), "kill", "Ben")
    night.say(holder("Cat"), "mafia", "Eve?")
    await night.later()
    await night.do("Ben", "suspect", "Eve")
    night.say(holder("Gus"), "mafia", "Eve.")
    await night.later()
    await night.do(holder("Gus"), "kill", "Eve")
    await night.do(holder("Dan"), "protect", "Hal")
    await night.do(holder("Cat"), "kill", "Eve")
    await night.do(holder("Fay"), "investigate", "Ida")
    assert notes.save(night.table.room_id, night.table.person(holder("Fay")), "So…", night.table.now) is None
    await night.later()
    for name in PLAYERS:
        await night.do(name, "confirm")


async def two_nights(night: Night) -> None:
    await first_night(night)
    table = night.table
    while table.phase != "vote":
        await night.later(10)
    night.say("Eve", "graveyard", "It was somebody.")
    for name in PLAYERS:
        if name != "Eve":
            await night.do(name, "vote", "Ida" if name != "Ida" else "Ben")
    while table.phase != "night":
        await night.later(5)
    holder = night.holder
    for name, verb, target in (
        (holder("Gus"), "kill", "Hal"),
        (holder("Cat"), "kill", "Hal"),
        (holder("Fay"), "investigate", "Hal"),
        (holder("Dan"), "hold", None),
        ("Ben", "hold", None),
    ):
        await night.do(name, verb, target)
    night.say("Eve", "graveyard", "Nobody hears me.")
    while table.phase == "night":
        await night.later(5)
    await night.later(20)
    assert table.phase != "over"


@pytest.mark.parametrize(("one", "other"), [("Cat", "Dan"), ("Gus", "Fay"), ("Dan", "Fay"), ("Cat", "Hal")])
def test_c1_twin_games_send_the_same_frames_at_the_same_moments(one: str, other: str) -> None:
    scene = first_night if other == "Hal" else two_nights
    game, twin = (watched(dealt, holder, scene) for dealt, holder in twins(one, other))
    for name in WATCHERS:
        assert len(game[name]) > 10
        assert game[name] == twin[name], name


def test_c1_what_is_done_in_secret_moves_nobody_elses_socket() -> None:
    async def idle(night: Night) -> None:
        for name in PLAYERS:
            await night.do(name, "ready")
        await night.later(30)
        for _ in range(5):
            await night.later()

    async def busy(night: Night) -> None:
        table = night.table
        for name in PLAYERS:
            await night.do(name, "ready")
        await night.later(30)
        await night.do("Cat", "kill", "Eve")
        night.say("Gus", "mafia", "Not Eve. " * 20)
        await night.later()
        await night.do("Dan", "protect", "Dan")
        assert notes.save(table.room_id, table.person("Hal"), "Nobody reads this.", table.now) is None
        await night.later()
        await night.do("Fay", "investigate", "Cat")

    quiet, other = (watched(DEALT, lambda name: name, scene) for scene in (idle, busy))
    assert quiet == other


def test_c1_when_it_is_told_how_many_watch_does_not_tell_when_something_is_done_in_secret() -> None:
    async def night(night: Night, secret: Callable[[], object]) -> None:
        for name in PLAYERS:
            await night.do(name, "ready")
        await night.later(30)
        await night.later()
        presence.connect(night.table.room_id, Person("guest-onlooker"), "onlooker", night.table.now)
        for _ in range(5):
            await night.later()
        secret()
        for _ in range(7):
            await night.later()

    async def idle(game: Night) -> None:
        await night(game, lambda: None)

    async def busy(game: Night) -> None:
        await night(game, lambda: game.table.do("Cat", "kill", "Eve"))

    quiet, other = (watched(DEALT, lambda name: name, scene, public=True) for scene in (idle, busy))
    del quiet[NARRATOR], other[NARRATOR]
    assert quiet == other


def test_what_is_said_among_those_who_are_out_reaches_nobody_else() -> None:
    async def scene(night: Night) -> None:
        await two_nights(night)
        table = night.table
        night.say("Eve", "graveyard", "Whisper one")
        await night.later()
        assert lobby.kick(table.room_id, table.person(NARRATOR), table.member("Ben").pk, table.now) is None
        assert lobby.leave_room(table.room_id, table.person("Eve"), table.now) is None
        await night.later()
        night.say("Ida", "graveyard", "Whisper two")
        await night.later()

    sent = watched(DEALT, lambda name: name, scene)
    heard = {name: "".join(text for _, text in sent[name]) for name in WATCHERS}
    assert [name for name in WATCHERS if "Whisper one" in heard[name]] == ["Eve"]
    assert [name for name in WATCHERS if "Whisper two" in heard[name]] == []
    assert [name for name in WATCHERS if sent[name][-1][1] == "websocket.close"] == ["Ben", "Eve"]
