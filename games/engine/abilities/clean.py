"""Cleaning up: if the target dies tonight, their role stays hidden until the end (G6)."""

from games.engine.abilities.base import Ability, Night
from games.engine.roles import CLEAN


def _resolve(night: Night) -> None:
    night.cleaned.update(use.target for use in night.take(CLEAN))


ABILITY = Ability(CLEAN, _resolve)
