"""The real hubs and outboxes without a database: what one socket sends, all of its room get in a frame.

python -m tests.load.hubbed PORT
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import config.asgi  # noqa: F401 - the collector of garbage as the server has it
from accounts.guests import Person
from games import broadcast
from games.live import outbox
from games.live.hub import Listener
from games.live.hubs import Hubs
from tests.load.local import serve


class Rooms:
    """A room is the text that was sent to it last."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def load(self, code: str, after: Any) -> str:
        return self.texts.get(code, "-")

    def viewer(self, snapshot: str, person: Person) -> str:
        return person.guest_id

    def view(self, snapshot: str, viewer: Any) -> str:
        return snapshot

    def due_at(self, snapshot: str) -> int | None:
        return None

    def changes_in(self, snapshot: Any) -> float | None:
        return None


class Prepared:
    """Renders nothing: a view is the HTML."""

    def panels_for(self, view: str) -> Mapping[str, str]:
        return {"status": view}

    def panel_html(self, panel_id: str, context: str, language: str) -> str:
        return context

    def changed_parts(self, before: str, now: str) -> None:
        return None

    def part_html(self, part_id: str, part: str, language: str) -> str:
        return part

    def lines_for(self, view: str) -> Mapping[str, Sequence[str]]:
        return {}

    def line_html(self, line: str) -> str:
        return line


async def _beat(connections: object) -> None:
    return None


rooms = Rooms()
hubs = Hubs(rooms, Prepared(), _beat)
outbox.FRAMES = 10**9  # these clients confirm nothing
outbox.BYTES = 10**12


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    code, name = scope["path"].strip("/"), f"{scope['client']}"
    listener = Listener(Person(name), "en", outbox.Outbox(send))
    hub = hubs.join(code, name, listener)
    while (message := await receive())["type"] == "websocket.receive":
        rooms.texts[code] = message["text"]
        await broadcast.send_now(broadcast.group(code))
    await listener.outbox.stop()
    await hubs.leave(hub, name, listener)


if __name__ == "__main__":
    serve(application)
