"""How to play: what the pages say is what the engine does, and every screen leads to them."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape, strip_tags

from accounts.guests import signed_cookie
from games import clauses, rulebook
from games.engine.choices import Theme
from games.engine.ids import RoleId
from games.engine.options import Auto
from games.engine.roles import ROLES
from games.engine.rules import OPTIONS
from games.engine.rulesets import REGISTRY
from games.engine.rulesets.gallows import GALLOWS
from games.engine.table import card_lots, role_list
from games.forms import help_for, in_words
from games.live import night_words, rules_page, wording
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

ALL = [(preset, theme.value) for preset in REGISTRY for theme in Theme]


def shown(preset: str, theme: str = "mafia") -> str:
    response = Client().get(f"/how-to-play/{preset}/", {"theme": theme})
    assert response.status_code == 200
    return response.content.decode()


def section(page: str, name: str) -> str:
    """What stands under the heading with that id, up to the next."""
    start = page.index(f'<h2 id="{name}"')
    end = page.find("<h2", start + 1)
    return page[start : end if end > 0 else None]


@pytest.mark.parametrize(("preset", "theme"), ALL)
def test_every_role_is_shown_with_its_words(preset: str, theme: str) -> None:
    text, ruleset = section(shown(preset, theme), "roles"), REGISTRY[preset]
    dealt = {
        role for n in range(ruleset.min_players, ruleset.max_players + 1) for role in role_list(ruleset, n)
    }
    for role in {*dealt, *ruleset.counted_roles, ruleset.filler}:
        words = wording.role_words(role, theme, preset)
        assert f'id="role-{role}"' in text
        assert escape(str(words.name)) in text
        assert escape(str(words.power)) in text


@pytest.mark.parametrize("preset", REGISTRY)
def test_the_night_is_told_in_the_order_of_the_ladder(preset: str) -> None:
    text, ruleset = section(shown(preset), "night"), REGISTRY[preset]
    acts = {p.ability for role in rules_page.roles_of(ruleset) for p in ROLES[role].powers}
    stages = [stage for stage in ruleset.ladder if stage in acts]
    assert len(stages) > 2
    assert re.findall(r'id="night-(\w+)"', text) == stages
    for stage in stages:
        part = text[text.index(f'id="night-{stage}"') :].split("</li>")[0]
        acting = [r for r in rules_page.roles_of(ruleset) if stage in {p.ability for p in ROLES[r].powers}]
        for role in acting:
            assert str(wording.role_words(role, "mafia").name) in part
        for text_of_stage in night_words.STAGES[stage]:
            assert escape(str(text_of_stage)) in part


@pytest.mark.parametrize("theme", list(Theme))
def test_the_night_says_who_acts_only_in_time(theme: str) -> None:
    free = replace(GALLOWS, counted_roles=tuple(ROLES))
    rows = {row.ability: row for row in rules_page.night_of(free, theme)}
    assert list(rows) == [stage for stage in GALLOWS.ladder if stage in night_words.STAGES]
    names = {role: str(wording.role_words(role, theme).name) for role in ROLES}
    for role in ("mafia", "killer", "godfather", "yakuza"):
        assert names[RoleId(role)] in rows["kill"].roles.split(", ")
    heirs = ("mafioso", "framer", "consigliere", "silencer", "blackmailer", "janitor", "consort")
    assert rows["kill"].later.split(", ") == [names[RoleId(role)] for role in heirs]
    assert rows["recruit"].roles == names[RoleId("yakuza")]
    assert (rows["distract"].roles, rows["distract"].later) == (
        f"{names[RoleId('escort')]}, {names[RoleId('consort')]}",
        "",
    )


@pytest.mark.parametrize("preset", REGISTRY)
def test_every_phase_is_there_in_its_order_with_its_length(preset: str) -> None:
    items, ruleset = section(shown(preset), "phases").split("<li>")[1:], REGISTRY[preset]
    assert len(items) == len(ruleset.line)
    for item, place in zip(items, ruleset.line, strict=True):
        name, line = wording.phase_name(place.name, "mafia")
        assert f"<b>{escape(name)}</b>" in item
        assert escape(line) in item
        if isinstance(place.seconds, str):
            option, value = OPTIONS[place.seconds], getattr(ruleset, place.seconds)
            clock = option.clock if value == Auto.AUTO else None
            for part in (clock.base, clock.each, clock.low, clock.high) if clock else ():
                assert wording.length(part) in item
            assert clock or in_words(option, value) in item
        if place.only_if:
            assert escape(OPTIONS[place.only_if].label) in item
        for following in place.then:
            assert escape(wording.phase_name(ruleset.place(following).name, "mafia")[0]) in item


@pytest.mark.parametrize(("preset", "theme"), ALL)
def test_every_way_to_win_is_told(preset: str, theme: str) -> None:
    text, ruleset = section(shown(preset, theme), "wins"), REGISTRY[preset]
    assert text.count("<li>") == len(ruleset.wins)
    for rule in ruleset.wins:
        assert escape(wording.win_rule(rule, theme)) in text
        assert wording.side(rule.faction, theme) in text


@pytest.mark.parametrize("preset", REGISTRY)
def test_every_option_is_there_with_default_and_bounds(preset: str) -> None:
    text, ruleset = section(shown(preset), "options"), REGISTRY[preset]
    assert re.findall(r'id="option-(\w+)"', text) == list(ruleset.offered)
    for name in ruleset.offered:
        option = OPTIONS[name]
        part = text[text.index(f'id="option-{name}"') :].split("</dd>")[0]
        assert escape(option.label) in part
        assert escape(help_for(option, ruleset)) in part
        for choice in option.choices.values():
            assert escape(choice) in part
        if name != "roles":
            assert escape(in_words(option, getattr(ruleset, name))) in part
        if option.high:
            assert str(option.high) in part or wording.length(option.high) in part
        assert ("or off" in part) == option.can_be_off


@pytest.mark.parametrize("preset", REGISTRY)
def test_tables_of_every_size_are_dealt_as_the_page_says(preset: str) -> None:
    text, ruleset = section(shown(preset), "deal"), REGISTRY[preset]
    special = [role for role in rules_page.roles_of(ruleset) if role != ruleset.filler]
    sizes: list[int] = []
    for size, cell in re.findall(r'<th scope="row">\s*(.*?)\s*</th>\s*<td>\s*(.*?)\s*</td>', text, re.DOTALL):
        low, *high = map(int, re.findall(r"\d+", size))
        for players in range(low, (high or [low])[0] + 1):
            listed = role_list(ruleset, players)
            lots = dict(card_lots(ruleset, players))
            told = [
                f"{count} {wording.cards_named(role, count, 'mafia', lots.get(role))}"
                for role in special
                if (count := listed.count(role))
            ]
            assert cell.split(", ") == told
            sizes.append(players)
    assert sizes == list(range(ruleset.min_players, ruleset.max_players + 1))


@pytest.mark.parametrize("preset", REGISTRY)
def test_every_clause_has_its_anchor_and_its_words(preset: str) -> None:
    page = shown(preset)
    text = re.sub(r"\s+", " ", strip_tags(page))
    for name in (preset, "common"):
        source = (rulebook.FOLDER / f"{name}.md").read_text()
        clauses = re.findall(r"^- \*\*(\w+)\*\*", source, re.MULTILINE)
        assert clauses
        for clause in clauses:
            assert page.count(f'id="{clause}"') == 1
        for block in rulebook.rules_text(name):
            if block.kind != "title":
                assert re.sub(r"\s+", " ", strip_tags(block.html)) in text
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_rules_text_is_read_part_by_part() -> None:
    text = """# Title

