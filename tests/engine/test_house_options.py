"""Options that a preset does not offer itself, in a game of it."""

from games.engine.ids import SeatId
from games.engine.news import News, NewsKind
from tests.kit.games import table

FIVE = "mafia doctor detective citizen citizen"


def votes(procedure: str, *ballots: int) -> tuple[News, ...]:
    """What the room is told after a vote of the first of five against these names."""
    game = table(FIVE, procedure=procedure, first_day_vote=True, last_words=False).until("vote")
    for voter, target in enumerate(ballots):
        game.must(voter, "vote", target)
    game.end()
    return game.state.news


def test_N10_M12_a_majority_may_be_asked_for_where_ballots_are_counted() -> None:
    two, three = (4, 4, 3), (4, 4, 4)
    assert votes("plurality", *two) == (News(NewsKind.ELIMINATED, (SeatId(4),)),)
    assert votes("majority", *two)[-1].kind is NewsKind.NOBODY_ELIMINATED
    assert votes("majority", *three) == (News(NewsKind.ELIMINATED, (SeatId(4),)),)


def test_N10_a_preset_with_a_count_of_its_own_keeps_it() -> None:
    game = table(
        "killer doctor detective citizen citizen", preset="ranked", procedure="majority", skip_budget=0
    )
    game.until("vote").must(0, "vote", 4)
    game.end()
    assert game.phase == "last_defense"


def test_N12_ranked_may_have_last_words_for_those_who_were_taken() -> None:
    game = table("killer doctor detective citizen citizen", preset="ranked", last_words=True).until("night")
    game.must(0, "kill", 4)
    game.until("dawn")
    game.end()
    assert (game.phase, game.see(0).speaker) == ("last_words", 4)
    game.end()
    assert game.phase == "day"
