"""The panels that everybody at a table can be shown alike: the phase that is on, the story, and who is there.

Their functions are given what everybody may know and how the viewer stands to the game, and nothing else:
whoever stands alike can be shown the same panel, and no panel can hold another's secret (C1).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from games.engine.choices import BallotSecrecy
from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.news import Cause, News
from games.engine.observed import OVER
from games.engine.places import Light
from games.live import wording
from games.live.shared import MANY, Pairs, Part, Parts, lag, watching
from games.public import PublicView, Standing
from games.story import LogEntry


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
    told: bool
    """There is fresh news, which the story tells."""
    whole: bool
    """The phase takes its whole time, whoever is done."""
    skips: int | None
    """Skips left, in a vote that may spend one."""
    called: str
    """The turn of a narrated night that is on."""


def status(public: PublicView, standing: Standing) -> Status:
    return Status(
        phase=public.phase,
        day=public.day,
        theme=public.theme,
        light=public.light,
        number=public.phase_number,
        began_at=public.began_at,
        due_at=public.due_at,
        paused=public.paused,
        kind=public.kind,
        done=public.done,
        waited_for=public.waited_for,
        seated=standing.seated,
        told=public.fresh and bool(public.news) and public.kind != OVER,
        whole=not public.ends_early and (public.due_at is not None or public.paused),
        skips=public.skip_budget if public.phase == "vote" else None,
        called=public.called,
    )


UNCOUNTED = ("speech", "nomination", OVER)
"""The kinds of phase in which the table is not told how many are done.  In others it is where that ends the
phase; of a vote, and of what comes of it, always."""


def _screen(c: Status) -> str:
    return "end" if c.phase == OVER else "game"


def status_variables(c: Status) -> Mapping[str, Any]:
    return {"screen": _screen(c)}


def _now_variables(c: Status) -> Mapping[str, Any]:
    count = ""
    votes = c.kind in ("vote", "verdict")
    if c.kind not in UNCOUNTED and c.waited_for and (votes or not c.whole):
        facts = {"done": c.done, "of": c.waited_for}
        count = _("%(done)d of %(of)d voted") if votes else _("%(done)d of %(of)d ready")
        count %= facts
    line = wording.call(c.called, c.theme) if c.called else wording.phase_line(c.phase, c.theme)
    if c.skips is not None:
        line = f"{line} {wording.skips_left(c.skips)}"
    return {
        "title": wording.phase_title(c.phase, c.day),
        "line": _("Paused") if c.paused else line,
        "count": count,
        "light": c.light,
        "told": c.told,
    }


def status_parts(c: Status) -> tuple[Hashable, Parts]:
    """What a phase brings; the rest stays while the game is on."""
    return (_screen(c), c.theme, c.seated), {"now": {"now": Part("games/_now.html", c, _now_variables)}}


@dataclass(frozen=True, slots=True)
class Story:
    """``told``: the news is still news; ``brief``: it is one short line above something else; ``narrated``:
    what is on now is told too; ``skip``: a vote for Nobody is called so.  ``called``: the turn of the night
    that is on; ``counts``: of the vote that a verdict is about, which is given in ``news``."""

    phase: str
    number: int
    theme: str
    news: tuple[News, ...]
    names: Pairs
    shown: tuple[LogEntry, ...]
    speaker: SeatId | None
    aloud: bool
    told: bool
    brief: bool
    narrated: bool
    skip: bool
    called: str
    counts: tuple[tuple[SeatId, int], ...] | None


TOLD_IN = ("announcement", "speech", "talk")
"""The kinds of phase in which the latest news is still news, fresh or not."""


def story(public: PublicView, standing: Standing) -> Story | None:
    if public.kind == OVER or (standing.seated and not public.news):
        return None
    news = () if public.kind == "verdict" and not public.verdict else public.news
    named = {seat for item in news for seat in item.seats} - {s.seat for s in public.seats if s.alive}
    shown = {entry.seats[0]: entry for entry in public.log if entry.kind == "out"}
    told, aloud = public.fresh or public.kind in TOLD_IN or public.verdict, not standing.seated
    says_all = public.kind == "announcement" or public.verdict or public.phase == "last_defense"
    return Story(
        phase=public.phase,
        number=public.day,
        theme=public.theme,
        news=news,
        names=public.names,
        shown=tuple([entry for seat, entry in shown.items() if seat in named]),
        speaker=public.speaker if public.kind == "speech" else None,
        aloud=aloud,
        told=told,
        brief=bool(news) and (not told or public.kind in ("night", "vote")),
        narrated=aloud and not (news and says_all),
        skip=public.skip_budget is not None,
        called=public.called,
        counts=public.totals if public.kind == "verdict" else None,
    )


def story_variables(c: Story) -> Mapping[str, Any]:
    names = dict(c.names)
    news = [wording.news_sentence(item, names, c.theme, c.number) for item in c.news]
    news += [text for entry in c.shown if (text := wording.shown(entry, names, c.theme))]
    speaker = "" if c.speaker is None else names[c.speaker]
    now = [wording.narration(c.phase, c.theme, speaker, skip=c.skip)] if c.narrated else []
    if c.called and c.narrated:
        now = [wording.call(c.called, c.theme)]
    if c.counts is not None:
        now = [*now, wording.votes(c.counts, names, skip=c.skip)]
        news = [*now, *news] if c.told else news
        now = [] if c.told else now
    return {
        "brief": " ".join(news) if c.brief else "",
        "sentences": now if c.brief else news + now,
        "spoken": " ".join(news + now if c.told else now),
    }


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as everyone at the table sees it.  ``many``: one of so many that they are numbered.

    ``votes``, and ``ballot``, the name they vote for, are for whoever looks on, and as far as the ballots
    are open: the living have them where they vote.  ``role``: what somebody living has shown.  ``ballot`` is
    empty for Nobody, which is a ``skip`` where there are such.
    """

    theme: str
    many: bool
    seat: SeatId
    name: str
    alive: bool
    left: bool
    away: bool
    bot: bool
    host: bool
    speaking: bool
    cause: Cause | None
    role: RoleId | None
    shown: LogEntry | None
    votes: int
    ballot: str | None
    skip: bool


