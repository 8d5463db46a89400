"""Which application answers which socket address."""

from django.urls import path

from games import listing
from games.moment import now

from . import clock, render, rooms_page, threads
from .consumers import RoomSockets
from .hubs import Hubs
from .list_hub import ListHub
from .list_socket import ListSocket
from .room_service import RoomService

service = RoomService()
hubs = Hubs(service, render, service.beat, clock.embedded.hint)

room_sockets = RoomSockets(hubs, service)


async def _read_list() -> tuple[listing.Entry, ...]:
    return await threads.read(lambda: listing.read(now()))


list_socket = ListSocket(ListHub(_read_list, rooms_page.row_html), room_sockets.open)

websocket_urlpatterns = [
    path("ws/r/<str:code>", room_sockets),  # type: ignore[arg-type]
    path("ws/rooms", list_socket),  # type: ignore[arg-type]
]
