"""What several panels have in common."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.ids import SeatId
from games.projections import GameView

MANY = 13
"""From so many seats on the tokens are small and numbered."""

Pairs = tuple[tuple[SeatId, str], ...]


@dataclass(frozen=True, slots=True)
class Box:
    """One talk on a page, and whether the viewer may write in it."""

    talk: str
    writes: bool


def names_of(view: GameView) -> Pairs:
    return tuple(view.names.items())


def plain(c: Any) -> Mapping[str, Any]:
    """For a context that a template shows as it is."""
    return {}