Some `code` and *stress*,
over two lines.
- **P1** A <b> & one,
  **bold** too.
- **P2** Two.

## Heading
Text at once.
"""
    found = [(block.kind, block.id, str(block.html)) for block in rulebook.blocks(text)]
    assert found == [
        ("title", "", "Title"),
        ("text", "", "Some <code>code</code> and <em>stress</em>, over two lines."),
        ("clause", "P1", "A &lt;b&gt; &amp; one, <b>bold</b> too."),
        ("clause", "P2", "Two."),
        ("heading", "", "Heading"),
        ("text", "", "Text at once."),
    ]


def test_the_rules_texts_keep_to_what_is_read() -> None:
    for name in rulebook.names():
        for block in rulebook.rules_text(name):
            assert not re.search(r"[*`]|\]\(|^[-#|]", re.sub(r"<code>.*?</code>", "", str(block.html))), block


def test_the_overview_leads_to_every_preset_in_the_theme_that_is_on() -> None:
    page = Client().get("/how-to-play/", {"theme": "werewolf"}).content.decode()
    assert 'data-theme="werewolf"' in page
    for preset, ruleset in REGISTRY.items():
        assert f'href="{reverse("games:rules", args=[preset])}?theme=werewolf"' in page
        assert ruleset.name in page
        assert str(rulebook.summary(preset)) in page
        assert escape(ruleset.suits) in page


def test_both_lists_of_games_name_those_that_can_be_played_and_no_other() -> None:
    for path in ("/", "/how-to-play/"):
        page = Client().get(path).content.decode()
        for ruleset in REGISTRY.values():
            assert escape(ruleset.suits) in page
        led_to = set(re.findall(r'href="/how-to-play/(\w+)/', page))
        assert led_to == set(REGISTRY)


def test_a_preset_that_there_is_none_of_is_no_page() -> None:
    assert Client().get("/how-to-play/none-such/").status_code == 404
    assert 'data-theme="mafia"' in shown("parlor", "space")


def test_a_room_leads_to_the_rules_it_plays_by() -> None:
    table = Table("Ann", options={"theme": "werewolf"})
    response = Client().get("/how-to-play/", {"room": table.code})
    assert (response.status_code, response["Location"]) == (303, "/how-to-play/parlor/?theme=werewolf")
    assert Client().get("/how-to-play/", {"room": "NONE"}).status_code == 200


def screens(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Every screen there is, by name."""
    anybody = Client()
    for path in ("/", "/how-to-play/", "/how-to-play/parlor/", "/verify/", "/none/", "/r/NONE-SUCH-00/"):
        yield path, anybody.get(path).content.decode()
    table = Table("Ann", "Ben", "Cat", "Dan", "Eve")
    for place in ("games.views", "games.projections", "games.selectors"):
        monkeypatch.setattr(f"{place}.now", lambda: table.now)
    host = Client()
    host.cookies["guest"] = signed_cookie(table.person("Ann").guest_id)
    room = f"/r/{table.code}/"
    yield "join", anybody.get(f"/j/{table.code}/").content.decode()
    yield "room, lobby", host.get(room).content.decode()
    table.start()
    yield "room, game", host.get(room).content.decode()
    yield "room, watched", anybody.get(room).content.decode()
    table.until("over")
    yield "room, end", host.get(room).content.decode()


