"""Accounts, and the log of what staff has looked at."""

from datetime import datetime

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from accounts.models import StaffLook, User
from accounts.staff import ReadOnly, moment_of

admin.site.register(User, UserAdmin)


@admin.register(StaffLook)
class StaffLookAdmin(ReadOnly):
    fields = list_display = ("who", "when", "room", "game", "why")
    readonly_fields = ("when",)
    search_fields = ("who__username", "room", "why")
    ordering = ("-at",)

    @admin.display(ordering="at")
    def when(self, look: StaffLook) -> datetime | None:
        return moment_of(look.at)
