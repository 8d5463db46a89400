"""C2: a browser checks a deal by itself, over plain http too, and comes to what the command says."""

import hashlib
import hmac
import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.engine.ids import RoleId
from games.engine.proof import check, written
from games.engine.rulesets import REGISTRY
from games.live import proof_words
from games.verification import record_of
from tests.kit.games import Table, begin, start_command
from tests.kit.night import add_bots, button, open_room
from tests.kit.proofs import broken_texts, tampered
from tests.kit.web import Visits

pytestmark = pytest.mark.browser

DIGESTS = """async (messages) => {
  const { sha256, hmac, fromHex, toHex } = await import('/static/js/sha256.js');
  return messages.map(([message, key]) =>
    [sha256(fromHex(message)), hmac(fromHex(key), fromHex(message))].map(toHex));
}"""


def fair_file() -> str:
    game = begin(start_command(REGISTRY["parlor"], tuple(map(RoleId, ["citizen"] * 7)), deal=False))
    while not game.over:
        game.end()
    return file_of(game)


def file_of(game: Table) -> str:
    return written(record_of(addressed.event for addressed in game.log))


def by_hand_file() -> str:
    return file_of(begin(start_command(REGISTRY["parlor"], tuple(map(RoleId, ["mafia", *["citizen"] * 4])))))


def said(page: Page) -> list[str]:
    lines: list[str] = page.locator("#lines li").all_inner_texts()
    return [*lines, page.locator("#outcome").inner_text()]


def pasted(page: Page, text: str) -> list[str]:
    """What the page says of a text; set at once, since typing a million signs takes a while."""
    page.locator("#text").evaluate("(box, text) => { box.value = text; }", text)
    button(page, "Check it").click()
    expect(page.locator("#result")).to_be_visible()
    return said(page)


def expected(text: str) -> list[str]:
    report = check(text)
    sentences = [proof_words.sentence(line) for line in report.lines]
    return [*sentences, str(proof_words.OUTCOMES[report.outcome])]


def test_C2_page_and_command_agree_on_every_file(visits: Visits) -> None:
    page = visits.open("/verify/")
    assert page.evaluate("window.isSecureContext") is False
    fair = fair_file()
    odd = fair.replace('"P1"', '"Zoë \\ud83d\\ude00 \\u0007\\u2028/<b>"')
    texts = {"fair": fair, "by hand": by_hand_file(), "odd name": odd, **tampered(fair), **broken_texts(fair)}
    del texts["empty"]
    for name, text in texts.items():
        assert pasted(page, text) == expected(text), name
    assert pasted(page, fair)[-1] == str(proof_words.OUTCOMES["holds"])
    assert not page.locator("#lines b").count()


def test_nothing_to_check_is_a_sentence_too(visits: Visits) -> None:
    assert pasted(visits.open("/verify/"), "  ") == ["Choose a file first, or paste what is in one."]


def test_C2_a_file_is_chosen_and_nothing_is_sent(visits: Visits, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text(fair_file())
    page = visits.open("/verify/")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#file").set_input_files(path)
    expect(page.locator("#outcome")).to_have_text(str(proof_words.OUTCOMES["holds"]))
    assert not asked


def test_C2_the_game_of_a_room_is_fetched_and_checked(visits: Visits) -> None:
    night = open_room(visits, "Ann")
    add_bots(night.host, 4)
    visits.expected += ("status of 409", "status of 404")
    page = visits.open(f"/verify/?room={night.code}")
    expect(page.locator("#outcome")).to_contain_text(".")
    assert not page.locator("#lines li").count()
    button(night.host, "Deal the cards").click()
    night.bots = True
    night.all_see("The deal")
    night.play_to_the_end()
    night.host.get_by_text("Was the deal fair?").click()
    with night.host.expect_download() as download:
        night.host.get_by_text("Download the file").click()
    assert download.value.suggested_filename == f"nightfall-{night.code}.json"
    assert json.loads(Path(download.value.path()).read_text())["product"] == "Nightfall"
    with night.host.context.expect_page() as opened:
        night.host.get_by_text("Check it now").click()
    expect(opened.value.locator("#outcome")).to_have_text(str(proof_words.OUTCOMES["holds"]))


def test_sha_256_and_hmac_of_our_own_are_right(visits: Visits) -> None:
    page = visits.open("/verify/")
    random = Random(1)
    vectors = [b"", b"abc", b"a" * 1_000_000, *(random.randbytes(n) for n in range(0, 200, 7))]
    messages = [
        [message.hex(), random.randbytes(random.choice([0, 20, 32, 64, 100])).hex()] for message in vectors
    ]
    digests = page.evaluate(DIGESTS, messages)
    for (message, key), (digest, code) in zip(messages, digests, strict=True):
        raw = bytes.fromhex(message)
        assert digest == hashlib.sha256(raw).hexdigest()
        assert code == hmac.digest(bytes.fromhex(key), raw, "sha256").hex()
