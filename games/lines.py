"""Reading lines of talk."""

from collections.abc import Iterable
from typing import Any

from games import codec
from games.engine.audience import Audience
from games.snapshots import Line, StoredLine

LINES = 60
"""Lines of each talk that a viewer is shown."""

COLUMNS = (
    "seq",
    "talk",
    "phase",
    "number",
    "author_id",
    "name",
    "text",
    "at",
    "seats",
    "narrator",
    "spectators",
)
"""What ``stored`` needs of each line."""


def stored(rows: Iterable[tuple[Any, ...]]) -> list[StoredLine]:
    """Lines as they are read, from rows of COLUMNS."""
    lines = []
    for seq, talk, phase, number, author_id, name, text, at, *audience in rows:
        line_id = f"{talk}-{phase}-{number}"
        told, own = (Line(line_id, talk, name, text, you) for you in (False, True))
        lines.append(StoredLine(seq, at, author_id, audience_of(*audience), told, own))
    return lines


def latest(lines: Iterable[StoredLine]) -> tuple[StoredLine, ...]:
    """Of each talk, for each audience it had, the latest."""
    groups: dict[tuple[str, Audience], list[StoredLine]] = {}
    for line in lines:
        groups.setdefault((line.told.talk, line.audience), []).append(line)
    kept = [line for group in groups.values() for line in group[-LINES:]]
    return tuple(sorted(kept, key=lambda line: line.seq))


def audience_of(seats: int, narrator: bool, spectators: bool) -> Audience:
    """The audience in the columns of that name."""
    return codec.audience_of(seats, narrator=narrator, spectators=spectators)
