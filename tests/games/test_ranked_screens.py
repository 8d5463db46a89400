"""What Ranked shows to whom: news, skips, silence, shots, phases that take their whole time (R4 to R13)."""

import re

import pytest

from games.live import render
from games.services import lobby
from tests.kit.screens import html, words
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
WATCHER = "Nobody at all"
DEALT = {"Ann": "killer", "Ben": "silencer", "Cat": "vigilante", "Dan": "doctor"}


def ranked(**options: object) -> Table:
    table = Table(*PLAYERS, preset="ranked", options=options)
    table.start(**DEALT)
    return table


def living(table: Table) -> list[str]:
    return [seat.name for seat in table.state.seats if seat.alive]


def night(table: Table, **taps: str) -> None:
    """The next night, in which these tap whom they tap."""
    table.until("night")
    for name, target in taps.items():
        table.do(name, "tap", target)


def vote(table: Table, **ballots: str) -> str:
    """The next vote, to its end; gives the phase that follows."""
    table.until("vote")
    for name, target in ballots.items():
        table.do(name, "vote", target)
    return after(table)


def after(table: Table) -> str:
    """The phase after the one that is on."""
    number = table.state.stage.number
    while table.state.stage.number == number:
        table.wait(1)
    return table.phase


def test_C1_R4_at_night_the_grid_is_the_same_for_every_role_byte_for_byte() -> None:
    table = ranked()
    table.until("night")
    (grid,) = {html(table, name, "action") for name in PLAYERS}
    assert "/do/tap/" in grid
    table.do("Ann", "tap", "Gus")
    table.do("Gus", "tap", "Ann")
    sizes = {len(html(table, name, "action")) for name in PLAYERS}
    assert sizes == {len(grid)} | {len(grid) - 1}, "aria-pressed is true instead of false"
    assert html(table, "Ben", "action") == grid


def test_R4_where_the_night_takes_its_whole_time_nobody_confirms() -> None:
    table = ranked()
    table.until("night")
    table.do("Eve", "confirm")
    for name in ("Eve", "Ann"):
        assert "Confirm" not in words(table, name, "action")
        assert "takes its whole time" in words(table, name, "action")
    assert "ready" not in words(table, "Ann", "status")
    table.until("day")
    assert "<form" not in html(table, "Ann", "action")
    assert "The day takes its whole time" in words(table, "Ann", "action")
    assert "ready" not in words(table, "Ann", "status")


def test_R10_a_day_without_a_clock_ends_when_all_are_done_and_shows_how_many() -> None:
    table = ranked(talk_seconds=None)
    table.until("day")
    assert "I am done talking" in words(table, "Ann", "action")
    assert "0 of 7 ready" in words(table, "Ann", "status")


def test_R12_the_vote_shows_the_skips_that_are_left_to_everybody() -> None:
    table = ranked(skip_budget=1)
    night(table, Ann="Gus")
    table.until("vote")
    for name in ("Eve", "Gus", WATCHER):
        assert "Who goes out? 1 skip left." in words(table, name, "status")
    assert "Silence is a skip." in words(table, "Eve", "action")
    assert vote(table) == "night"
    assert "No skips left." not in words(table, "Eve", "status")
    for name in ("Eve", "Gus", WATCHER):
        assert "A majority skips. The town can afford 0 more skips." in words(table, name, "story")
    table.until("vote")
    for name in ("Eve", "Gus", WATCHER):
        assert "Who goes out? No skips left." in words(table, name, "status")
    assert "the most votes are enough" in words(table, "Eve", "action")


def test_R11_nobody_is_called_skip_in_a_vote_and_nowhere_else() -> None:
    table = ranked()
    table.until("night")
    assert "Skip" not in words(table, "Eve", "action")
    assert " Nobody " in words(table, "Eve", "action")
    table.until("vote")
    assert "or Skip." in words(table, WATCHER, "story")
    for name in ("Eve", "Fay"):
        table.do(name, "vote", "nobody")
    assert " Nobody " not in words(table, "Ann", "action")
    assert "Skip : Eve, Fay" in words(table, "Ann", "action")
    assert "→ Skip" in words(table, WATCHER, "players")
    assert "Skip 2" in words(table, WATCHER, "players")
    table.until("night")
    assert "Votes: Skip 7." in words(table, WATCHER, "log")
    assert "Eve, Fay → Skip" in words(table, WATCHER, "log")


def test_R7_only_whoever_is_silenced_is_told_and_may_vote_but_not_write() -> None:
    sentence = "You are silenced today: you can neither write nor speak, but you vote."
    table = ranked()
    night(table, Ben="Eve", Ann="Gus")
    table.until("day")
    assert sentence in words(table, "Eve", "action")
    assert sentence in words(table, "Eve", "talk")
    assert 'id="say-table"' not in html(table, "Eve", "talk")
    for name in (*(name for name in PLAYERS if name != "Eve"), WATCHER):
        for panel in ("action", "talk", "status", "players", "story"):
            assert "silenced" not in words(table, name, panel), (name, panel)
    assert 'id="say-table"' in html(table, "Fay", "talk")
    table.until("vote")
    assert sentence in words(table, "Eve", "talk")
    table.do("Eve", "vote", "Fay")
    night(table)
    assert sentence not in words(table, "Eve", "talk")


