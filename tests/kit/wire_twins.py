"""Pairs of games that differ only in what some of their viewers may not know, compared on the wire (C1).

Both are played by one script, in the second with the roles of two seats swapped and with what is done at
night mapped likewise; where ballots are not open the two also change ballots, and secret acts that change
nothing are left out.  A viewer's record is compared for as long as an independent list says that they are
entitled to learn the same of both.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from operator import itemgetter
from random import Random

from games.engine.attendance_events import PlayerLeft
from games.engine.choices import BallotSecrecy
from games.engine.day_events import BallotCast, BallotWithdrawn, PlayerRevealed, SkipSpent, VoteClosed
from games.engine.events import Event, GameEnded, NewsTold, PhaseBegan, PlayerWentOut, TeamMet
from games.engine.ids import RoleId, SeatId
from games.engine.led_events import PlayerPutBack
from games.engine.night_events import (
    PlayerPromoted,
    PlayerRecruited,
    PlayerSilenced,
    PowerSpent,
    ResultLearned,
)
from games.engine.roles import ROLES, Condition
from games.engine.rulesets import REGISTRY
from tests.kit.script import OPEN, Script, random_setting
from tests.kit.wire import LATE, STRANGER, Record, Sent, Setting, Step, World, play

STEPS = 9
"""Steps of a script at most, for each seat."""

SEATS = (5, 6, 6, 7, 7, 8, 9)

ENOUGH = 30
"""Steps that must have been compared for a pair to count."""

TRIES = 12
"""How many pairs are tried for one that counts."""

NEVER = 2**62


class LeakError(AssertionError):
    """A viewer was sent something else, or at another moment, for what they may not know."""


@dataclass(frozen=True)
class Pair:
    """A setting in which the seats ``one`` and ``other`` change roles."""

    setting: Setting
    one: SeatId
    other: SeatId

    @property
    def twin(self) -> Setting:
        roles = list(self.setting.roles)
        roles[self.one], roles[self.other] = roles[self.other], roles[self.one]
        return replace(self.setting, roles=tuple(roles))

    @property
    def hidden(self) -> tuple[SeatId, SeatId]:
        return self.one, self.other

    @property
    def ignorant(self) -> tuple[SeatId, ...]:
        """Seats that know neither of the two: neither the two themselves nor who is of a team with one."""
        roles = self.setting.roles
        team = any(ROLES[roles[seat]].knows_team for seat in self.hidden)  # type: ignore[index]
        return tuple(
            SeatId(seat)
            for seat, role in enumerate(roles)
            if seat not in self.hidden and not (team and ROLES[role].knows_team)  # type: ignore[index]
        )

    def seat(self, seat: SeatId) -> SeatId:
        return {self.one: self.other, self.other: self.one}.get(seat, seat)

    def mirrored(self, step: Step) -> Step:
        """The step in the twin: choices of the night, and the talk of a team, change places with the two."""
        if step.who not in self.setting.seated:
            return step
        seat = SeatId(self.setting.seated.index(step.who))
        if step.idle:
            return replace(step, kind="wait")
        if step.masked:
            return replace(step, who=self.setting.seated[self.seat(seat)])
        secret = step.kind == "do" and step.verb not in OPEN and seat not in self.ignorant
        if not secret and (step.kind, step.talk) != ("say", "mafia"):
            return step
        target = None if step.target is None else self.seat(SeatId(step.target))
        return replace(step, who=self.setting.seated[self.seat(seat)], target=target)


def random_pair(
    kind: str,
    number: int,
    swapped: frozenset[str] | None = None,
    seats: tuple[int, ...] = SEATS,
    variant: int = 0,
) -> Pair:
    """``swapped``: the two roles that change places, if not any two.  ``variant``: one of many such pairs."""
    random = Random(f"{kind} {number} {variant}" if variant else f"{kind} {number}")
    setting = random_setting(random, kind, random.choice(seats), number)
    roles = setting.roles
    pairs = [pair for pair in combinations(range(len(roles)), 2) if roles[pair[0]] != roles[pair[1]]]
    pairs = [pair for pair in pairs if swapped in (None, {roles[seat] for seat in pair})]
    one, other = random.choice(pairs)
    return Pair(setting, SeatId(one), SeatId(other))


@dataclass
class Tally:
    """What was compared: pairs that counted, steps and frames, and what they covered."""

    pairs: int = 0
    counted: int = 0
    steps: int = 0
    frames: int = 0
    covered: set[str] = field(default_factory=set)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.pairs + other.pairs,
            self.counted + other.counted,
            self.steps + other.steps,
            self.frames + other.frames,
            self.covered | other.covered,
        )


def compare(pair: Pair) -> Tally:
    """Plays both games; LeakError if a viewer could tell them apart.  Gives what was compared."""
    script: list[Step] = []
    steps = STEPS * len(pair.setting.seated)
    steady = [pair.setting.seated[seat] for seat in pair.ignorant]
    narrates = pair.setting.narrator and not REGISTRY[pair.setting.preset].moderated  # who may know all
    watchers = [STRANGER, LATE, *([pair.setting.narrator] if narrates else [])]

    async def first(world: World) -> None:
        secretive = set(pair.setting.seated) - set(steady)
        drawn = Script(Random(pair.setting.seed), pair.hidden, [*steady, *watchers], secretive=secretive)
        while len(script) < steps and world.state.ending is None:
            script.append(drawn.next(world, len(script)))
            await world.perform(script[-1])

    async def again(world: World) -> None:
        for step in script:
            await world.perform(pair.mirrored(step))

    game = play(pair.setting, first)
    tally = Tally(pairs=1)
    if _same_shape(pair, game):
        tally.covered.add("shape")
    if not _enough(pair, game, NEVER):
        return tally
    twin = play(pair.twin, again)
    best = 0
    for name in (*steady, *watchers):
        until = _parting(pair, game.events, twin.events, name)
        for key in game.sent:
            if key.split(" ")[0] == name:
                tally.frames += _same(pair, key, game, twin, until)
        if _enough(pair, game, until):
            best = max(best, sum(at < until for at, _ in game.steps))
            kinds = _phases(pair, game.events, until)
            tally.covered |= {f"phase {kind}" for kind in kinds} | set(_kinds_of(pair, name, game, until))
    tally.counted, tally.steps = int(best > 0), best
    return tally


def compare_until_one_counts(kind: str, number: int) -> Tally:
    """Compares the pair of this number and, while it parts too early to count, as random games do, another
    in its place."""
    tally = Tally()
    for variant in range(TRIES):
        tally += compare(random_pair(kind, number, variant=variant))
        if tally.counted:
            break
    return tally


def _enough(pair: Pair, game: Record, until: int) -> bool:
    """Whether enough has been played before ``until`` for a comparison to count."""
    compared = sum(at < until for at, _ in game.steps)
    return compared >= ENOUGH and {"night", "vote"} <= _phases(pair, game.events, until)


def _open(pair: Pair, events: Iterable[tuple[int, Event]], name: str) -> list[tuple[int, object]]:
    """What a viewer is entitled to learn and when, listed without asking the audience."""
    seat = pair.setting.seated.index(name) if name in pair.setting.seated else None
    preset = REGISTRY[pair.setting.preset]
    open_ballots = pair.setting.options.get("ballots", preset.ballots) == BallotSecrecy.NAMES
    listed: list[tuple[int, object]] = []
    alone = _alone(pair, seat, events)
    for at, event in events:
        match event:
            case PlayerWentOut() | NewsTold() | VoteClosed() | PhaseBegan() | PlayerLeft():
                listed.append((at, event))
            case SkipSpent() | PlayerRevealed() | GameEnded():
                listed.append((at, event))
            case BallotCast() | BallotWithdrawn() if open_ballots:
                listed.append((at, event))
            case ResultLearned(seat=learner) | PlayerSilenced(seat=learner) if learner == seat:
                listed.append((at, event))
            case PlayerRecruited(seat=learner) | PlayerPromoted(seat=learner) if learner == seat:
                listed.append((at, event))
            case PowerSpent(seat=learner) if learner == seat:  # or not, for a reason they may only guess
                listed.append((at, event))
    return sorted([*listed, *alone], key=itemgetter(0))


def _alone(pair: Pair, seat: int | None, events: Iterable[tuple[int, Event]]) -> Iterable[tuple[int, object]]:
    """When the last of a side that does not know each other learns that they are (S14)."""
    roles = dict(enumerate(map(RoleId, pair.setting.roles)))
    if seat is None or not any(power.condition is Condition.LAST for power in ROLES[roles[seat]].powers):
        return
    side = {number for number, role in roles.items() if ROLES[role].faction is ROLES[roles[seat]].faction}
    for at, event in events:
        match event:
            case PlayerRecruited(seat=joined):
                side.add(joined)
            case PlayerWentOut(seat=lost):
                side.discard(lost)
            case PlayerPutBack():
                yield at, event
        if side == {seat}:
            yield at, "alone"
            return


def _parting(
    pair: Pair, game: Iterable[tuple[int, Event]], twin: Iterable[tuple[int, Event]], name: str
) -> int:
    """The moment from which the two games are different ones for a viewer."""
    ours, theirs = _open(pair, game, name), _open(pair, twin, name)
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            return min(one[0], other[0], _growth(pair, game, name))
    rest = ours[len(theirs) :] or theirs[len(ours) :]
    return min(rest[0][0] if rest else NEVER, _growth(pair, game, name))


def _growth(pair: Pair, events: Iterable[tuple[int, Event]], name: str) -> int:
    """When somebody who has been recruited joins a viewer's team, who sees their choices then (S15)."""
    recruited = False
    for at, event in events:
        recruited = recruited or isinstance(event, PlayerRecruited)
        if recruited and isinstance(event, TeamMet) and name in (pair.setting.seated[s] for s in event.seats):
            return at
    return NEVER


