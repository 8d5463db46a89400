"""The kill of somebody who kills alone (G7)."""

from games.engine.abilities.base import Ability, Attack, Night
from games.engine.roles import KILL, MURDER


def _resolve(night: Night) -> None:
    night.attacks.extend(Attack(MURDER, use.target) for use in night.take(MURDER))


ABILITY = Ability(MURDER, _resolve, verb=KILL)
