"""The check: is this player Mafia, or who exactly?  Answered even if either goes out that night (C14)."""

from games.engine.abilities.base import Ability, Night, Use
from games.engine.events import ResultLearned
from games.engine.ids import SeatId
from games.engine.roles import INVESTIGATE, Faction, Tells


def _reading(night: Night, target: SeatId) -> Faction:
    """What a role always reads as goes before a frame, and a frame before the truth (R4)."""
    always = night.snapshot.role(target).reads_as
    if always is not None:
        return always
    return Faction.MAFIA if target in night.framed else night.snapshot.seats[target].faction


def _result(night: Night, use: Use) -> str:
    if use.power.tells is Tells.ROLE:
        return night.snapshot.seats[use.target].role
    guilty = _reading(night, use.target) is Faction.MAFIA
    return "mafia" if guilty else "not_mafia"


def _resolve(night: Night) -> None:
    for use in night.take(INVESTIGATE):
        learned = ResultLearned(use.seat, use.target, _result(night, use), night.number)
        night.turn.tell(use.seat, learned)


ABILITY = Ability(INVESTIGATE, _resolve)
