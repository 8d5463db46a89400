"""A guard stands before somebody, and dies in their place if they are attacked (R4, C12)."""

from games.engine.abilities.base import Ability, Night
from games.engine.roles import GUARD


def _resolve(night: Night) -> None:
    for use in night.take(GUARD):
        night.guards.setdefault(use.target, []).append(use.seat)


ABILITY = Ability(GUARD, _resolve)
