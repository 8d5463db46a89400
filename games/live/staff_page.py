"""A finished game's record as staff reads it: the cards, and what happened night by night."""

from typing import Any

from games.live import record_panels, wording
from games.records import GameRecord


def shown(record: GameRecord) -> dict[str, Any]:
    """The variables of the page."""
    seen = record.observation
    result = seen.result
    log = record_panels.Log(
        code=record.room,
        preset=seen.preset,
        theme=seen.theme,
        names=tuple(record.names.items()),
        entries=(),
        history=record.history,
        commitment=seen.commitment,
    )
    return {
        "room": record.room,
        "outcome": wording.win_title(result.winning if result else (), seen.theme),
        "cards": [
            (seat.name, wording.role_words(seat.role, seen.theme).name) for seat in seen.seats if seat.role
        ],
        "chapters": record_panels.log_variables(log)["chapters"],
    }
