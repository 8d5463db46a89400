"""Random legal play at a table of the kit ``wire``: who does what next, drawn from what each may do."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from random import Random

from games import free, selectors
from games.engine.choices import BallotSecrecy, Procedure
from games.engine.commands import Legal
from games.engine.ids import NARRATOR, NOBODY, RoleId, SeatId, seat_viewer
from games.engine.observation import legal_actions
from games.engine.phases.base import led
from games.engine.roles import HOSTILE, ROLES, Faction
from games.engine.rules import OPTIONS, Ruleset
from games.engine.rulesets import REGISTRY
from games.engine.state import State
from games.engine.table import problems, role_list
from games.engine.talk import Talk, writes
from games.engine.turn import next_due
from games.services.settings import apply
from tests.kit.custom import free_counts
from tests.kit.games import random_options
from tests.kit.wire import LATE, NAMES, STRANGER, Setting, Step, World

OPEN = frozenset(
    (
        *("ready", "confirm", "vote", "unvote", "reveal", "reveal_votes", "finalize"),
        *("next", "pause", "resume", "remove", "leave", "nominate", "second"),
    )
)
"""Verbs of the day, and of everybody alike; all others are choices of the night."""

SELDOM = ("leave", "remove", "pause", "resume", "next")

CORRECTIONS = ("undo", "mark_out", "put_back")

HARMLESS = ("suspect", "protect", "guard", "frame", "investigate", "distract", "silence", "clean", "track")

SHORT = 5
"""Seconds that a phase lasts at most."""

LONGEST = 25_000
"""Milliseconds that nothing is done at most."""


def _drives(legal: Legal, state: State) -> bool:
    """Whether the table waits for its host to do that."""
    return legal.verb == "next" and state.place.kind == "verdict"


CUSTOM = "custom"
"""Games of any preset in turn, with roles and options that a host might set there by hand."""

KINDS = (*REGISTRY, CUSTOM)


def preset_of(kind: str, number: int) -> Ruleset:
    return list(REGISTRY.values())[number % len(REGISTRY)] if kind == CUSTOM else REGISTRY[kind]


def random_setting(random: Random, kind: str, seats: int, number: int) -> Setting:
    """A game that may last.  ``number`` counts settings: where so many are made, every role of the preset is
    dealt."""
    seated, turn = NAMES[:seats], number
    ruleset = preset_of(kind, number)
    while True:
        options = _lively(random)
        if kind == CUSTOM:
            counts = free_counts(random, ruleset.preset, seats)
        else:
            options = {name: value for name, value in options.items() if name in ruleset.offered}
            counts = _counts(ruleset, seats, turn)
        if ruleset.moderated:
            options["procedure"] = list(Procedure)[number % len(Procedure)].value
        turn += 1
        options, _refused = apply(ruleset.preset, {}, {"roles": counts, **options}, free=True)
        configured = selectors.configured(ruleset.preset, options)
        roles = role_list(configured, seats)
        known = set(free.playable(configured)).issuperset(roles) and len(set(roles)) > 1
        hostile = sum(ROLES[role].faction in HOSTILE for role in roles)
        lasts = hostile <= max(1, seats // 4)
        if known and lasts and all(problem.warning for problem in problems(configured, seats, roles)):
            break
    return Setting(
        preset=ruleset.preset,
        options=options,
        seated=seated,
        roles=tuple(random.sample(roles, len(roles))),
        narrator="Nat" if number % 2 or ruleset.moderated else "",
        tabs=(random.choice(seated), STRANGER),
        seed=random.randrange(2**32),
    )


def _lively(random: Random) -> dict[str, object]:
    """Options at random, but every phase has its time, and a short one."""
    options = dict(random_options(random))
    for name, option in OPTIONS.items():
        if name.endswith("_seconds"):
            options[name] = random.randint(option.low, max(option.low, min(option.high, SHORT)))
    return options


def usual_roles(ruleset: Ruleset) -> tuple[RoleId, ...]:
    """Those that are tried: the preset's own, or, where any role may be set, those that are dealt."""
    own = ruleset.counted_roles
    return own if len(own) + 1 < len(ROLES) else tuple(row.role for row in ruleset.deal)


