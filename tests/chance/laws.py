"""What must hold of every game.  Each law takes a random number that decides the game it is tried on."""

from dataclasses import replace
from random import Random

from games.engine.abilities import ABILITIES
from games.engine.choices import TeamChoice
from games.engine.commands import Choose, Tick, command_for
from games.engine.errors import Rejected
from games.engine.events import Addressed
from games.engine.evolution import evolve
from games.engine.ids import (
    NARRATOR,
    NARRATOR_VIEWER,
    SPECTATOR_VIEWER,
    AbilityId,
    SeatId,
    Viewer,
    seat_viewer,
)
from games.engine.night import made
from games.engine.observation import legal_actions, observe
from games.engine.observed import Observation
from games.engine.roles import Faction
from games.engine.state import State
from games.live.consumers import NO_MESSAGE, Do, Ping, Say, decode
from tests.chance.twins import compare, swaps
from tests.kit.games import (
    Answer,
    Table,
    begin,
    play_on,
    random_game,
    random_start,
    viewers,
    wild_bytes,
    wild_command,
)

MOST_COMMANDS = 20_000
"""No game is longer."""


def ends_folds_and_repeats(number: int) -> None:
    """Every game ends; the log folds to the state; same seed and same commands, same game."""
    game = random_game(Random(number), 5, 40 if number % 20 == 0 else 12)
    assert len(game.commands) < MOST_COMMANDS
    state: State | None = None
    for addressed in game.log:
        state = evolve(state, addressed.event)
    assert state == game.state
    if number % 4 == 0:
        assert replay(game).log == game.log


def replay(game: Table) -> Table:
    (start, now), *rest = game.commands
    again = begin(start, now)  # type: ignore[arg-type]
    for command, at in rest:
        again.now = at
        again.do(command)
    return again


def observations_change_only_by_what_was_addressed(number: int, low: int = 5, high: int = 9) -> None:
    """An observation changes only when an event was addressed to its viewer."""
    random = Random(number)
    game = begin(random_start(random, low, high))
    watchers = viewers(game.state)
    seen = {viewer: observe(game.state, viewer) for viewer in watchers}
    state = game.state
    for answer in play_on(random, game):
        for addressed in () if isinstance(answer, Rejected) else answer:
            state = evolve(state, addressed.event)
            _look(state, addressed, seen)
        assert state is game.state or state == game.state


def _look(state: State, addressed: Addressed, seen: dict[Viewer, Observation]) -> None:
    for viewer, before in seen.items():
        after = observe(state, viewer)
        if not addressed.audience.includes(viewer):
            assert after == before, (viewer, addressed)
        seen[viewer] = after


def twins_look_alike(number: int, low: int = 5, high: int = 9, *, each: bool = True) -> int:
    """Games that differ only in what a viewer may not know look the same to that viewer.

    Gives the number of comparisons made.
    """
    random = Random(number)
    game = begin(random_start(random, low, high))
    for _ in play_on(random, game):
        pass
    start, _now = game.commands[0]
    compared = 0
    seats = [seat_viewer(SeatId(seat)) for seat in random.sample(range(len(game.state.seats)), 3)]
    for viewer in (*seats, NARRATOR_VIEWER, SPECTATOR_VIEWER):
        if viewer == NARRATOR_VIEWER and game.state.ruleset.moderated:
            continue  # whoever moderates may know everything (M13)
        swap = swaps(random, start, viewer)  # type: ignore[arg-type]
        if swap is not None:
            compared += sum(1 for _ in compare(game.commands, swap, each=each))
    return compared


def read(raw: bytes) -> Ping | Do | Say | None:
    """What a socket makes of a message; None for what is none."""
    try:
        return decode(raw)
    except NO_MESSAGE:
        return None


def wild_commands_do_no_harm(number: int) -> None:
    """Any bytes and any command give events or a reason, never an exception; a refusal changes nothing."""
    random = Random(number)
    game = begin(random_start(random))
    for _ in play_on(random, game):
        before = game.state
        answer: Answer = game.do(wild_command(random, len(game.state.seats)))
        if isinstance(answer, Rejected):
            assert game.state is before
        asked = read(wild_bytes(random))
        if isinstance(asked, Do):
            by, target = SeatId(random.randrange(len(game.state.seats))), asked.target
            command = command_for(asked.verb, by, None if target is None else SeatId(target))
            if not isinstance(command, Rejected):
                game.do(command)
        if len(game.commands) > 400:
            return


