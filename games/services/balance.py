"""Finding out in the background who would win among bots at a table.

Never in a request: a change of a lobby only leaves word that its table is worth a try.  Where Celery workers
drive the site, short tasks play it out one after the other; in a single process the server does so in its
spare time (``games.live.spare``).  A table costs at most so many games and seconds, the last change of a room
replaces the ones before, and once the cards are dealt nobody waits for it any more.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from games import balance, broadcast, codec, policies
from games.balance import NOBODY_WINS, Estimate
from games.engine.rules import Ruleset
from games.models import Room
from games.selectors import configured, members, objections

from .simulate import Game, bots_phase

logger = logging.getLogger(__name__)

GAMES = 200
"""Games that are enough: a share of one half is then known to 3.5 points (one standard error)."""

FIRST = 40
"""Games after which a first estimate is told, to be made surer by the others."""

LEAST = 8
"""Games without which nothing is said."""

SECONDS = 6.0
"""Seconds of a processor that one table may cost, whatever it comes to."""

CHUNK = 0.15
"""Seconds of a processor that a worker gives it at a time: what is due in games comes in between."""

_AWAITED = 500
"""Rooms whose tables wait at most in one process."""


@dataclass(frozen=True, slots=True)
class Job:
    """A table worth a try: what a lobby would deal now."""

    code: str
    preset: str
    options: str
    players: int

    def ruleset(self) -> Ruleset:
        return configured(self.preset, codec.decode_options(self.options))


def playing(ruleset: Ruleset, players: int, random: Random) -> Iterator[tuple[str, ...]]:
    """Games of bots without end.  Gives, after each phase, who has won; nobody while a game goes on."""
    while True:
        game = Game(ruleset, players, random)
        while not game.over:
            bots_phase(game, random)
            if not game.over:
                yield ()
        ending = game.state.ending
        factions = ending.winning if ending else ()
        yield tuple(faction.value for faction in factions) or (NOBODY_WINS,)


@dataclass
class Trial:
    """A job under way: how many games it has come to, who won them, and the seconds that took."""

    job: Job
    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    spent: float = 0.0

    def __post_init__(self) -> None:
        self._ruleset = self.job.ruleset()
        random = Random(f"{self.job.code}:{self.games}")  # noqa: S311 - a try-out, and no secrets in it
        self._playing = playing(self._ruleset, self.job.players, random)

    @property
    def done(self) -> bool:
        return self.games >= GAMES or self.spent >= SECONDS

    @property
    def estimate(self) -> Estimate | None:
        """What has come out so far, if that is enough to say anything."""
        if self.games < LEAST:
            return None
        shares = [(side, wins / self.games) for side, wins in self.wins.most_common()]
        return Estimate(self.games, tuple(shares))

    def tells(self, before: int) -> bool:
        """Whether there is something new to be told, where there were ``before`` games."""
        return self.done or before < FIRST <= self.games

    def step(self, seconds: float, *, whole: bool = False) -> float:
        """Play on for about so many seconds, at least a phase; ``whole``: to the end of a game.  Gives the
        seconds it took."""
        began, before = time.thread_time(), self.games
        took = 0.0
        while not self.games >= GAMES:
            won = next(self._playing)
            self.games += bool(won)
            self.wins.update(won)
            took = time.thread_time() - began
            if took >= seconds and (self.games > before or not whole):
                break
        self.spent += took
        return took


# --- Asking for it ------------------------------------------------------------------------------------------

_waiting: dict[str, Job | None] = {}
"""The newest table of each room, the longest waiting first; None where a game has begun in the meantime."""
_lock = threading.Lock()


def consider(room: Room) -> None:
    """A lobby has changed: once that is committed, have its table tried out, if it may start and is not
    known.

    Only private ones, whose host can do something about it.
    """
    if room.game_id is not None or not policies.is_free(room):
        return
    players = len(policies.players(members(room)))
    ruleset = configured(room.preset, room.options)
    refused = any(not problem.warning for problem in objections(ruleset, players))
    if refused or balance.known(ruleset, players) is not None:
        return
    job = Job(room.code, room.preset, codec.encode(room.options), players)
    transaction.on_commit(partial(_leave_word, job))


def _leave_word(job: Job) -> None:
    if settings.CLOCK_HINTS:
        _send(Trial(job))
        return
    _wait(job.code, job)


def drop(room: Room) -> None:
    """The cards are dealt: once that is committed, time goes to the games."""
    if policies.is_free(room):
        transaction.on_commit(lambda: _drop(room.code), robust=True)


def _drop(code: str) -> None:
    if settings.CLOCK_HINTS:
        cache.delete(_newest(code))
    else:
        _wait(code, None)


def _wait(code: str, job: Job | None) -> None:
    with _lock:
        _waiting.pop(code, None)
        while len(_waiting) >= _AWAITED:
            del _waiting[next(iter(_waiting))]
        _waiting[code] = job


def next_job() -> Job | None:
    """The table that has waited longest in this process, which takes it away."""
    with _lock:
        while _waiting:
            job = _waiting.pop(next(iter(_waiting)))
            if job is not None:
                return job
    return None


def awaited(code: str) -> bool:
    """Whether the table of a room has changed, or a game begun, since its job was given out."""
    return code in _waiting


def tell(trial: Trial) -> None:
    """Keep what has come out, and let the lobby show it.  A room with a game on is left alone."""
    estimate = trial.estimate
    if estimate is None:
        return
    balance.note(trial.job.ruleset(), trial.job.players, estimate)
    if Room.objects.filter(code=trial.job.code, game=None).exists():
        broadcast.poke(trial.job.code)


# --- With workers -------------------------------------------------------------------------------------------


def _newest(code: str) -> str:
    return f"balance-of:{code}"


def _send(trial: Trial) -> None:
    """Let a worker play on.  The first word about a table makes it the room's newest."""
    job = trial.job
    told = (job.code, job.preset, job.options, job.players, trial.games, dict(trial.wins), trial.spent)
    try:
        if not trial.spent:
            cache.set(_newest(job.code), (job.options, job.players), 600)
        current_app.send_task("games.balance", told, expires=60)
    except Exception:
        logger.exception("could not ask for the balance of room %s", job.code)


def work_on(job: Job, games: int, wins: dict[str, int], spent: float) -> None:
    """A worker's share: some games more, and then the next share, until it is enough.  A table that has
    changed in the meantime is dropped."""
    if cache.get(_newest(job.code)) != (job.options, job.players):
        return
    trial = Trial(job, games, Counter(wins), spent)
    trial.step(CHUNK, whole=True)
    if trial.tells(games):
        tell(trial)
    if not trial.done:
        _send(trial)
