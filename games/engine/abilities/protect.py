"""Protection from every attack of the night (C12).  It is silent: nobody is told of a save (P7, R8)."""

from games.engine.abilities.base import Ability, Night
from games.engine.roles import PROTECT


def _resolve(night: Night) -> None:
    night.protected.update(use.target for use in night.take(PROTECT))


ABILITY = Ability(PROTECT, _resolve)
