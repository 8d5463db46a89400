"""A phase in a preset's line, and what may be said of it."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.choices import Procedure
from games.engine.ids import RoleId


class Light(StrEnum):
    """What time of day a phase is in; it also says whether its number counts days or nights."""

    DAY = "day"
    NIGHT = "night"


class TableTalk(StrEnum):
    """Who may write at the table during a phase (C29)."""

    LIVING = "living"
    SPEAKER = "speaker"
    NOBODY = "nobody"


class CountBy(StrEnum):
    """How a vote is decided.  PLURALITY: most ballots, unless Nobody has as many (P11).  NAMES: most ballots,
    whatever Nobody has.  BUDGET: a majority of the living, for a name or for a point of the town's
    budget of skips; as NAMES once that is spent (R12, R13).  MAJORITY: more than half of all weight (S5)."""

    PLURALITY = "plurality"
    NAMES = "names"
    MAJORITY = "majority"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A phase in a preset's line.

    ``kind`` names the code that runs it, ``name`` is what players and scenarios call it, ``id`` is
    unique in the line.  ``seconds`` is a length, or the option that holds it (None: no deadline but
    the longest an untimed phase may last, C5).  ``then`` lists the places that may follow; the first
    that applies does.  ``only_if`` names a true-or-false option without which the phase is passed over.

    Of votes: ``count_by``; ``silence_is_nobody``: whoever gives no ballot votes for Nobody; ``condemns``:
    whoever is voted out goes only at the end of the speech that ``eliminates`` (R12).  ``host_reveals``: the
    host ends it by showing the counts, and what comes of them is told in the verdict that follows (S7);
    ``tap_withdraws``: a tap on the name one votes for takes the ballot back (S6).

    Of nights: ``narrated``: it is so long for each role that is called (S2).

    Of moderated tables: ``led``: it ends when the moderator says so, and by its clock only while the
    moderator is gone; ``meets``: the Mafia get to know each other in it (M4); ``procedure``: it is passed
    over in any other; ``nominee``: only whoever was nominated is up, and without a result the day goes on
    (M10).
    """

    id: str
    name: str
    kind: str
    light: Light
    then: tuple[str, ...]
    seconds: int | str
    talk: TableTalk = TableTalk.LIVING
    only_if: str = ""
    begins_round: bool = False
    ends_early: bool = True
    host_may_end: bool = False
    runoff: bool = False
    count_by: CountBy = CountBy.PLURALITY
    silence_is_nobody: bool = False
    condemns: bool = False
    eliminates: bool = False
    led: bool = False
    meets: bool = False
    procedure: Procedure | None = None
    nominee: bool = False
    host_reveals: bool = False
    tap_withdraws: bool = False
    narrated: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A turn of the night that is narrated, called by ``id``: made if one of ``roles`` is among the cards, or
    always if none is named (S2)."""

    id: str
    roles: tuple[RoleId, ...] = ()
