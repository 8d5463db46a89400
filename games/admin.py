"""Rooms, as far as they hold no secrets of a game."""

from django.contrib import admin
from django.http import HttpRequest

from games.models import Room


@admin.register(Room)
class RoomAdmin(admin.ModelAdmin):
    """Read only: what rooms there are, and when they were last used."""

    fields = readonly_fields = list_display = (
        "code", "preset", "public", "language", "locked", "created_at", "last_active_at",
    )  # fmt: skip
    search_fields = ("code",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Room | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Room | None = None) -> bool:
        return False
