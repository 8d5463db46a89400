"""Before the first phase: the role list, what speaks against starting, and the deal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from games.engine.audience import SERVER_ONLY, only, room
from games.engine.commands import SeatSetup, StartGame
from games.engine.errors import Problem, Reason
from games.engine.events import GameStarted, RoleDealt, SeatedPlayer, SeedSet, TeamMet
from games.engine.ids import RoleId, SeatId
from games.engine.rng import commitment, pick, shuffled
from games.engine.roles import HOSTILE, KILL, ROLES, Faction
from games.engine.rules import Ruleset
from games.engine.setups import DealRow
from games.engine.turn import Turn
from games.engine.win import verdict


def _applies(row: DealRow, ruleset: Ruleset, players: int) -> bool:
    """Whether so many are dealt the row's card; a lot between two of which one is set by hand is none."""
    fits = row.players <= players and (row.below is None or players < row.below)
    return fits and not (row.instead is not None and {row.role, row.instead} & ruleset.roles.keys())


def card_lots(ruleset: Ruleset, players: int) -> tuple[tuple[RoleId, RoleId], ...]:
    """Of which two roles a lot decides which is dealt to so many (G4)."""
    rows = [row for row in ruleset.deal if _applies(row, ruleset, players)]
    return tuple((row.role, row.instead) for row in rows if row.instead is not None)


def role_list(
    ruleset: Ruleset, players: int, drawn: Mapping[RoleId, RoleId] = MappingProxyType({})
) -> tuple[RoleId, ...]:
    """The roles that ``players`` are dealt: counts set by the host, the default deal for the rest, and the
    filler up to the number of players.  Longer than ``players`` if too many are set.

    ``drawn``: by the first of two roles the one on which the lot between them fell; until then the first.
    """
    counts: dict[RoleId, int] = {}
    for row in ruleset.deal:
        if _applies(row, ruleset, players):
            count = max(1, (players + 2) // 4) if row.quarter else row.count
            role = row.role if row.instead is None else drawn.get(row.role, row.role)
            counts[role] = counts.get(role, 0) + count
    counts.update(ruleset.roles)
    for row in ruleset.deal:
        counted_in = sum(counts.get(role, 0) for role in row.of)
        counts[row.role] = max(0, counts.get(row.role, 0) - counted_in)
    special = [role for role, count in counts.items() for _ in range(count)]
    return (*special, *[ruleset.filler] * (players - len(special)))


def _size_problems(ruleset: Ruleset, players: int) -> list[Problem]:
    facts = {"players": players, "low": ruleset.min_players, "high": ruleset.max_players}
    if players < ruleset.min_players:
        return [Problem(Reason.TOO_FEW_PLAYERS, facts)]
    if players > ruleset.max_players:
        return [Problem(Reason.TOO_MANY_PLAYERS, facts)]
    return []


def _faction_problem(ruleset: Ruleset, roles: Sequence[RoleId]) -> Problem | None:
    """What C26, P14, P15 and S1 say of how many are of which side."""
    sides = Counter(ROLES[role].faction for role in roles)
    players, mafia, hostile = len(roles), sides[Faction.MAFIA], sum(sides[side] for side in HOSTILE)
    others = players - mafia
    facts = {"mafia": mafia, "others": others, "players": players}
    if not hostile:
        return Problem(Reason.NO_MAFIA, facts, "roles")
    if not others:
        return Problem(Reason.ONLY_MAFIA, facts, "roles")
    if mafia and _decided_at_once(ruleset, roles):
        return Problem(Reason.MAFIA_AT_PARITY, facts, "roles")
    if ruleset.mafia_fewer and mafia >= sides[Faction.TOWN]:
        return Problem(Reason.MAFIA_NOT_FEWER, {**facts, "town": sides[Faction.TOWN]}, "roles")
    decides = mafia == hostile == others - 1  # while somebody else kills too, parity decides nothing (C31)
    if decides and not (ruleset.first_night_may_decide or ruleset.first_day_vote):
        return Problem(Reason.FIRST_NIGHT_DECIDES, facts, "roles")
    if 3 * mafia > players:
        return Problem(Reason.MANY_MAFIA, facts, "roles", warning=True)
    return None


def _kill_problem(roles: Sequence[RoleId]) -> Problem | None:
    """Somebody must be able to choose the Mafia's kill at some time, if only as an heir or as the last of
    them, and at most one leads them (C26)."""
    mafia = [ROLES[role] for role in roles if ROLES[role].faction is Faction.MAFIA]
    if mafia and not any(power.ability == KILL for role in mafia for power in role.powers):
        return Problem(Reason.NO_MAFIA_KILL, option="roles")
    if sum(role.leads for role in mafia) > 1:
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
    if len(listed) != players:
        reason = Reason.TOO_MANY_ROLES if len(listed) > players else Reason.ROLES_DO_NOT_FIT
        return (*found, Problem(reason, {"roles": len(listed), "players": players}, "roles"))
    sides = (_kill_problem(listed), _faction_problem(ruleset, listed))
    return (*found, *(problem for problem in sides if problem))


def _card_label(one: RoleId, other: RoleId) -> str:
    """Of the lot between two cards.  As lots fall on numbers, the first card is 1 in it and the other 2."""
    return f"card:{one}:{other}"


def _calls(ruleset: Ruleset, cards: Sequence[RoleId]) -> tuple[str, ...]:
    """The turns of a narrated night.  They follow from which ``cards`` there may be, as everybody knows, and
    not from who has them or still lives (S2)."""
    return tuple(call.id for call in ruleset.calls if not call.roles or set(call.roles).intersection(cards))


def deal(turn: Turn, command: StartGame) -> None:
    """Seat everyone, commit to the seed, and deal.  The seed stays with the server (C2)."""
    seats = tuple(SeatedPlayer(seat.name, seat.bot, seat.present, seat.phone) for seat in command.seats)
    lots = () if command.roles else card_lots(command.ruleset, len(seats))
    drawn = {one: pick(command.seed, _card_label(one, other), (one, other)) for one, other in lots}
    cards = command.roles or role_list(command.ruleset, len(seats), drawn)
    turn.emit(
        GameStarted(
            ruleset=command.ruleset,
            seats=seats,
            host=command.host,
            commitment=commitment(command.seed, command.salt),
            verified=command.roles is None,
            at=turn.at,
            host_may=command.host_may,
            calls=_calls(command.ruleset, (*cards, *chain(*lots))),
        ),
        room(SeatId(number) for number in range(len(seats))),
    )
    turn.emit(SeedSet(command.seed, command.salt, cards), SERVER_ONLY)
    for one, other in lots:
        turn.draw(_card_label(one, other), (SeatId(0), SeatId(1)))
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
