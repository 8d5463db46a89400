"""A shot: kills unless the target is protected.  No guard stops it (R6)."""

from games.engine.abilities.base import Ability, Attack, Night
from games.engine.roles import SHOOT


def _resolve(night: Night) -> None:
    night.attacks.extend(Attack(SHOOT, use.target, guardable=False) for use in night.take(SHOOT))


ABILITY = Ability(SHOOT, _resolve)
