"""The check: is this player Mafia?  Answered even if either goes out that night (C14, P10)."""

from games.engine.abilities.base import Ability, Night
from games.engine.events import ResultLearned
from games.engine.roles import INVESTIGATE, Faction


def _resolve(night: Night) -> None:
    state = night.snapshot
    for seat, target in night.choices[INVESTIGATE]:
        reading = state.role(target).reads_as or state.seats[target].faction
        result = "mafia" if reading is Faction.MAFIA else "not_mafia"
        night.turn.tell(seat, ResultLearned(seat, target, result, state.stage.night))


ABILITY = Ability(INVESTIGATE, _resolve)
