"""Games for tests of the engine: started by hand, or played at random with every option there is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import get_args

from games.engine.abilities import ABILITIES
from games.engine.beliefs import Claim
from games.engine.bots import Act, act, luck
from games.engine.commands import (
    AdvancePhase,
    CastBallot,
    Choose,
    CloseVote,
    Command,
    ConfirmNight,
    Enter,
    GiveVerdict,
    LeaveGame,
    Legal,
    MarkAway,
    MarkOut,
    MarkPresent,
    MarkReady,
    Nominate,
    OpenVote,
    PauseGame,
    PutBack,
    RemovePlayer,
    ResumeGame,
    RevealRole,
    RevealVotes,
    SeatCommand,
    SeatSetup,
    SecondNomination,
    StartGame,
    Tick,
    UndoStep,
    WithdrawBallot,
    command_for,
)
from games.engine.errors import Reason, Rejected
from games.engine.events import Addressed
from games.engine.evolution import evolve
from games.engine.game import decide
from games.engine.ids import (
    NARRATOR,
    NARRATOR_VIEWER,
    NOBODY,
    SPECTATOR_VIEWER,
    AbilityId,
    Millis,
    RoleId,
    SeatId,
    Viewer,
    seat_viewer,
)
from games.engine.observation import legal_actions, observe
from games.engine.observed import Observation, Own
from games.engine.options import OptionKind
from games.engine.rng import seed_from
from games.engine.roles import ROLES, Faction
from games.engine.rules import OPTIONS, HostRight, Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.engine.state import State
from games.engine.turn import next_due

EPOCH: Millis = 1_700_000_000_000

Answer = tuple[Addressed, ...] | Rejected


@dataclass
class Table:
    """A game that a test plays: the state, everything that happened, every command, and the time."""

    state: State
    log: list[Addressed]
    now: Millis
    commands: list[tuple[Command, Millis]] = field(default_factory=list)

    def ask(self, command: Command) -> Answer:
        return decide(self.state, command, self.now)

    def do(self, command: Command) -> Answer:
        """Let ``command`` happen if it is accepted."""
        answer = self.ask(command)
        self.commands.append((command, self.now))
        if not isinstance(answer, Rejected):
            for addressed in answer:
                self.state = evolve(self.state, addressed.event)
            self.log.extend(answer)
        return answer

    def act(self, seat: int, verb: str, target: int | None = None) -> Answer:
        return self.do(command_for(verb, SeatId(seat), None if target is None else SeatId(target)))

    def must(self, seat: int, verb: str, target: int | None = None) -> tuple[Addressed, ...]:
        answer = self.act(seat, verb, target)
        assert not isinstance(answer, Rejected), answer
        return answer

    def refused(self, seat: int, verb: str, target: int | None = None) -> Reason:
        before = self.state
        answer = self.act(seat, verb, target)
        assert isinstance(answer, Rejected), answer
        assert self.state is before
        return answer.reason

    @property
    def phase(self) -> str:
        return observe(self.state, SPECTATOR_VIEWER).phase

    @property
    def over(self) -> bool:
        return self.state.ending is not None

    def end(self) -> None:
        """The phase that is on runs out of time."""
        number = self.state.stage.number
        while not self.over and self.state.stage.number == number:
            self.tick()

    def tick(self) -> Answer:
        """Time runs to the next deadline."""
        self.now = next_due(self.state) or self.now
        return self.do(Tick())

    def until(self, phase: str) -> "Table":
        """Time runs until a phase of that name begins, or the game is over."""
        self.end()
        while not self.over and self.phase != phase:
            self.end()
        return self

    def see(self, seat: int) -> Observation:
        return observe(self.state, seat_viewer(SeatId(seat)))

    def own(self, seat: int) -> Own:
        own = self.see(seat).own
        assert own is not None
        return own

    def bot(self, seat: int, *heard: Claim) -> Act:
        """What a bot on ``seat`` would do now."""
        return act(self.see(seat), heard, luck(self.state, SeatId(seat)))


def start_command(
    ruleset: Ruleset,
    roles: tuple[RoleId, ...],
    *,
    host: int = NARRATOR,
    seed: str = "seed",
    deal: bool = True,
) -> StartGame:
    """``deal``: the roles are dealt by hand."""
    return StartGame(
        ruleset=ruleset,
        seats=tuple(SeatSetup(f"P{number}") for number in range(len(roles))),
        seed=seed_from(seed),
        salt=seed_from(f"{seed}:salt"),
        host=SeatId(host),
        roles=roles if deal else None,
    )


def begin(command: StartGame, now: Millis = EPOCH) -> Table:
    events = decide(None, command, now)
    assert not isinstance(events, Rejected), events
    state: State | None = None
    for addressed in events:
        state = evolve(state, addressed.event)
    assert state is not None
    return Table(state, list(events), now, [(command, now)])


def table(
    roles: str, *, host: int = NARRATOR, preset: str = "parlor", seed: str = "seed", **options: object
) -> Table:
    """A game just started, of ``roles`` such as "mafia doctor citizen", dealt in seat order."""
    ruleset = configure(REGISTRY[preset], options)
    assert isinstance(ruleset, Ruleset), ruleset
    return begin(start_command(ruleset, tuple(map(RoleId, roles.split())), host=host, seed=seed))


def viewers(state: State) -> list[Viewer]:
    return [*map(seat_viewer, state.numbers()), NARRATOR_VIEWER, SPECTATOR_VIEWER]


# --- at random ---


def random_options(random: Random) -> Mapping[str, object]:
    """A lawful value for some of the options, offered or not; never for the roles."""
    changes: dict[str, object] = {}
    for name, option in OPTIONS.items():
        if option.kind is OptionKind.COUNTS or random.random() < 0.4:
            continue
        if option.kind is OptionKind.TOGGLE:
            changes[name] = random.random() < 0.5
        elif option.kind is OptionKind.CHOICE:
            changes[name] = random.choice(list(option.choices))
        elif option.kind is OptionKind.ORDER:
            changes[name] = random.sample(list(ABILITIES), random.randint(0, len(ABILITIES)))
        elif option.can_be_off and random.random() < 0.3:
            changes[name] = None
        elif option.clock is not None and random.random() < 0.3:
            changes[name] = "auto"
        else:
            changes[name] = random.randint(option.low, option.high)
    return changes


_CREW = [role.id for role in ROLES.values() if role.faction is Faction.MAFIA]
_OTHERS = [role.id for role in ROLES.values() if role.faction is not Faction.MAFIA]


def random_start(random: Random, low: int = 5, high: int = 9, preset: Ruleset | None = None) -> StartGame:
    """A game that may start: random preset, options and role list."""
    chosen = preset or random.choice(list(REGISTRY.values()))
    while True:
        ruleset = configure(chosen, random_options(random))
        assert isinstance(ruleset, Ruleset), ruleset
        players = random.randint(low, high)
        mafia = random.randint(1, max(1, players // 3))
        roles = [random.choice(_CREW) for _ in range(mafia)]
        roles += [random.choice(_OTHERS) for _ in range(players - mafia)]
        random.shuffle(roles)
        host = NARRATOR if chosen.moderated else random.choice([NARRATOR, *range(players)])
        command = start_command(ruleset, tuple(roles), host=host, seed=str(random.random()))
        if chosen.moderated and random.random() < 0.5:  # all act through the moderator, or themselves
            command = replace(command, seats=tuple(replace(seat, phone=False) for seat in command.seats))
        if random.random() < 0.2:
            may = frozenset(right for right in HostRight if random.random() < 0.5)
            command = replace(command, host_may=may)
        if not isinstance(decide(None, command, EPOCH), Rejected):
            return command


def random_act(
    random: Random, state: State, seat: SeatId, legal: tuple[Legal, ...] | None = None
) -> Command | None:
    """Something ``seat`` may do and that does not end the fun: never leaving, nor the host's powers."""
    legal = legal_actions(state, seat) if legal is None else legal
    acts = [one for one in legal if one.verb not in _SELDOM and one.targets != ()]
    if not acts:
        return None
    act = random.choice(acts)
    return command_for(act.verb, seat, random.choice(act.targets) if act.targets else None)


