"""Every option there is, declared once, with its type, bounds, label and help: the lobby's form, the rules
page and ``rules.configure`` are made from that declaration."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine import options
from games.engine.choices import (
    BallotSecrecy,
    Disagreement,
    Flip,
    NeutralCheck,
    Procedure,
    Resolution,
    SetupNight,
    Theme,
    Tie,
)
from games.engine.ids import RoleId
from games.engine.options import Auto, Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What whoever hosts may change, as far as a preset offers it."""

    roles: Mapping[RoleId, int] = options.declare(
        {},
        options.OptionKind.COUNTS,
        "Roles",
        "How many of each role are dealt. Leave one empty to let the table's size decide.",
        low=0,
        high=40,
    )
    theme: Theme = options.choice(
        Theme.MAFIA,
        {Theme.MAFIA: "Mafia", Theme.WEREWOLF: "Werewolf"},
        "Theme",
        "Changes the words and the colours, never the rules.",
    )
    reveal_seconds: int = options.seconds(
        60, 5, 600, "Time to look at your card", "The game goes on as soon as everyone has seen theirs."
    )
    night_seconds: int = options.seconds(
        45, 10, 600, "Length of the night", "The night ends sooner once every living player has confirmed."
    )
    turn_seconds: int = options.seconds(
        12,
        5,
        60,
        "Length of a turn",
        "The night lasts as long as its turns, whether or not anybody has them.",
    )
    talk_seconds: int | Auto | None = options.declare(
        180,
        options.OptionKind.SECONDS,
        "Time to talk",
        "The day ends sooner once everyone is done talking. Switch it off to talk without a clock.",
        low=15,
        high=1800,
        can_be_off=True,
        clock=Clock(base=30, each=10, low=60, high=180),
    )
    vote_seconds: int | Auto = options.declare(
        60,
        options.OptionKind.SECONDS,
        "Length of the vote",
        "The vote ends sooner once everyone has answered.",
        low=10,
        high=600,
        clock=Clock(base=20, each=4, low=30, high=75),
    )
    announcement_seconds: int = options.seconds(
        8, 3, 60, "Length of the news", "How long the morning's news and a vote's result stay up."
    )
    last_words: bool = options.toggle(
        True, "Last words", "Whoever goes out gets a moment in which only they may speak."
    )
    last_words_seconds: int = options.seconds(
        15, 5, 120, "Length of the last words", "Counts only when last words are on."
    )
    mafia_may_pick_own: bool = options.toggle(
        False, "Mafia may pick their own", "Suits tables of twelve or more."
    )
    first_day_vote: bool = options.toggle(
        False, "Vote on the first day", "Otherwise day 1 is a greeting without a vote."
    )
    ballots: BallotSecrecy = options.choice(
        BallotSecrecy.TOTALS,
        {
            BallotSecrecy.NAMES: "Everyone sees who voted for whom",
            BallotSecrecy.TOTALS: "Everyone sees the totals only",
            BallotSecrecy.SECRET: "Totals are shown once the vote has closed",
        },
        "Who voted for whom",
        "What the table sees of the ballots.",
    )
    tie: Tie = options.choice(
        Tie.NOBODY,
        {Tie.NOBODY: "Nobody goes out", Tie.REVOTE: "Vote again between the tied names"},
        "When a vote ties",
        "A second tie always means that nobody goes out.",
    )
    flip: Flip = options.choice(
        Flip.ROLE,
        {Flip.ROLE: "Their role", Flip.ALIGNMENT: "Their side only", Flip.NONE: "Nothing"},
        "When someone goes out, show",
        "What the table is told of the role of anyone who goes out.",
    )
    doctor_self: bool = options.toggle(
        True, "Doctor may protect themselves", "Otherwise the Doctor has to choose somebody else."
    )
    doctor_repeat: bool = options.toggle(
        False, "Doctor may protect the same person twice", "That is, on two nights running."
    )
    doctor_uses: int | None = options.declare(
        None,
        options.OptionKind.NUMBER,
        "Doses of a Doctor",
        "How often in a game. A dose is spent whether or not anyone came.",
        low=1,
        high=10,
        can_be_off=True,
    )
    survivor_alerts: int = options.number(
        3, 1, 10, "Alerts of a Survivor", "On how many nights a Survivor can lie in wait for visitors."
    )
    vigilante_shots: int = options.number(
        2, 1, 10, "Shots of a Vigilante", "How often in a game. A shot that is stopped is spent."
    )
    skip_budget: int = options.number(
        2,
        0,
        10,
        "Skips the town can afford",
        "A majority to skip ends the day and costs one. When none is left the most votes put somebody out.",
    )
    jester_ends: bool = options.toggle(
        False, "The Jester's win ends the game", "Otherwise the others play on, and may win as well."
    )
    procedure: Procedure = options.choice(
        Procedure.PLURALITY,
        {
            Procedure.NOMINATIONS: "Nominations, one at a time",
            Procedure.PLURALITY: "One vote, the most votes decide",
            Procedure.MAJORITY: "One vote, more than half must agree",
        },
        "How the day decides",
        "With nominations the accused answers before anybody votes.",
    )
    second: bool = options.toggle(
        False, "A nomination needs a second", "Somebody else has to support it before the accused answers."
    )
    defense_seconds: int = options.seconds(
        60, 10, 300, "Time to answer a nomination", "Then the table votes on whoever was nominated."
    )
    mafia_disagree: Disagreement = options.choice(
        Disagreement.MAJORITY,
        {
            Disagreement.MAJORITY: "The choice of more than half of those who picked",
            Disagreement.NO_KILL: "Nobody is killed",
        },
        "When the Mafia do not agree",
        "They have until the night ends.",
    )
    resolution: Resolution = options.choice(
        Resolution.TOGETHER,
        {
            Resolution.TOGETHER: "Everything happens at once",
            Resolution.SEQUENTIAL: "One after the other: who dies first does no more",
        },
        "What happens at night",
        "Whether a player who is killed still has had their effect.",
    )
    night_order: tuple[str, ...] = options.declare(
        (),
        options.OptionKind.ORDER,
        "Order of the night",
        "Powers in the order in which they work; the ones not named follow as usual.",
    )
    setup_night: SetupNight = options.choice(
        SetupNight.MEET,
        {SetupNight.MEET: "The Mafia only meet", SetupNight.FULL: "Everybody acts"},
        "In the night before the first",
        "Whether anything but getting to know each other happens then.",
    )
    neutral_check: NeutralCheck = options.choice(
        NeutralCheck.ELIMINATION,
        {NeutralCheck.ELIMINATION: "As soon as it is met", NeutralCheck.END: "When the game ends"},
        "Whoever wins alone wins",
        "When the condition of a role that plays for itself is checked.",
    )
    dead_talk: bool = options.toggle(
        False,
        "Players who are out may keep talking",
        "They may then write at the table by day. They never vote or use a role.",
    )
    quiet_days: int = options.number(
        8,
        2,
        20,
        "Quiet rounds before the game ends",
        "After so many rounds without anyone going out nobody wins.",
    )
