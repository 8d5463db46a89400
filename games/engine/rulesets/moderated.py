"""Moderator: a person runs the table, with the app as rule book, memory and referee (M1 to M17)."""

from games.engine.abilities import ABILITIES
from games.engine.choices import BallotSecrecy, Procedure, TeamChoice, Theme, Tie
from games.engine.ids import RoleId
from games.engine.places import CountBy, Light, Place, TableTalk
from games.engine.roles import ROLES, Faction
from games.engine.rules import Ruleset
from games.engine.setups import DealRow, WinRule

_FILLER = RoleId("citizen")
_USUAL = (RoleId("mafia"), RoleId("doctor"), RoleId("detective"))
"""The roles that most tables have; the moderator may add any other (M1)."""

MODERATED = Ruleset(
    preset="moderated",
    name="Moderator",
    suits="For a group with a moderator of its own, and rules of its own.",
    tale=(
        "One of you plays no part and moderates: that page has every card, calls the phases and ends them.",
        "The others are dealt a card each, in secret.",
        (
            "At night the roles are called one after the other, and you tap a name on your phone. For "
            "whoever has no phone the moderator enters it."
        ),
        (
            "By day the moderator says who is out. You talk, and vote as the moderator has set it: all at "
            "once, or after nominations."
        ),
        (
            "The %(town)s wins when the %(mafia)s are gone, and they when they are as many as all the "
            "others and nobody’s power can stop them any more."
        ),
    ),
    min_players=5,
    max_players=40,
    line=(
        Place(
            id="reveal",
            name="reveal",
            kind="reveal",
            light=Light.DAY,
            seconds="reveal_seconds",
            led=True,
            then=("setup_night",),
        ),
        Place(
            id="setup_night",
            name="setup_night",
            kind="night",
            light=Light.NIGHT,
            seconds="night_seconds",
            talk=TableTalk.NOBODY,
            led=True,
            meets=True,
            then=("night",),
        ),
        Place(
            id="night",
            name="night",
            kind="night",
            light=Light.NIGHT,
            seconds="night_seconds",
            talk=TableTalk.NOBODY,
            begins_round=True,
            led=True,
            then=("dawn",),
        ),
        Place(
            id="dawn",
            name="dawn",
            kind="announcement",
            light=Light.DAY,
            seconds="announcement_seconds",
            begins_round=True,
            ends_early=False,
            led=True,
            then=("day",),
        ),
        Place(
            id="day",
            name="day",
            kind="talk",
            light=Light.DAY,
            seconds="talk_seconds",
            ends_early=False,
            then=("nomination", "vote", "majority_vote"),
        ),
        Place(
            id="nomination",
            name="nomination",
            kind="nomination",
            light=Light.DAY,
            seconds="vote_seconds",
            led=True,
            procedure=Procedure.NOMINATIONS,
            then=("defense", "nomination", "night"),
        ),
        Place(
            id="defense",
            name="defense",
            kind="speech",
            light=Light.DAY,
            seconds="defense_seconds",
            talk=TableTalk.SPEAKER,
            nominee=True,
            then=("nominee_vote", "nomination"),
        ),
        Place(
            id="nominee_vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            led=True,
            nominee=True,
            count_by=CountBy.MAJORITY,
            then=("last_words", "nomination", "night"),
        ),
        Place(
            id="vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            led=True,
            procedure=Procedure.PLURALITY,
            count_by=CountBy.NAMES,
            then=("runoff", "last_words", "night"),
        ),
        Place(
            id="majority_vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            led=True,
            procedure=Procedure.MAJORITY,
            count_by=CountBy.MAJORITY,
            then=("last_words", "night"),
        ),
        Place(
            id="runoff",
            name="runoff",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            led=True,
            runoff=True,
            count_by=CountBy.NAMES,
            then=("last_words", "night"),
        ),
        Place(
            id="last_words",
            name="last_words",
            kind="speech",
            light=Light.DAY,
            seconds="last_words_seconds",
            talk=TableTalk.SPEAKER,
            only_if="last_words",
            then=("night",),
        ),
    ),
    ladder=tuple(ABILITIES),
    wins=(
        WinRule(Faction.TOWN, "unthreatened"),
        WinRule(Faction.MAFIA, "control"),
        WinRule(Faction.SERIAL_KILLER, "last_standing"),
    ),
    deal=(
        DealRow(RoleId("mafia"), quarter=True),
        DealRow(RoleId("doctor")),
        DealRow(RoleId("detective")),
    ),
    filler=_FILLER,
    counted_roles=tuple(dict.fromkeys((*_USUAL, *(role for role in ROLES if role != _FILLER)))),
    offered=(
        "roles",
        "procedure",
        "second",
        "ballots",
        "tie",
        "flip",
        "last_words",
        "talk_seconds",
        "defense_seconds",
        "last_words_seconds",
        "night_seconds",
        "vote_seconds",
        "reveal_seconds",
        "announcement_seconds",
        "setup_night",
        "night_order",
        "mafia_disagree",
        "resolution",
        "neutral_check",
        "jester_ends",
        "vigilante_shots",
        "survivor_alerts",
        "doctor_self",
        "doctor_repeat",
        "doctor_uses",
        "mafia_may_pick_own",
        "quiet_days",
        "theme",
    ),
    team_choice=TeamChoice.AGREED,
    moderated=True,
    theme=Theme.WEREWOLF,
    talk_seconds=300,
    ballots=BallotSecrecy.NAMES,
    tie=Tie.REVOTE,
)
