"""The record of a finished game, for staff that may look at it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games import codec, history
from games.engine.ids import SPECTATOR_VIEWER, SeatId
from games.engine.observation import Observation, observe
from games.history import Round
from games.log import events_of
from games.models import Game
from games.models.game import Status
from games.refusals import Code, Refusal


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What everybody at the table saw at the end (C3)."""

    game_id: int
    room: str
    observation: Observation
    names: Mapping[SeatId, str]
    history: tuple[Round, ...]


def game_record(game_id: int) -> GameRecord | Refusal:
    """The record of a game; NO_GAME, GAME_NOT_OVER while there is none for anybody, or GAME_UNREADABLE if
    another version saved it."""
    game = Game.objects.select_related("room").filter(pk=game_id).first()
    if game is None:
        return Refusal(Code.NO_GAME.value)
    if game.status != Status.OVER:
        return Refusal(Code.GAME_NOT_OVER.value)
    try:
        state = codec.decode_state(game.snapshot, game.schema)
    except codec.GameUnreadableError:
        return Refusal(Code.GAME_UNREADABLE.value)
    return GameRecord(
        game_id=game.pk,
        room=game.room.code,
        observation=observe(state, SPECTATOR_VIEWER),
        names={seat.number: seat.name for seat in state.seats},
        history=history.rounds(events_of(game.pk)),
    )
