"""What must be true at a step: one row for each key, with how it is read and how it is found.

Whatever a viewer may know is found in that viewer's observation, not in the state.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.engine.choices import BallotSecrecy
from games.engine.day_events import VoteClosed
from games.engine.ids import NOBODY
from games.engine.news import News, NewsKind
from games.engine.observation import story
from games.engine.observed import SeatView
from games.engine.state import Finding
from games.engine.talk import Talk
from games.engine.votes import tally

from . import values, words
from .actions import one_of
from .model import Action, ScenarioError
from .play import Play
from .values import Context, Read, list_of, map_of, set_of, word


@dataclass(frozen=True, slots=True)
class Mismatch:
    key: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.key}: expected {_shown(self.expected)}, found {_shown(self.found)}"


def _shown(value: object) -> str:
    if isinstance(value, Action):
        return value.text
    if isinstance(value, tuple):
        kind, about = value
        return f"{kind}:{','.join(sorted(about))}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        return str(value).lower() if isinstance(value, bool) else str(value)
    items = [_shown(item) for item in value]
    return "[" + ", ".join(sorted(items) if isinstance(value, frozenset) else items) + "]"


Find = Callable[..., object]


@dataclass(frozen=True, slots=True)
class _Row:
    """``find`` gives what is found; it holds if that equals what was read.

    ``each``: the value is a map, of which ``find`` looks at one (key, value) at a time.
    """

    read: Read
    find: Find
    each: bool = False


def _living(alive: bool, play: Play, wanted: object) -> frozenset[str]:
    return frozenset(seat.name for seat in play.observe(words.WATCHER).seats if seat.alive is alive)


def _view(play: Play, viewer: str, subject: str) -> SeatView:
    return play.observe(viewer).seats[play.seats[subject]]


def _winning(play: Play, wanted: object) -> object:
    result = play.observe(words.WATCHER).result
    return "the game goes on" if result is None else frozenset(result.winning) or frozenset({"nobody"})


def _winners(play: Play, wanted: object) -> object:
    result = play.observe(words.WATCHER).result
    return "the game goes on" if result is None else frozenset(map(play.name, result.winners))


def _out_by(play: Play, name: str, wanted: str) -> str:
    """The true cause, which the room is told only as far as roles are shown (C13)."""
    seat = play.state.seats[play.seats[name]]
    return seat.noted_cause or seat.cause or "alive"


def _finding(play: Play, found: Finding) -> str:
    return found.result if found.visited is None else f"{found.result}:{play.name(found.visited)}"


def _learned(play: Play, viewer: str, wanted: Mapping[str, str]) -> dict[str, str]:
    own = play.observe(viewer).own
    held = {play.name(found.subject): _finding(play, found) for found in (own.findings if own else ())}
    return {subject: held.get(subject, "nothing") for subject in wanted}


def _knows(play: Play, viewer: str, wanted: Mapping[str, str]) -> dict[str, str]:
    return {subject: _view(play, viewer, subject).role or "hidden" for subject in wanted}


def _hidden(play: Play, viewer: str, wanted: frozenset[str]) -> frozenset[str]:
    """Those of the wanted whose role the viewer indeed cannot see."""
    return frozenset(subject for subject in wanted if _view(play, viewer, subject).role is None)


def _shown_of(play: Play, name: str, wanted: str) -> str:
    """In the word that was asked for where it fits: a role, a side, or how much was shown."""
    seat = _view(play, words.WATCHER, name)
    how_much = "role" if seat.role else "alignment" if seat.faction else "none"
    fits = {how_much, seat.role or seat.faction or "none"}
    return wanted if wanted in fits else str(seat.role or seat.faction or "none")


def _role(play: Play, name: str, wanted: str) -> str:
    return play.state.seats[play.seats[name]].role


def _is_legal(play: Play, viewer: str, action: Action) -> bool:
    if action.verb == "say":
        return play.may_say(viewer, action.talk, action.line)
    if action.verb == "tag":
        return not play.tag_refusal(viewer, action)
    target = play.target(action)
    return any(
        legal.verb == action.verb and (target is None or target in (legal.targets or ()))
        for legal in play.observe(viewer).legal
    )


def _legal(legal: bool, play: Play, viewer: str, wanted: list[Action]) -> list[Action]:
    """Those of the wanted that are indeed legal, or not."""
    return [action for action in wanted if _is_legal(play, viewer, action) is legal]


def _reads(play: Play, viewer: str, wanted: object) -> frozenset[Talk]:
    return frozenset(play.observe(viewer).reads)


def _writes(play: Play, viewer: str, wanted: object) -> frozenset[Talk]:
    return frozenset(play.observe(viewer).writes)


def _tally(play: Play, name: str, wanted: int) -> int:
    """Of the vote that is on, else of the latest."""
    state = play.state
    if state.stage.candidates:
        weights = {seat: state.vote_weight(seat) for seat in state.stage.ballots}
        totals: Mapping[Any, int] = tally(state.stage.ballots, weights)
    else:
        totals = state.last_vote.totals if state.last_vote else {}
    return totals.get(NOBODY if name == "nobody" else play.seats[name], 0)


def _sees_votes(play: Play, viewer: str, wanted: str) -> str:
    """What the viewer sees of the ballots of the vote that is on, else of the latest."""
    seen = play.observe(viewer)
    if seen.candidates and seen.console is not None:
        return "names"
    if seen.candidates:
        return "hidden" if seen.ballots is BallotSecrecy.SECRET else seen.ballots.value
    closed = [event for event in story(play.log, play.viewer(viewer)) if isinstance(event, VoteClosed)]
    if not closed:
        return "hidden"
    return "names" if seen.ballots is BallotSecrecy.NAMES else "totals"


def _left(play: Play, name: str, wanted: int) -> int | str:
    """Of somebody's counted powers the total: nobody has two of them."""
    if name == "skip_budget":
        left = play.observe(words.WATCHER).skip_budget
        return "nothing that is counted" if left is None else left
    own = play.observe(name).own
    uses = own.uses if own else ()
    return sum(number for _, number in uses) if uses else "nothing that is counted"


