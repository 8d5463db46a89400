"""Syndicate: a table led by a host, with Consort, Yakuza, Tracker and Vigilante (S1 to S16)."""

from games.engine.abilities import ABILITIES
from games.engine.choices import BallotSecrecy, Flip, TeamChoice
from games.engine.ids import RoleId
from games.engine.places import Call, CountBy, Light, Place, TableTalk
from games.engine.roles import Faction
from games.engine.rules import Ruleset
from games.engine.setups import DealRow, WinRule

SYNDICATE = Ruleset(
    preset="syndicate",
    name="Syndicate",
    suits="For a table with a host: one device tells the night aloud, and nobody is safe from a new job.",
    tale=(
        "Everybody is dealt a card in secret. The %(mafia)s know each other.",
        (
            "At night all eyes are closed, and the host’s device calls one role after the other. You may "
            "tap a name at any time of the night."
        ),
        "The first of the %(mafia)s to choose has chosen for all of them.",
        "In the morning all hear who was killed. Which card they had nobody is told.",
        (
            "By day you talk and vote. The host shows the votes, and whoever has more than half of the "
            "living against them goes out."
        ),
        (
            "The %(town)s wins when everyone on the other side is out, the %(mafia)s once they are more "
            "than the others, or one against one."
        ),
    ),
    min_players=5,
    max_players=30,
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
            seconds="turn_seconds",
            talk=TableTalk.NOBODY,
            begins_round=True,
            narrated=True,
            then=("daybreak",),
        ),
        Place(
            id="daybreak",
            name="daybreak",
            kind="announcement",
            light=Light.DAY,
            seconds="announcement_seconds",
            begins_round=True,
            ends_early=False,
            then=("daybreak_words", "day"),
        ),
        Place(
            id="day",
            name="day",
            kind="talk",
            light=Light.DAY,
            seconds="talk_seconds",
            host_may_end=True,
            then=("vote",),
        ),
        Place(
            id="vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            ends_early=False,
            count_by=CountBy.MAJORITY,
            host_reveals=True,
            tap_withdraws=True,
            then=("reveal_votes",),
        ),
        Place(
            id="reveal_votes",
            name="reveal_votes",
            kind="verdict",
            light=Light.DAY,
            seconds=600,
            ends_early=False,
            host_may_end=True,
            then=("vote_words", "night"),
        ),
        Place(
            id="daybreak_words",
            name="last_words",
            kind="speech",
            light=Light.DAY,
            seconds="last_words_seconds",
            talk=TableTalk.SPEAKER,
            only_if="last_words",
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
    wins=(WinRule(Faction.TOWN, "unthreatened"), WinRule(Faction.MAFIA, "outnumber")),
    deal=(
        DealRow(RoleId("mafia"), quarter=True, of=(RoleId("yakuza"),)),
        DealRow(RoleId("detective")),
        DealRow(RoleId("doctor")),
    ),
    filler=RoleId("citizen"),
    counted_roles=(
        RoleId("mafia"),
        RoleId("yakuza"),
        RoleId("consort"),
        RoleId("detective"),
        RoleId("doctor"),
        RoleId("vigilante"),
        RoleId("tracker"),
    ),
    offered=(
        "roles",
        "talk_seconds",
        "turn_seconds",
        "vote_seconds",
        "reveal_seconds",
        "announcement_seconds",
        "vigilante_shots",
        "quiet_days",
        "theme",
    ),
    calls=(
        Call("mafia"),
        Call("consort", (RoleId("consort"),)),
        Call("detective", (RoleId("detective"),)),
        Call("doctor", (RoleId("doctor"),)),
        Call("vigilante", (RoleId("vigilante"),)),
        Call("tracker", (RoleId("tracker"),)),
    ),
    team_choice=TeamChoice.FIRST,
    mafia_fewer=True,
    ballots=BallotSecrecy.SECRET,
    flip=Flip.NONE,
    last_words=False,
    doctor_repeat=True,
    vigilante_shots=1,
    vote_seconds=600,
)
