"""Gallows: a screen on the table, phones in hand; a Godfather, a Serial Killer, a Jester (G1 to G23)."""

from games.engine.abilities import ABILITIES
from games.engine.choices import BallotSecrecy, TeamChoice, Tie
from games.engine.ids import RoleId
from games.engine.places import CountBy, Light, Place, TableTalk
from games.engine.roles import Faction
from games.engine.rules import Ruleset
from games.engine.rulesets.tales import NIGHT
from games.engine.setups import DealRow, WinRule

GALLOWS = Ruleset(
    preset="gallows",
    name="Gallows",
    suits="For a table with a screen on it, and for those who like strange roles and a hanging.",
    tale=(
        (
            "Everybody is dealt a card in secret. The %(mafia)s know each other, and follow their "
            "%(godfather)s."
        ),
        NIGHT,
        "The others have powers of many kinds: what yours is says your card.",
        "In the morning all hear who died, and see their cards. Then the table talks.",
        "Whoever has the most votes is hanged. Beware: that is just what a %(jester)s is after.",
        (
            "The %(town)s wins when nobody is left who kills, the %(mafia)s when nobody else is alive, and "
            "a %(serial_killer)s alone, as the last one."
        ),
    ),
    min_players=5,
    max_players=20,
    line=(
        Place(
            id="reveal",
            name="reveal",
            kind="reveal",
            light=Light.DAY,
            seconds="reveal_seconds",
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
            then=("night_words", "day"),
        ),
        Place(
            id="day",
            name="day",
            kind="talk",
            light=Light.DAY,
            seconds="talk_seconds",
            begins_round=True,
            host_may_end=True,
            then=("vote",),
        ),
        Place(
            id="vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            count_by=CountBy.NAMES,
            then=(
                "revote",
                "vote_words",
                "night",
            ),
        ),
        Place(
            id="revote",
            name="revote",
            kind="vote",
            light=Light.DAY,
            seconds=30,
            runoff=True,
            count_by=CountBy.NAMES,
            then=("vote_words", "night"),
        ),
        Place(
            id="night_words",
            name="last_words",
            kind="speech",
            light=Light.DAY,
            seconds="last_words_seconds",
            talk=TableTalk.SPEAKER,
            only_if="last_words",
            begins_round=True,
            then=("day",),
        ),
        Place(
            id="vote_words",
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
        WinRule(Faction.MAFIA, "unopposed"),
        WinRule(Faction.SERIAL_KILLER, "last_standing"),
    ),
    deal=(
        DealRow(RoleId("godfather"), players=5),
        DealRow(RoleId("mafioso"), players=7),
        DealRow(RoleId("blackmailer"), players=8, below=10, instead=RoleId("janitor")),
        DealRow(RoleId("blackmailer"), players=10),
        DealRow(RoleId("janitor"), players=10),
        DealRow(RoleId("mafioso"), players=14),
        DealRow(RoleId("sheriff"), players=5),
        DealRow(RoleId("doctor"), players=5),
        DealRow(RoleId("jester"), players=6),
        DealRow(RoleId("escort"), players=7),
        DealRow(RoleId("serial_killer"), players=10),
        DealRow(RoleId("mayor"), players=11),
        DealRow(RoleId("survivor"), players=12),
    ),
    filler=RoleId("citizen"),
    counted_roles=(
        RoleId("godfather"),
        RoleId("mafioso"),
        RoleId("blackmailer"),
        RoleId("janitor"),
        RoleId("sheriff"),
        RoleId("doctor"),
        RoleId("escort"),
        RoleId("mayor"),
        RoleId("survivor"),
        RoleId("jester"),
        RoleId("serial_killer"),
    ),
    offered=(
        "roles",
        "talk_seconds",
        "night_seconds",
        "vote_seconds",
        "reveal_seconds",
        "ballots",
        "doctor_uses",
        "survivor_alerts",
        "quiet_days",
        "theme",
    ),
    silenced_line="I am blackmailed.",
    journal=True,
    team_choice=TeamChoice.LEADER,
    succession=True,
    ballots=BallotSecrecy.NAMES,
    tie=Tie.REVOTE,
    doctor_repeat=True,
    doctor_uses=3,
    last_words=False,
    quiet_days=3,
)
