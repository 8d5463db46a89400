"""The state of a game: what is settled, who sits where, what is on.  Only ``evolution.evolve`` changes it.

What is secret is left out of ``repr``, and so of whatever an error or a log would print (C1).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.engine.day_events import VoteClosed
from games.engine.ids import AbilityId, Millis, RoleId, SeatId
from games.engine.news import Cause, News
from games.engine.places import Light, Place
from games.engine.roles import ROLES, Faction, Power, Role
from games.engine.rules import HOST_RIGHTS, HostRight, Ruleset

EVERY_SLOT = "*"
"""The slot of ``hold``: it replaces, and is replaced by, a choice in any slot."""


def replaces(new: str, old: str) -> bool:
    """Whether somebody's choice in the slot ``new`` takes the place of theirs in ``old``."""
    return new == old or EVERY_SLOT in (new, old)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled at the start.  Seed and salt are secret until the end.  ``calls``: the turns of a
    narrated night, in order (S2)."""

    ruleset: Ruleset
    host: SeatId
    commitment: str
    verified: bool
    host_may: frozenset[HostRight] = HOST_RIGHTS
    calls: tuple[str, ...] = ()
    seed: str = field(default="", repr=False)
    salt: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player.  ``faction`` is the alignment they have now (C22); ``met_team``: one of the Mafia who
    know each other.  ``absent``: away so long that nobody waits for them;
    ``cause``: what the room was told they went out by; ``noted_cause``: what it really was, where they
    differ; ``out_night``: the number of the night before which, or in which, it was.
    ``turned``: their card is not the one they were dealt any more.
    ``left``: gone for good; ``deserted``: left while still in the game.  ``stirred``: was connected, or did
    something, in the round that is on; ``idle``: rounds running before it without either (C6).  ``revealed``:
    has shown everybody who they are (G15)."""

    number: SeatId
    name: str
    bot: bool = False
    role: RoleId = field(default=RoleId(""), repr=False)
    faction: Faction = field(default=Faction.TOWN, repr=False)
    met_team: bool = field(default=False, repr=False)
    alive: bool = True
    left: bool = False
    deserted: bool = False
    cause: Cause | None = None
    noted_cause: Cause | None = field(default=None, repr=False)
    out_night: int | None = None
    turned: bool = field(default=False, repr=False)
    shown_role: RoleId | None = None
    shown_faction: Faction | None = None
    away_since: Millis | None = None
    absent: bool = False
    stirred: bool = True
    idle: int = 0
    phone: bool = True
    revealed: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Choice:
    """``shared``: the team sees it."""

    seat: SeatId
    ability: AbilityId
    target: SeatId | None
    slot: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """The phase that is on.  Everything here lasts as long as the phase.  ``called``: how many turns of the
    night have begun; ``verdict``: what comes of the vote has been told.

    ``reopened``: a leave had ended the phase, and the moderator took that back; it does not end by itself.
    ``nominator`` has nominated ``nominee``; ``seconded``: with all the support that it needs (M10).
    """

    place: str
    number: int
    day: int
    night: int
    began_at: Millis
    due_at: Millis
    candidates: tuple[SeatId, ...] = ()
    speakers: tuple[SeatId, ...] = ()
    choices: tuple[Choice, ...] = field(default=(), repr=False)
    ballots: Mapping[SeatId, SeatId] = field(default_factory=dict, repr=False)
    done: frozenset[SeatId] = frozenset()
    ready: int = 0
    waited_for: int = 0
    totals: Mapping[SeatId, int] = field(default_factory=dict)
    called: int = 0
    verdict: bool = False
    nominator: SeatId | None = None
    nominee: SeatId | None = None
    seconded: bool = False
    reopened: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Aim:
    """The latest target of a power that took effect, and how many ``times`` it has in this game."""

    seat: SeatId
    ability: AbilityId
    target: SeatId
    night: int
    times: int = 1


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """What a power told its holder; ``visited``: whom a watch saw its subject with."""

    seat: SeatId
    subject: SeatId
    result: str
    night: int
    visited: SeatId | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    winning: tuple[Faction, ...]
    winners: tuple[SeatId, ...]
    at: Millis


