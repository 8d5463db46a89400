"""Free games at random: any roles that the editor offers, any options that it lets through."""

from collections.abc import Iterator
from random import Random

from games import free
from games.engine.commands import Command, MarkAway, SeatSetup, StartGame, command_for
from games.engine.ids import NARRATOR, NOBODY, RoleId, SeatId, seat_viewer
from games.engine.observation import legal_actions, observe
from games.engine.options import Option, OptionKind
from games.engine.rng import seed_from
from games.engine.rules import OPTIONS, Ruleset
from games.engine.rulesets import REGISTRY
from games.engine.table import role_list
from games.selectors import configured, objections
from games.services.settings import apply
from tests.kit.games import Table, begin, random_act, random_options, start_command


def free_counts(random: Random, preset: str, players: int) -> dict[RoleId, int]:
    """Counts of roles as a host might set them."""
    roles = free.playable(REGISTRY[preset])
    counts = {role: random.choice([0, 0, 1, 1, 2, 4]) for role in roles if random.random() < 0.5}
    while sum(counts.values()) > players:
        counts[random.choice([role for role, count in counts.items() if count])] -= 1
    return counts


def free_ruleset(random: Random, preset: str, players: int) -> Ruleset:
    """Counts and options as a host might set them, those that are refused left out."""
    counts = free_counts(random, preset, players)
    options, _refused = apply(preset, {}, {"roles": counts, **random_options(random)}, free=True)
    return configured(preset, options)


def free_start(random: Random, preset: str, most: int = 12) -> StartGame:
    """A free game against which nothing speaks; the game itself deals."""
    while True:
        players = random.randint(REGISTRY[preset].min_players, most)
        ruleset = free_ruleset(random, preset, players)
        known = set(free.playable(ruleset)).issuperset(role_list(ruleset, players))
        if known and not any(not problem.warning for problem in objections(ruleset, players)):
            return StartGame(
                ruleset,
                tuple(SeatSetup(f"P{number}") for number in range(players)),
                seed=seed_from(str(random.random())),
                salt=seed_from(str(random.random())),
            )


def alternatives(option: Option, ruleset: Ruleset) -> Iterator[object]:
    """Other values than the one that ``ruleset`` has."""
    values: list[object]
    match option.kind:
        case OptionKind.TOGGLE:
            values = [False, True]
        case OptionKind.CHOICE:
            values = list(free.choices(option, ruleset))
        case OptionKind.ORDER:
            values = [tuple(reversed(ruleset.ladder))]
        case _:
            values = [option.low, option.high, *([None] if option.can_be_off else [])]
    return (value for value in values if value != getattr(ruleset, option.name))


PEACE = 0
"""The seed of the game in which nothing comes of anything: all aim at the first seat, and vote for nobody."""


def trace(ruleset: Ruleset, roles: tuple[RoleId, ...], seed: int, last_day: int) -> list[object]:
    """All that happens until after ``last_day`` if everybody does one lawful thing a phase by chance, or as
    PEACE has it; and what the first who is out may write in each phase.  Whoever moderates is gone, so that
    every phase has its length."""
    random = Random(seed)
    game = begin(start_command(ruleset, roles, host=NARRATOR if ruleset.moderated else 0, seed=str(seed)))
    game.do(MarkAway(NARRATOR))
    noted: list[object] = []
    while not game.over and game.state.stage.day <= last_day:
        stage = game.state.stage.number
        seats = list(game.state.alive())
        blamed = random.choice(seats) if random.random() < 0.5 else None
        for seat in seats if seed == PEACE else random.sample(seats, len(seats)):
            if game.state.stage.number == stage and not game.over:
                peace = seed == PEACE
                command = _peaceful(game, seat) if peace else _by_chance(random, game, seat, blamed)
                if command is not None:
                    game.do(command)
        while game.state.stage.number == stage and not game.over:
            game.tick()
        out = [seat for seat in game.state.numbers() if not game.state.seats[seat].alive]
        noted += [observe(game.state, seat_viewer(seat)).writes for seat in out[:1]]
    return [*noted, *game.log[1:]]  # the first event says by which rules they play


def _by_chance(random: Random, game: Table, seat: SeatId, blamed: SeatId | None) -> Command | None:
    """``blamed``: whom all vote for who may, as no majority comes about by chance."""
    legal = legal_actions(game.state, seat)
    if any(one.verb == "vote" and blamed in (one.targets or ()) for one in legal):
        return command_for("vote", seat, blamed)
    return random_act(random, game.state, seat, legal)


def _peaceful(game: Table, seat: SeatId) -> Command | None:
    for legal in legal_actions(game.state, seat):
        if legal.verb == "vote":
            return command_for("vote", seat, NOBODY)
        if legal.targets and legal.verb != "remove":
            return command_for(legal.verb, seat, min(legal.targets))
    return None


def all_options() -> list[str]:
    return [name for name in OPTIONS if name not in ("roles", "theme")]
