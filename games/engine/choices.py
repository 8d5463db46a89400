"""What an option, or a ruleset, may choose from."""

from enum import StrEnum


class Theme(StrEnum):
    MAFIA = "mafia"
    WEREWOLF = "werewolf"


class Tie(StrEnum):
    NOBODY = "nobody"
    REVOTE = "revote"


class Flip(StrEnum):
    """What the room is shown of the role of someone who goes out."""

    ROLE = "role"
    ALIGNMENT = "alignment"
    NONE = "none"


class BallotSecrecy(StrEnum):
    NAMES = "names"
    TOTALS = "totals"
    SECRET = "secret"


class Procedure(StrEnum):
    """How a day puts somebody out (M10 to M12)."""

    NOMINATIONS = "nominations"
    PLURALITY = "plurality"
    MAJORITY = "majority"


class NeutralCheck(StrEnum):
    """When the condition of somebody who wins by themselves is checked (M15)."""

    ELIMINATION = "elimination"
    END = "end"


class Disagreement(StrEnum):
    """What becomes of the Mafia's kill if they do not agree (M6)."""

    MAJORITY = "majority"
    NO_KILL = "no_kill"


class Resolution(StrEnum):
    """Whether somebody who dies at night still has had their effect (C8, M8)."""

    TOGETHER = "together"
    SEQUENTIAL = "sequential"


class SetupNight(StrEnum):
    """Who acts in the night before the first: the Mafia only meet, or all act (M4)."""

    MEET = "meet"
    FULL = "full"


class TeamChoice(StrEnum):
    """How the Mafia's picks become one.  MOST: most picks, by lot among equals (P8).  LEADER: the Godfather's
    alone, or MOST without one (G4, G5).  FIRST: the first that is made, for good (S3).  AGREED: all the same,
    or as ``mafia_disagree`` says (M6)."""

    MOST = "most"
    LEADER = "leader"
    FIRST = "first"
    AGREED = "agreed"


class NoPick(StrEnum):
    """What happens when nobody chose the faction's kill in time (C28, P9)."""

    NO_KILL = "no_kill"
    DRAW = "draw"
