"""Gallows by day: the silenced, the journal, the Mayor, hanging (G12 to G19)."""

from typing import Any

import pytest

from games.engine.beliefs import GUILTY, Claim
from games.engine.commands import RevealRole
from games.engine.day_events import BallotsCounted, PlayerRevealed, VoteClosed
from games.engine.ids import NARRATOR, SPECTATOR_VIEWER, SeatId, seat_viewer
from games.engine.journal import Tag, tag_refusal
from games.engine.news import NewsKind
from games.engine.observation import observe
from games.engine.rulesets import REGISTRY
from games.engine.talk import Talk, may_say, only_line, writes
from games.services.simulate import simulate
from tests.kit.games import Table, table, viewers

SEVEN = "godfather sheriff doctor mayor citizen citizen citizen"
EIGHT = "godfather blackmailer doctor mayor citizen citizen citizen citizen"
LINE = "I am blackmailed."


def day(roles: str = SEVEN, **options: Any) -> Table:
    return table(roles, host=0, preset="gallows", **options).until("day")


def silenced(seat: int, preset: str = "gallows") -> Table:
    """The day on which ``seat`` is silenced."""
    role = "blackmailer" if preset == "gallows" else "silencer"
    game = table(EIGHT.replace("blackmailer", role), host=0, preset=preset).until("night")
    game.must(1, "silence", seat)
    return game.until("day")


def says(game: Table, seat: int, text: str, talk: Talk = Talk.TABLE) -> bool:
    return may_say(game.state, seat_viewer(SeatId(seat)), talk, text)


def test_G13_a_silenced_player_has_one_line_at_the_table() -> None:
    game = silenced(4)
    assert game.own(4).line == LINE
    assert writes(game.state, seat_viewer(SeatId(4))) == ()
    assert says(game, 4, LINE)
    for text in ("", "Hello", LINE.lower(), f"{LINE} Help!"):
        assert not says(game, 4, text)
    assert not says(game, 4, LINE, Talk.MAFIA)
    assert not may_say(game.state, SPECTATOR_VIEWER, Talk.TABLE, LINE)
    assert [game.own(seat).line for seat in range(8) if seat != 4] == [""] * 7
    assert says(game, 5, LINE)


def test_G13_there_is_no_line_for_whoever_has_left_nor_once_it_is_night() -> None:
    game = silenced(4)
    game.until("night")
    assert only_line(game.state, SeatId(4)) == ""
    game = silenced(4)
    game.must(4, "leave")
    assert only_line(game.state, SeatId(4)) == ""


def test_G13_in_Ranked_the_silenced_say_nothing_at_all() -> None:
    game = silenced(4, "ranked")
    assert game.own(4).silenced
    assert game.own(4).line == ""
    assert not says(game, 4, LINE)
    assert not says(game, 4, "")


def test_G14_who_may_tag_whom() -> None:
    game = day()
    four, five = SeatId(4), SeatId(5)
    assert tag_refusal(game.state, four, five) is None
    assert tag_refusal(game.state, four, four) == "SELF_TARGET"
    assert tag_refusal(game.state, four, SeatId(7)) == "NO_SUCH_SEAT"
    assert tag_refusal(game.state, NARRATOR, five) == "NO_SUCH_SEAT"
    game.must(4, "leave")
    assert tag_refusal(game.state, four, five) == "HAS_LEFT"
    assert tag_refusal(game.state, five, four) is None
    game.until("nothing")
    assert tag_refusal(game.state, five, four) == "GAME_OVER"
    assert tag_refusal(table(SEVEN).state, five, four) == "NO_JOURNAL"
    assert [tag.value for tag in Tag] == ["trusted", "suspicious", "evil"]


def test_G15_everybody_learns_who_stands_up_and_what_their_vote_counts() -> None:
    game = day()
    before = game.see(5).news
    answer = game.must(3, "reveal")
    assert [a.event.weight for a in answer if isinstance(a.event, PlayerRevealed)] == [3]
    assert all(answer[0].audience.includes(viewer) for viewer in viewers(game.state))
    for viewer in viewers(game.state):
        seen = observe(game.state, viewer)
        assert seen.seats[3].role == "mayor"
        assert seen.news[:-1] == before
        assert (seen.news[-1].kind, seen.news[-1].seats) == (NewsKind.REVEALED, (3,))
        assert (seen.news[-1].number, seen.news[-1].role) == (3, "mayor")