@dataclass(frozen=True, slots=True)
class State:
    """``host`` holds the host's powers now; ``setup.host`` is whose they are (C5).

    ``quiet``: rounds running in which nobody went out; ``calm``: nobody has in the round that is on.
    ``skip_budget``: skips left, None where no vote spends any.
    ``accusers``: who voted for whoever was voted out by the latest vote.
    ``silenced``: the day for which each seat was last silenced.
    ``narrator_away_since`` and ``narrator_absent`` are for a host without a seat what a seat has itself.

    ``nominated``: the day on which each seat last nominated somebody.  ``by_clock``: the moderator is gone,
    and phases end at their deadlines.  ``undone``: how many steps were taken back; ``trail``: how all was
    before each of the latest steps, but for the setup, which never changes (M17).
    """

    setup: Setup
    seats: tuple[Seat, ...]
    stage: Stage
    host: SeatId
    findings: tuple[Finding, ...] = ()
    aims: tuple[Aim, ...] = ()
    silenced: Mapping[SeatId, int] = field(default_factory=dict)
    skip_budget: int | None = None
    news: tuple[News, ...] = ()
    last_vote: VoteClosed | None = None
    accusers: tuple[SeatId, ...] = field(default=(), repr=False)
    quiet: int = 0
    calm: bool = True
    paused_at: Millis | None = None
    narrator_away_since: Millis | None = None
    narrator_absent: bool = False
    ending: Ending | None = None
    nominated: Mapping[SeatId, int] = field(default_factory=dict)
    by_clock: bool = False
    undone: int = 0
    trail: tuple["State", ...] = field(default=(), repr=False)

    @property
    def ruleset(self) -> Ruleset:
        return self.setup.ruleset

    @property
    def place(self) -> Place:
        return self.setup.ruleset.place(self.stage.place)

    def alive(self) -> tuple[SeatId, ...]:
        return tuple([seat.number for seat in self.seats if seat.alive])

    def numbers(self) -> tuple[SeatId, ...]:
        return tuple([seat.number for seat in self.seats])

    def role(self, seat: SeatId) -> Role:
        return ROLES[self.seats[seat].role]

    def vote_weight(self, seat: SeatId) -> int:
        """Ballots that ``seat`` counts for, in every tally there is (C17).  Of somebody who has shown who
        they are it is what was shown, whoever they have become since: a count tells of no change (G15)."""
        shown = self.seats[seat]
        if shown.revealed and shown.shown_role is not None:
            role = ROLES[shown.shown_role]
            return role.revealed_weight or role.vote_weight
        return self.role(seat).vote_weight

    def team(self) -> tuple[SeatId, ...]:
        """Those who know each other as Mafia, the ones who are out included."""
        return tuple(seat.number for seat in self.seats if seat.met_team)

    def is_silenced(self, seat: SeatId) -> bool:
        """Whether ``seat`` can neither write nor speak today; it is over when night falls, and for whoever
        goes out (NN9)."""
        today = self.silenced.get(seat) == self.stage.day and self.seats[seat].alive
        return today and self.place.light is Light.DAY and self.ending is None

    def setting(self, value: bool | str) -> bool:
        """A power's knob: settled in the role, or read from the option it names."""
        return value if isinstance(value, bool) else bool(getattr(self.setup.ruleset, value))

    def uses_left(self, seat: SeatId, power: Power) -> int | None:
        """How often ``seat`` can still use ``power``; None if that is not counted."""
        if power.uses is None:
            return None
        allowed = power.uses if isinstance(power.uses, int) else getattr(self.ruleset, power.uses)
        if allowed is None:
            return None
        spent = sum(aim.times for aim in self.aims if (aim.seat, aim.ability) == (seat, power.ability))
        return allowed - spent
