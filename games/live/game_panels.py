"""What each panel of a running or finished game shows, from a ``GameView``."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.events import Cause, News
from games.engine.ids import NOBODY, SeatId, Standpoint
from games.engine.observation import OVER
from games.engine.rules import BallotSecrecy, Light
from games.engine.talk import Talk
from games.live import wording
from games.live.private_panels import (
    action,
    action_parts,
    action_variables,
    notes,
    notes_variables,
    role,
    role_variables,
)
from games.live.record_panels import end, end_variables, log, log_variables
from games.live.shared import (
    MANY,
    Box,
    Pairs,
    Part,
    Parts,
    lag,
    names_of,
    plain,
    talk_variables,
    watching,
)
from games.models.chat import LOBBY
from games.projections import GameView
from games.story import LogEntry


def _seated(view: GameView) -> bool:
    return view.observation.viewer.standpoint is Standpoint.SEAT


@dataclass(frozen=True, slots=True)
class Status:
    phase: str
    day: int
    theme: str
    light: Light
    number: int
    began_at: int
    due_at: int | None
    paused: bool
    kind: str
    done: int
    waited_for: int
    seated: bool
    news: tuple[News, ...]
    names: Pairs


def status(view: GameView) -> Status:
    seen = view.observation
    return Status(
        phase=seen.phase,
        day=seen.day,
        theme=seen.theme,
        light=seen.light,
        number=seen.phase_number,
        began_at=seen.began_at,
        due_at=None if seen.untimed else seen.due_at,
        paused=seen.paused,
        kind=seen.kind,
        done=seen.done,
        waited_for=seen.waited_for,
        seated=_seated(view),
        news=seen.news if seen.kind == "announcement" else (),
        names=names_of(view) if seen.kind == "announcement" else (),
    )


COUNTED = ("reveal", "talk", "night", "vote")
"""The kinds of phase in which the table is told how many are done."""


def status_variables(c: Status) -> Mapping[str, Any]:
    title = wording.phase_title(c.phase, c.day)
    line = _("Paused") if c.paused else wording.phase_line(c.phase, c.theme)
    count = ""
    if c.kind in COUNTED and c.waited_for:
        facts = {"done": c.done, "of": c.waited_for}
        count = _("%(done)d of %(of)d voted") if c.kind == "vote" else _("%(done)d of %(of)d ready")
        count %= facts
    news = [wording.news_sentence(item, dict(c.names), c.theme, c.day) for item in c.news]
    return {
        "screen": "end" if c.phase == OVER else "game",
        "title": title,
        "line": line,
        "count": count,
        "say": " ".join([f"{title}.", *(news or [wording.sentence_of(line)])]),
    }


@dataclass(frozen=True, slots=True)
class Story:
    phase: str
    number: int
    theme: str
    news: tuple[News, ...]
    names: Pairs
    shown: tuple[LogEntry, ...]
    speaker: SeatId | None
    aloud: bool
    narrator: bool


TOLD_IN = ("announcement", "speech", "talk")
"""The kinds of phase in which the latest news is still news."""


def story(view: GameView) -> Story | None:
    seen = view.observation
    seated = _seated(view)
    news = seen.news if seen.kind in TOLD_IN else ()
    if seen.kind == OVER or (seated and not news):
        return None
    named = {seat for item in news for seat in item.seats}
    shown = tuple(entry for entry in view.log if entry.kind == "out" and entry.seats[0] in named)
    return Story(
        phase=seen.phase,
        number=seen.day,
        theme=seen.theme,
        news=news,
        names=names_of(view),
        shown=shown,
        speaker=seen.speaker if seen.kind == "speech" else None,
        aloud=not seated,
        narrator=seen.viewer.standpoint is Standpoint.NARRATOR,
    )


def story_variables(c: Story) -> Mapping[str, Any]:
    names = dict(c.names)
    sentences = [wording.news_sentence(item, names, c.theme, c.number) for item in c.news]
    sentences += [text for entry in c.shown if (text := wording.shown(entry, names, c.theme))]
    speaker = "" if c.speaker is None else names[c.speaker]
    if c.aloud and (c.speaker is not None or not c.news or c.phase == "day"):
        sentences.append(wording.narration(c.phase, c.theme, speaker))
    return {"sentences": sentences, "speaker": speaker}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as everyone at the table sees it.

    ``votes`` and ``ballot`` are for whoever looks on, and as far as the ballots are open: the living have
    them where they vote.
    """

    seat: SeatId
    name: str
    alive: bool
    left: bool
    away: bool
    bot: bool
    host: bool
    speaking: bool
    cause: Cause | None
    shown: LogEntry | None
    votes: int | None
    ballot: SeatId | None


@dataclass(frozen=True, slots=True)
class Players:
    theme: str
    names: Pairs
    chairs: tuple[Chair, ...]
    nobody: int | None
    queued: int
    watchers: int
    delay: int
    idle_rounds: int | None


