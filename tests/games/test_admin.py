"""C1: staff sees no more of a running game than its players do, and of a finished one nothing unseen."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import StaffLook, User
from games.engine.roles import ROLES
from games.models import Game, Member, Room
from games.services import chat, notes
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
PLOT, NOTE = "we take the baker tonight", "i trust nobody but the baker"


@pytest.fixture
def table() -> Table:
    """A game in its first night: cards dealt, choices made, a plot and a note written."""
    table = Table(*NAMES)
    table.start(Ann="mafia", Ben="doctor", Cat="detective")
    table.until("night")
    table.do("Ann", "kill", "Dan")
    table.do("Cat", "investigate", "Ann")
    assert chat.say(table.room_id, table.person("Ann"), "mafia", PLOT, table.now) is None
    assert notes.save(table.room_id, table.person("Ben"), NOTE, table.now) is None
    return table


@pytest.fixture
def boss() -> Client:
    """Somebody who may do everything in the admin."""
    client = Client()
    client.force_login(User.objects.create_superuser("boss", password="x"))
    return client


def secrets(table: Table) -> tuple[str, ...]:
    setup = table.state.setup
    return (setup.seed, setup.salt, PLOT, NOTE, *ROLES, "kill", "investigate", "protect", "RoleDealt")


def registered() -> list[tuple[Any, Any]]:
    return list(admin.site._registry.items())  # noqa: SLF001


def url(model: Any, page: str, *args: object) -> str:
    return reverse(f"admin:{label(model)}_{model.__name__.lower()}_{page}", args=args)


def label(model: Any) -> str:
    return str(apps.get_containing_app_config(model.__module__).label)  # type: ignore[union-attr]


def addresses(table: Table) -> Iterator[str]:
    """Every page of every registered model, with each search, order and filter."""
    yield "/admin/"
    yield "/admin/games/"
    yield "/admin/accounts/"
    for model, page in registered():
        listed = url(model, "changelist")
        yield listed
        yield url(model, "add")
        for secret in (table.state.setup.seed, PLOT, "doctor", "Ann"):
            yield f"{listed}?q={secret}"
        for column in range(len(page.list_display) + 2):
            yield f"{listed}?o={column}"
            yield f"{listed}?o=-{column}"
        for filtered in page.list_filter:
            yield f"{listed}?{filtered}__exact=1"
        for row in model.objects.all():
            for kind in ("change", "history", "delete"):
                yield url(model, kind, row.pk)
    for model in ("seat", "vote", "gameevent", "chatline", "journalentry"):
        yield f"/admin/autocomplete/?app_label=games&model_name={model}&field_name=game&term="
    for game in Game.objects.all():
        yield reverse("admin:games_game_record", args=[game.pk])


def test_C1_no_page_of_the_admin_holds_a_secret_of_a_running_game(table: Table, boss: Client) -> None:
    seen = 0
    for address in addresses(table):
        response = boss.get(address, follow=True)
        text = response.content.decode().replace('data-theme="mafia"', "")
        asked = address.partition("?q=")[2]
        if asked in secrets(table):
            assert 'id="result_list"' not in text, address
            text = text.replace(asked, "")  # it stands in the box it was typed in
        for secret in secrets(table):
            assert secret not in text, (address, secret)
        seen += response.status_code == 200
    assert seen > 50
    assert "running" in boss.get(url(Game, "changelist")).content.decode()


def test_C1_models_that_hold_secrets_have_no_pages() -> None:
    models = {model for model, _ in registered()}
    assert {model for model in models if label(model) == "games"} == {Room, Member, Game}


def test_C1_no_page_answers_questions_about_what_it_does_not_show(table: Table, boss: Client) -> None:
    asked = 0
    for model, page in registered():
        if label(model) != "games":
            continue
        for field in page.opts.get_fields():
            for lookup in (f"{field.name}__contains", f"{field.name}__snapshot__contains", field.name):
                if field.name in page.list_filter:
                    continue
                response = boss.get(url(model, "changelist"), {lookup: "doctor"})
                assert response.status_code in (302, 400), lookup
                asked += 1
    assert asked > 60


def test_nobody_adds_changes_or_deletes_a_row(table: Table, boss: Client) -> None:
    StaffLook.objects.create(who=User.objects.get(), at=1, game=1, room="KIMO-TARU-58", why="a report")
    for model in (Room, Member, Game, StaffLook):
        row = model.objects.first()
        assert row is not None
        before = model.objects.values().get(pk=row.pk)
        assert boss.post(url(model, "add"), {}).status_code == 403
        assert boss.post(url(model, "change", row.pk), {"why": "another"}).status_code == 403
        assert boss.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        boss.post(url(model, "changelist"), {"action": "delete_selected", "_selected_action": [row.pk]})
        assert model.objects.values().get(pk=row.pk) == before


def test_C1_names_of_rows_tell_nothing(table: Table) -> None:
    table.until("vote")
    table.do("Eve", "vote", "Ann")
    game = table.game
    rows = [
        game,
        *game.events.all(),
        *game.votes.all(),
        *game.seats.all(),
        *game.lines.all(),
        *game.notes.all(),
    ]
    assert game.votes.exists()
    for row in rows:
        for secret in (*secrets(table), "for"):
            assert secret not in f"{row} {row!r}".replace("mafia 1", "line"), row


# --- The record of a finished game --------------------------------------------------------------------------


def staff(*permissions: str) -> Client:
    user = User.objects.create_user("sam", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def record(table: Table) -> str:
    return reverse("admin:games_game_record", args=[table.game.pk])


def test_a_finished_game_is_shown_to_whoever_says_why_and_the_look_is_noted(table: Table) -> None:
    table.until("over")
    sam = staff("view_record", "view_game")
    assert record(table) in sam.get(url(Game, "change", table.game.pk)).content.decode()
    asked = sam.get(record(table)).content.decode()
    assert "Doctor" not in asked
    assert not StaffLook.objects.exists()
    told = sam.post(record(table), {"why": " Report 12 "}).content.decode()
    for what in ("Ben: Doctor", "Ann points at Dan", "Cat looks into Ann"):
        assert what in told
    look = StaffLook.objects.get()
    assert (look.who.username, look.game, look.room, look.why) == (
        "sam",
        table.game.pk,
        table.code,
        "Report 12",
    )
    assert look.at > 0


@pytest.mark.parametrize("why", ["", "  ", "x" * 301])
def test_without_a_reason_nothing_is_shown(table: Table, why: str) -> None:
    table.until("over")
    sam = staff("view_record")
    response = sam.post(record(table), {"why": why})
    assert response.status_code == 422
    assert "Say " in response.content.decode()
    assert "Doctor" not in response.content.decode()
    assert not StaffLook.objects.exists()


def test_C1_a_game_that_is_on_is_shown_to_nobody(table: Table, boss: Client) -> None:
    for response in (boss.get(record(table)), boss.post(record(table), {"why": "I must know"})):
        assert response.status_code == 409
        assert "Doctor" not in response.content.decode()
    assert "Nobody can look" in boss.get(url(Game, "change", table.game.pk)).content.decode()
    assert boss.get(reverse("admin:games_game_record", args=[2**70])).status_code == 409
    assert not StaffLook.objects.exists()


def test_who_may_not_look_does_not(table: Table) -> None:
    table.until("over")
    sam = staff("view_game", "view_stafflook")
    assert sam.get(record(table)).status_code == 403
    assert sam.post(record(table), {"why": "curious"}).status_code == 403
    assert Client().get(record(table)).status_code == 302
    assert not StaffLook.objects.exists()


def test_the_log_of_looks_can_be_read(table: Table) -> None:
    table.until("over")
    sam = staff("view_record", "view_stafflook")
    sam.post(record(table), {"why": "Report 12"})
    listed = sam.get(url(StaffLook, "changelist"), {"q": "sam"}).content.decode()
    assert "Report 12" in listed
    look = StaffLook.objects.get()
    assert "Report 12" in sam.get(url(StaffLook, "change", look.pk)).content.decode()
    assert str(look) == f"look {look.pk}"


def test_a_time_is_short_and_a_room_in_which_a_game_is_on_is_used_now(table: Table, boss: Client) -> None:
    room = url(Room, "change", table.room_id)
    text = boss.get(room).content.decode()
    assert "now: a game is on" in text
    assert re.search(r">\d{4}-\d\d-\d\d \d\d:\d\d<", text)
    assert "now: a game is on" in boss.get(url(Room, "changelist")).content.decode()
    game = boss.get(url(Game, "change", table.game.pk)).content.decode()
    assert ">–<" in game
    assert "None" not in re.sub(r"<script.*?</script>", "", game, flags=re.DOTALL)
    table.until("over")
    text = boss.get(room).content.decode()
    assert "now: a game is on" not in text
    assert "Django" not in text
