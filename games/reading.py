"""Reading a room: everything that is shared about it, at once.  Stays on the server; views are made of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.guests import Person
from games import codec, history, selectors, story
from games.engine.audience import Audience
from games.engine.ids import SeatId
from games.engine.rules import Ruleset
from games.engine.state import State
from games.history import Round
from games.models import ChatLine, Game, GameEvent, JournalEntry, Room, Seat
from games.story import LogEntry

LINES = 60
"""Lines of each talk that a viewer is shown."""


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
class StoredLine:
    """A chat line and whom it is for."""

    seq: int
    talk: str
    phase: int
    number: int
    author_id: int | None
    name: str
    text: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class Told:
    """What one event adds to the story, and for whom."""

    seq: int
    entries: tuple[LogEntry, ...]
    audience: Audience


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """The room's game.  ``seats``: member id to seat.  ``notes_at``: when any note was last saved."""

    id: int
    state: State
    seats: Mapping[int, SeatId]
    narrator_id: int | None
    lines: tuple[StoredLine, ...]
    log: tuple[Told, ...]
    notes: Mapping[SeatId, str]
    notes_at: int
    history: tuple[Round, ...] | None


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """A room as it was at one moment.  ``host_id`` holds the host's powers."""

    code: str
    locked: bool
    host_id: int | None
    ruleset: Ruleset
    members: tuple[MemberRow, ...]
    lobby_lines: tuple[StoredLine, ...]
    game: GameSnapshot | None


def read(room: Room, after: RoomSnapshot | None) -> RoomSnapshot:
    """The room now; ``after`` is what was read of it before."""
    known = after.game if after and after.game and after.game.id == room.game_id else None
    game = None if room.game is None else _game(room.game, known)
    return RoomSnapshot(
        code=room.code,
        locked=room.locked,
        host_id=room.acting_host_id,
        ruleset=selectors.ruleset_of(room) if game is None else game.state.ruleset,
        members=_members(room),
        lobby_lines=() if game and game.state.ending is None else _lobby_lines(room),
        game=game,
    )


def _members(room: Room) -> tuple[MemberRow, ...]:
    rows = selectors.members(room).values_list(
        "pk",
        "guest_id",
        "user_id",
        "name",
        "bot",
        "narrates",
        "ready",
        "queued",
        "away_since",
        "absent",
        "hears_from",
    )
    return tuple(MemberRow(*row[:8], row[8] is not None, *row[9:]) for row in rows)


def _game(game: Game, known: GameSnapshot | None) -> GameSnapshot:
    state = codec.decode_state(game.snapshot)
    if known is None:
        placed = Seat.objects.filter(game=game).values_list("member_id", "number")
        seats: Mapping[int, SeatId] = {pk: SeatId(number) for pk, number in placed if pk is not None}
    else:
        seats = known.seats
    notes, notes_at = _notes(game, known)
    return GameSnapshot(
        id=game.pk,
        state=state,
        seats=seats,
        narrator_id=game.narrator_id,
        lines=_lines(game, known),
        log=_log(game, known),
        notes=notes,
        notes_at=notes_at,
        history=_history(game, known) if state.ending is not None else None,
    )


def _stored(lines: QuerySet[ChatLine]) -> list[StoredLine]:
    rows = lines.order_by("seq").values_list(
        "seq", "talk", "phase", "number", "author_id", "name", "text", "seats", "narrator", "spectators"
    )
    return [
        StoredLine(*row[:7], codec.audience_of(row[7], narrator=row[8], spectators=row[9])) for row in rows
    ]


def _lobby_lines(room: Room) -> tuple[StoredLine, ...]:
    lines = ChatLine.objects.filter(room=room, game=None)
    first = list(lines.order_by("-seq").values_list("seq", flat=True)[:LINES])
    return tuple(_stored(lines.filter(seq__gte=first[-1]))) if first else ()


def _lines(game: Game, known: GameSnapshot | None) -> tuple[StoredLine, ...]:
    """The latest lines of each talk for each audience it had: among them are each viewer's latest."""
    lines = ChatLine.objects.filter(game=game)
    if known is not None and known.lines:
        return _latest([*known.lines, *_stored(lines.filter(seq__gt=known.lines[-1].seq))])
    place = Window(RowNumber(), partition_by=[F("talk"), F("seats")], order_by=F("seq").desc())
    return tuple(_stored(lines.annotate(place=place).filter(place__lte=LINES)))


def _latest(lines: Iterable[StoredLine]) -> tuple[StoredLine, ...]:
    groups: dict[tuple[str, Audience], list[StoredLine]] = {}
    for line in lines:
        groups.setdefault((line.talk, line.audience), []).append(line)
    kept = [line for group in groups.values() for line in group[-LINES:]]
    return tuple(sorted(kept, key=lambda line: line.seq))


def _log(game: Game, known: GameSnapshot | None) -> tuple[Told, ...]:
    before = known.log if known else ()
    events = GameEvent.objects.filter(
        game=game, kind__in=story.KINDS, seq__gt=before[-1].seq if before else 0
    )
    rows = events.order_by("seq").values_list("seq", "kind", "data", "seats", "narrator", "spectators")
    told = (
        Told(
            seq,
            story.entries(codec.decode_event(kind, data)),
            codec.audience_of(seats, narrator=narrator, spectators=spectators),
        )
        for seq, kind, data, seats, narrator, spectators in rows
    )
    return (*before, *told)


def _notes(game: Game, known: GameSnapshot | None) -> tuple[Mapping[SeatId, str], int]:
    entries = JournalEntry.objects.filter(game=game)
    if known is not None:
        entries = entries.filter(saved_at__gte=known.notes_at)
    fresh = list(entries.values_list("seat", "text", "saved_at"))
    notes = {**(known.notes if known else {}), **{SeatId(seat): text for seat, text, _ in fresh}}
    return notes, max([known.notes_at if known else 0, *(saved_at for *_, saved_at in fresh)])


def _history(game: Game, known: GameSnapshot | None) -> tuple[Round, ...]:
    if known is not None and known.history is not None:
        return known.history
    rows = GameEvent.objects.filter(game=game).order_by("seq").values_list("kind", "data")
    return history.rounds(codec.decode_event(kind, data) for kind, data in rows)
