"""What sockets and hubs ask of services and projections, each call in a thread of the right kind."""

from collections.abc import Collection, Hashable
from typing import cast

from django.conf import settings
from django.utils import translation

from accounts.guests import Person
from games import projections, selectors
from games.moment import SECOND, now
from games.refusals import Refusal
from games.services import chat, play, presence
from games.snapshots import RoomSnapshot

from . import closing, threads, wording
from .consumers import Do, Entrance, Say


class RoomService:
    """Knows which connections of this process belong to whom."""

    def __init__(self) -> None:
        self._entered: dict[str, tuple[int, Person]] = {}

    # For hubs

    async def load(self, code: str, after: RoomSnapshot | None) -> RoomSnapshot | None:
        return await threads.read(projections.load_room, code, after)

    def viewer(self, snapshot: RoomSnapshot, person: Person) -> int | None:
        return projections.viewer_key(snapshot, person)

    def view(self, snapshot: RoomSnapshot, viewer: Hashable) -> projections.View:
        return projections.view_for(snapshot, cast("int | None", viewer))

    def due_at(self, snapshot: RoomSnapshot) -> int | None:
        return snapshot.starts_at if snapshot.game is None else snapshot.game.due_at

    def changes_in(self, snapshot: RoomSnapshot) -> float | None:
        next_at = projections.changes_at(snapshot)
        return None if next_at is None else max(0, next_at - now()) / SECOND

    async def beat(self, connections: Collection[str]) -> None:
        """Says that these connections are open; those that were taken for gone are connected again."""
        await threads.write(self._beat, connections)

    def _beat(self, connections: Collection[str]) -> None:
        moment = now()
        for lost in presence.beat(connections, moment):
            if lost in self._entered:
                room_id, person = self._entered[lost]
                presence.connect(room_id, person, lost, moment)

    # For sockets

    async def enter(self, code: str, person: Person, connection: str) -> Entrance | int:
        return await threads.write(self._enter, code, person, connection)

    def _enter(self, code: str, person: Person, connection: str) -> Entrance | int:
        moment = now()
        room = selectors.room_by_code(code, moment)
        if room is None:
            return closing.NO_SUCH_ROOM
        if selectors.kicked_until(room, person) > moment:
            return closing.PUT_OUT
        self._entered[connection] = room.pk, person
        presence.connect(room.pk, person, connection, moment)
        return Entrance(room.pk, room.code)

    async def leave(self, connection: str) -> None:
        if self._entered.pop(connection, None):
            await threads.write(presence.disconnect, connection, now())

    async def do(self, room_id: int, person: Person, command: Do) -> Refusal | None:
        return await threads.write(
            play.act,
            room_id,
            person,
            command.verb,
            command.target,
            now(),
            command_id=command.id,
            phase=command.phase,
            power=command.power,
            who=command.who,
        )

    async def say(self, room_id: int, person: Person, line: Say) -> Refusal | None:
        return await threads.write(chat.say, room_id, person, line.talk, line.text, now(), command_id=line.id)

    def sentence(self, refusal: Refusal) -> str:
        with translation.override(settings.LANGUAGE_CODE):
            return wording.sentence(refusal)
