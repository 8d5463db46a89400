"""Refusals are values: a reason, the facts for its sentence, and the option it belongs to (C24)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Facts = Mapping[str, int | str]


class Reason(StrEnum):
    # a command at the wrong time or by the wrong person
    NOT_STARTED = "NOT_STARTED"
    ALREADY_STARTED = "ALREADY_STARTED"
    GAME_OVER = "GAME_OVER"
    GAME_PAUSED = "GAME_PAUSED"
    NOT_PAUSED = "NOT_PAUSED"
    PHASE_PASSED = "PHASE_PASSED"
    WRONG_PHASE = "WRONG_PHASE"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NOT_ALIVE = "NOT_ALIVE"
    HAS_LEFT = "HAS_LEFT"
    NOT_HOST = "NOT_HOST"
    NOT_ALLOWED_HERE = "NOT_ALLOWED_HERE"
    NOT_SPEAKER = "NOT_SPEAKER"
    ALREADY_DONE = "ALREADY_DONE"
    # a moderated table
    NOT_MODERATOR = "NOT_MODERATOR"
    NO_MODERATOR = "NO_MODERATOR"
    HAS_A_PHONE = "HAS_A_PHONE"
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    NOT_OUT = "NOT_OUT"
    NOMINATION_OPEN = "NOMINATION_OPEN"
    NOMINATED_TODAY = "NOMINATED_TODAY"
    NO_NOMINATION = "NO_NOMINATION"
    OWN_NOMINATION = "OWN_NOMINATION"
    # targets
    NO_SUCH_POWER = "NO_SUCH_POWER"
    POWER_USED_UP = "POWER_USED_UP"
    NO_JOURNAL = "NO_JOURNAL"
    NEEDS_TARGET = "NEEDS_TARGET"
    NO_TARGET = "NO_TARGET"
    TARGET_OUT = "TARGET_OUT"
    SELF_TARGET = "SELF_TARGET"
    TEAMMATE_TARGET = "TEAMMATE_TARGET"
    SAME_TARGET_TWICE = "SAME_TARGET_TWICE"
    TEAM_HAS_CHOSEN = "TEAM_HAS_CHOSEN"
    NOT_AN_ACCUSER = "NOT_AN_ACCUSER"
    # votes
    SELF_VOTE = "SELF_VOTE"
    NOT_A_CANDIDATE = "NOT_A_CANDIDATE"
    NO_BALLOT = "NO_BALLOT"
    # starting and settings
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    TOO_MANY_PLAYERS = "TOO_MANY_PLAYERS"
    TOO_MANY_ROLES = "TOO_MANY_ROLES"
    ROLES_DO_NOT_FIT = "ROLES_DO_NOT_FIT"
    UNKNOWN_ROLE = "UNKNOWN_ROLE"
    NO_MAFIA = "NO_MAFIA"
    ONLY_MAFIA = "ONLY_MAFIA"
    NO_MAFIA_KILL = "NO_MAFIA_KILL"
    TWO_LEADERS = "TWO_LEADERS"
    MAFIA_NOT_FEWER = "MAFIA_NOT_FEWER"
    MAFIA_AT_PARITY = "MAFIA_AT_PARITY"
    FIRST_NIGHT_DECIDES = "FIRST_NIGHT_DECIDES"
    MANY_MAFIA = "MANY_MAFIA"
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    OPTION_TYPE = "OPTION_TYPE"
    OPTION_BOUNDS = "OPTION_BOUNDS"
    OPTION_CHOICE = "OPTION_CHOICE"
    OPTION_ORDER = "OPTION_ORDER"
    # commands that are none
    MALFORMED = "MALFORMED"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A command or setting that is refused and changes nothing.

    ``option`` names the setting the refusal belongs to, or is empty.
    """

    reason: Reason
    facts: Facts = field(default_factory=dict)
    option: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a table before the start: a refusal, or only a warning (C26)."""

    reason: Reason
    facts: Facts = field(default_factory=dict)
    option: str = ""
    warning: bool = False
