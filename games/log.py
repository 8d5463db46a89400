"""The log of a game, as it is stored."""

from collections.abc import Iterator

from games import codec
from games.engine.events import Event
from games.models import GameEvent


def events_of(game_id: int, *kinds: str) -> Iterator[Event]:
    """What happened in a game, in order: all of it, or the ``kinds`` of events that are asked for."""
    rows = GameEvent.objects.filter(game=game_id).order_by("seq")
    if kinds:
        rows = rows.filter(kind__in=kinds)
    return (codec.decode_event(kind, data) for kind, data in rows.values_list("kind", "data"))
