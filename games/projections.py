"""What pages and sockets are given, and nothing else: allow-lists of what one viewer may know (C1).

``load_room`` reads a room once for everybody; ``view_for`` picks out of that, without a query, what one
viewer may see.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from accounts.guests import Person
from games import codes, policies, reading
from games.engine.ids import SPECTATOR_VIEWER, Viewer
from games.engine.observation import Observation, observe
from games.engine.options import Option
from games.engine.rules import OPTIONS, Ruleset
from games.engine.table import role_list
from games.lines import LINES
from games.models.chat import LOBBY
from games.moment import SECOND, now
from games.public import PublicView, Standing, standing_of
from games.refusals import Refusal
from games.selectors import objections, start_refusals
from games.snapshots import GameSnapshot, Late, Line, MemberRow, RoomSnapshot

LOBBY_LINES = 50


@dataclass(frozen=True, slots=True)
class MemberView:
    """``away``: has no connection; ``absent``: for so long that a game would start without them."""

    id: int
    name: str
    you: bool
    host: bool
    bot: bool
    narrates: bool
    ready: bool
    away: bool
    absent: bool
    queued: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """An option that the preset offers, and what it is set to."""

    option: Option
    value: object


@dataclass(frozen=True, slots=True)
class LobbyView:
    """``you``: the viewer's member id, None for somebody who is not in the room.  ``roles``: how many of
    each role so many players would be dealt.  ``problems`` speak against starting, ``warnings`` do not.
    ``fixed``: nobody may change the settings.

    Of a public room: ``watchers`` look on; the cards are dealt by themselves at ``starts_at``, if nothing
    comes in between, as there have been enough players since ``enough_since``.
    """

    code: str
    members: tuple[MemberView, ...]
    you: int | None
    is_host: bool
    locked: bool
    ruleset: Ruleset
    settings: tuple[Setting, ...]
    players: int
    roles: tuple[tuple[str, int], ...]
    problems: tuple[Refusal, ...]
    warnings: tuple[Refusal, ...]
    lines: tuple[Line, ...]
    can_start: bool
    public: bool
    may_configure: bool
    fixed: bool
    watchers: int
    enough_since: int | None
    starts_at: int | None


@dataclass(frozen=True, slots=True)
class GameView:
    """``you``: as in LobbyView.  ``public``: one object for all viewers, and ``standing`` what this one's
    place in it is; the rest is this viewer's own.  ``lines``: by talk, the latest that were for them.
    ``writes``: the talks they may write in now, the lobby's among them after the end.  ``note``: what they
    noted.
    """

    code: str
    you: int | None
    public: PublicView
    standing: Standing
    observation: Observation
    lines: Mapping[str, tuple[Line, ...]]
    writes: tuple[str, ...]
    note: str
    can_rematch: bool


@dataclass(frozen=True, slots=True)
class WaitView:
    """What those see who watch a game with a delay before any of it is that old.  It is shown from
    ``shown_from`` on, ``delay`` seconds late."""

    code: str
    you: int | None
    theme: str
    shown_from: int
    delay: int
    watchers: int


def load_room(code: str, after: RoomSnapshot | None = None, at: int | None = None) -> RoomSnapshot | None:
    """Everything shared about a room, in one read; None if there is no such room.

    ``after`` is an earlier snapshot of the room: what is known from it is not read again, so the cost
    does not grow with the game.
    """
    stored = codes.canonical(code)
    return None if stored is None else reading.read(stored, after, now() if at is None else at)


def changes_at(snapshot: RoomSnapshot) -> int | None:
    """When, in milliseconds, a room looks different to somebody though nothing happens in it; None if never.

    Those who watch are counted anew at moments of their own: with the next change of the game their number
    would tell when somebody does something in secret (C1).
    """
    told_at = None if snapshot.late is None else snapshot.late.next_at
    counted_at = snapshot.counted_at + reading.COUNTED_EVERY if snapshot.public else None
    return min((moment for moment in (told_at, counted_at) if moment is not None), default=None)


def viewer_key(snapshot: RoomSnapshot, person: Person | None) -> int | None:
    """As whom ``person`` looks at a room: their member id, or None for somebody who is not in it."""
    if person is None:
        return None
    for member in snapshot.members:
        if member.is_person(person):
            return member.id
    return None


View = LobbyView | GameView | WaitView


def view_for(snapshot: RoomSnapshot, key: int | None) -> View:
    """What the viewer with ``key`` may know and do.  Pure; makes no query."""
    game = snapshot.game
    if game is None:
        return _lobby(snapshot, key)
    viewer = policies.viewer_of(key, None if key is None else game.seats.get(key), game.narrator_id)
    if viewer != SPECTATOR_VIEWER or snapshot.late is None:
        return _game(snapshot, game, key, viewer)
    if snapshot.late.game is None:
        return _wait(snapshot, snapshot.late, key)
    return _game(snapshot, snapshot.late.game, key, viewer, snapshot.delay)


def room_view(code: str, person: Person | None, at: int | None = None) -> View | None:
    """What ``person`` may know and do in the room with ``code``; None if there is no such room."""
    snapshot = load_room(code, at=at)
    return None if snapshot is None else view_for(snapshot, viewer_key(snapshot, person))


def _member(snapshot: RoomSnapshot, member: MemberRow, key: int | None) -> MemberView:
    return MemberView(
        id=member.id,
        name=member.name,
        you=member.id == key,
        host=member.id == snapshot.host_id,
        bot=member.bot,
        narrates=member.narrates,
        ready=member.ready,
        away=member.away,
        absent=member.absent,
        queued=member.queued,
    )


def _lobby_lines(snapshot: RoomSnapshot, key: int | None) -> tuple[Line, ...]:
    """The latest lobby lines since the viewer came; none for whoever is not in the room."""
    for member in snapshot.members:
        if member.id == key:
            heard = [line for line in snapshot.lobby_lines if line.seq > member.hears_from]
            return tuple(line.for_member(key) for line in heard[-LOBBY_LINES:])
    return ()


def _wait(snapshot: RoomSnapshot, late: Late, key: int | None) -> WaitView:
    return WaitView(
        code=snapshot.code,
        you=key,
        theme=snapshot.ruleset.theme.value,
        shown_from=late.shown_from,
        delay=snapshot.delay // SECOND,
        watchers=snapshot.company.watchers,
    )


def _lobby(snapshot: RoomSnapshot, key: int | None) -> LobbyView:
    ruleset = snapshot.ruleset
    seated = [member for member in snapshot.members if policies.takes_seat(member)]
    players = len(seated)
    listed = role_list(ruleset, players)
    found = objections(ruleset, players)
    refusals = start_refusals(snapshot, ruleset, seated)
    is_host = key is not None and key == snapshot.host_id
    return LobbyView(
        code=snapshot.code,
        members=tuple(_member(snapshot, member, key) for member in snapshot.members),
        you=key,
        is_host=is_host,
        locked=snapshot.locked,
        ruleset=ruleset,
        settings=tuple(Setting(OPTIONS[name], getattr(ruleset, name)) for name in ruleset.offered),
        players=players,
        roles=tuple((role, listed.count(role)) for role in dict.fromkeys((*ruleset.counted_roles, *listed))),
        problems=refusals,
        warnings=tuple(Refusal.of(problem) for problem in found if problem.warning),
        lines=_lobby_lines(snapshot, key),
        can_start=is_host and not refusals,
        public=snapshot.public,
        may_configure=is_host and not policies.is_competitive(snapshot),
        fixed=policies.is_competitive(snapshot),
        watchers=snapshot.company.watchers,
        enough_since=snapshot.enough_since,
        starts_at=snapshot.starts_at,
    )


def _came(snapshot: RoomSnapshot, key: int | None) -> int:
    """The number of the last line said before the viewer came; 0 for whoever watches without joining."""
    return next((member.hears_from for member in snapshot.members if member.id == key), 0)


def _observation(game: GameSnapshot, viewer: Viewer, delay: int) -> Observation:
    """What the engine lets ``viewer`` know, with times as they are for whoever sees it late."""
    seen = observe(game.state, viewer, game.room_sees)
    if not delay:
        return seen
    due_at = None if seen.due_at is None else seen.due_at + delay
    return replace(seen, began_at=seen.began_at + delay, due_at=due_at)


def _game(
    snapshot: RoomSnapshot, game: GameSnapshot, key: int | None, viewer: Viewer, delay: int = 0
) -> GameView:
    """``delay``: by how many milliseconds ``game`` is late."""
    observation = _observation(game, viewer, delay)
    over = observation.result is not None
    is_host = key is not None and key == snapshot.host_id
    lines: dict[str, list[Line]] = {}
    came = _came(snapshot, key) if viewer == SPECTATOR_VIEWER else 0
    for line in game.lines:
        if line.audience.includes(viewer) and line.seq > came:
            lines.setdefault(line.told.talk, []).append(line.for_member(key))
    shown = {talk: tuple(said[-LINES:]) for talk, said in lines.items()}
    if over and key is not None:
        shown[LOBBY] = _lobby_lines(snapshot, key)
    return GameView(
        code=snapshot.code,
        you=key,
        public=game.public,
        standing=standing_of(observation),
        observation=observation,
        lines=shown,
        writes=(*observation.writes, *((LOBBY,) if over and key is not None else ())),
        note=game.notes.get(viewer.seat, ""),
        can_rematch=is_host and over,
    )
