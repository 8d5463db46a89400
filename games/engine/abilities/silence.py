"""Silence for the next day.  Only whoever is silenced is told, once (R7, R10)."""

from games.engine.abilities.base import Ability, Night
from games.engine.night_events import PlayerSilenced
from games.engine.roles import SILENCE


def _resolve(night: Night) -> None:
    for target in sorted({use.target for use in night.take(SILENCE)}):
        night.turn.tell(target, PlayerSilenced(target, night.snapshot.stage.day + 1))


ABILITY = Ability(SILENCE, _resolve)
