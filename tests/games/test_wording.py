"""Everything that the engine and the services can say has words, in every theme (C23, C24)."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

from games.engine.abilities import ABILITIES
from games.engine.choices import Theme
from games.engine.ids import NOBODY, SeatId
from games.engine.news import Cause, News, NewsKind
from games.engine.night import HOLD, SUSPECT
from games.engine.observed import OVER
from games.engine.options import Option
from games.engine.phases import KINDS
from games.engine.roles import ROLES, Faction
from games.engine.rules import OPTIONS
from games.engine.rulesets import REGISTRY
from games.engine.setups import WinRule
from games.engine.talk import Talk
from games.engine.win import CONDITIONS
from games.forms import in_words
from games.live import console_words, night_words, wording
from games.live.action_panel import IDLE
from games.live.cards import OWN_POWERS, PLAIN, RoleWords
from games.live.sentences import NEWS, PHASES, REFUSALS, THEMED_REFUSALS
from games.models.chat import LOBBY
from games.refusals import CODES, Refusal
from games.story import LogEntry

THEMES = [theme.value for theme in Theme]
NAMES = {SeatId(0): "Ann", SeatId(1): "Ben", SeatId(2): "Cat"}
SPRITE = Path("static/img/emblems.svg").read_text()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_a_sentence(code: str, theme: str) -> None:
    text = wording.sentence(Refusal(code), theme)
    assert text[-1] in ".?!"
    assert "%(" not in text
    assert len(text) > 12


def test_no_sentence_is_left_of_a_refusal_that_is_gone() -> None:
    assert set(REFUSALS) == set(CODES)
    for texts in THEMED_REFUSALS.values():
        assert set(texts) <= set(CODES)


def test_a_refusal_says_its_facts() -> None:
    assert "5" in wording.sentence(Refusal("TOO_FEW_PLAYERS", {"low": 5, "players": 3}))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_a_name_a_power_and_an_emblem(role: str, theme: str) -> None:
    words = wording.role_words(role, theme)
    assert words.name
    assert words.many
    assert str(words.power).endswith(".")
    assert f'id="{words.emblem}"' in SPRITE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "phase", sorted({place.name for ruleset in REGISTRY.values() for place in ruleset.line} | {OVER})
)
def test_every_phase_has_a_title_a_line_and_words_to_read_out(phase: str, theme: str) -> None:
    assert wording.phase_title(phase, 2)
    assert wording.phase_line(phase, theme)
    assert wording.narration(phase, theme, "Ann")
    assert wording.phase_name(phase, theme)[1].endswith((".", "?"))


def test_no_phase_has_words_in_vain() -> None:
    assert set(PHASES) == {place.name for ruleset in REGISTRY.values() for place in ruleset.line} | {OVER}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", NewsKind)
@pytest.mark.parametrize("turn", range(3))
def test_all_news_are_sentences(kind: NewsKind, theme: str, turn: int) -> None:
    seats = tuple(NAMES) if kind in (NewsKind.TIE, NewsKind.RUNOFF, NewsKind.LEFT) else (SeatId(1),)
    text = wording.news_sentence(News(kind, seats, number=2), NAMES, theme, turn)
    assert text.endswith(".")
    assert "%(" not in text


@pytest.mark.parametrize("theme", THEMES)
def test_news_have_no_words_in_vain(theme: str) -> None:
    counted = {NewsKind.SKIP_SPENT, NewsKind.QUIET}
    assert set(NEWS[theme]) == set(NewsKind) - counted, "those that count have words of their own"


def test_R12_the_skips_left_are_counted_in_words() -> None:
    texts = [
        wording.news_sentence(News(NewsKind.SKIP_SPENT, number=left), {}, "mafia", 1) for left in range(3)
    ]
    assert [text.partition("afford ")[2] for text in texts] == [
        "0 more skips.",
        "1 more skip.",
        "2 more skips.",
    ]


def test_news_of_several_deaths_name_them_all() -> None:
    text = wording.news_sentence(News(NewsKind.DIED, tuple(NAMES)), NAMES, "mafia", 1)
    assert text == "Ann, Ben and Cat did not wake up."


@pytest.mark.parametrize("theme", THEMES)
def test_sides_talks_results_and_wins_have_words(theme: str) -> None:
    assert (
        set(wording.SIDES[theme]) == set(wording.WINS[theme]) == set(wording.WIN_LINES[theme]) == set(Faction)
    )
    assert set(wording.TALKS[theme]) == {LOBBY, *Talk}
    for result in ("mafia", "not_mafia", "suspicious", "not_suspicious", "no_result", "stayed_home"):
        assert "Ann" in wording.result_sentence(result, "Ann", theme)
    assert wording.result_sentence("visited", "Ann", theme, "Ben") == "Ann visited Ben."
    for role in ROLES:
        assert "Ann" in wording.result_sentence(role, "Ann", theme)
    assert wording.win_title((), theme)
    assert wording.win_line((), theme)


def test_every_step_of_a_night_has_words() -> None:
    assert set(night_words.STAGES) == {power.ability for role in ROLES.values() for power in role.powers}
    for name, what in night_words.STAGES.values():
        assert name
        assert str(what).endswith(".")


@pytest.mark.parametrize("theme", THEMES)
def test_cards_and_emblems_are_told_apart(theme: str) -> None:
    words = [wording.role_words(role, theme) for role in ROLES]
    emblems = [w.emblem for w in words if w.emblem != PLAIN]
    for said in ([w.name for w in words], [w.many for w in words], emblems):
        assert len(set(map(str, said))) == len(said)
    assert RoleWords("Baker", "Bakers", "You bake.").emblem == PLAIN
    assert f'id="{PLAIN}"' in SPRITE


@pytest.mark.parametrize("theme", THEMES)
def test_a_preset_says_in_its_own_words_what_is_true_there_alone(theme: str) -> None:
    assert set(OWN_POWERS) == set(THEMES)
    for role, presets in OWN_POWERS[theme].items():
        for preset, power in presets.items():
            own = wording.role_words(role, theme, preset)
            assert own.power == power != wording.role_words(role, theme).power
            assert str(power).endswith(".")
            assert own.name == wording.role_words(role, theme, "parlor").name
    assert "tie" in str(wording.role_words("godfather", theme, "ranked").power)
    assert "alone" in str(wording.role_words("godfather", theme, "gallows").power)


@pytest.mark.parametrize("theme", THEMES)
def test_G18_NN5_a_jesters_card_promises_revenge_where_there_is_one(theme: str) -> None:
    for preset, ruleset in REGISTRY.items():
        power = str(wording.role_words("jester", theme, preset).power)
        assert ("voters" in power) == ("revenge" in ruleset.ladder)


@pytest.mark.parametrize(("left", "said"), [(0, "last time"), (1, "1 more time."), (3, "3 more times.")])
def test_what_is_counted_is_counted_in_words_that_fit_every_power(left: int, said: str) -> None:
    assert said in wording.uses_left(left)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("condition", wording.WIN_RULES)
def test_every_way_to_win_is_a_sentence(condition: str, theme: str) -> None:
    text = wording.win_rule(WinRule(Faction.MAFIA, condition), theme)
    assert text.startswith(wording.side(Faction.MAFIA, theme))
    assert text.endswith(".")
    assert "%(" not in text


def test_every_condition_of_winning_has_words() -> None:
    assert set(CONDITIONS) <= set(wording.WIN_RULES)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("faction", Faction)
def test_every_side_has_a_frame_of_its_own(faction: Faction, theme: str) -> None:
    assert f'id="frame-{faction}"' in SPRITE
    assert wording.win_title((faction,), theme).startswith("The ")
    assert wording.win_line((faction,), theme).endswith(".")


def test_every_preset_says_whom_it_suits() -> None:
    for ruleset in REGISTRY.values():
        assert ruleset.suits.startswith("For ")
        assert ruleset.suits.endswith(".")


def test_every_choice_and_cause_has_words() -> None:
    assert set(night_words.CHOICES) == {*ABILITIES, HOLD, SUSPECT}
    assert set(wording.CAUSES) == set(Cause)
    assert wording.choice_sentence("kill", "Ann", "Ben") == "Ann points at Ben"


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(IDLE)))
def test_every_kind_of_phase_has_a_template_that_says_what_to_do(kind: str) -> None:
    assert get_template(f"games/phases/_{kind}.html")


def test_everything_a_moderator_may_enter_or_do_next_has_words() -> None:
    assert set(night_words.ENTRIES) == {*ABILITIES, HOLD, SUSPECT}
    assert console_words.entry("murder") == "Murders"
    assert console_words.entry("vote") == "Votes for"
    assert console_words.next_step("dawn") == "Let the table talk"
    assert console_words.next_step("somewhere new") == "Go on"


def test_what_is_shown_of_somebody_follows_the_setting() -> None:
    names = {SeatId(0): "Ann"}
    assert wording.shown(LogEntry("out", (SeatId(0),), role="doctor", faction="town"), names, "mafia") == (
        "Ann was a Doctor."
    )
    assert "Town" in wording.shown(LogEntry("out", (SeatId(0),), faction="town"), names, "mafia")
    assert wording.shown(LogEntry("out", (SeatId(0),)), names, "mafia") == ""


def test_a_theme_renames_in_refusals_too() -> None:
    assert "Mafia" not in wording.sentence(Refusal("NO_MAFIA"), "werewolf")


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_every_value_of_an_option_can_be_read(option: Option) -> None:
    for ruleset in REGISTRY.values():
        assert in_words(option, getattr(ruleset, option.name))
    if option.clock is not None:
        assert in_words(option, "auto") == "by the number of players"
    if option.can_be_off:
        assert in_words(option, None) == "no limit"


def test_lengths_and_lists_read_naturally() -> None:
    assert [wording.length(seconds) for seconds in (0, 8, 60, 90)] == ["0 s", "8 s", "1 min", "1 min 30 s"]
    assert wording.company(["Ann", "Ben", "Cat", "Dan"]) == "Ann, Ben and 2 more"
    assert wording.target_name(NOBODY, NAMES, skip=False) == "Nobody"


def test_the_sprite_draws_signs_of_one_colour() -> None:
    assert not re.search(r'(fill|stroke)="#', SPRITE)
