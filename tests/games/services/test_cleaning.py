from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session

from games.models import CommandReceipt
from games.moment import DAY
from games.services import chat, clock
from tests.kit.table import START, Table


def test_receipts_go_after_a_day_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.cleaning.LIMIT", 2)
    table = Table("Ann")
    for number in range(3):
        chat.say(table.room_id, table.person("Ann"), "lobby", "Hi", START + number, command_id=f"old{number}")
    table.now = START + DAY
    chat.say(table.room_id, table.person("Ann"), "lobby", "Hi", table.now, command_id="new")
    clock.advance_due(table.now)
    assert CommandReceipt.objects.count() == 4
    table.now += 1_000
    clock.advance_due(table.now)
    assert list(CommandReceipt.objects.order_by("at").values_list("command_id", flat=True)) == ["old2", "new"]
    table.now += 1_000
    clock.advance_due(table.now)
    assert list(CommandReceipt.objects.order_by("at").values_list("command_id", flat=True)) == ["new"]


def test_sessions_go_when_their_time_is_up() -> None:
    moment = datetime.fromtimestamp(START / 1_000, UTC)
    for key, seconds in (("over", -1), ("on", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=moment + timedelta(seconds=seconds)
        )
    clock.advance_due(START)
    assert [session.session_key for session in Session.objects.all()] == ["on"]
