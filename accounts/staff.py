"""What staff's pages of every app have in common."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.timezone import localtime


def moment_of(at: int | None) -> str:
    """When something happened ``at`` so many milliseconds after the epoch, to the minute in the time of the
    site, and short enough for a column; a dash if it has not."""
    if at is None:
        return "–"
    return localtime(datetime.fromtimestamp(at / 1000, UTC)).strftime("%Y-%m-%d %H:%M")


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