def test_G15_C1_a_hidden_Mayor_is_like_any_townsperson_to_everybody_else() -> None:
    """With another citizen in the Mayor's place nobody else sees another thing, until the Mayor stands up."""
    games = [day(), day(SEVEN.replace("mayor", "citizen"))]
    for phase in ("day", "vote", "night", "day"):
        for game in games:
            game.until(phase)
        for viewer in viewers(games[0].state):
            if viewer != seat_viewer(SeatId(3)):
                one, other = (observe(game.state, viewer) for game in games)
                assert one == other


def test_G15_display_count_and_closing_all_weigh_alike() -> None:
    """One tally for what is shown, what is told and what decides."""
    game = day()
    game.until("vote")
    game.must(3, "vote", 0)
    game.must(4, "vote", 5)
    game.must(6, "vote", 5)
    answer = game.must(3, "reveal")
    counted = [a.event.totals for a in answer if isinstance(a.event, BallotsCounted)]
    assert counted == [{0: 3, 5: 2}]
    assert game.see(1).totals == {0: 3, 5: 2}
    assert game.see(1).seats[0].votes == 3
    game.end()
    closed = [a.event for a in game.log if isinstance(a.event, VoteClosed)][-1]
    assert (closed.totals, closed.eliminated) == ({0: 3, 5: 2}, 0)


def test_G15_a_majority_is_then_of_all_weight() -> None:
    """C17: of seven with a Mayor who stands up, five of nine."""
    roles = "mafia detective doctor mayor citizen citizen citizen"
    game = table(roles, host=0, preset="syndicate").until("day")
    game.must(3, "reveal")
    game.until("vote")
    for seat in (4, 5, 6, 2):
        game.must(seat, "vote", 0)
    game.must(0, "reveal_votes")
    game.must(0, "finalize")
    assert not game.over
    game.until("vote")
    for seat in (3, 4, 5):
        game.must(seat, "vote", 0)
    game.must(0, "reveal_votes")
    game.must(0, "finalize")
    assert game.over


@pytest.mark.parametrize("flip", ["role", "none"])
def test_G15_what_was_shown_stays_known_when_the_Mayor_goes_out(flip: str) -> None:
    game = day(flip=flip)
    game.must(3, "reveal")
    game.until("night")
    game.must(0, "kill", 3)
    game.until("day")
    assert (game.see(5).seats[3].alive, game.see(5).seats[3].role) == (False, "mayor")


def test_G15_standing_up_is_doing_something() -> None:
    game = day()
    assert isinstance(game.ask(RevealRole(SeatId(3))), tuple)
    game.must(3, "reveal")
    assert game.state.seats[3].stirred


def test_G15_C7_a_bot_stands_up_once_there_is_somebody_to_vote_out_or_it_gets_late() -> None:
    game = day(quiet_days=8)
    accused = Claim(SeatId(1), SeatId(0), GUILTY)
    assert game.bot(3).command != RevealRole(SeatId(3))
    assert game.bot(3, accused).command == RevealRole(SeatId(3))
    game.until("day").until("day")
    assert game.bot(3).command == RevealRole(SeatId(3))
    game.must(3, "reveal")
    assert game.bot(3).command != RevealRole(SeatId(3))


def test_G17_only_the_tied_can_be_voted_for_in_the_second_vote() -> None:
    game = day().until("vote")
    game.must(1, "vote", 4)
    game.must(2, "vote", 5)
    game.end()
    assert (game.phase, game.see(6).candidates) == ("revote", (4, 5))
    assert game.refused(6, "vote", 0) == "NOT_A_CANDIDATE"
    assert [legal.targets for legal in game.see(4).legal if legal.verb == "vote"] == [(5, -1)]


@pytest.mark.parametrize("preset", ["syndicate", "gallows"])
def test_C7_tables_of_bots_play_to_the_end(preset: str) -> None:
    played = simulate(REGISTRY[preset], 12, 3, "1", "bots")
    assert played.games == 3
    assert sum(played.winning.values()) >= 1