def _host(play: Play, wanted: object) -> str:
    return play.name(play.observe(words.WATCHER).host)


def _silenced(play: Play, wanted: object) -> frozenset[str]:
    """Those who know of themselves that they are silenced; nobody else is told."""
    seen = (play.observe(name).own for name in play.seats)
    return frozenset(play.name(own.seat) for own in seen if own is not None and own.silenced)


def _tags(play: Play, name: str, wanted: Mapping[str, str]) -> dict[str, str]:
    shown = play.tags(name)
    return {subject: shown.get(subject, "none") for subject in wanted}


def _told(play: Play, news: News) -> Iterator[str | tuple[str, frozenset[str]]]:
    if news.seats:
        yield news.kind, frozenset(map(play.name, news.seats))
        yield from ((news.kind, frozenset({play.name(seat)})) for seat in news.seats)
    if news.number or news.kind is NewsKind.SKIP_SPENT:
        yield f"{news.kind}:{news.number}"
    yield news.kind


def _public(play: Play, wanted: frozenset[Any]) -> frozenset[Any]:
    """The wanted that were told; all that was told if some were not."""
    told = frozenset(item for news in play.observe(words.WATCHER).news for item in _told(play, news))
    return wanted if wanted <= told else told


def _remaining(play: Play, wanted: object) -> int | float | None:
    due_at = play.observe(words.WATCHER).due_at
    return None if due_at is None else (due_at - play.now) / 1000


def _talks(find: Find) -> _Row:
    return _Row(map_of(values.viewer, set_of(word(words.TALKS, "talk"))), find, each=True)


_ROLE = word(words.ROLES, "role")
_SIDES = words.FACTIONS | {"nobody"}