_SELDOM = frozenset(("leave", "remove", "pause", "resume", "next"))


def random_event(random: Random, state: State) -> Command:
    """What happens to a game besides play: connections, leaving, the host's powers."""
    seat = SeatId(random.randrange(len(state.seats)))
    somebody = random.choice([seat, NARRATOR])
    events: list[Command] = [
        MarkAway(somebody),
        MarkAway(seat),
        MarkPresent(somebody),
        MarkPresent(seat),
        AdvancePhase(state.host),
        PauseGame(state.host),
        ResumeGame(state.host),
        ResumeGame(state.host),
        RemovePlayer(state.host, seat) if random.random() < 0.1 else Tick(),
        LeaveGame(seat) if random.random() < 0.2 else Tick(),
        *(_moderators(random, state, seat) if state.ruleset.moderated else ()),
    ]
    return random.choice(events)


def _moderators(random: Random, state: State, seat: SeatId) -> list[Command]:
    """What whoever moderates does, allowed or not."""
    act = random_act(random, state, seat)
    return [
        AdvancePhase(NARRATOR),
        AdvancePhase(NARRATOR),
        OpenVote(NARRATOR),
        CloseVote(NARRATOR),
        UndoStep(NARRATOR),
        MarkOut(NARRATOR, seat) if random.random() < 0.2 else Tick(),
        PutBack(NARRATOR, seat) if random.random() < 0.5 else Tick(),
        Enter(NARRATOR, act) if isinstance(act, get_args(SeatCommand)) else Tick(),
    ]


