"""Protection from every attack of the night (C12).  It is silent: nobody is told of a save (P7)."""

from games.engine.abilities.base import Ability, Night
from games.engine.events import PowerSpent
from games.engine.roles import PROTECT


def _resolve(night: Night) -> None:
    for seat, target in night.choices[PROTECT]:
        night.protected.add(target)
        night.turn.tell(seat, PowerSpent(seat, PROTECT, target, night.snapshot.stage.night))


ABILITY = Ability(PROTECT, _resolve)
