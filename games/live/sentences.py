"""The texts behind ``wording``: phases, the public story, and why something was refused."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.choices import Theme
from games.engine.errors import Reason
from games.engine.news import NewsKind
from games.refusals import Code

Text = str | Promise
"""A text in the language that is active when it becomes a string."""


@dataclass(frozen=True, slots=True)
class PhaseWords:
    """``title`` counts with ``%(number)d``; ``lines`` say by theme what is going on; ``aloud`` is what a
    narrator reads out.  ``name`` is the title without a number, where it is not just that."""

    title: Text
    lines: Mapping[str, Text]
    aloud: Mapping[str, Text]
    name: Text = ""


def _same(text: Text) -> Mapping[str, Text]:
    return {theme.value: text for theme in Theme}


PHASES: Mapping[str, PhaseWords] = {
    "reveal": PhaseWords(
        _("The deal"),
        _same(_("Everyone looks at their card")),
        _same(_("Look at your card, and let nobody else see it. Say “Got it” when you know who you are.")),
    ),
    "day": PhaseWords(
        _("Day %(number)d"),
        {Theme.MAFIA: _("The town talks"), Theme.WEREWOLF: _("The village talks")},
        _same(_("Talk it over. Somebody here is lying, and doing it well.")),
    ),
    "night": PhaseWords(
        _("Night %(number)d"),
        {Theme.MAFIA: _("The town sleeps"), Theme.WEREWOLF: _("The village sleeps")},
        {
            Theme.MAFIA: _("Night falls and the lamps go out. Everyone taps a name. Not a word."),
            Theme.WEREWOLF: _("Night falls and the shutters close. Everyone taps a name. Not a word."),
        },
    ),
    "morning": PhaseWords(
        _("Morning %(number)d"),
        _same(_("Everyone wakes up. Almost everyone.")),
        _same(_("Morning. Open your eyes.")),
    ),
    "dawn": PhaseWords(
        _("Dawn of day %(number)d"),
        _same(_("Everyone wakes up. Almost everyone.")),
        _same(_("It is light. Open your eyes.")),
        _("Dawn"),
    ),
    "daybreak": PhaseWords(
        _("Daybreak %(number)d"),
        _same(_("Everyone wakes up. Almost everyone.")),
        _same(_("Daybreak. Open your eyes, all of you.")),
    ),
    "reveal_votes": PhaseWords(
        _("The votes of day %(number)d"),
        _same(_("The host has the word")),
        _same(_("The votes are on the table. Count along.")),
        _("The votes"),
    ),
    "last_words": PhaseWords(
        _("Last words"),
        _same(_("One person speaks, the others listen")),
        _same(_("%(speaker)s has the last word. Everyone else listens.")),
    ),
    "vote": PhaseWords(
        _("Vote %(number)d"),
        _same(_("Who goes out?")),
        _same(_("Time to vote. Tap a name, or %(nobody)s.")),
    ),
    "revote": PhaseWords(
        _("Second vote"),
        _same(_("Only the tied names this time")),
        _same(_("Vote again, between the tied names only. A second tie spares them all.")),
    ),
    "runoff": PhaseWords(
        _("Runoff"),
        _same(_("Only the tied names this time")),
        _same(_("A runoff, between the tied names only. Another tie spares them all.")),
    ),
    "last_defense": PhaseWords(
        _("Last defense"),
        _same(_("One person speaks, then goes out")),
        _same(_("%(speaker)s may say one last thing. Everyone else listens.")),
    ),
    "result": PhaseWords(
        _("The result"),
        {Theme.MAFIA: _("The town has decided"), Theme.WEREWOLF: _("The village has decided")},
        _same(_("The votes are in.")),
    ),
    "setup_night": PhaseWords(
        _("Set-up night"),
        {Theme.MAFIA: _("The Mafia meet"), Theme.WEREWOLF: _("The Werewolves meet")},
        {
            Theme.MAFIA: _("Everyone closes their eyes. The Mafia look up, and know each other from now on."),
            Theme.WEREWOLF: _(
                "Everyone closes their eyes. The pack looks up, and its members know each other from now on."
            ),
        },
    ),
    "nomination": PhaseWords(
        _("Nominations"),
        _same(_("Who has something to answer for?")),
        _same(_("Whoever suspects somebody may nominate them now. Each of you has one nomination today.")),
    ),
    "defense": PhaseWords(
        _("The answer"),
        _same(_("Whoever is nominated answers")),
        _same(_("%(speaker)s is nominated and has the word. Everyone else listens.")),
    ),
    "over": PhaseWords(_("The end"), _same(_("All cards are on the table")), _same(_("That was the game."))),
}

_COMMON_NEWS: Mapping[NewsKind, tuple[Text, ...]] = {
    NewsKind.TIE: (
        _("The vote ties between %(names)s."),
        _("Perfectly split: %(names)s have the same number of votes."),
    ),
    NewsKind.RUNOFF: (_("The table votes again, between those names only."),),
    NewsKind.CONDEMNED: (
        _("The table points at %(names)s, who has a moment to answer."),
        _("%(names)s has the most to explain, and a moment to do it."),
    ),
    NewsKind.REVEALED: (
        _("%(names)s turns a card face up: %(role)s. That vote counts %(number)d times from now on."),
        _("%(names)s stands up: %(role)s! From now on that vote counts %(number)d times."),
    ),
    NewsKind.LEFT: (_("%(names)s got up and left. The chair is still warm."), _("%(names)s left the game.")),
    NewsKind.NOMINATED: (
        _("%(names)s is nominated, and has something to answer."),
        _("A finger points at %(names)s: nominated."),
    ),
    NewsKind.UNDONE: (
        _("The moderator took back the last step. What you learned by it you know; all else is as before."),
    ),
    NewsKind.MARKED_OUT: (_("%(names)s is out by house rule."),),
    NewsKind.PUT_BACK: (_("%(names)s is back in the game."),),
    NewsKind.NOBODY_ELIMINATED: (
        _("Nobody goes out. Everyone keeps their coat on anyway."),
        _("Nobody goes out today. The arguing was free."),
        _("The vote comes to nothing. Nobody goes out."),
    ),
}

NEWS: Mapping[str, Mapping[NewsKind, tuple[Text, ...]]] = {
    Theme.MAFIA: {
        **_COMMON_NEWS,
        NewsKind.NOBODY_DIED: (
            _("The milk is fetched, the papers are read: nobody was taken."),
            _("Everyone comes down to breakfast. Nobody was taken."),
            _("Nobody was taken. The undertaker goes home early."),
        ),
        NewsKind.DIED: (
            _("%(names)s did not wake up."),
            _("%(names)s missed breakfast, and will miss lunch."),
            _("The blinds stay down at %(names)s's. There will be no waking up."),
        ),
        NewsKind.ELIMINATED: (
            _("The town shows %(names)s the door."),
            _("%(names)s goes out, hat in hand."),
            _("The votes are in, %(names)s is out."),
        ),
    },
    Theme.WEREWOLF: {
        **_COMMON_NEWS,
        NewsKind.NOBODY_DIED: (
            _("The hens are all there, and so is everyone else. Nobody was taken."),
            _("Only the wind was at the doors. Nobody was taken."),
            _("Nobody was taken. The forest keeps its counsel."),
        ),
        NewsKind.DIED: (
            _("%(names)s did not wake up."),
            _("Paw prints lead to %(names)s's door. None lead away on two feet."),
            _("%(names)s missed the milking, for the first time ever."),
        ),
        NewsKind.ELIMINATED: (
            _("The village sends %(names)s into the forest."),
            _("%(names)s goes out, and the gate closes."),
            _("The votes are in, %(names)s is out."),
        ),
    },
}

REFUSALS: Mapping[str, Text] = {
    Reason.NOT_STARTED: _("The game has not started yet."),
    Reason.ALREADY_STARTED: _("The game is on already."),
    Reason.GAME_OVER: _("The game is over."),
    Reason.GAME_PAUSED: _("The game is paused. The host can resume it."),
    Reason.NOT_PAUSED: _("The game is not paused."),
    Reason.PHASE_PASSED: _("Too late: the game has moved on. Look again and choose anew."),
    Reason.WRONG_PHASE: _("That is not possible in this phase."),
    Reason.NO_SUCH_SEAT: _("There is nobody in that seat."),
    Reason.NOT_ALIVE: _("You are out of the game, so this is for the others."),
    Reason.HAS_LEFT: _("That player has left the game."),
    Reason.NOT_HOST: _("Only the host can do that."),
    Reason.NOT_ALLOWED_HERE: _("The host cannot do that in this game, so that it is fair to all who came."),
    Reason.NOT_SPEAKER: _("Somebody else has the word now."),
    Reason.ALREADY_DONE: _("You have said so already."),
    Reason.NOT_MODERATOR: _("Only a moderator can do that."),
    Reason.HAS_A_PHONE: _(
        "They choose for themselves. Enter things for players without a phone, or whose phone has lost the "
        "connection."
    ),
    Reason.NO_MODERATOR: _(
        "Somebody has to moderate who does not play. The host can: switch on “I moderate and do not play”."
    ),
    Reason.NOTHING_TO_UNDO: _("There is no step left that could be taken back."),
    Reason.NOT_OUT: _("That player is still in the game."),
    Reason.NOMINATION_OPEN: _("Somebody is nominated already. One nomination at a time."),
    Reason.NOMINATED_TODAY: _("You have nominated somebody today. You can again tomorrow."),
    Reason.NO_NOMINATION: _("Nobody is nominated, so there is nothing to support."),
    Reason.OWN_NOMINATION: _("Somebody else has to support it: not who nominated, nor who is nominated."),
    Reason.NO_SUCH_POWER: _("Your role cannot do that."),
    Reason.POWER_USED_UP: _("You have used that as often as your role allows."),
    Reason.NO_JOURNAL: _("There is no journal in this game. Your own notes are for you alone."),
    Reason.NEEDS_TARGET: _("Tap a name first."),
    Reason.NO_TARGET: _("This is not aimed at anybody."),
    Reason.TARGET_OUT: _("That player is out of the game. Tap another name."),
    Reason.SELF_TARGET: _("You cannot choose yourself. Tap another name."),
    Reason.TEAMMATE_TARGET: _("That player is on your side. Tap another name."),
    Reason.TEAM_HAS_CHOSEN: _("Your side has chosen for tonight, and that stands."),
    Reason.NOT_AN_ACCUSER: _("That player did not vote for you. Tap one who did."),
    Reason.SAME_TARGET_TWICE: _("Not the same player two nights running. Tap another name."),
    Reason.SELF_VOTE: _("You cannot vote for yourself. Tap another name."),
    Reason.NOT_A_CANDIDATE: _("That name is not up for this vote. Tap one of the names shown."),
    Reason.NO_BALLOT: _("You have no vote to take back."),
    Reason.TOO_FEW_PLAYERS: _(
        "%(low)s players are needed, and there are %(players)s. Invite somebody or add a bot."
    ),
    Code.TOO_FEW_PEOPLE: _(
        "%(low)s players are needed, and there are %(players)s. At most a third of them may be bots here: "
        "invite somebody, or wait for more people."
    ),
    Reason.TOO_MANY_PLAYERS: _("At most %(high)s can play, and there are %(players)s."),
    Reason.TOO_MANY_ROLES: _("%(roles)s roles are set for %(players)s players. Lower one of the counts."),
    Reason.ROLES_DO_NOT_FIT: _("%(roles)s roles are set for %(players)s players. The two must match."),
    Reason.UNKNOWN_ROLE: _("There is no role called “%(role)s”."),
    Reason.NO_MAFIA: _("Somebody has to be Mafia. Set at least one."),
    Reason.ONLY_MAFIA: _("Somebody has to be outside the Mafia. Lower the Mafia count."),
    Reason.NO_MAFIA_KILL: _("Nobody of the Mafia could ever kill. Add a role that can."),
    Reason.TWO_LEADERS: _("The Mafia follow one Godfather. Lower the number of Godfathers to one."),
    Reason.MAFIA_NOT_FEWER: _(
        "%(mafia)s on the Mafia's side are too many for %(town)s of the Town. "
        "There must be fewer of them: lower their number or seat more players."
    ),
    Reason.MAFIA_AT_PARITY: _(
        "%(mafia)s Mafia against %(others)s others would have won at once. "
        "Lower the Mafia count or seat more players."
    ),
    Reason.FIRST_NIGHT_DECIDES: _(
        "%(mafia)s Mafia against %(others)s others: the first night would end the game. "
        "Lower the Mafia count, or switch on the vote on the first day."
    ),
    Reason.MANY_MAFIA: _(
        "%(mafia)s Mafia among %(players)s players is a lot: more than a third. It will be short."
    ),
    Reason.UNKNOWN_OPTION: _("There is no setting called “%(option)s”."),
    Reason.OPTION_TYPE: _("This needs a whole number."),
    Reason.OPTION_BOUNDS: _("Choose a number from %(low)s to %(high)s."),
    Reason.OPTION_CHOICE: _("Choose one of: %(choices)s."),
    Reason.OPTION_ORDER: _("Type steps with commas between, each only once, out of: %(choices)s."),
    Code.MODERATED_PRIVATE: _(
        "A moderated game is private: whoever moderates sees every card. Open a private room."
    ),
    Code.NOT_MODERATED: _("Nobody moderates in this way to play. Open a room for Moderator."),
    Code.NOBODY_ENTERED: _("Choose first for whom you enter it, under “Who”."),
    Code.PHONE_NEEDED: _("Somebody without a phone cannot be the host. Choose somebody who has one."),
    Code.DEAL_MISSING: _("%(name)s has no card yet. Choose one for everybody."),
    Code.DEAL_STRANGER: _("There is a card for somebody who does not sit here any more. Look again."),
    Code.DEAL_TOO_OFTEN: _(
        "%(role)s was dealt %(given)s times, and the list of roles has %(listed)s. "
        "Change the cards or the list."
    ),
    Code.NO_ROOM: _("There is no room with this code, or it has expired. Check the code, or open a room."),
    Code.NOT_A_MEMBER: _("You are not in this room. Join it first."),
    Code.NOT_THE_HOST: _("Only the host can do that."),
    Code.ROOM_FULL: _("The room is full: %(high)s can sit here."),
    Code.ROOM_LOCKED: _("The host has locked the room. Ask them to unlock it."),
    Code.KICKED: _("The host has put you out of this room. You can try again in %(minutes)s min."),
    Code.NO_SUCH_MEMBER: _("That person is not in the room any more."),
    Code.NOT_YOURSELF: _("You cannot do that to yourself."),
    Code.HOST_RETURNS: _("You only stand in for the host, who stays in the room."),
    Code.NOT_A_BOT: _("That is a person, not a bot."),
    Code.BOT_CANNOT_HOST: _("A bot cannot be the host. Choose a person."),
    Code.NARRATOR_TAKEN: _("There is a narrator already. One is enough."),
    Code.ONLY_HOST_NARRATES: _("Only the host can be the narrator."),
    Code.NO_SUCH_PRESET: _("There is no such way to play."),
    Code.BAD_COUNT: _("Choose a number from %(low)s to %(high)s."),
    Code.NO_SUCH_LANGUAGE: _("That language is not on the list. Choose one that is."),
    Code.BAD_DELAY: _("Watchers can lag by %(low)s to %(high)s seconds: type a whole number of them."),
    Code.BAD_FILTER: _("That cannot be asked for. Use the boxes to choose what is shown."),
    Code.ACCOUNT_NEEDED: _(
        "Playing in a public room takes an account on this site. Log in and come back; you may watch without."
    ),
    Code.PUBLIC_NO_LOCK: _("A public room stays open: it cannot be locked. Open a private one for that."),
    Code.RANKED_DEFAULTS: _(
        "Public Ranked rooms all play by the same rules. Open a private room to change them."
    ),
    Code.TOO_MANY_BOTS: _(
        "At most a third of a public Ranked table may be bots, and this would be %(bots)s of %(players)s. "
        "Seat fewer bots, or wait for more people."
    ),
    Code.ONLY_PRIVATE: _(
        "“%(label)s” can be changed in private rooms only. Open one to play by rules of your own."
    ),
    Code.NO_EFFECT: _("“%(label)s” would change nothing at this table, so it cannot be set."),
    Code.CONTRADICTION: _(
        "“%(label)s” cannot be set to that as long as “%(other)s” stays as it is. Change that first."
    ),
    Code.ROLE_NOT_PLAYED: _("Nobody can be dealt “%(role)s” in this game. Choose another role."),
    Code.NO_HOUSE_RULE: _(
        "There are no house rules at this address: they were deleted, or the link is not whole. "
        "Ask for the link again."
    ),
    Code.HOUSE_NAME_EMPTY: _("Type a name for these rules, so that you find them again."),
    Code.HOUSE_NAME_TAKEN: _("You have house rules of that name already. Take another name."),
    Code.TOO_MANY_HOUSE_RULES: _(
        "You have saved %(high)s sets of house rules, and there is no room for more. Delete one first."
    ),
    Code.NAME_EMPTY: _("Type a name, so that the others know who you are."),
    Code.NAME_TOO_LONG: _("That name is too long. Take one of at most %(high)s characters."),
    Code.NAME_CHARACTERS: _("A name may have letters, numbers and ordinary signs only."),
    Code.NAME_TAKEN: _("Somebody here has that name already. Take another one."),
    Code.NAME_RESERVED: _("The game itself uses that name. Take another one."),
    Code.GAME_RUNNING: _("A game is on. This has to wait until it is over."),
    Code.NO_GAME: _("No game is on in this room."),
    Code.GAME_NOT_OVER: _("The game is not over yet."),
    Code.SPECTATOR: _("You are watching this game. You can play in the next one."),
    Code.BUSY: _("A lot is going on at once. Please try again."),
    Code.GAME_UNREADABLE: _(
        "This game was saved by another version of Nightfall, which this one cannot read."
    ),
    Code.NO_SUCH_TALK: _("There is no such talk."),
    Code.MAY_NOT_WRITE: _("You cannot write here now."),
    Code.LINE_EMPTY: _("Type something first."),
    Code.LINE_TOO_LONG: _("That is too long: at most %(high)s characters. Say it in two lines."),
    Code.NOTE_TOO_LONG: _("The note is too long to keep: at most %(high)s characters. Shorten it."),
    Code.NO_SUCH_TAG: _("Tag somebody as trusted, suspicious or evil, or take the tag away."),
    Code.TOO_MANY_ROOMS: _(
        "You have opened many rooms in a short time. Wait %(seconds)s s, or use one of those."
    ),
    Code.TOO_MANY_JOINS: _("That was a lot of tries. Wait %(seconds)s s, then try again."),
    Code.TOO_MANY_LINES: _("Slow down a little, and try again in %(seconds)s s."),
    Code.TOO_MANY_POSTS: _("That was a lot at once. Wait %(seconds)s s, then try again."),
    Code.TOO_MANY_ACTS: _("That was a lot of taps. Wait %(seconds)s s, then tap again."),
    Code.BAD_COMMAND_ID: _("That could not be understood. Load the page again."),
    Reason.MALFORMED: _("That could not be understood. Please try again."),
}

THEMED_REFUSALS: Mapping[str, Mapping[str, Text]] = {
    Theme.MAFIA: {},
    Theme.WEREWOLF: {
        Reason.NO_MAFIA: _("Somebody has to be a Werewolf. Set at least one."),
        Reason.ONLY_MAFIA: _("Somebody has to live in the village. Lower the number of Werewolves."),
        Reason.NO_MAFIA_KILL: _("None of the Werewolves could ever kill. Add a role that can."),
        Reason.TWO_LEADERS: _("The pack follows one Alpha. Lower the number of Alphas to one."),
        Reason.MAFIA_NOT_FEWER: _(
            "%(mafia)s on the Werewolves' side are too many for %(town)s of the village. "
            "There must be fewer of them: lower their number or seat more players."
        ),
        Reason.MAFIA_AT_PARITY: _(
            "%(mafia)s Werewolves against %(others)s others would have won at once. "
            "Lower the number of Werewolves or seat more players."
        ),
        Reason.FIRST_NIGHT_DECIDES: _(
            "%(mafia)s Werewolves against %(others)s others: the first night would end the game. "
            "Lower their number, or switch on the vote on the first day."
        ),
        Reason.MANY_MAFIA: _(
            "%(mafia)s Werewolves among %(players)s players is a lot: more than a third. It will be short."
        ),
    },
}
"""Refusals that speak of a side, where a theme calls it otherwise."""
