"""A frame: tonight the target reads as Mafia, unless their role always reads as something (R4)."""

from games.engine.abilities.base import Ability, Night
from games.engine.roles import FRAME


def _resolve(night: Night) -> None:
    night.framed.update(use.target for use in night.take(FRAME))


ABILITY = Ability(FRAME, _resolve)
