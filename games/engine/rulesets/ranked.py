"""Ranked: timed play for five to twenty-five, a crew of specialists, a budget of skips (R1 to R19)."""

from games.engine.abilities import ABILITIES
from games.engine.choices import BallotSecrecy, Flip, Tie
from games.engine.ids import RoleId
from games.engine.options import Auto
from games.engine.places import CountBy, Light, Place, TableTalk
from games.engine.roles import REVENGE, Faction
from games.engine.rules import Ruleset
from games.engine.rulesets.tales import DEAL, NIGHT
from games.engine.setups import DealRow, WinRule

RANKED = Ruleset(
    preset="ranked",
    name="Ranked",
    suits="For strangers who mean it: against the clock, in writing.",
    tale=(
        DEAL,
        NIGHT,
        (
            "The %(mafia)s agree on a victim. The others protect, check or shoot as their cards say, and "
            "all of it takes effect together."
        ),
        "At dawn all hear who is dead, not how, and not who they were.",
        (
            "The talk and the vote are short, and take their whole time. More than half of the living "
            "against one name put it out, after a last word."
        ),
        (
            "Instead the %(town)s may skip the vote, but only twice in a game. From then on the most votes "
            "are enough, however many skip."
        ),
        "The %(town)s wins when the %(mafia)s are gone, and they when they are as many as all the others.",
    ),
    min_players=5,
    max_players=25,
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
            ends_early=False,
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
            then=("dawn_words", "day"),
        ),
        Place(
            id="dawn_words",
            name="last_words",
            kind="speech",
            light=Light.DAY,
            seconds="last_words_seconds",
            talk=TableTalk.SPEAKER,
            only_if="last_words",
            then=("day",),
        ),
        Place(
            id="day",
            name="day",
            kind="talk",
            light=Light.DAY,
            seconds="talk_seconds",
            ends_early=False,
            then=("vote",),
        ),
        Place(
            id="vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            ends_early=False,
            count_by=CountBy.BUDGET,
            silence_is_nobody=True,
            condemns=True,
            then=("runoff", "last_defense", "night"),
        ),
        Place(
            id="runoff",
            name="runoff",
            kind="vote",
            light=Light.DAY,
            seconds=15,
            ends_early=False,
            runoff=True,
            count_by=CountBy.NAMES,
            silence_is_nobody=True,
            condemns=True,
            then=("last_defense", "night"),
        ),
        Place(
            id="last_defense",
            name="last_defense",
            kind="speech",
            light=Light.DAY,
            seconds=5,
            talk=TableTalk.SPEAKER,
            eliminates=True,
            then=("night",),
        ),
    ),
    ladder=tuple(ability for ability in ABILITIES if ability != REVENGE),
    wins=(WinRule(Faction.TOWN, "unthreatened"), WinRule(Faction.MAFIA, "parity")),
    deal=(
        DealRow(RoleId("killer"), players=5),
        DealRow(RoleId("killer"), players=7),
        DealRow(RoleId("godfather"), players=10),
        DealRow(RoleId("framer"), players=14),
        DealRow(RoleId("killer"), players=17),
        DealRow(RoleId("consigliere"), players=20),
        DealRow(RoleId("silencer"), players=24),
        DealRow(RoleId("detective"), players=5),
        DealRow(RoleId("doctor"), players=5),
        DealRow(RoleId("bodyguard"), players=11),
        DealRow(RoleId("vigilante"), players=14),
        DealRow(RoleId("detective"), players=20),
        DealRow(RoleId("jester"), players=25),
    ),
    filler=RoleId("citizen"),
    counted_roles=(
        RoleId("killer"),
        RoleId("godfather"),
        RoleId("framer"),
        RoleId("consigliere"),
        RoleId("silencer"),
        RoleId("detective"),
        RoleId("doctor"),
        RoleId("bodyguard"),
        RoleId("vigilante"),
        RoleId("jester"),
    ),
    offered=(
        "roles",
        "talk_seconds",
        "night_seconds",
        "vote_seconds",
        "reveal_seconds",
        "announcement_seconds",
        "vigilante_shots",
        "skip_budget",
        "jester_ends",
        "quiet_days",
        "theme",
    ),
    idle_rounds=2,
    night_seconds=35,
    talk_seconds=Auto.AUTO,
    vote_seconds=Auto.AUTO,
    ballots=BallotSecrecy.NAMES,
    tie=Tie.REVOTE,
    flip=Flip.NONE,
    jester_ends=True,
    last_words=False,
)
