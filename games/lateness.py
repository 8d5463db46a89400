"""The game as those see it who only watch, where they do so with a delay: as it was so long ago.

It is built from the events and the lines of talk with the times at which they were stored, each read once
and told when its time has come.  What happened later than that is in no view that is made of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from games import codec, story
from games.engine.evolution import evolve
from games.engine.observation import room_sees
from games.engine.state import State
from games.lines import COLUMNS, audience_of, latest, stored
from games.models import ChatLine, GameEvent
from games.public import Company, public_view
from games.snapshots import GameSnapshot, Late, Pending, StoredLine, Told, public_story


def read(
    live: GameSnapshot, before: Late | None, company: Company, started_at: int, delay: int, at: int
) -> Late:
    """The game ``live`` as it was ``delay`` milliseconds before ``at``; ``before`` is what was read of it
    earlier, so that the cost does not grow with the game."""
    if before is None or before.game_id != live.id:
        before = Late(live.id, None, None, (), 0, (), 0, started_at + delay, None)
    until = at - delay
    events = (*before.events, *_events_after(live.id, before.event_seq))
    lines = (*before.lines, *_lines_after(live.id, before.line_seq))
    # In their order: what was stored after something that is not told yet is not told either.
    told = list(takewhile(lambda event: event.at <= until, events))
    heard = list(takewhile(lambda line: line.at <= until, lines))
    state, log = _told(before, told)
    waiting, unheard = events[len(told) :], lines[len(heard) :]
    game = None
    if state is not None:
        known = before.game.lines if before.game else ()
        room = room_sees(state) if told or before.game is None else before.game.room_sees
        # By then it has long been over at the table, and everything has been read.
        ended = live.history if state.ending is not None else None
        game = replace(
            live,
            state=state,
            room_sees=room,
            lines=latest([*known, *heard]) if heard else known,
            log=log,
            notes={},
            journal={},
            history=ended,
            public=public_view(state, room, public_story(log), ended, live.public.tags, company, delay),
        )
    return Late(
        game_id=live.id,
        state=state,
        game=game,
        events=waiting,
        event_seq=events[-1].seq if events else before.event_seq,
        lines=unheard,
        line_seq=lines[-1].seq if lines else before.line_seq,
        shown_from=before.shown_from,
        next_at=min((moment + delay for moment in _next(waiting, unheard)), default=None),
    )


def _next(events: Sequence[Pending], lines: Sequence[StoredLine]) -> list[int]:
    """When the first of what is not told yet happened."""
    return [event.at for event in events[:1]] + [line.at for line in lines[:1]]


def _events_after(game_id: int, seq: int) -> list[Pending]:
    columns = ("seq", "kind", "data", "at", "seats", "narrator", "spectators")
    rows = GameEvent.objects.filter(game=game_id, seq__gt=seq).order_by("seq").values_list(*columns)
    return [Pending(number, kind, data, audience_of(*who), at) for number, kind, data, at, *who in rows]


def _lines_after(game_id: int, seq: int) -> list[StoredLine]:
    """Only what those may read who watch."""
    lines = ChatLine.objects.filter(game=game_id, spectators=True, seq__gt=seq).order_by("seq")
    return stored(lines.values_list(*COLUMNS))


def _told(before: Late, events: Sequence[Pending]) -> tuple[State | None, tuple[Told, ...]]:
    """The state, and the story, once ``events`` have happened."""
    state, log = before.state, list(before.game.log if before.game else ())
    for pending in events:
        event = codec.decode_event(pending.kind, pending.data)
        state = evolve(state, event)
        if pending.kind in story.KINDS:
            log.append(Told(pending.seq, story.entries(event), pending.audience))
    return state, tuple(log)
