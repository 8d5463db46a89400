"""The check: is this player Mafia, or suspicious, or who exactly?  Answered even if either goes out that
night (C14)."""

from typing import assert_never

from games.engine.abilities import team
from games.engine.abilities.base import Ability, Night, Use
from games.engine.abilities.track import NO_RESULT
from games.engine.ids import SeatId
from games.engine.roles import HOSTILE, INVESTIGATE, Faction, Tells


def _recruits(night: Night, target: SeatId) -> bool:
    """Whether ``target`` gives themselves up tonight for a recruit, and so is of the Mafia no more (S10)."""
    if night.sequential:
        return target in night.recruiters
    use = team.recruitment(night)
    return target in night.recruiters or (use is not None and use.seat == target)


def _reading(night: Night, target: SeatId) -> Faction:
    """What a role always reads as goes before a frame, and a frame before the truth (R4)."""
    always = night.snapshot.role(target).reads_as
    if always is not None:
        return always
    return Faction.MAFIA if target in night.framed else _side(night, target)


def _side(night: Night, target: SeatId) -> Faction:
    return Faction.TOWN if _recruits(night, target) else night.snapshot.seats[target].faction


def _result(night: Night, use: Use) -> str:
    match use.power.tells:
        case Tells.ROLE:
            return night.snapshot.seats[use.target].role
        case Tells.SUSPICION:
            hostile = use.target in night.framed or _side(night, use.target) in HOSTILE
            return "suspicious" if hostile else "not_suspicious"
        case Tells.SIDE:
            guilty = _reading(night, use.target) is Faction.MAFIA
            return "mafia" if guilty else "not_mafia"
        case unknown:
            assert_never(unknown)


def _resolve(night: Night) -> None:
    for use in night.thwarted(INVESTIGATE):
        night.learn(use, NO_RESULT)
    for use in night.take(INVESTIGATE):
        night.learn(use, _result(night, use))


ABILITY = Ability(INVESTIGATE, _resolve)
