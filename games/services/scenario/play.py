"""A game that is played from a scenario: pure engine, a clock of its own."""

from collections.abc import Mapping
from typing import cast

from games.engine.commands import (
    Command,
    Enter,
    MarkAway,
    MarkPresent,
    MarkReady,
    SeatCommand,
    SeatSetup,
    StartGame,
    Tick,
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
    Millis,
    SeatId,
    Viewer,
    seat_viewer,
)
from games.engine.journal import tag_refusal
from games.engine.observation import observe
from games.engine.observed import Observation
from games.engine.rng import seed_from
from games.engine.state import State
from games.engine.talk import Talk, may_say, writes
from games.engine.turn import next_due

from . import words
from .model import Action, Acts, Scenario, ScenarioError

EPOCH: Millis = 1_700_000_000_000
"""When every scenario begins."""

Seated = Mapping[str, SeatId]


def _entered_for(scenario: Scenario) -> frozenset[str]:
    """Who has no phone: those for whom something is entered, unless that is ever refused as they have one."""
    attempts = [attempt for _, step in scenario.steps if isinstance(step, Acts) for attempt in step.attempts]
    entries = [(one.action.target, one.refused) for one in attempts if one.action.inner is not None]
    having = {name for name, refused in entries if refused == Reason.HAS_A_PHONE}
    return frozenset(name for name, _ in entries if name is not None and name not in having)


class Play:
    """``now`` is the scenario's own time; ``log`` holds everything that has happened; ``journal``, by
    seat, what each has tagged others as."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.seats: Seated = {name: SeatId(number) for number, name in enumerate(scenario.roles)}
        self.names = {number: name for name, number in self.seats.items()}
        self.now = EPOCH
        self.log: list[Addressed] = []
        self.journal: dict[SeatId, dict[str, str]] = {}
        self._state: State | None = None

    @property
    def state(self) -> State:
        if self._state is None:
            raise ScenarioError("the game has not started")
        return self._state

    @property
    def over(self) -> bool:
        return self.state.ending is not None

    def start(self) -> Rejected | None:
        """Deal the scenario's roles to its seats."""
        scenario = self.scenario
        if scenario.ruleset is None:
            raise ScenarioError(f"the options are refused: {scenario.refusal}")
        entered = _entered_for(scenario)
        return self.do(
            StartGame(
                ruleset=scenario.ruleset,
                seats=tuple(SeatSetup(name, phone=name not in entered) for name in self.seats),
                seed=seed_from(scenario.seed),
                salt=seed_from(f"{scenario.seed}:salt"),
                host=NARRATOR if scenario.narrated or scenario.ruleset.moderated else SeatId(0),
                roles=tuple(scenario.roles.values()),
            )
        )

    def ask(self, command: Command) -> tuple[Addressed, ...] | Rejected:
        """What the engine answers, without letting it happen."""
        return decide(self._state, command, self.now)

    def do(self, command: Command) -> Rejected | None:
        answer = self.ask(command)
        if isinstance(answer, Rejected):
            return answer
        for addressed in answer:
            self._state = evolve(self._state, addressed.event)
        self.log.extend(answer)
        return None

    # --- time ---

    def run_to(self, moment: Millis) -> None:
        """Let time pass; every deadline on the way fires when it is due."""
        while not self.over and (due := next_due(self.state)) is not None and due <= moment:
            self.now = max(self.now, due)
            self.do(Tick())
        self.now = max(self.now, moment)

    def end_phase(self) -> None:
        """Let the phase that is on run out of time."""
        if self.over or self.state.paused_at is not None:
            raise ScenarioError("no phase is running")
        number = self.state.stage.number
        while not self.over and self.state.stage.number == number:
            self.run_to(next_due(self.state) or self.now)

    def run_until(self, phase: str) -> None:
        """Run on until a phase of that name begins, or the game is over; nobody chooses anything."""
        number = self.state.stage.number
        while not self.over:
            stage = self.state.stage
            if stage.number != number and self.state.place.name == phase:
                return
            self._acknowledge()
            if not self.over and self.state.stage.number == stage.number:
                self.end_phase()

    def _acknowledge(self) -> None:
        """Whoever is present says "Got it"; and that they are done, where no clock would end the phase."""
        number = self.state.stage.number
        seen = self.observe(words.WATCHER)
        if seen.kind != "reveal" and not seen.untimed:
            return
        for seat in self.state.seats:
            if not self.over and self.state.stage.number == number and seat.away_since is None:
                self.do(MarkReady(seat.number))

    # --- people ---

    def viewer(self, name: str) -> Viewer:
        match name:
            case words.WATCHER:
                return SPECTATOR_VIEWER
            case words.NARRATOR | words.MODERATOR:
                return NARRATOR_VIEWER
            case words.HOST:
                return NARRATOR_VIEWER if self.state.host == NARRATOR else seat_viewer(self.state.host)
            case _:
                return seat_viewer(self.seats[name])

    def observe(self, name: str) -> Observation:
        return observe(self.state, self.viewer(name))

    def seat(self, name: str) -> SeatId:
        """The seat of an actor; the host's is the host's of the moment."""
        match name:
            case words.HOST:
                return self.state.host
            case words.NARRATOR | words.MODERATOR:
                return NARRATOR
            case _:
                return self.seats[name]

    def name(self, seat: SeatId) -> str:
        special = {NOBODY: "nobody", NARRATOR: words.NARRATOR}
        return special.get(seat) or self.names[seat]

    # --- actions ---

    def may_say(self, actor: str, talk: str, line: str = "") -> bool:
        """Whether ``actor`` may write ``line`` in ``talk``; without one, whatever they like."""
        viewer = self.viewer(actor)
        if line:
            return may_say(self.state, viewer, Talk(talk), line)
        return Talk(talk) in writes(self.state, viewer)

    def tag_refusal(self, actor: str, action: Action) -> str:
        """Why ``actor`` may not tag somebody, or the empty string."""
        return tag_refusal(self.state, self.seat(actor), self.seats[action.target or actor]) or ""

    def tags(self, name: str) -> Mapping[str, str]:
        """What ``name`` has noted of others, as the table sees it: at the end."""
        return self.journal.get(self.seats[name], {}) if self.over else {}

    def command(self, actor: str, action: Action) -> Command:
        """The command an action stands for; ``say`` is none."""
        seat = self.seat(actor)
        if action.verb == words.DISCONNECT:
            return MarkAway(seat)
        if action.verb == words.RETURN:
            return MarkPresent(seat)
        if action.inner is not None and action.target is not None:
            entered = self.command(action.target, action.inner)
            return Enter(seat, cast("SeatCommand", entered))
        return command_for(action.verb, seat, self.target(action))

    def target(self, action: Action) -> SeatId | None:
        if action.target is None:
            return None
        return NOBODY if action.target == "nobody" else self.seats[action.target]

    def refusal(self, actor: str, action: Action, *, really: bool) -> str:
        """Why an action is refused, or the empty string; ``really`` lets an accepted one happen."""
        if actor == words.WATCHER:
            return ""
        if action.verb == "say":
            return "" if self.may_say(actor, action.talk, action.line) else words.MAY_NOT_WRITE
        if action.verb == "tag":
            return self._tag(actor, action, really=really)
        command = self.command(actor, action)
        answer = self.do(command) if really else self.ask(command)
        return answer.reason if isinstance(answer, Rejected) else ""

    def _tag(self, actor: str, action: Action, *, really: bool) -> str:
        refusal = self.tag_refusal(actor, action)
        if really and not refusal and action.target is not None:
            self.journal.setdefault(self.seat(actor), {})[action.target] = action.line
        return refusal
