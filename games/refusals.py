"""Why something is refused.  A value: code, facts for its sentence, and the field it belongs to (C24)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.errors import Problem, Reason, Rejected


class Code(StrEnum):
    """What is refused outside the rules of the game; the rules' own reasons are ``Reason``."""

    # rooms
    NO_ROOM = "NO_ROOM"
    NOT_A_MEMBER = "NOT_A_MEMBER"
    NOT_THE_HOST = "NOT_THE_HOST"
    ROOM_FULL = "ROOM_FULL"
    ROOM_LOCKED = "ROOM_LOCKED"
    KICKED = "KICKED"
    NO_SUCH_MEMBER = "NO_SUCH_MEMBER"
    NOT_YOURSELF = "NOT_YOURSELF"
    HOST_RETURNS = "HOST_RETURNS"
    NOT_A_BOT = "NOT_A_BOT"
    BOT_CANNOT_HOST = "BOT_CANNOT_HOST"
    ONLY_HOST_NARRATES = "ONLY_HOST_NARRATES"
    NARRATOR_TAKEN = "NARRATOR_TAKEN"
    NO_SUCH_PRESET = "NO_SUCH_PRESET"
    BAD_COUNT = "BAD_COUNT"
    # public rooms
    NO_SUCH_LANGUAGE = "NO_SUCH_LANGUAGE"
    BAD_DELAY = "BAD_DELAY"
    BAD_FILTER = "BAD_FILTER"
    ACCOUNT_NEEDED = "ACCOUNT_NEEDED"
    PUBLIC_NO_LOCK = "PUBLIC_NO_LOCK"
    RANKED_DEFAULTS = "RANKED_DEFAULTS"
    TOO_MANY_BOTS = "TOO_MANY_BOTS"
    TOO_FEW_PEOPLE = "TOO_FEW_PEOPLE"
    # free games and house rules
    ONLY_PRIVATE = "ONLY_PRIVATE"
    NO_EFFECT = "NO_EFFECT"
    CONTRADICTION = "CONTRADICTION"
    ROLE_NOT_PLAYED = "ROLE_NOT_PLAYED"
    NO_HOUSE_RULE = "NO_HOUSE_RULE"
    HOUSE_NAME_EMPTY = "HOUSE_NAME_EMPTY"
    HOUSE_NAME_TAKEN = "HOUSE_NAME_TAKEN"
    TOO_MANY_HOUSE_RULES = "TOO_MANY_HOUSE_RULES"
    # names
    NAME_EMPTY = "NAME_EMPTY"
    NAME_TOO_LONG = "NAME_TOO_LONG"
    NAME_CHARACTERS = "NAME_CHARACTERS"
    NAME_TAKEN = "NAME_TAKEN"
    NAME_RESERVED = "NAME_RESERVED"
    # games
    GAME_RUNNING = "GAME_RUNNING"
    NO_GAME = "NO_GAME"
    GAME_NOT_OVER = "GAME_NOT_OVER"
    SPECTATOR = "SPECTATOR"
    BUSY = "BUSY"
    GAME_UNREADABLE = "GAME_UNREADABLE"
    # moderated rooms
    MODERATED_PRIVATE = "MODERATED_PRIVATE"
    NOT_MODERATED = "NOT_MODERATED"
    NOBODY_ENTERED = "NOBODY_ENTERED"
    PHONE_NEEDED = "PHONE_NEEDED"
    DEAL_MISSING = "DEAL_MISSING"
    DEAL_STRANGER = "DEAL_STRANGER"
    DEAL_TOO_OFTEN = "DEAL_TOO_OFTEN"
    # talk and notes
    NO_SUCH_TALK = "NO_SUCH_TALK"
    MAY_NOT_WRITE = "MAY_NOT_WRITE"
    LINE_EMPTY = "LINE_EMPTY"
    LINE_TOO_LONG = "LINE_TOO_LONG"
    NOTE_TOO_LONG = "NOTE_TOO_LONG"
    NO_SUCH_TAG = "NO_SUCH_TAG"
    # rates
    TOO_MANY_ROOMS = "TOO_MANY_ROOMS"
    TOO_MANY_JOINS = "TOO_MANY_JOINS"
    TOO_MANY_LINES = "TOO_MANY_LINES"
    TOO_MANY_ACTS = "TOO_MANY_ACTS"
    TOO_MANY_POSTS = "TOO_MANY_POSTS"
    BAD_COMMAND_ID = "BAD_COMMAND_ID"


CODES: tuple[str, ...] = (*(code.value for code in Code), *(reason.value for reason in Reason))
"""Every code a refusal can have; each has a sentence."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """``code`` is one of CODES.  ``field`` names the input that is wrong, or is empty; a role's count is
    the field ``roles.<role>``."""

    code: str
    facts: Mapping[str, int | str] = field(default_factory=dict)
    field: str = ""

    @classmethod
    def of(cls, refused: Rejected | Problem) -> "Refusal":
        return cls(refused.reason.value, refused.facts, refused.option)
