"""The verification file of a game that is over: what its log has noted for the check of the deal (C2)."""

from collections.abc import Iterable

from accounts.guests import Person
from games import codec, projections
from games.engine.events import DrawMade, Event, GameStarted, RoleDealt, SeedSet
from games.engine.proof import Lot, Record, SeatCard
from games.log import events_of
from games.projections import GameView
from games.refusals import Code, Refusal

_KINDS = tuple(kind.__name__ for kind in (GameStarted, SeedSet, RoleDealt, DrawMade))


def deal_record(code: str, person: Person | None) -> Record | Refusal | None:
    """What can be checked of the game in a room, for whoever may read the room; None if there is no such
    room.  NO_GAME or GAME_NOT_OVER while there is nothing to show, GAME_UNREADABLE if another version saved
    the game."""
    try:
        snapshot = projections.load_room(code)
    except codec.GameUnreadableError:
        return Refusal(Code.GAME_UNREADABLE.value)
    if snapshot is None:
        return None
    view = projections.view_for(snapshot, projections.viewer_key(snapshot, person))
    if snapshot.game is None or not isinstance(view, GameView):
        return Refusal(Code.NO_GAME.value)
    if view.observation.result is None:
        return Refusal(Code.GAME_NOT_OVER.value)
    return record_of(events_of(snapshot.game.id, *_KINDS))


def record_of(log: Iterable[Event]) -> Record:
    """The record of a game from its log; ValueError if the log has no beginning."""
    started: GameStarted | None = None
    sown: SeedSet | None = None
    cards: dict[int, str] = {}
    draws: list[Lot] = []
    for event in log:
        match event:
            case GameStarted():
                started = event
            case SeedSet():
                sown = event
            case RoleDealt(seat, role):
                cards[seat] = role
            case DrawMade(label, candidates, chosen):
                draws.append(Lot(label, tuple(number + 1 for number in candidates), chosen + 1))
    if started is None or sown is None:
        raise ValueError("the log of a game begins with its start")
    return Record(
        commitment=started.commitment,
        seed=sown.seed,
        salt=sown.salt,
        dealt_by_hand=not started.verified,
        roles=sown.roles,
        seats=tuple(
            SeatCard(number + 1, player.name, cards[number]) for number, player in enumerate(started.seats)
        ),
        draws=tuple(draws),
    )
