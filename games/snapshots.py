"""What is read of a room, for everybody at once.  Stays on the server; views are made of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from accounts.guests import Person
from games.engine.audience import Audience
from games.engine.ids import SPECTATOR_VIEWER, SeatId
from games.engine.observation import SeatView
from games.engine.rules import Ruleset
from games.engine.state import State
from games.history import Round
from games.public import Company, PublicView
from games.story import LogEntry


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Somebody in the room."""

    id: int
    guest_id: str
    user_id: int | None
    name: str
    bot: bool
    narrates: bool
    ready: bool
    queued: bool
    away: bool
    absent: bool
    hears_from: int

    def is_person(self, person: Person) -> bool:
        same_user = person.user_id is not None and person.user_id == self.user_id
        return self.guest_id == person.guest_id or same_user


@dataclass(frozen=True, slots=True)
class Line:
    """A line of talk.  ``id`` is unique among the lines of the game, or lobby, that this viewer sees."""

    id: str
    talk: str
    author: str
    text: str
    you: bool


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A chat line, when it was said, and whom it is for: ``own`` for its author, ``told`` for everybody
    else."""

    seq: int
    at: int
    author_id: int | None
    audience: Audience
    told: Line
    own: Line

    def for_member(self, member_id: int | None) -> Line:
        return self.own if member_id is not None and member_id == self.author_id else self.told


@dataclass(frozen=True, slots=True)
class Told:
    """What one event adds to the story, and for whom."""

    seq: int
    entries: tuple[LogEntry, ...]
    audience: Audience


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """The room's game.  ``seats``: member id to seat.  ``event_count`` tells whether anything happened.
    ``due_at``: when time or a bot next changes something.  ``room_sees``: the seats as all see them.
    ``public``: all that everybody may know; follows from the rest and from who is in the room."""

    id: int
    state: State
    room_sees: tuple[SeatView, ...]
    event_count: int
    seats: Mapping[int, SeatId]
    narrator_id: int | None
    due_at: int | None
    lines: tuple[StoredLine, ...]
    log: tuple[Told, ...]
    notes: Mapping[SeatId, str]
    history: tuple[Round, ...] | None
    public: PublicView = field(compare=False)


def public_story(log: Iterable[Told]) -> tuple[LogEntry, ...]:
    """What spectators have been told."""
    heard = [told for told in log if told.audience.includes(SPECTATOR_VIEWER)]
    return tuple([entry for told in heard for entry in told.entries])


@dataclass(frozen=True, slots=True)
class Pending:
    """An event that those who see the game late have not been told yet, as it is stored."""

    seq: int
    kind: str
    data: str
    audience: Audience
    at: int


@dataclass(frozen=True, slots=True)
class Late:
    """A game as it was some time ago.

    ``game`` is None as long as there was none.  ``events`` and ``lines`` have happened since, in order;
    ``event_seq`` and ``line_seq`` are the last that were read.  ``shown_from``: when the first of it is
    shown; ``next_at``: when there is more to show, None while nothing is to come.
    """

    game_id: int
    state: State | None
    game: GameSnapshot | None
    events: tuple[Pending, ...]
    event_seq: int
    lines: tuple[StoredLine, ...]
    line_seq: int
    shown_from: int
    next_at: int | None


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """A room as it was at one moment.  ``host_id`` holds the host's powers.  The counts tell whether lines
    were written and notes saved since.

    ``watching``: how many sockets' owners looked on without being in the room at ``counted_at``.
    ``starts_at``: when the lobby starts a game by itself; ``enough_since``: since when there are enough.
    ``late``: the game as those see it who only watch, where they do so with a ``delay``, in milliseconds.
    """

    code: str
    preset: str
    public: bool
    company: Company
    watching: int
    counted_at: int
    enough_since: int | None
    starts_at: int | None
    delay: int
    late: Late | None
    locked: bool
    host_id: int | None
    ruleset: Ruleset
    members: tuple[MemberRow, ...]
    lobby_lines: tuple[StoredLine, ...]
    line_count: int
    note_count: int
    game: GameSnapshot | None
