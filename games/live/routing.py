"""Which application answers which socket address."""

from django.urls import path

from . import clock, render
from .consumers import RoomSockets
from .hubs import Hubs
from .room_service import RoomService

service = RoomService()
hubs = Hubs(service, render, service.beat, clock.embedded.hint)

websocket_urlpatterns = [path("ws/r/<str:code>", RoomSockets(hubs, service))]  # type: ignore[arg-type]