def play_on(random: Random, game: Table, *, turmoil: float = 0.05) -> Iterator[Answer]:
    """Play a game to its end at random, a command at a time."""
    if game.state.ruleset.moderated:
        turmoil = max(turmoil, 0.2)
    while not game.over:
        roll = random.random()
        seat = SeatId(random.randrange(len(game.state.seats)))
        command = random_act(random, game.state, seat)
        if roll < turmoil:
            yield game.do(random_event(random, game.state))
        elif game.state.paused_at is not None:
            game.now += random.randint(0, 90_000)
            yield game.do(ResumeGame(game.state.host))
        elif command is not None and roll < 0.9:
            game.now += random.randint(0, 2_000)
            yield game.do(command)
        else:
            due = next_due(game.state)
            assert due is not None
            game.now = max(game.now, due) + (random.randint(0, 20_000) if random.random() < 0.1 else 0)
            yield game.do(Tick())


def random_game(random: Random, low: int = 5, high: int = 9) -> Table:
    """A whole random game, played to its end."""
    game = begin(random_start(random, low, high))
    for _ in play_on(random, game):
        pass
    return game


_VERBS = (*ABILITIES, "suspect", "hold", "", "vote", "ready", "distract", "\x00", "🐺")


def wild_command(random: Random, seats: int) -> Command:
    """Any command at all, by anybody, at anybody."""

    def any_seat() -> SeatId:
        return SeatId(random.choice([-3, NARRATOR, NOBODY, *range(seats), seats, 2**40]))

    kinds: list[Callable[[SeatId], Command]] = [
        *(MarkReady, ConfirmNight, WithdrawBallot, LeaveGame, RevealRole),
        *(MarkAway, MarkPresent, AdvancePhase, RevealVotes, GiveVerdict, PauseGame, ResumeGame),
        *(OpenVote, CloseVote, UndoStep, SecondNomination),
    ]
    commands: list[Command] = [
        random.choice(kinds)(any_seat()),
        Choose(any_seat(), AbilityId(random.choice(_VERBS)), random.choice([None, any_seat()])),
        CastBallot(any_seat(), any_seat()),
        RemovePlayer(any_seat(), any_seat()),
        random.choice((MarkOut, PutBack, Nominate))(any_seat(), any_seat()),
        Enter(any_seat(), random.choice((MarkReady, LeaveGame, SecondNomination))(any_seat())),
        Enter(any_seat(), CastBallot(any_seat(), any_seat())),
        Tick(),
        command_for(random.choice(_VERBS), any_seat(), random.choice([None, any_seat()])),
    ]
    return random.choice(commands)


def wild_bytes(random: Random) -> bytes:
    """Any bytes at all, and some that are nearly a socket's command."""
    near = (
        f'{{"t": "do", "id": "0", "verb": "{random.choice(_VERBS)}",'
        f' "target": {random.choice(["null", "3", "-1", "1e9", "[]"])}}}'
    )
    raw = bytearray(random.choice([near.encode(), random.randbytes(random.randrange(60))]))
    for _ in range(random.choice([0, 0, 1, 3])):
        raw.insert(random.randint(0, len(raw)), random.randrange(256))
    return bytes(raw)