def night_choices_come_in_any_order(number: int) -> None:
    """What the night brings does not depend on the order in which its choices arrive, of which none replaces
    another."""
    random = Random(number)
    game = begin(random_start(random)).until("night")
    while not game.over:
        choices = [choice for seat in game.state.alive() for choice in _choices(random, game.state, seat)]
        if game.state.ruleset.team_choice is TeamChoice.FIRST:
            choices = _one_lock(game.state, choices)
        choices = list({(choice.seat, made(game.state, choice).slot): choice for choice in choices}.values())
        other = Table(game.state, [], game.now)
        for choice in choices:
            game.do(choice)
        for choice in random.sample(choices, len(choices)):
            other.do(choice)
        told = len(game.log), len(other.log)
        game.end()
        other.end()
        assert game.log[told[0] :] == other.log[told[1] :]
        assert game.over or replace(game.state, trail=()) == replace(other.state, trail=())
        game.until("night")


def _choices(random: Random, state: State, seat: SeatId) -> list[Choose]:
    """At most one choice of ``seat`` for each slot, as of two in one slot the later counts."""
    choices: dict[str, Choose] = {}
    for legal in legal_actions(state, seat):
        if legal.targets and legal.verb != "remove" and random.random() < 0.8:
            choice = Choose(seat, AbilityId(legal.verb), random.choice(legal.targets))
            choices.setdefault(made(state, choice).slot, choice)
    return list(choices.values())


def _one_lock(state: State, choices: list[Choose]) -> list[Choose]:
    """Of the Mafia's choices the first alone: the others would come too late, whatever their order (S3)."""
    mafia = [choice for choice in choices if state.seats[choice.seat].faction is Faction.MAFIA]
    return [choice for choice in choices if choice not in mafia[1:]]


def legal_is_what_is_accepted(number: int) -> None:
    """Every listed action with every listed target is accepted; what is not listed is refused."""
    random = Random(number)
    game = begin(random_start(random))
    verbs = ["ready", "confirm", "unvote", "leave", "next", "pause", "resume", "remove", "vote"]
    verbs += ["reveal", "reveal_votes", "finalize"]
    verbs += [*ABILITIES, "suspect", "hold"]
    verbs += ["nominate", "second", "open_vote", "close_vote", "undo", "mark_out", "put_back"]
    for _ in play_on(random, game):
        game.do(Tick())  # what is legal is so at this moment, with nothing overdue
        if game.over:
            return
        actor = random.choice([NARRATOR, *game.state.numbers()])
        listed = {
            (legal.verb, target)
            for legal in legal_actions(game.state, actor)
            for target in legal.targets or (None,)
        }
        for verb, target in listed:
            answer = game.ask(command_for(verb, actor, target))
            assert not isinstance(answer, Rejected), (actor, verb, target, answer)
        for _ in range(5):
            verb = random.choice(verbs)
            target = random.choice([None, *map(SeatId, range(-2, len(game.state.seats) + 1))])
            if (verb, target) not in listed and not _same_without_target(verb, listed):
                answer = game.ask(command_for(verb, actor, target))
                assert isinstance(answer, Rejected), (actor, verb, target)


def _same_without_target(verb: str, listed: set[tuple[str, SeatId | None]]) -> bool:
    """Verbs that aim at nobody drop a target they are given."""
    return verb not in ("hold", "alert") and (verb, None) in listed


def idle_tables_end(game: Table) -> None:
    """With nobody doing anything the game ends within so many phases as rounds can have."""
    most = 12 * (len(game.state.seats) + 1) * (game.state.ruleset.quiet_days + 1)
    for _ in range(most):
        if game.over:
            return
        game.now = game.state.stage.due_at
        game.do(Tick())
    raise AssertionError("the game goes on and on")