def _counts(ruleset: Ruleset, seats: int, number: int) -> dict[RoleId, int]:
    """A mafia of one, or of as many as there may well be, and of all roles those whose turn it is."""
    usual = usual_roles(ruleset)
    mafia = [role for role in usual if ROLES[role].faction is Faction.MAFIA]
    others = [role for role in usual if role not in mafia]
    size, turn = max(1, seats // 4) if number % 2 else 1, number % len(others)
    roles = [mafia[(number + place) % len(mafia)] for place in range(size)]
    roles += [*others[turn:], *others[:turn]][: seats - 1 - size]
    return {role: roles.count(role) for role in usual}


@dataclass
class Script:
    """Draws one step after the other.  What stays secret longest is played most: the two ``hidden`` seats are
    seldom aimed at, and those who are ``away`` now and then, leave or load their page are among the rest.
    Whatever the ``secretive`` do at night shows to nobody else.
    """

    random: Random
    hidden: Collection[SeatId]
    steady: Collection[str]
    away: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    secretive: Collection[str] = ()
    lines: int = 0
    due: list[Step] = field(default_factory=list)

    def next(self, world: World, number: int) -> Step:
        if number == 3:
            return Step(200, "join", LATE)
        random, state = self.random, world.state
        if self.due:
            return self.due.pop()
        roll = random.random()
        if state.paused_at is not None:
            return self._host(world, state, "resume") or self._step("wait")
        if roll < 0.08:
            return self._coming_and_going(world)
        if roll < 0.22:
            return self._line(world, state) or self._step("wait")
        if roll < 0.25:
            return self._note(world, number)
        if roll < 0.35 and (change := self._change_of_mind(world, state)) is not None:
            return change
        if 0.35 < roll < 0.36:
            return self._host(world, state, random.choice(("pause", "next"))) or self._step("wait")
        if 0.36 < roll < 0.38 and (correction := self._correction(world, state)) is not None:
            return correction
        if roll < (0.7 if self._led_on(state) else 0.39) and not self._owing(state):
            return self._until_due(world, state)
        return self._act(world, state) or self._until_due(world, state)

    def _led_on(self, state: State) -> bool:
        """Whether a moderator soon goes on: not before there was time to nominate and to vote."""
        return led(state, state.place) and state.place.kind not in ("nomination", "vote")

    def _until_due(self, world: World, state: State) -> Step:
        """Time runs on; where a moderator or the host takes the table further, they do."""
        verb = "finalize" if state.place.kind == "verdict" and not state.stage.verdict else "next"
        driven = led(state, state.place) or state.place.kind == "verdict"
        if driven and (step := self._host(world, state, verb) or self._fetched(world, state)) is not None:
            return step
        due = next_due(state)
        gap = LONGEST if due is None else max(0, min(LONGEST, due - world.now()))
        return Step(gap + self.random.choice((0, 0, 7)), "wait")

    def _step(self, kind: str, who: str = "", **facts: object) -> Step:
        low, high = self.random.choice(((0, 60), (0, 60), (60, 300), (300, 900)))
        return Step(self.random.randint(low, high), kind, who, **facts)  # type: ignore[arg-type]

    def _seat(self, world: World, name: str) -> SeatId:
        return SeatId(world.setting.seated.index(name))

    def _present(self, world: World) -> list[str]:
        return [name for name in world.setting.seated if name not in self.away | self.left]

    def _act(self, world: World, state: State) -> Step | None:
        """Something that somebody may do now, whether or not it is said for the first time."""
        random = self.random
        present = random.sample(self._present(world), len(self._present(world)))
        owing = self._owing(state)
        for name in sorted(present, key=lambda name: self._seat(world, name) not in owing):
            seat = self._seat(world, name)
            legal = [
                one
                for one in legal_actions(state, seat)
                if (one.verb not in SELDOM or _drives(one, state)) and one.targets != ()
            ]
            answered = seat in state.stage.done or seat in state.stage.ballots
            if answered and random.random() < 0.9:
                continue
            if legal:
                waited_for = (
                    ("nominate", "second") if state.place.kind == "nomination" else ("ready", "confirm")
                )
                ends = [one for one in legal if one.verb in waited_for]
                aimed = [one for one in legal if one.targets]
                likely = aimed if seat in owing else ends
                act = random.choice(
                    likely if likely and random.random() < (0.9 if seat in owing else 0.5) else legal
                )
                target = None if act.targets is None else self._target(act.verb, act.targets, seat)
                phase = random.choice((state.stage.number, None))
                masked = act.verb in ("vote", "unvote") and self._masked(state)
                verb = self._as_on_the_page(act.verb, aimed, state)
                return self._step("do", name, verb=verb, target=target, phase=phase, masked=masked)
        return None

    def _as_on_the_page(self, verb: str, aimed: list[Legal], state: State) -> str:
        """On every other night whoever has no choice of powers taps, as on a page."""
        taps = state.place.kind == "night" and state.stage.night % 2 and [one.verb for one in aimed] == [verb]
        return "tap" if taps else verb

    def _owing(self, state: State) -> set[SeatId]:
        """Who has a power and has not chosen yet tonight.  They choose first, and time does not run out on
        them: what is not chosen may be drawn, in each of two twins for itself."""
        if state.place.kind != "night":
            return set()
        chosen = {choice.seat for choice in state.stage.choices}
        powers = {number for number in state.alive() if ROLES[state.seats[number].role].powers}
        return powers - chosen

    def _masked(self, state: State) -> bool:
        """Whether the two may change ballots and nobody know."""
        secret = state.ruleset.ballots is not BallotSecrecy.NAMES
        return secret and all(state.seats[seat].alive and not state.seats[seat].left for seat in self.hidden)

    def _target(self, verb: str, targets: tuple[SeatId, ...], by: SeatId) -> SeatId:
        """The two are often looked at, go out as late as may be, and never by each other's ballots."""
        two = [seat for seat in targets if seat in self.hidden]
        others = [seat for seat in targets if seat not in self.hidden and seat != NOBODY]
        roll = self.random.random()
        if verb in HARMLESS:
            return self.random.choice(two if two and roll < 0.5 else targets)
        bold = by not in self.hidden and roll < 0.03
        return self.random.choice(targets if bold or not others else others)

    def _line(self, world: World, state: State) -> Step | None:
        gagged = any(map(state.is_silenced, self.hidden))  # one of the two here, maybe the other in the twin
        places = [
            (name, talk.value)
            for name in self._present(world)
            for seat in [self._seat(world, name)]
            for talk in writes(state, seat_viewer(seat))
            if not (gagged and talk is Talk.TABLE and seat in self.hidden)
        ]
        if not places:
            return None
        self.lines += 1
        name, talk = self.random.choice(places)
        text = f"line {self.lines}" + " and on" * (self.lines % 4)
        idle = talk == Talk.MAFIA and name in self.secretive and self.random.random() < 0.5
        return self._step("say", name, talk=talk, text=text, idle=idle)

    def _note(self, world: World, number: int) -> Step:
        name = self.random.choice(self._present(world))
        return self._step("note", name, text=f"note {number}", idle=name in self.secretive)

    def _change_of_mind(self, world: World, state: State) -> Step | None:
        """Somebody secretive chooses somebody else tonight, and then again whom they had chosen."""
        due = next_due(state)
        if state.place.kind != "night" or due is None or due - world.now() < 3_000:
            return None
        for choice in state.stage.choices:
            name = world.setting.seated[choice.seat]
            if name not in self.secretive or choice.seat in state.stage.done:
                continue
            for legal in legal_actions(state, choice.seat):
                others = [target for target in legal.targets or () if target != choice.target]
                if legal.verb == choice.ability and others:
                    back = self._step("do", name, verb=legal.verb, target=choice.target, idle=True)
                    self.due.append(back)
                    other = self.random.choice(others)
                    return self._step("do", name, verb=legal.verb, target=other, idle=True)
        return None

    def _host_name(self, world: World, state: State) -> str:
        return world.setting.narrator if state.host == NARRATOR else world.setting.seated[state.host]

    def _fetched(self, world: World, state: State) -> Step | None:
        """A host for whom the table would wait for minutes comes back."""
        name = self._host_name(world, state)
        if name not in self.away:
            return None
        self.away.discard(name)
        return self._step("back", name)

    def _host(self, world: World, state: State, verb: str) -> Step | None:
        name = self._host_name(world, state)
        if name in self.away | self.left:
            return None
        return self._step("do", name, verb=verb, phase=state.stage.number)

    def _correction(self, world: World, state: State) -> Step | None:
        """A moderator takes a step back, or puts somebody out or back (M17), but none of the two."""
        legal = [one for one in legal_actions(state, NARRATOR) if one.verb in CORRECTIONS]
        if not state.ruleset.moderated or not legal:
            return None
        act = self.random.choice(legal)
        others = [seat for seat in act.targets or () if seat not in self.hidden]
        if act.targets is not None and not others:
            return None
        target = self.random.choice(others) if others else None
        return replace(self._host(world, state, act.verb) or self._step("wait"), target=target)

    def _coming_and_going(self, world: World) -> Step:
        random = self.random
        if self.away and random.random() < 0.6:
            name = random.choice(sorted(self.away))
            self.away.discard(name)
            return self._step("back", name)
        free = [name for name in self.steady if name not in self.away | self.left and name in world.phones]
        name = random.choice(free)
        roll = random.random()
        if roll < 0.55:
            return self._step("load", name)
        if roll < 0.96 or name not in world.setting.seated or name == world.setting.host:
            self.away.add(name)
            return self._step("drop", name)
        self.left.add(name)
        return self._step("leave", name)