def test_R7_a_silenced_player_has_no_word_in_their_own_defense() -> None:
    table = ranked()
    night(table, Ben="Eve")
    assert vote(table, **dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), "Eve")) == "last_defense"
    assert "not even now" in words(table, "Eve", "action")
    assert 'id="say-table"' not in html(table, "Eve", "talk")
    assert "silenced" not in words(table, "Fay", "talk") + words(table, "Fay", "action")


def test_R7_whoever_is_out_is_told_that_and_not_of_a_silence() -> None:
    table = ranked()
    night(table, Ben="Gus", Ann="Gus")
    table.until("day")
    assert "silenced" not in words(table, "Gus", "talk")
    assert "Whoever is out may not speak at the table" in words(table, "Gus", "talk")


def test_R6_the_shots_that_are_left_are_on_the_vigilantes_card_alone() -> None:
    table = ranked()
    said = (
        "You can do that 2 more times.",
        "You can do that 1 more time.",
        "You have done that for the last time.",
    )
    for shots, target in zip(said, ("Dan", "Gus", "Fay"), strict=True):
        night(table)
        assert shots in words(table, "Cat", "role")
        for name in set(living(table)) - {"Cat"}:
            assert not re.search("(more|last) time", words(table, name, "role"))
        table.do("Cat", "tap", target)
        table.until("dawn")


def test_R12_the_condemned_have_the_word_and_everybody_sees_who() -> None:
    table = ranked()
    night(table, Ann="Gus")
    assert vote(table, **dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), "Fay")) == "last_defense"
    assert "Your last defense" in words(table, "Fay", "action")
    assert 'id="say-table"' in html(table, "Fay", "talk")
    for name in ("Ann", "Gus", WATCHER):
        assert "Fay" in words(table, name, "story")
        assert 'id="say-table"' not in html(table, name, "talk")
        assert "Fay speaks" in words(table, name, "players").replace(" bot", "")
    assert "Fay has a last defense" in words(table, "Ann", "action")
    assert after(table) == "night"
    for name in ("Ann", "Gus", "Fay", WATCHER):
        assert "Fay" in words(table, name, "story")
        assert "data-told" in html(table, name, "status")


def test_R13_a_tie_and_its_runoff_are_told_and_what_follows() -> None:
    table = ranked(skip_budget=0)
    night(table, Ann="Gus")
    assert vote(table, Ann="Fay", Ben="Fay", Cat="Eve", Dan="Eve") == "runoff"
    for name in ("Ann", "Gus", WATCHER):
        assert re.search("Eve and Fay.*votes again", words(table, name, "story")), name
        assert "left." not in words(table, name, "status")
    assert "The most votes decide." in words(table, "Ann", "action")
    assert after(table) == "night"
    for name in ("Ann", "Gus", WATCHER):
        assert "obody goes out" in words(table, name, "story"), name


def test_news_that_was_told_stays_as_one_short_line_and_is_not_read_out_again() -> None:
    table = ranked()
    night(table, Ann="Gus")
    table.until("dawn")
    assert 'class="tale"' in html(table, "Eve", "story")
    table.until("vote")
    for name in ("Eve", "Gus", WATCHER):
        assert "Gus" in words(table, name, "story")
        assert 'class="brief"' in html(table, name, "story")
        assert "Gus" not in "".join(re.findall('data-aloud="([^"]*)"', html(table, name, "story")))
        assert "data-told" not in html(table, name, "status")
    assert vote(table) == "night"
    spoken = re.findall('data-aloud="([^"]*)"', html(table, WATCHER, "story"))[0]
    assert spoken.startswith("A majority skips.")
    assert "Night falls" in spoken


def test_R5_C1_an_heir_looks_like_everybody_and_has_the_second_power_under_only_for_you() -> None:
    table = ranked(vigilante_shots=1)
    night(table)
    assert "more than one thing" not in words(table, "Ben", "notes")
    vote(table, **dict.fromkeys(("Ben", "Cat", "Dan", "Eve"), "Ann"))
    night(table)
    assert len({html(table, name, "action") for name in living(table)}) == 1
    others = [words(table, name, "notes") for name in living(table) if name != "Ben"]
    assert not any("more than one thing" in shown for shown in others)
    before = render.panels_for(table.game_view("Ben"))["action"]
    assert "Who does not wake up: … Who is hushed: …" in words(table, "Ben", "notes")
    assert "Choose for each" in words(table, "Ben", "notes")
    table.do("Ben", "tap", "Gus")
    table.do("Ben", "tap", "Fay", power="silence")
    assert "Who does not wake up: Gus Who is hushed: Fay" in words(table, "Ben", "notes")
    (pressed,) = re.findall(r'aria-pressed="true"[^>]*>([^<]*)', html(table, "Ben", "action"))
    assert pressed.strip() == "Gus"
    now = render.panels_for(table.game_view("Ben"))["action"]
    gus = table.number("Gus")
    assert set(render.changed_parts(before, now) or ()) == {f"t{gus}"}
    table.do("Ben", "tap", "nobody", power="kill")
    assert words(table, "Ben", "notes").count("Nobody") == 3  # of each, and what it stands for


