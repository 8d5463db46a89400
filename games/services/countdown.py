"""When the lobby of a public room starts a game by itself, so that nobody waits for a host."""

from games import policies
from games.models import Room
from games.moment import MINUTE, SECOND
from games.selectors import configured, members, start_refusals

SOON = 10 * SECOND
"""Milliseconds from the moment at which all are ready, or the table is full."""

PATIENCE = 90 * SECOND
"""Milliseconds from the moment at which there are enough."""

AFTERWARDS = 2 * MINUTE
"""Milliseconds after its end at which a game is put away, so that the next can be waited for."""


def settle(room: Room, at: int) -> None:
    """Set, keep or call off the countdown of a locked public room, as it is at ``at``."""
    before = (room.enough_since, room.starts_at)
    if not _enough(room):
        room.enough_since = room.starts_at = None
    else:
        room.enough_since = at if room.enough_since is None else room.enough_since
        room.starts_at = _starts_at(room, room.enough_since + PATIENCE, at)
    if before != (room.enough_since, room.starts_at):
        room.save(update_fields=["enough_since", "starts_at"])


def _enough(room: Room) -> bool:
    """Whether a game could start now, with at least one person present to see it."""
    if room.game_id is not None:
        return False
    players = policies.players(members(room))
    here = any(not member.bot and member.away_since is None for member in players)
    return here and not start_refusals(room, configured(room.preset, room.options), players)


def _starts_at(room: Room, at_last: int, at: int) -> int:
    players = policies.players(members(room))
    waited_for = [member for member in players if not member.bot and member.away_since is None]
    hurried = len(players) >= policies.seats(room) or all(member.ready for member in waited_for)
    if not hurried:
        return at_last
    return min(at + SOON, at_last if room.starts_at is None else min(room.starts_at, at_last))