def players(view: GameView) -> Players | None:
    seen = view.observation
    if seen.kind == OVER:
        return None
    watched = seen.kind == "vote" and (seen.own is None or not seen.own.alive)
    names = names_of(view)
    shown = {entry.seats[0]: entry for entry in view.log if entry.kind == "out"}
    chairs = tuple(
        Chair(
            seat=seat.seat,
            name=seat.name,
            alive=seat.alive,
            left=seat.left,
            away=seat.away,
            bot=seat.bot,
            host=seat.host,
            speaking=seat.speaking and seen.kind == "speech",
            cause=seat.cause,
            shown=shown.get(seat.seat),
            votes=seen.totals.get(seat.seat) if watched else None,
            ballot=seat.vote if watched and seen.ballots is BallotSecrecy.NAMES else None,
        )
        for seat in seen.seats
    )
    nobody = seen.totals.get(NOBODY) if watched else None
    waited_for = any(chair.away and chair.alive and not chair.left for chair in chairs)
    return Players(
        theme=seen.theme,
        names=names,
        chairs=chairs,
        nobody=nobody,
        queued=view.queued,
        watchers=view.watchers,
        delay=view.delay,
        idle_rounds=view.idle_rounds if waited_for else None,
    )


def players_variables(c: Players) -> Mapping[str, Any]:
    alive = sum(chair.alive for chair in c.chairs)
    notes = [watching(c.watchers)] if c.watchers else []
    notes += [lag(c.delay)] if c.delay else []
    return {
        "alive": alive,
        "all": len(c.chairs),
        "many": len(c.chairs) >= MANY,
        "watching": " · ".join(notes),
    }


@dataclass(frozen=True, slots=True)
class Row:
    """``names``: of whom the chair's ballot is for, where it is open."""

    chair: Chair
    theme: str
    many: bool
    names: Pairs


def _row_variables(row: Row) -> Mapping[str, Any]:
    return {"remark": _remark(row.chair, row.theme, dict(row.names))}


def players_parts(c: Players) -> tuple[Hashable, Parts]:
    """The rows; most of what happens to somebody changes theirs alone."""
    many = len(c.chairs) >= MANY
    rows = {}
    for chair in c.chairs:
        named = tuple((seat, name) for seat, name in c.names if seat == chair.ballot)
        row = Row(chair, c.theme, many, named)
        rows[f"chair-{chair.seat}"] = Part("games/game/_chair.html", row, _row_variables)
    alive = tuple(chair.alive for chair in c.chairs)
    return (c.theme, c.queued, c.watchers, c.delay, c.idle_rounds, c.nobody, alive), {"rows": rows}


def _remark(chair: Chair, theme: str, names: wording.Names) -> str:
    """What there is to say of a seat in small print."""
    if chair.ballot is not None:
        return f"→ {wording.target_name(chair.ballot, names)}"
    if chair.alive:
        return _("leaving") if chair.left else ""
    how = str(wording.CAUSES[chair.cause]) if chair.cause else ""
    what = wording.flip(chair.shown, theme) if chair.shown else ""
    return ", ".join(part for part in (what, how) if part)


@dataclass(frozen=True, slots=True)
class TalkPanel:
    code: str
    theme: str
    seated: bool
    alive: bool
    light: Light
    over: bool
    boxes: tuple[Box, ...]


def talk(view: GameView) -> TalkPanel:
    """The talks of the table and of those who are out; the Mafia's is among the private things.

    After the end people talk in the lobby again, where those who were waiting are too.
    """
    seen = view.observation
    if LOBBY in view.writes:
        boxes: tuple[Box, ...] = (Box(LOBBY, True), Box(Talk.TABLE.value, False))
    else:
        order = sorted(
            (Talk.GRAVEYARD, Talk.TABLE),
            key=lambda kind: (kind not in seen.writes, kind.value == "graveyard"),
        )
        boxes = tuple(Box(kind.value, kind in seen.writes) for kind in order if kind in seen.reads)
    alive = seen.own is not None and seen.own.alive
    return TalkPanel(view.code, seen.theme, seen.own is not None, alive, seen.light, seen.kind == OVER, boxes)


@dataclass(frozen=True, slots=True)
class Host:
    code: str
    phase: int
    host: bool
    verbs: tuple[str, ...]
    removable: Pairs


def host(view: GameView) -> Host | None:
    """The host's tools, and the door for everybody."""
    seen = view.observation
    verbs = tuple(legal.verb for legal in seen.legal if legal.verb in ("pause", "resume", "next", "leave"))
    removable = tuple(
        (seat, seen.seats[seat].name)
        for legal in seen.legal
        if legal.verb == "remove"
        for seat in legal.targets or ()
    )
    if view.you is None:
        return None
    return Host(view.code, seen.phase_number, seen.is_host and seen.kind != OVER, verbs, removable)


PANELS: Mapping[str, tuple[Callable[[GameView], Hashable | None], Callable[[Any], Mapping[str, Any]]]] = {
    "status": (status, status_variables),
    "story": (story, story_variables),
    "role": (role, role_variables),
    "action": (action, action_variables),
    "talk": (talk, talk_variables),
    "notes": (notes, notes_variables),
    "players": (players, players_variables),
    "host": (host, plain),
    "end": (end, end_variables),
    "log": (log, log_variables),
}

PARTS: Mapping[str, Callable[[Any], tuple[Hashable, Parts]]] = {
    "action": action_parts,
    "players": players_parts,
}
"""Of some panels, by a context: what is left of it outside the parts, and the parts."""
