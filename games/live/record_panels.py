"""The panels that look back: the story so far, and at the end everything there is to know (C3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from games.engine.ids import RoleId, SeatId
from games.engine.news import Cause, News, NewsKind
from games.engine.observed import OVER
from games.engine.places import CountBy, Light
from games.engine.roles import Faction
from games.engine.rulesets import REGISTRY
from games.history import BACK, Round
from games.live import wording
from games.live.shared import Pairs
from games.projections import GameView
from games.public import PublicView, Standing, Tags
from games.story import LogEntry


@dataclass(frozen=True, slots=True)
class Log:
    """The story as everyone is told it; what a player learned is among the private things.  ``history`` takes
    its place once the game is over."""

    code: str
    preset: str
    theme: str
    names: Pairs
    entries: tuple[LogEntry, ...]
    history: tuple[Round, ...] | None
    commitment: str


def log(public: PublicView, standing: Standing) -> Log:
    return Log(
        code=public.code,
        preset=public.preset,
        theme=public.theme,
        names=public.names,
        entries=() if public.history is not None else public.log,
        history=public.history,
        commitment=public.commitment,
    )


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    lines: tuple[str, ...]


class _Teller:
    """Makes sentences of what happened, in the active language."""

    def __init__(self, c: Log) -> None:
        self.theme, self.names = c.theme, dict(c.names)
        self.ruleset = REGISTRY[c.preset]
        self.skip = any(place.count_by is CountBy.BUDGET for place in self.ruleset.line)

    def title(self, place_id: str, day: int, night: int) -> str:
        place = self.ruleset.place(place_id)
        return wording.phase_title(place.name, night if place.light is Light.NIGHT else day)

    def heading(self, told: Round) -> str:
        """The title above a round; what was taken back stands apart from what took its place (M17)."""
        title = self.title(told.place, told.day, told.night)
        return _("%(title)s: the moderator took this back") % {"title": title} if told.undone else title

    def turn(self, place_id: str, day: int, night: int) -> int:
        """The day on which what happened in a phase is told."""
        return night + 1 if self.ruleset.place(place_id).light is Light.NIGHT else day

    def totals(
        self, place_id: str, totals: Iterable[tuple[SeatId, int]], eliminated: SeatId | None
    ) -> Iterable[str]:
        """What was counted, and why somebody goes out without more than half: silence counts as a skip, so
        the totals are all the living (RN2, R13)."""
        counted = dict(totals)
        yield wording.votes(counted.items(), self.names, skip=self.skip)
        by_budget = self.ruleset.place(place_id).count_by is CountBy.BUDGET
        if by_budget and eliminated is not None and 2 * counted.get(eliminated, 0) <= sum(counted.values()):
            yield _("No skip was left, so the most votes for a name were enough.")

    def ballots(self, ballots: Iterable[tuple[SeatId, SeatId]]) -> list[str]:
        """A line for each who was voted for, in the order of the first ballots for them."""
        voters: dict[SeatId, list[str]] = {}
        for voter, target in ballots:
            voters.setdefault(target, []).append(self.names[voter])
        return [
            f"{', '.join(names)} → {wording.target_name(target, self.names, skip=self.skip)}"
            for target, names in voters.items()
        ]

    def entry(self, entry: LogEntry, turn: int, place_id: str) -> Iterable[str]:
        nobody = _("The moderator") if self.ruleset.moderated else _("The narrator")
        facts = {"name": self.names.get(entry.seats[0], nobody) if entry.seats else ""}
        match entry.kind:
            case "vote":
                yield from self.totals(place_id, entry.totals, next(iter(entry.seats), None))
                yield from self.ballots(entry.ballots)
            case "out":
                if text := wording.shown(entry, self.names, self.theme):
                    yield text
            case "host":
                yield _("%(name)s is the host now.") % facts
            case "leaving":
                yield _("%(name)s has left and will be out.") % facts
            case "paused":
                yield _("The game was paused.")
            case "resumed":
                yield _("The game went on.")
            case "ended" | "phase":
                return
            case _:
                role = RoleId(entry.role) if entry.role else None
                news = News(NewsKind(entry.kind), entry.seats, entry.number, role)
                yield wording.news_sentence(news, self.names, self.theme, turn)


def _chapters(c: Log) -> list[Chapter]:
    teller = _Teller(c)
    parts: list[tuple[LogEntry, list[LogEntry]]] = []
    for entry in c.entries:
        if entry.kind == "phase":
            parts.append((entry, []))
        elif parts:
            parts[-1][1].append(entry)
    chapters = []
    for phase, entries in parts:
        turn = teller.turn(phase.place, phase.day, phase.night)
        # What is shown of somebody comes after the news that they are out.
        ordered = sorted(entries, key=lambda entry: entry.kind == "out")
        lines = tuple(told for entry in ordered for told in teller.entry(entry, turn, phase.place))
        if lines:
            chapters.append(Chapter(teller.title(phase.place, phase.day, phase.night), lines))
    return chapters[::-1]


def _round(teller: _Teller, told: Round) -> Iterable[str]:
    names = teller.names
    for seat, ability, target in told.choices:
        yield wording.choice_sentence(ability, names[seat], None if target is None else names[target])
    for seat, subject, result, visited in told.results:
        host = "" if visited is None else names[visited]
        learned = wording.result_sentence(result, names[subject], teller.theme, host)
        yield _("%(name)s learned: %(what)s") % {"name": names[seat], "what": learned}
    for seat, role in told.revealed:
        shown = wording.role_words(role, teller.theme).name
        yield _("%(name)s showed their card: %(role)s.") % {"name": names[seat], "role": shown}
    if told.voted:
        yield from teller.totals(told.place, told.totals, told.eliminated)
        yield from teller.ballots(told.ballots)
    for seat, role, recruited in told.turned:
        yield wording.turned_sentence(names[seat], role, teller.theme, recruited=recruited)
    for seat, cause in told.out:
        if cause == BACK:
            yield wording.news_sentence(News(NewsKind.PUT_BACK, (seat,)), names, teller.theme, told.day)
        else:
            yield f"{names[seat]}: {wording.CAUSES[Cause(cause)]}."


def _history(c: Log) -> list[Chapter]:
    teller = _Teller(c)
    return [
        Chapter(title, tuple(text for told in rounds for text in _round(teller, told)))
        for title, rounds in groupby(c.history or (), teller.heading)
    ]


RECENT = 2
"""As many chapters are on the room's page while a game is on; the whole story so far has a page of its own,
so that what is sent does not grow with the game."""


def _told(c: Log) -> tuple[bool, list[Chapter]]:
    """Whether the game is over, and every chapter; the latest first while it is not."""
    over = c.history is not None
    return over, _history(c) if over else _chapters(c)


def log_variables(c: Log) -> Mapping[str, Any]:
    over, chapters = _told(c)
    recent = chapters if over else chapters[:RECENT]
    return {"over": over, "chapters": recent, "more": len(recent) < len(chapters)}


def whole_story(public: PublicView) -> Mapping[str, Any]:
    """The same with every chapter."""
    c = log(public, Standing.WATCHER)
    over, chapters = _told(c)
    return {"theme": c.theme, "over": over, "chapters": chapters}


@dataclass(frozen=True, slots=True)
class Card:
    """A seat with its card face up."""

    name: str
    role: RoleId
    faction: Faction
    cause: Cause | None
    won: bool


@dataclass(frozen=True, slots=True)
class End:
    code: str
    theme: str
    winning: tuple[Faction, ...]
    cards: tuple[Card, ...]
    seed: str
    salt: str
    commitment: str
    verified: bool
    member: bool
    host: bool
    queued: int
    names: Pairs
    tags: Tags


def end(view: GameView) -> End | None:
    seen = view.observation
    if seen.kind != OVER or seen.result is None:
        return None
    result = seen.result
    cards = tuple(
        Card(seat.name, seat.role, seat.faction, seat.cause, seat.seat in result.winners)
        for seat in seen.seats
        if seat.role is not None and seat.faction is not None
    )
    return End(
        code=view.code,
        theme=seen.theme,
        winning=result.winning,
        cards=cards,
        seed=result.seed,
        salt=result.salt,
        commitment=seen.commitment,
        verified=seen.verified,
        member=view.you is not None,
        host=view.can_rematch,
        queued=view.public.queued,
        names=view.public.names,
        tags=view.public.tags,
    )


def end_variables(c: End) -> Mapping[str, Any]:
    cards = sorted(c.cards, key=lambda card: (not card.won, card.faction.value))
    names = dict(c.names)
    return {
        "journals": [
            (names[by], [(names[subject], tag, wording.TAGS[tag]) for subject, tag in tags])
            for by, tags in c.tags
        ],
        "title": wording.win_title(c.winning, c.theme),
        "line": wording.win_line(c.winning, c.theme),
        "cards": [(card, wording.CAUSES[card.cause] if card.cause else "") for card in cards],
    }
