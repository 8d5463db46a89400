"""What is typed wrongly: the sentence stands at its field, and what was typed is still there."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.kit.night import Night, add_bots, button, open_room, say, set_rules, sit_down
from tests.kit.web import Visits

pytestmark = pytest.mark.browser

LONG = "x" * 200
MISDIRECTED = "Ann\u202eneB"


def type_past_the_limits(field: Locator, text: str) -> None:
    """As somebody would whose browser knows no limits."""
    field.evaluate("field => { field.removeAttribute('maxlength'); field.form.noValidate = true; }")
    field.fill(text)


def stands_at(field: Locator, text: str, typed: str) -> None:
    """``field`` says by ``text`` what is wrong with it, and holds what was ``typed``."""
    expect(field).to_have_attribute("aria-invalid", "true")
    error = field.page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(error).to_contain_text(text)
    expect(field).to_have_value(typed)


def name_field(page: Page) -> Locator:
    return page.locator("#create-name, #name").first


NAMES = {
    "empty": ("", "Type a name"),
    "only spaces": ("    ", "Type a name"),
    "too long": (LONG, "too long"),
    "right to left": (MISDIRECTED, "letters, numbers and ordinary signs"),
}


def test_names_that_cannot_be(visits: Visits) -> None:
    night = open_room(visits, "Ann")
    places: list[tuple[Callable[[], Page], str]] = [
        (lambda: visits.open("/"), "Open a room"),
        (lambda: visits.open(f"/j/{night.code}/"), "Sit down"),
    ]
    for open_page, text in places:
        page = open_page()
        for name, sentence in NAMES.values():
            type_past_the_limits(name_field(page), name)
            button(page, text).click()
            stands_at(name_field(page), sentence, name)
    type_past_the_limits(name_field(page), "aNN")
    button(page, "Sit down").click()
    stands_at(name_field(page), "has that name already", "aNN")


def test_codes_that_lead_nowhere(visits: Visits) -> None:
    page = visits.open("/")
    field = page.get_by_label("The code of the room")
    for code in ("NONE-SUCH-00", "   ", LONG, "KIMO\u202eTARU", "<b>1</b>"):
        type_past_the_limits(field, code)
        button(page, "Join").click()
        stands_at(field, "no room with this code", code)


def refuses(night: Night, name: str, sentence: str) -> None:
    page = night.visits.open(f"/j/{night.code}/")
    page.get_by_label("Your name").fill(name)
    button(page, "Sit down").click()
    stands_at(page.get_by_label("Your name"), sentence, name)


def test_rooms_that_let_nobody_in(visits: Visits) -> None:
    night = open_room(visits, "Ann")
    lock = night.host.get_by_label("Lock the room")
    lock.check()
    expect(night.host.locator("#h-seats")).to_contain_text("locked")
    refuses(night, "Bob", "locked the room")
    lock.uncheck()
    expect(night.host.locator("#h-seats")).not_to_contain_text("locked")
    add_bots(night.host, 39)
    refuses(night, "Bob", "The room is full")
    night.host.get_by_label("Let bots sit in").fill("1")
    button(night.host.locator("#seats"), "Add").click()
    expect(night.host.locator("#err-seats")).to_contain_text("The room is full")


def test_rules_that_cannot_be(visits: Visits) -> None:
    night = open_room(visits, "Ann")
    host, bob = night.host, sit_down(night, "Bob")
    wrong = {"vote_seconds": ("7", "from 10 to 600"), "talk_seconds": ("soon", "a whole number")}
    wrong |= {"quiet_days": ("1e3", "a whole number"), "night_seconds": ("999999999999", "")}
    set_rules(host, last_words=False, **{name: value for name, (value, _) in wrong.items()})
    for name, (value, sentence) in wrong.items():
        expect(host.locator(f"#err-o-{name}")).to_have_text(re.compile(f".{re.escape(sentence)}"))
        expect(host.locator(f"#o-{name}")).to_have_value(value)
    bob.get_by_text("All the rules").click()
    rules = bob.locator("#options dl")
    expect(rules).to_contain_text("Last wordsno")
    expect(rules).to_contain_text("Length of the vote1 min")


def test_words_that_cannot_be_said(visits: Visits) -> None:
    host = open_room(visits, "Ann").host
    field = host.locator("#say-lobby")
    for text, sentence in (("   ", "Type something"), ("y" * 400, "too long")):
        type_past_the_limits(field, text)
        field.press("Enter")
        expect(host.locator("#err-say-lobby")).to_contain_text(sentence)
        expect(field).to_have_value(text)
    say(host, "lobby", MISDIRECTED)
    expect(host.locator("#lines-lobby .line")).to_have_count(1)
    assert "\u202e" not in host.locator("#lines-lobby").inner_text()


@pytest.mark.parametrize("status", [403, 500])
def test_an_answer_nobody_expects(visits: Visits, status: int) -> None:
    visits.expected += (f"status of {status}",)
    host = open_room(visits, "Ann").host
    host.context.route("**/say/", lambda route: route.fulfill(status=status, body="<h1>Oh</h1>"))
    say(host, "lobby", "Anyone here?")
    expect(host.locator("#err-say-lobby")).to_have_text("That did not work. Load the page again.")
    expect(host.locator("#say-lobby")).to_have_value("Anyone here?")