@dataclass(frozen=True, slots=True)
class Players:
    """``rows``: a chair each, by element id."""

    theme: str
    rows: tuple[tuple[str, Part], ...]
    alive: int
    nobody: int
    skip: bool
    queued: int
    watchers: int
    delay: int
    idle_rounds: int | None


@lru_cache(maxsize=16_384)
def _row(*values: Any) -> tuple[str, Part]:
    """The element's id and the part, from the values of a Chair in order.  Most stay as they are for long,
    and are then the same object, which is quick to make and to compare."""
    chair = Chair(*values)
    return f"c{chair.seat}", Part("games/game/_chair.html", chair, _row_variables)


def _row_variables(chair: Chair) -> Mapping[str, Any]:
    return {"remark": _remark(chair)}


def players(public: PublicView, standing: Standing) -> Players | None:
    if public.kind == OVER:
        return None
    watched = public.kind == "verdict" or (public.kind == "vote" and standing is not Standing.LIVING)
    open_ballots = public.kind == "vote" and watched and public.ballots is BallotSecrecy.NAMES
    names: dict[SeatId | None, str | None] = {**dict(public.names), NOBODY: "", None: None}
    shown = {entry.seats[0]: entry for entry in public.log if entry.kind == "out"}
    rows = [
        _row(
            public.theme,
            len(public.seats) >= MANY,
            seat.seat,
            seat.name,
            seat.alive,
            seat.left,
            seat.away,
            seat.bot,
            seat.host,
            seat.speaking and public.kind == "speech",
            seat.cause,
            seat.role if seat.alive else None,
            shown.get(seat.seat),
            seat.votes if watched else 0,
            names[seat.vote] if open_ballots else None,
            public.skip_budget is not None,
        )
        for seat in public.seats
    ]
    waited_for = any(seat.away and seat.alive and not seat.left for seat in public.seats)
    return Players(
        theme=public.theme,
        rows=tuple(rows),
        alive=sum([seat.alive for seat in public.seats]),
        nobody=public.nobody if watched else 0,
        skip=public.skip_budget is not None,
        queued=public.queued,
        watchers=public.watchers,
        delay=public.delay,
        idle_rounds=public.idle_rounds if waited_for else None,
    )


def players_variables(c: Players) -> Mapping[str, Any]:
    notes = [watching(c.watchers)] if c.watchers else []
    notes += [lag(c.delay)] if c.delay else []
    return {"all": len(c.rows), "many": len(c.rows) >= MANY, "watching": " · ".join(notes)}


def players_parts(c: Players) -> tuple[Hashable, Parts]:
    """The rows; most of what happens to somebody changes theirs alone."""
    return replace(c, rows=()), {"rows": dict(c.rows)}


def _remark(chair: Chair) -> str:
    """What there is to say of a seat in small print."""
    if chair.ballot is not None:
        return f"→ {chair.ballot or wording.nobody(skip=chair.skip)}"
    if chair.alive:
        role = str(wording.role_words(chair.role, chair.theme).name) if chair.role else ""
        return ", ".join(filter(None, (role, _("leaving") if chair.left else "")))
    how = str(wording.CAUSES[chair.cause]) if chair.cause else ""
    what = wording.flip(chair.shown, chair.theme) if chair.shown else ""
    return ", ".join(part for part in (what, how) if part)