def test_every_screen_leads_to_the_rules_and_nobody_loses_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, page in screens(monkeypatch):
        foot = page[page.index("<footer") :]
        (link,) = re.findall(r'<a href="(/how-to-play/[^"]*)"([^>]*)>', foot)
        in_a_room = name.startswith("room")
        assert ("?room=" in link[0]) == in_a_room, name
        assert ('target="_blank"' in link[1]) == in_a_room, name


def test_a_role_that_only_some_tables_are_dealt_is_among_the_cards() -> None:
    for ruleset in REGISTRY.values():
        assert {row.role for row in ruleset.deal} <= set(rules_page.roles_of(ruleset))
        assert RoleId(ruleset.filler) == rules_page.roles_of(ruleset)[-1]


def test_G4_the_card_that_a_lot_decides_is_told_as_one_of_two() -> None:
    text = section(shown("gallows"), "deal")
    assert text.count("1 Blackmailer or Janitor") == 1
    assert "1 Blackmailer, 1 Janitor" in text


@pytest.mark.parametrize(("preset", "theme"), ALL)
def test_the_page_begins_with_how_a_game_goes_in_plain_words(preset: str, theme: str) -> None:
    page = shown(preset, theme)
    assert page.index('id="tale"') < page.index('id="wins"')
    text = section(page, "tale")
    assert 5 < text.count("<p>") < 10
    assert f"“{wording.talk_title('graveyard', theme, preset)}”" in text
    assert "“Only for you”" in text
    assert "<code>" not in text


@pytest.mark.parametrize("preset", REGISTRY)
def test_names_of_options_and_ids_are_for_the_curious(preset: str) -> None:
    before, fold = shown(preset).split("<details", 1)
    before = before.split("<main")[1]
    assert "<code>" not in before
    assert not re.search(r"→|quiet_days|the tests that prove", strip_tags(before))
    assert "<code>" in fold
    assert "the tests that prove" in fold


def test_a_rule_that_is_not_built_says_so_under_it_and_no_other_does() -> None:
    page = shown("ranked")
    for clause, missing in clauses.OPEN.items():
        text = page[page.index(f'id="{clause}"') :].split("</p>")[0]
        assert f"Not here yet: {escape(missing)}" in text
    assert page.count("Not here yet") == len(clauses.OPEN)
    assert shown("parlor").count("Not here yet") == 1


def test_P6_the_page_and_the_rule_have_the_same_order() -> None:
    stages = re.findall(r'id="night-(\w+)"', section(shown("parlor"), "night"))
    assert stages == ["protect", "kill", "investigate"]
    (rule,) = [str(block.html) for block in rulebook.rules_text("parlor") if block.id == "P6"]
    assert rule == "Protection first, then the Mafia&#x27;s choice, then the check."