def _phases(pair: Pair, events: Iterable[tuple[int, Event]], until: int) -> set[str]:
    """The kinds of phase that were played to their end before ``until``."""
    kind = {place.id: place.kind for place in REGISTRY[pair.setting.preset].line}
    begun = [kind[event.place] for at, event in events if isinstance(event, PhaseBegan) and at < until]
    return set(begun[:-1])


def _kinds_of(pair: Pair, name: str, game: Record, until: int) -> Iterable[str]:
    setting = pair.setting
    if name in setting.tabs:
        yield "second tab"
    if name == setting.host:
        yield "host with a seat" if name in setting.seated else "narrator"
    if name == STRANGER:
        yield "spectator"
    if name == LATE:
        yield "queued"
    if name in setting.seated:
        yield f"role {setting.roles[setting.seated.index(name)]}"
    for at, step in game.steps:
        if at < until and step.who == name and step.kind in ("load", "back"):
            yield step.kind
    for at, event in game.events:
        if at < until and isinstance(event, PlayerWentOut) and setting.seated[event.seat] == name:
            yield "out"


def _same(pair: Pair, key: str, game: Record, twin: Record, until: int) -> int:
    """Compares what one socket was sent; gives how much that was."""
    ours, theirs = ([sent for sent in record.sent[key] if sent.at < until] for record in (game, twin))
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            raise LeakError(_told_apart(pair, key, game, number, one, other))
    if len(ours) != len(theirs):
        number = min(len(ours), len(theirs))
        missing = (
            ours[number] if number < len(ours) else None,
            theirs[number] if number < len(theirs) else None,
        )
        raise LeakError(_told_apart(pair, key, game, number, *missing))
    return len(ours)


