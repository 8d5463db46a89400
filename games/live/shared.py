"""What several panels have in common."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.ids import SeatId
from games.live import wording

MANY = 13
"""From so many seats on the tokens are small and numbered."""

Pairs = tuple[tuple[SeatId, str], ...]


@dataclass(frozen=True, slots=True)
class Box:
    """One talk on a page, and whether the viewer may write in it."""

    talk: str
    writes: bool


def plain(c: Any) -> Mapping[str, Any]:
    """For a context that a template shows as it is."""
    return {}


@dataclass(frozen=True, slots=True)
class Part:
    """An element within a panel that is sent alone when nothing else of the panel changed.  ``context`` is
    all that it depends on, ``variables`` what its template needs besides."""

    template: str
    context: Hashable
    variables: Callable[[Any], Mapping[str, Any]] = plain


def watching(number: int) -> str:
    """How many look on, such as "3 watching"."""
    return ngettext("%(number)d watching", "%(number)d watching", number) % {"number": number}


def lag(seconds: int) -> str:
    """By how much the game is seen late."""
    return gettext("shown %(length)s late") % {"length": wording.length(seconds)}


Parts = Mapping[str, Mapping[str, Part]]
"""The parts of a panel by element id, in groups that its template knows by name."""
