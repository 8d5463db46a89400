"""Many games on the pure engine, to see what a preset and its options come to."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from games.engine import bots
from games.engine.beliefs import Claim
from games.engine.commands import CastBallot, Choose, Command, SeatSetup, StartGame, Tick, command_for
from games.engine.errors import Rejected
from games.engine.game import play
from games.engine.ids import NOBODY, Millis, SeatId, seat_viewer
from games.engine.observation import legal_actions, observe
from games.engine.places import Light
from games.engine.roles import KILL, Faction
from games.engine.rules import Ruleset
from games.engine.state import State
from games.engine.turn import next_due

EPOCH: Millis = 1_700_000_000_000


class Game:
    """A game in play.  ``commands``: how many have been given."""

    def __init__(self, ruleset: Ruleset, players: int, random: Random) -> None:
        """Raises ValueError if such a table may not start."""
        self._state: State | None = None
        self.now, self.commands = EPOCH, 0
        self.heard: tuple[Claim, ...] = ()
        self.do(
            StartGame(
                ruleset=ruleset,
                seats=tuple(SeatSetup(f"Player {number + 1}", bot=True) for number in range(players)),
                seed=random.randbytes(32).hex(),
                salt=random.randbytes(32).hex(),
            )
        )

    @property
    def state(self) -> State:
        if self._state is None:
            raise ValueError("the game has not started")
        return self._state

    @property
    def over(self) -> bool:
        return self.state.ending is not None

    def do(self, command: Command) -> None:
        """Raises ValueError, with the reason, if it is refused."""
        answer = play(self._state, command, self.now)
        if isinstance(answer, Rejected):
            raise ValueError(answer.reason)
        self._state = answer.state
        self.commands += 1

    def end_phase(self) -> None:
        self.now = next_due(self.state) or self.now
        self.do(Tick())

    def waiting(self) -> list[SeatId]:
        """Those who still have something to do in the phase that is on, in seat order."""
        return sorted(bots.waiting(self.state))


def bots_phase(game: Game, random: Random, deciders: Callable[[SeatId], bool] = lambda seat: True) -> None:
    """A phase in which bots act in the order of their thinking; whoever is no decider acts at random."""
    number, began_at = game.state.stage.number, game.state.stage.began_at
    steps: Counter[SeatId] = Counter()
    thinks_until = {seat: began_at + bots.delay(seat, number, 0) for seat in game.state.numbers()}
    while not game.over and game.state.stage.number == number:
        waiting = [(thinks_until[seat], seat) for seat in game.waiting()]
        if not waiting or min(waiting)[0] >= game.state.stage.due_at:
            game.end_phase()
            continue
        at, seat = min(waiting)
        game.now = max(game.now, at)
        steps[seat] += 1
        thinks_until[seat] = began_at + bots.delay(seat, number, steps[seat])
        if deciders(seat):
            seen, key = observe(game.state, seat_viewer(seat)), bots.luck(game.state, seat)
            deed = bots.act(seen, game.heard, key)
            if deed.claim is not None:
                game.heard = (*game.heard, deed.claim)
            game.do(deed.command or Tick())
        else:
            game.do(random_command(game.state, seat, random))


def random_command(state: State, seat: SeatId, random: Random) -> Command:
    """Something lawful that brings the phase on: a choice or a ballot, then the end of one's turn."""
    seen = observe(state, seat_viewer(seat))
    legal = {one.verb: one.targets for one in seen.legal if one.verb not in ("leave", "unvote")}
    if "confirm" in legal and seen.own is not None and seen.own.choices:
        return command_for("confirm", seat)
    verb = random.choice([verb for verb in legal if verb != "confirm"])
    targets = legal[verb]
    return command_for(verb, seat, random.choice(targets) if targets else None)


def random_phase(game: Game, random: Random) -> None:
    """A phase in which everyone does something lawful, in no order."""
    number = game.state.stage.number
    while not game.over and game.state.stage.number == number:
        waiting = game.waiting()
        if waiting:
            game.do(random_command(game.state, random.choice(waiting), random))
        else:
            game.end_phase()


def coin_phase(game: Game, random: Random) -> None:
    """By day all vote for one who is drawn, by night the Mafia kill anyone outside; no powers are used."""
    state, number = game.state, game.state.stage.number
    living = state.alive()
    if state.stage.candidates:
        drawn = random.choice(state.stage.candidates)
        for seat in living:
            game.do(CastBallot(seat, NOBODY if seat == drawn else drawn))
    if state.place.light is Light.NIGHT:
        mafia = [seat for seat in living if state.seats[seat].faction is Faction.MAFIA]
        victim = random.choice([seat for seat in living if seat not in mafia])
        for seat in mafia:
            if any(one.verb == KILL for one in legal_actions(game.state, seat)):  # none once one has decided
                game.do(Choose(seat, KILL, victim))
    while not game.over and game.state.stage.number == number:
        game.end_phase()


POLICIES: Mapping[str, Callable[[Game, Random], None]] = {
    "bots": bots_phase,
    "random": random_phase,
    "coin": coin_phase,
}


@dataclass(frozen=True, slots=True)
class Shares:
    """``winning``: share of the games each faction won, ``nobody`` among them.  ``mean_days``: the mean of
    the number of the last day.  Speeds are per second of real time."""

    games: int
    winning: Mapping[str, float]
    mean_days: float
    commands: int
    games_per_second: float
    commands_per_second: float


def simulate(ruleset: Ruleset, players: int, games: int, seed: str, policy: str) -> Shares:
    """Raises ValueError, with the reason, if such a table may not start."""
    random = Random(seed)  # noqa: S311 - games that can be played again, and no secrets in them
    play_phase = POLICIES[policy]
    winning: Counter[str] = Counter()
    days = commands = 0
    began = time.perf_counter()
    for _ in range(games):
        game = Game(ruleset, players, random)
        while not game.over:
            play_phase(game, random)
        winning.update(_winning(game.state))
        days += game.state.stage.day
        commands += game.commands
    took = time.perf_counter() - began
    factions = {rule.faction.value for rule in ruleset.wins} | {"nobody"} | set(winning)
    return Shares(
        games=games,
        winning={faction: winning[faction] / games for faction in sorted(factions)},
        mean_days=days / games,
        commands=commands,
        games_per_second=games / took,
        commands_per_second=commands / took,
    )


def _winning(state: State) -> tuple[str, ...]:
    factions = state.ending.winning if state.ending else ()
    return tuple(faction.value for faction in factions) or ("nobody",)