_ACTION = re.compile(r"<hx-partial id=action\b.*?</hx-partial>")


def _same_shape(pair: Pair, game: Record) -> bool:
    """When a night begins every living player gets the same to tap, byte for byte, whatever the role and
    however many powers it has.  Whether there were any to compare."""
    found = False
    kind = {place.id: place.kind for place in REGISTRY[pair.setting.preset].line}
    nights = {
        at for at, event in game.events if isinstance(event, PhaseBegan) and kind[event.place] == "night"
    }
    for night in nights:
        got: dict[str, str] = {}
        out = {e.seat for at, e in game.events if isinstance(e, PlayerWentOut) and at <= night}
        for name in (name for seat, name in enumerate(pair.setting.seated) if seat not in out):
            for sent in game.sent[name]:
                if night <= sent.at <= night + 50 and sent.text.startswith('{"t":"frame"'):
                    for panel in _ACTION.findall(json.loads(sent.text).get("html", "")):
                        if "data-seats" in panel and "aria-pressed=true" not in panel:
                            got.setdefault(name, panel)
        found = found or len(got) > 1
        if len(set(got.values())) > 1:
            texts = sorted(set(got.values()), key=list(got.values()).count)
            rare = next(name for name, text in got.items() if text == texts[0])
            shown = [Sent(night, text) for text in texts[:2]]
            raise LeakError(
                f"The night of {rare} looks unlike that of others: {_shown(*shown)}; {_shown(*shown[::-1])}"
            )
    return found


def _told_apart(pair: Pair, key: str, game: Record, number: int, one: Sent | None, other: Sent | None) -> str:
    at = min(sent.at for sent in (one, other) if sent)
    steps = [f"  {when} {pair_step}" for when, pair_step in game.steps if when <= at]
    setting = pair.setting
    names = [setting.seated[seat] for seat in pair.hidden]
    dealt = ", ".join(f"{name} {role}" for name, role in zip(setting.seated, setting.roles, strict=True))
    return "\n".join(
        (
            f"{key} can tell the game from its twin, in which {names[0]} and {names[1]} have changed roles,",
            f"by message {number + 1} at {at} ms, after step {len(steps)} of seed {setting.seed}",
            f"({setting.preset}, {setting.options}; {dealt}).",
            f"Game: {_shown(one, other)}",
            f"Twin: {_shown(other, one)}",
            "The last steps:",
            *steps[-4:],
        )
    )


def _shown(sent: Sent | None, other: Sent | None) -> str:
    """From a little before the first difference on."""
    if sent is None:
        return "nothing"
    text, compared = sent.text, other.text if other else ""
    first = next((n for n, pair in enumerate(zip(text, compared, strict=False)) if pair[0] != pair[1]), 0)
    return f"at {sent.at} ms …{text[max(0, first - 80) : first + 200]}… ({len(text)} characters)"