def test_R9_those_who_are_out_are_in_the_lounge() -> None:
    table = ranked()
    night(table, Ann="Gus")
    table.until("day")
    assert "The lounge" in words(table, "Gus", "talk")
    assert "graveyard" not in (words(table, "Gus", "talk") + words(table, "Gus", "action")).lower()


def test_R10_the_lobby_says_how_long_clocks_are_for_those_who_are_there() -> None:
    table = Table(*PLAYERS, preset="ranked")
    shown = render.panels_for(table.lobby_view("Ben"))["options"]
    text = render.panel_html("options", shown, "en")
    assert "by the number of players: 1 min 40 s with 7" in text
    assert "by the number of players: 48 s with 7" in text
    assert "2 × Killers" in text
    assert "0 ×" not in text


def test_R19_public_ranked_shows_its_settings_and_why_nobody_changes_them() -> None:
    table = Table(*PLAYERS, preset="ranked", public=True)
    for name in ("Ann", "Ben"):
        text = render.panel_html("options", render.panels_for(table.lobby_view(name))["options"], "en")
        assert "Public Ranked rooms all play by the same rules." in text
        assert "<form" not in text
        assert "Length of the night" in text
    private = Table(*PLAYERS, preset="ranked")
    text = render.panel_html("options", render.panels_for(private.lobby_view("Ann"))["options"], "en")
    assert "same rules" not in text
    assert "<form" in text


def test_R4_bots_that_confirm_show_in_no_count() -> None:
    table = Table("Ann", preset="ranked")
    assert lobby.add_bots(table.room_id, table.person("Ann"), 6, table.now) is None
    table.start()
    table.until("night")
    before = html(table, "Ann", "status")
    table.wait(20)
    assert table.phase == "night"
    assert html(table, "Ann", "status") == before


def test_R13_the_history_says_why_the_most_votes_were_enough() -> None:
    why = "No skip was left, so the most votes for a name were enough."
    table = ranked(skip_budget=0)
    out = living(table)[1]
    vote(table, **{living(table)[0]: out})
    assert why in words(table, "nobody", "log")
    for name in living(table)[1:]:
        if name != out:
            table.do(name, "leave")
    table.until("over")
    story = words(table, "nobody", "log")
    assert story.count(why) == 1
    assert f"{out} 1" in story


def test_R12_more_than_half_needs_no_such_reason() -> None:
    table = ranked(skip_budget=0)
    table.until("vote")
    first, *others = living(table)
    for name in others:
        table.do(name, "vote", first)
    after(table)
    assert "No skip was left" not in words(table, "nobody", "log")


def test_R19_a_public_ranked_table_advises_no_bot_that_would_be_refused() -> None:
    public, private = (Table("Ann", "Ben", preset="ranked", public=public) for public in (True, False))
    advice, other = (
        render.panel_html("action", render.panels_for(table.lobby_view("Ann"))["action"], "en")
        for table in (public, private)
    )
    assert "add a bot" not in advice
    assert "At most a third of them may be bots here" in advice
    assert "add a bot" in other
    limit = "at most a third of the table may be bots"
    seats, free = (
        render.panel_html("seats", render.panels_for(table.lobby_view("Ann"))["seats"], "en")
        for table in (public, private)
    )
    assert seats.index(limit) < seats.index('id="err-seats"') < seats.index("I narrate")
    assert limit not in free


def test_P1_the_deck_of_too_few_is_that_of_the_fewest() -> None:
    few, enough = (Table(*PLAYERS[:count], preset="ranked") for count in (2, 5))
    shown = []
    for table in (few, enough):
        text = render.panel_html("options", render.panels_for(table.lobby_view("Ann"))["options"], "en")
        shown.append(re.findall(r"(\d) ×\s+(\w+)", text))
        assert ("With 5 players, the fewest there can be:" in text) == (table is few)
    assert shown[0] == shown[1] != []


def test_C1_every_card_says_alike_where_private_things_are() -> None:
    table = ranked()
    covers = {html(table, name, "role").split("<button")[1] for name in PLAYERS}
    assert len(covers) == 1
    assert "such as the talk of your side, is under “Only for you”" in covers.pop()
    for name in PLAYERS:
        assert ">Only for you</summary>" in html(table, name, "notes")


def test_C16_one_vote_is_a_vote_and_two_are_votes() -> None:
    table = ranked()
    table.until("vote")
    first, second, third, *_ = living(table)
    table.do(first, "vote", third)
    assert re.search(rf"{third} 1 vote ", words(table, second, "action"))
    table.do(second, "vote", third)
    assert re.search(rf"{third} 2 votes ", words(table, second, "action"))


def test_C29_an_empty_talk_after_the_end_asks_for_no_accusation() -> None:
    table = ranked()
    for name in living(table)[1:]:
        table.do(name, "leave")
    table.until("over")
    said = words(table, "Ann", "talk")
    assert "Nobody said anything at the table." in said
    assert "So, how was it?" in said
    assert "accusation" not in said
