"""A watch on somebody: whom they were with tonight, never what for (S13, C11)."""

from games.engine.abilities.base import Ability, Night
from games.engine.ids import SeatId
from games.engine.roles import TRACK

NO_RESULT = "no_result"
STAYED_HOME = "stayed_home"
VISITED = "visited"


def _company(night: Night, subject: SeatId) -> list[SeatId]:
    """Whom ``subject`` was with.  Any of the Mafia who know each other is seen with the team's target,
    last."""
    hosts = [host for visitor, host in night.visits if visitor == subject]
    with_team = night.snapshot.seats[subject].met_team and subject not in night.blocked
    if night.team_visit is not None and with_team:
        hosts = [host for host in hosts if host != night.team_visit] + [night.team_visit]
    return list(dict.fromkeys(hosts))


def _resolve(night: Night) -> None:
    for use in night.thwarted(TRACK):
        night.learn(use, NO_RESULT)
    for use in list(night.take(TRACK)):
        for host in _company(night, use.target) or (None,):
            night.learn(use, STAYED_HOME if host is None else VISITED, host)


ABILITY = Ability(TRACK, _resolve)
