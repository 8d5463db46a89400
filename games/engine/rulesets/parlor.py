"""Parlor: Mafia, Doctor, Detective and Citizens, phones in every hand (P1 to P24)."""

from games.engine.choices import NoPick
from games.engine.ids import RoleId
from games.engine.places import Light, Place, TableTalk
from games.engine.roles import Faction
from games.engine.rules import Ruleset
from games.engine.rulesets.tales import DEAL, NIGHT
from games.engine.setups import DealRow, WinRule

PARLOR = Ruleset(
    preset="parlor",
    name="Parlor",
    suits="For a room full of friends: three kinds of cards, and the house decides on the rest.",
    tale=(
        DEAL,
        "The first day is for saying hello. Then it gets dark.",
        NIGHT,
        (
            "The %(mafia)s choose whom they take, the %(doctor)s whom to protect, the %(detective)s whose "
            "side to learn."
        ),
        (
            "In the morning all hear who was taken, if anybody was. You talk it over and vote: whoever has "
            "the most votes goes out."
        ),
        (
            "So it goes on until the %(mafia)s are gone, and the %(town)s has won, or until they are as "
            "many as all the others, and have won themselves."
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
            then=("greeting",),
        ),
        Place(
            id="greeting",
            name="day",
            kind="talk",
            light=Light.DAY,
            seconds="talk_seconds",
            begins_round=True,
            host_may_end=True,
            then=("first_vote", "night"),
        ),
        Place(
            id="first_vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            only_if="first_day_vote",
            then=("revote", "result"),
        ),
        Place(
            id="night",
            name="night",
            kind="night",
            light=Light.NIGHT,
            seconds="night_seconds",
            talk=TableTalk.NOBODY,
            begins_round=True,
            then=("morning",),
        ),
        Place(
            id="morning",
            name="morning",
            kind="announcement",
            light=Light.DAY,
            ends_early=False,
            seconds="announcement_seconds",
            begins_round=True,
            then=("morning_words", "day"),
        ),
        Place(
            id="morning_words",
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
            host_may_end=True,
            then=("vote",),
        ),
        Place(
            id="vote",
            name="vote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            then=("revote", "result"),
        ),
        Place(
            id="revote",
            name="revote",
            kind="vote",
            light=Light.DAY,
            seconds="vote_seconds",
            runoff=True,
            then=("result",),
        ),
        Place(
            id="result",
            name="result",
            kind="announcement",
            light=Light.DAY,
            ends_early=False,
            seconds="announcement_seconds",
            then=("result_words", "night"),
        ),
        Place(
            id="result_words",
            name="last_words",
            kind="speech",
            light=Light.DAY,
            seconds="last_words_seconds",
            talk=TableTalk.SPEAKER,
            only_if="last_words",
            then=("night",),
        ),
    ),
    ladder=(
        *("distract", "frame", "protect", "guard", "alert", "recruit", "kill"),
        *("investigate", "murder", "shoot", "clean", "silence", "track"),
    ),
    wins=(WinRule(Faction.TOWN, "unthreatened"), WinRule(Faction.MAFIA, "parity")),
    deal=(
        DealRow(RoleId("mafia"), quarter=True),
        DealRow(RoleId("doctor")),
        DealRow(RoleId("detective")),
    ),
    filler=RoleId("citizen"),
    counted_roles=(RoleId("mafia"), RoleId("doctor"), RoleId("detective")),
    offered=(
        "roles",
        "talk_seconds",
        "night_seconds",
        "vote_seconds",
        "reveal_seconds",
        "announcement_seconds",
        "last_words",
        "last_words_seconds",
        "first_day_vote",
        "ballots",
        "tie",
        "flip",
        "doctor_self",
        "doctor_repeat",
        "mafia_may_pick_own",
        "dead_talk",
        "quiet_days",
        "theme",
    ),
    no_pick=NoPick.DRAW,
    first_night_may_decide=False,
)
