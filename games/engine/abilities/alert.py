"""On alert: nobody can kill its holder tonight, and everyone who visits them dies (G11, C11)."""

from games.engine.abilities.base import Ability, Night
from games.engine.roles import ALERT


def _resolve(night: Night) -> None:
    night.alerted.update(use.seat for use in night.take(ALERT))


ABILITY = Ability(ALERT, _resolve)
