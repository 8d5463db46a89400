"""The README's picture of a game night; ``scripts/picture`` takes it anew."""

import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.night import button, card_of, open_room, say, set_rules, sit_down, tile
from tests.kit.web import Visits

pytestmark = [pytest.mark.browser, pytest.mark.picture, pytest.mark.timeout(300)]

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "game-night.png"

HEAVIEST = 150_000
"""Bytes."""

FRAME = """<body style="margin:0;width:1060px;display:flex;gap:28px;padding:28px;align-items:center;
box-sizing:border-box;background:#efe6d4">
<img style="height:480px;border:9px solid #17181f;border-radius:34px" src="data:image/png;base64,{phone}">
<img style="width:710px;border:9px solid #17181f;border-radius:14px" src="data:image/png;base64,{laptop}">"""


def test_take_the_picture(visits: Visits) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 780}}
    night = open_room(visits, "Ruth", narrates=True, viewport={"width": 1280, "height": 760})
    for name in ("Ada", "Bruno", "Clara", "Emil", "Frida", "Hugo", "Ida", "Otto"):
        sit_down(night, name, **phone)
    set_rules(
        night.host,
        night_seconds="600",
        vote_seconds="600",
        talk_seconds="600",
        announcement_seconds="60",
        last_words=False,
    )
    button(night.host, "Deal the cards").click()
    night.all_see("The deal")
    night.play_on("The deal")
    night.all_see("Day 1")
    say(night.people["Emil"], "table", "I heard the gate last night.")
    night.play_on("Day 1")
    night.all_see("Night 1")
    hand = night.people["Clara"]
    tile(hand, "Otto").click()
    visits.site.clock.advance(270)
    hand.reload()
    expect(hand.locator("#clock")).to_have_text(re.compile("^5:"))
    by_night = hand.screenshot()
    (*_, victim) = [name for name, page in night.living().items() if "not wake up" not in card_of(page)]
    night.everyone_taps_and_confirms(victim)
    night.all_see("Morning 2")
    night.host.mouse.move(0, 0)
    night.host.reload()
    night.all_see("Morning 2")
    by_day = night.host.screenshot()

    sheet = visits.open("/how-to-play/", viewport={"width": 1060, "height": 560}, bypass_csp=True)
    pictures = {"phone": by_night, "laptop": by_day}
    sheet.set_content(FRAME.format(**{name: b64encode(data).decode() for name, data in pictures.items()}))
    sheet.wait_for_function("() => [...document.images].every((image) => image.complete)")
    PICTURE.write_bytes(sheet.screenshot())
    assert PICTURE.stat().st_size <= HEAVIEST
