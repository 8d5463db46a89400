from typing import Any

from django.contrib import admin
from django.test import RequestFactory

from games.models import Room


def test_c1_of_all_that_games_store_the_admin_shows_rooms_alone() -> None:
    shown = [model for model in admin.site._registry if model._meta.app_label == "games"]  # noqa: SLF001
    assert shown == [Room]


def test_rooms_are_read_only_and_without_their_games(admin_user: Any) -> None:
    request = RequestFactory().get("/")
    request.user = admin_user
    page = admin.site.get_model_admin(Room)
    allowed = page.get_model_perms(request)
    assert allowed == {"add": False, "change": False, "delete": False, "view": True}
    assert set(page.get_fields(request)) == {
        "code",
        "preset",
        "public",
        "language",
        "locked",
        "created_at",
        "last_active_at",
    }