EXPECTATIONS: Mapping[str, _Row] = {
    "phase": _Row(values.phase, lambda play, wanted: play.observe(words.WATCHER).phase),
    "day": _Row(values.whole, lambda play, wanted: play.observe(words.WATCHER).day),
    "alive": _Row(set_of(values.name), partial(_living, True)),
    "dead": _Row(set_of(values.name), partial(_living, False)),
    "alive_count": _Row(values.whole, lambda play, wanted: len(_living(True, play, wanted))),
    "out_by": _Row(map_of(values.name, word(words.CAUSES, "cause")), _out_by, each=True),
    "over": _Row(values.truth, lambda play, wanted: play.observe(words.WATCHER).result is not None),
    "winners": _Row(set_of(values.name), _winners),
    "winning": _Row(set_of(word(_SIDES, "faction")), _winning),
    "learned": _Row(map_of(values.viewer, map_of(values.name, values.result)), _learned, each=True),
    "knows": _Row(map_of(values.viewer, map_of(values.name, _ROLE)), _knows, each=True),
    "hidden": _Row(map_of(values.viewer, set_of(values.name)), _hidden, each=True),
    "shown": _Row(
        map_of(values.name, word(words.ROLES | words.FACTIONS | {"role", "alignment", "none"}, "role")),
        _shown_of,
        each=True,
    ),
    "role": _Row(map_of(values.name, _ROLE), _role, each=True),
    "can": _Row(map_of(values.viewer, list_of(values.action)), partial(_legal, True), each=True),
    "cannot": _Row(map_of(values.viewer, list_of(values.action)), partial(_legal, False), each=True),
    "reads": _talks(_reads),
    "writes": _talks(_writes),
    "speaks": _talks(_writes),
    "hears": _talks(_reads),
    "tally": _Row(
        map_of(lambda value, context: one_of(value, {*context.names, "nobody"}, "name"), values.whole),
        _tally,
        each=True,
    ),
    "sees_votes": _Row(map_of(values.viewer, word(words.OPENNESS, "openness")), _sees_votes, each=True),
    "left": _Row(
        map_of(lambda value, context: one_of(value, {*context.names, "skip_budget"}, "name"), values.whole),
        _left,
        each=True,
    ),
    "host": _Row(
        lambda value, context: one_of(value, {*context.names, words.NARRATOR}, "name"),
        _host,
    ),
    "silenced": _Row(set_of(values.name), _silenced),
    "tags": _Row(
        map_of(values.name, map_of(values.name, word(words.TAGS, "tag"))),
        _tags,
        each=True,
    ),
    "public": _Row(set_of(values.news), _public),
    "seconds": _Row(values.seconds, _remaining),
}
"""Everything but ``one_of``, which holds expectations itself."""

Wanted = Mapping[str, Any]


def read_expectations(value: object, names: Collection[str], phases: Collection[str]) -> Wanted:
    """Raises ScenarioError for unknown keys and words."""
    if not isinstance(value, dict) or not value:
        raise ScenarioError("expect maps what to look at to what must hold")
    context = Context(names, phases)
    wanted: dict[str, Any] = {}
    for key, item in value.items():
        if key == "one_of":
            if not isinstance(item, list) or not item:
                raise ScenarioError("one_of is a list of expectations")
            wanted[key] = [read_expectations(one, names, phases) for one in item]
        else:
            wanted[key] = EXPECTATIONS[one_of(key, EXPECTATIONS, "expectation")].read(item, context)
    return wanted


def mismatches(play: Play, wanted: Wanted) -> Iterator[Mismatch]:
    """Everything that does not hold now."""
    for key, value in wanted.items():
        if key == "one_of":
            failures = [list(mismatches(play, one)) for one in value]
            if all(failures):
                yield Mismatch(
                    key, "one of these to hold", [failure for each in failures for failure in each]
                )
            continue
        row = EXPECTATIONS[key]
        if not row.each:
            found = row.find(play, value)
            if found != value:
                yield Mismatch(key, value, found)
            continue
        for one, item in value.items():
            found = row.find(play, one, item)
            if found != item:
                yield Mismatch(f"{key} {one}", item, found)
