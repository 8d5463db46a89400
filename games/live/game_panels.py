"""The panels of a running or finished game, by name; and those of the talk and of the host's tools.

The functions of PUBLIC panels are given what everybody may know and how the viewer stands to the game, those
of OWN panels one viewer's own ``GameView``.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.engine.observed import OVER
from games.engine.places import Light
from games.engine.talk import Talk
from games.live import wording
from games.live.action_panel import action, action_parts, action_variables
from games.live.console_panels import console, console_variables
from games.live.private_panels import notes, notes_variables, role, role_variables
from games.live.public_panels import (
    players,
    players_parts,
    players_variables,
    status,
    status_parts,
    status_variables,
    story,
    story_variables,
)
from games.live.record_panels import end, end_variables, log, log_variables
from games.live.shared import Box, Pairs, Parts
from games.models.chat import LOBBY
from games.projections import GameView
from games.public import PublicView, Standing


@dataclass(frozen=True, slots=True)
class TalkPanel:
    code: str
    preset: str
    theme: str
    seated: bool
    alive: bool
    silenced: bool
    line: str
    light: Light
    over: bool
    boxes: tuple[Box, ...]


@lru_cache(maxsize=64)
def _boxes(reads: tuple[Talk, ...], writes: tuple[Talk, ...]) -> tuple[Box, ...]:
    """What may be written in comes first."""
    talks = [kind for kind in (Talk.TABLE, Talk.GRAVEYARD) if kind in reads]
    return tuple(
        [Box(kind.value, kind in writes) for kind in sorted(talks, key=lambda kind: kind not in writes)]
    )


def talk(view: GameView) -> TalkPanel:
    """The talks of the table and of those who are out; the Mafia's is among the private things.

    After the end people talk in the lobby again, where those who were waiting are too.
    """
    seen = view.observation
    if LOBBY in view.writes:
        boxes: tuple[Box, ...] = (Box(LOBBY, True), Box(Talk.TABLE.value, False))
    else:
        boxes = _boxes(seen.reads, seen.writes)
    alive = view.standing is Standing.LIVING
    return TalkPanel(
        code=view.code,
        preset=seen.preset,
        theme=seen.theme,
        seated=view.standing.seated,
        alive=alive,
        silenced=alive and seen.own is not None and seen.own.silenced,
        line="" if seen.own is None else seen.own.line,
        light=seen.light,
        over=seen.kind == OVER,
        boxes=boxes,
    )


def talk_variables(c: TalkPanel) -> Mapping[str, Any]:
    return {
        "boxes": [(box, wording.talk_title(box.talk, c.theme, c.preset)) for box in c.boxes],
        "line": wording.silenced_line(c.line),
    }


@dataclass(frozen=True, slots=True)
class Host:
    code: str
    phase: int
    host: bool
    step: str
    verbs: tuple[str, ...]
    removable: Pairs


def host(view: GameView) -> Host | None:
    """The host's tools, and the door for everybody.  ``step``: what the table waits for the host to do."""
    seen = view.observation
    tools = ("pause", "resume", "leave", *(() if seen.moderated else ("next",)))
    verbs = tuple(legal.verb for legal in seen.legal if legal.verb in tools)
    removable = tuple(
        (seat, seen.seats[seat].name)
        for legal in seen.legal
        if legal.verb == "remove"
        for seat in legal.targets or ()
    )
    if view.you is None:
        return None
    drives = ("reveal_votes", "finalize", *(("next",) if seen.kind == "verdict" else ()))
    step = next((legal.verb for legal in seen.legal if legal.verb in drives), "")
    return Host(view.code, seen.phase_number, seen.is_host and seen.kind != OVER, step, verbs, removable)


def host_variables(c: Host) -> Mapping[str, Any]:
    return {"step": wording.STEPS[c.step] if c.step else ""}


Variables = Callable[[Any], Mapping[str, Any]]

PUBLIC: Mapping[str, tuple[Callable[[PublicView, Standing], Hashable | None], Variables]] = {
    "status": (status, status_variables),
    "story": (story, story_variables),
    "players": (players, players_variables),
    "log": (log, log_variables),
}

OWN: Mapping[str, tuple[Callable[[GameView], Hashable | None], Variables]] = {
    "role": (role, role_variables),
    "action": (action, action_variables),
    "console": (console, console_variables),
    "talk": (talk, talk_variables),
    "notes": (notes, notes_variables),
    "host": (host, host_variables),
    "end": (end, end_variables),
}

PARTS: Mapping[str, Callable[[Any], tuple[Hashable, Parts]]] = {
    "status": status_parts,
    "action": action_parts,
    "players": players_parts,
}
"""Of some panels, by a context: what is left of it outside the parts, and the parts."""
