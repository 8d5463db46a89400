"""What a viewer may know, as values.  ``observation.observe`` makes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.choices import BallotSecrecy
from games.engine.commands import Legal
from games.engine.console import Console
from games.engine.ids import AbilityId, Millis, RoleId, SeatId, Viewer
from games.engine.news import Cause, News
from games.engine.places import Light
from games.engine.roles import Faction
from games.engine.state import Choice, Finding
from games.engine.talk import Talk

OVER = "over"
"""The name of what comes after the last phase."""


class SeatView(NamedTuple):
    """A seat as the viewer sees it.

    ``role`` and ``faction`` are None unless the viewer may know them: their own, a teammate's, one that
    was shown to the room, or anyone's after the end.  ``teammate``: known to be of the viewer's team.
    ``vote``: whom they vote for, where ballots are open; ``votes``: the weight against them, where
    totals are.
    """

    seat: SeatId
    name: str
    you: bool
    bot: bool
    host: bool
    alive: bool
    left: bool
    away: bool
    cause: Cause | None
    role: RoleId | None
    faction: Faction | None
    teammate: bool
    speaking: bool
    vote: SeatId | None
    votes: int | None


@dataclass(frozen=True, slots=True)
class Own:
    """What a player alone knows, or shares with the team only.

    ``choices``: the viewer's for tonight; ``team_choices``: the other members'.  ``done``: has said Got
    it, confirmed, or done.  ``met_team``: is one of the Mafia who know each other.  ``silenced``: can neither
    write nor speak today; ``line``: but for this one, where there is one (G13).  ``uses``: how often powers
    that are counted can still be used.  ``turned``: their card is not the one they were dealt any more.
    """

    seat: SeatId
    role: RoleId
    faction: Faction
    alive: bool
    left: bool
    met_team: bool
    done: bool
    choices: tuple[Choice, ...]
    team_choices: tuple[Choice, ...]
    ballot: SeatId | None
    findings: tuple[Finding, ...]
    silenced: bool
    line: str
    uses: tuple[tuple[AbilityId, int], ...]
    turned: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended.  ``seed`` and ``salt`` are hexadecimal, for the check of the deal (C2)."""

    winning: tuple[Faction, ...]
    winners: tuple[SeatId, ...]
    seed: str
    salt: str


@dataclass(frozen=True, slots=True)
class Observation:
    """``phase_number`` goes back with a command, as proof of what was asked.

    ``day`` is the number of the day or night that is on.  ``due_at`` is the absolute deadline; None while
    paused and at the end.
    ``untimed``: the deadline is only the longest an untimed phase may last, not to be shown.
    ``ends_early``: the phase ends once all who are waited for are done; otherwise being done changes nothing.
    ``done`` of ``waited_for`` have confirmed, answered, or said that they are done.
    ``ballots`` is how open they are; ``candidates`` may be voted for.  ``totals``: of the vote that is on, or
    that a verdict is about.  ``verdict``: that has been told (S7).  ``host_reveals``, ``tap_withdraws``: as
    the place has it.  ``called``: the turn of the night that is on; empty if none is called (S2).
    ``journal``: players may tag each other (G14).
    ``skip_budget``: skips the town can still afford; None where no vote spends any.
    ``moderated``: somebody who does not play runs the table; ``console`` is what only they see.
    """

    viewer: Viewer
    preset: str
    theme: str
    phase: str
    place: str
    kind: str
    light: Light
    phase_number: int
    day: int
    began_at: Millis
    due_at: Millis | None
    untimed: bool
    ends_early: bool
    paused: bool
    done: int
    waited_for: int
    seats: tuple[SeatView, ...]
    own: Own | None
    is_host: bool
    host: SeatId
    speaker: SeatId | None
    candidates: tuple[SeatId, ...]
    ballots: BallotSecrecy
    totals: Mapping[SeatId, int]
    verdict: bool
    host_reveals: bool
    tap_withdraws: bool
    called: str
    journal: bool
    skip_budget: int | None
    news: tuple[News, ...]
    quiet: int
    legal: tuple[Legal, ...]
    reads: tuple[Talk, ...]
    writes: tuple[Talk, ...]
    commitment: str
    verified: bool
    result: Result | None
    moderated: bool = False
    console: Console | None = None
