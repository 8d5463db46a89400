"""Staff looks at finished games, and never unseen."""

from accounts.models import StaffLook, User
from games.engine.ids import Millis
from games.records import GameRecord, game_record
from games.refusals import Refusal


def look(game_id: int, who: User, why: str, at: Millis) -> GameRecord | Refusal:
    """The record of a finished game; who looked at it, when and why is noted first, for good."""
    record = game_record(game_id)
    if isinstance(record, GameRecord):
        StaffLook.objects.create(who=who, at=at, game=game_id, room=record.room, why=why)
    return record
