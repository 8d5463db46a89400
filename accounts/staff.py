"""What staff's pages of every app have in common."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest


def moment_of(at: int | None) -> datetime | None:
    """When something happened ``at`` so many milliseconds after the epoch; None if it has not."""
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC)


class ReadOnly(admin.ModelAdmin):
    """Rows to read: nobody adds, changes or deletes any here.

    A list can be narrowed by its own filters and by nothing else: an address such as ``?snapshot__contains=``
    would answer questions about what is not shown (C1).
    """

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup.partition("__")[0] in self.list_filter and lookup.count("__") <= 1
