"""Before the first phase: the role list, what speaks against starting, and the deal."""

from collections.abc import Sequence

from games.engine.audience import SERVER_ONLY, only, room
from games.engine.commands import SeatSetup, StartGame
from games.engine.errors import Problem, Reason
from games.engine.events import GameStarted, RoleDealt, SeatedPlayer, SeedSet, TeamMet
from games.engine.ids import RoleId, SeatId
from games.engine.rng import commitment, shuffled
from games.engine.roles import KILL, ROLES, Faction
from games.engine.rules import DealRow, Ruleset
from games.engine.turn import Turn
from games.engine.win import verdict


def _dealt(row: DealRow, players: int) -> int:
    if row.quarter:
        return max(1, (players + 2) // 4)
    return row.count if players >= row.players else 0


def role_list(ruleset: Ruleset, players: int) -> tuple[RoleId, ...]:
    """The roles that ``players`` are dealt: counts set by the host, the default deal for the rest, and the
    filler up to the number of players.  Longer than ``players`` if too many are set."""
    counts: dict[RoleId, int] = {}
    for row in ruleset.deal:
        counts[row.role] = counts.get(row.role, 0) + _dealt(row, players)
    counts.update(ruleset.roles)
    special = [role for role, count in counts.items() for _ in range(count)]
    return (*special, *[ruleset.filler] * (players - len(special)))


def _size_problems(ruleset: Ruleset, players: int) -> list[Problem]:
    facts = {"players": players, "low": ruleset.min_players, "high": ruleset.max_players}
    if players < ruleset.min_players:
        return [Problem(Reason.TOO_FEW_PLAYERS, facts)]
    if players > ruleset.max_players:
        return [Problem(Reason.TOO_MANY_PLAYERS, facts)]
    return []


def _faction_problem(ruleset: Ruleset, mafia: int, players: int) -> Problem | None:
    """What C26, P14 and P15 say of so many Mafia among so many players."""
    others = players - mafia
    facts = {"mafia": mafia, "others": others, "players": players}
    if not mafia:
        return Problem(Reason.NO_MAFIA, facts, "roles")
    if not others:
        return Problem(Reason.ONLY_MAFIA, facts, "roles")
    if mafia == others - 1 and not (ruleset.first_night_may_decide or ruleset.first_day_vote):
        return Problem(Reason.FIRST_NIGHT_DECIDES, facts, "roles")
    if 3 * mafia > players:
        return Problem(Reason.MANY_MAFIA, facts, "roles", warning=True)
    return None


def _kill_problem(roles: Sequence[RoleId]) -> Problem | None:
    """Somebody must be able to choose the Mafia's kill, and at most one leads them (C26)."""
    mafia = [ROLES[role] for role in roles if ROLES[role].faction is Faction.MAFIA]
    powers = [power for role in mafia for power in role.powers if power.ability == KILL]
    if mafia and not powers:
        return Problem(Reason.NO_MAFIA_KILL, option="roles")
    if sum(power.breaks_tie for power in powers) > 1:
        return Problem(Reason.TWO_LEADERS, option="roles")
    return None


def _decided_at_once(ruleset: Ruleset, roles: Sequence[RoleId]) -> bool:
    """Whether a win condition is met by the deal itself."""
    seats = tuple(SeatSetup(name=str(number)) for number in range(len(roles)))
    trial = Turn(None, 0)
    deal(trial, StartGame(ruleset, seats, seed="00", salt="00", roles=tuple(roles)))
    return verdict(trial.state) is not None


def problems(ruleset: Ruleset, players: int, roles: Sequence[RoleId] | None = None) -> tuple[Problem, ...]:
    """Everything that speaks against starting: refusals first, then warnings (C26, P14, P15).

    ``roles`` is a list dealt by hand; otherwise the ruleset's own for so many players.
    """
    found = _size_problems(ruleset, players)
    listed = role_list(ruleset, players) if roles is None else tuple(roles)
    unknown = [role for role in listed if role not in ROLES]
    if unknown:
        return (*found, Problem(Reason.UNKNOWN_ROLE, {"role": unknown[0]}, "roles"))
    if len(listed) > players:
        facts = {"roles": len(listed), "players": players}
        return (*found, Problem(Reason.TOO_MANY_ROLES, facts, "roles"))
    if len(listed) < players:
        facts = {"roles": len(listed), "players": players}
        return (*found, Problem(Reason.ROLES_DO_NOT_FIT, facts, "roles"))
    mafia = sum(ROLES[role].faction is Faction.MAFIA for role in listed)
    problem = _faction_problem(ruleset, mafia, players)
    if 0 < mafia < players and _decided_at_once(ruleset, listed):
        facts = {"mafia": mafia, "others": players - mafia}
        problem = Problem(Reason.MAFIA_AT_PARITY, facts, "roles")
    return (*found, *(one for one in (_kill_problem(listed), problem) if one))


def deal(turn: Turn, command: StartGame) -> None:
    """Seat everyone, commit to the seed, and deal.  The seed stays with the server (C2)."""
    seats = tuple(SeatedPlayer(seat.name, seat.bot, seat.present, seat.phone) for seat in command.seats)
    turn.emit(
        GameStarted(
            ruleset=command.ruleset,
            seats=seats,
            host=command.host,
            commitment=commitment(command.seed, command.salt),
            verified=command.roles is None,
            at=turn.at,
            host_may=command.host_may,
        ),
        room(SeatId(number) for number in range(len(seats))),
    )
    cards = command.roles or role_list(command.ruleset, len(seats))
    turn.emit(SeedSet(command.seed, command.salt, cards), SERVER_ONLY)
    roles = command.roles or shuffled(command.seed, "deal", cards)
    for number, role in enumerate(roles):
        turn.tell(SeatId(number), RoleDealt(SeatId(number), role, ROLES[role].faction))
    if not any(place.meets for place in command.ruleset.line):
        meet(turn)


def meet(turn: Turn) -> None:
    """Those of the Mafia who know each other learn who they are."""
    seats = turn.state.numbers()
    team = tuple(seat for seat in seats if turn.state.role(seat).knows_team)
    turn.emit(TeamMet(team), only(*team))
