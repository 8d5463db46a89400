"""The words a scenario may use.

Words of every preset are known; which of them a game takes is the engine's to say.
"""

from enum import StrEnum


class Aim(StrEnum):
    """What follows a verb."""

    NOTHING = "nothing"
    SEAT = "seat"
    BALLOT = "ballot"
    TEXT = "text"
    TAG = "tag"
    FOR_SOMEONE = "for someone"


PLAYER_VERBS = {
    **dict.fromkeys(
        (
            *("kill", "recruit", "protect", "guard", "investigate", "distract", "frame", "shoot", "clean"),
            *("silence", "track", "revenge", "suspect", "nominate"),
        ),
        Aim.SEAT,
    ),
    **dict.fromkeys(
        ("alert", "hold", "confirm", "ready", "unvote", "reveal", "second", "leave"), Aim.NOTHING
    ),
    "vote": Aim.BALLOT,
    "say": Aim.TEXT,
    "tag": Aim.TAG,
}

HOST_VERBS = {
    **dict.fromkeys(("next", "pause", "resume", "reveal_votes", "finalize"), Aim.NOTHING),
    "remove": Aim.SEAT,
}

MODERATOR_VERBS = {
    **HOST_VERBS,
    **dict.fromkeys(("undo", "open_vote", "close_vote"), Aim.NOTHING),
    **dict.fromkeys(("mark_out", "put_back"), Aim.SEAT),
    "enter": Aim.FOR_SOMEONE,
}

HOST, MODERATOR, NARRATOR, WATCHER = "host", "moderator", "narrator", "watcher"
DISCONNECT, RETURN = "disconnect", "return"

RESERVED = frozenset(
    {HOST, MODERATOR, NARRATOR, WATCHER, "until", "end", "wait", "expect", "nobody", "skip_budget"}
)
"""Words that cannot be anybody's name."""

ROLES = frozenset(
    (
        *("citizen", "detective", "doctor", "vigilante", "tracker", "sheriff", "escort", "survivor", "mayor"),
        *("bodyguard", "mafia", "killer", "mafioso", "godfather", "yakuza", "consort", "blackmailer"),
        *("janitor", "framer", "consigliere", "silencer", "jester", "serial_killer"),
    )
)
FACTIONS = frozenset(("town", "mafia", "jester", "serial_killer"))
TALKS = frozenset(("table", "mafia", "graveyard"))
TAGS = frozenset(("trusted", "suspicious", "evil"))
CAUSES = frozenset(("killed", "eliminated", "left", "sacrificed", "revenge", "house_rule"))
RESULTS = ROLES | {"not_mafia", "suspicious", "not_suspicious", "no_result", "stayed_home", "nothing"}
OPENNESS = frozenset(("hidden", "totals", "names"))
PLAIN_NEWS = frozenset(
    ("nobody_died", "nobody_eliminated", "tie", "promoted", "quiet", "skip_spent", "undone")
)
NEWS_ABOUT = frozenset(
    (
        *("died", "condemned", "eliminated", "runoff", "left", "revealed", "nominated"),
        *("marked_out", "put_back"),
    )
)
BEYOND_THE_LINE = frozenset(("lobby", "over"))
"""What comes before the first phase and after the last."""

MAY_NOT_WRITE = "MAY_NOT_WRITE"
"""Why a line is refused: the one refusal that is not the engine's own, for talk does not pass through it."""
