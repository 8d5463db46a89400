"""Rooms, who is in them and their games, as far as they hold no secret of a game (C1).

What a finished game was like has a page of its own, for those with the permission, and each look at it is
noted.  Seats, events, votes, lines, notes and receipts have no pages here at all.
"""

import json
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.staff import ReadOnly, moment_of
from games.live import staff_page, wording
from games.models import Game, Member, Room
from games.models.game import Status
from games.moment import now
from games.records import GameRecord, game_record
from games.services import looks

MAY_LOOK = "accounts.view_record"


@admin.register(Room)
class RoomAdmin(ReadOnly):
    """What rooms there are, and when they were last used."""

    fields = list_display = ("code", "preset", "public", "language", "locked", "created", "last_active")
    readonly_fields = ("created", "last_active")
    list_filter = ("preset", "public", "locked")
    search_fields = ("code",)
    ordering = ("-created_at",)

    @admin.display(ordering="created_at")
    def created(self, room: Room) -> datetime | None:
        return moment_of(room.created_at)

    @admin.display(ordering="last_active_at")
    def last_active(self, room: Room) -> datetime | None:
        return moment_of(room.last_active_at)


@admin.register(Member)
class MemberAdmin(ReadOnly):
    """Who is, or was, in which room."""

    fields = list_display = ("name", "room", "user", "bot", "narrates", "joined", "gone")
    readonly_fields = ("joined", "gone")
    list_filter = ("bot", "narrates")
    list_select_related = ("room", "user")
    search_fields = ("name", "room__code", "user__username")
    ordering = ("-joined_at",)

    @admin.display(ordering="joined_at")
    def joined(self, member: Member) -> datetime | None:
        return moment_of(member.joined_at)

    @admin.display(ordering="gone_at")
    def gone(self, member: Member) -> datetime | None:
        return moment_of(member.gone_at)


class WhyForm(forms.Form):
    why = forms.CharField(
        label=_("Why do you look?"),
        help_text=_("Your name, the time and this reason are noted for good."),
        max_length=300,
        error_messages={
            "required": _("Say why you look: others will read it."),
            "max_length": _("Say it in at most 300 characters."),
        },
    )


@admin.register(Game)
class GameAdmin(ReadOnly):
    """What games there are: where, how many play, since when and whether they are over."""

    list_display = ("id", "room", "preset", "players", "status", "started", "ended")
    fields = (*list_display, "record")
    readonly_fields = ("preset", "players", "started", "ended", "record")
    list_filter = ("status",)
    list_select_related = ("room",)
    search_fields = ("room__code",)
    ordering = ("-started_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("snapshot", "bot_steps").annotate(seated=Count("seats"))

    @admin.display
    def preset(self, game: Game) -> str:
        return str(json.loads(game.ruleset)["preset"])

    @admin.display
    def players(self, game: Any) -> int:
        return int(game.seated)

    @admin.display(ordering="started_at")
    def started(self, game: Game) -> datetime | None:
        return moment_of(game.started_at)

    @admin.display(ordering="ended_at")
    def ended(self, game: Game) -> datetime | None:
        return moment_of(game.ended_at)

    @admin.display
    def record(self, game: Game) -> str:
        if game.status != Status.OVER:
            return str(_("Nobody can look at a game that is on."))
        where = reverse("admin:games_game_record", args=[game.pk])
        return format_html('<a href="{}">{}</a>', where, _("Look at its record"))

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.record_page)
        return [path("<int:game_id>/record/", page, name="games_game_record"), *super().get_urls()]

    def record_page(self, request: HttpRequest, game_id: int) -> HttpResponse:
        """Asks why, and shows everything only once that is noted."""
        if not request.user.has_perm(MAY_LOOK):
            raise PermissionDenied
        form = WhyForm(request.POST or None)
        found = game_record(game_id)
        if isinstance(found, GameRecord) and request.method == "POST" and form.is_valid():
            found = looks.look(game_id, request.user, form.cleaned_data["why"], now())  # type: ignore[arg-type]
            shown = staff_page.shown(found) if isinstance(found, GameRecord) else {}
        else:
            shown = {}
        refusal = None if isinstance(found, GameRecord) else wording.sentence(found)
        context = {
            **self.admin_site.each_context(request),
            "title": _("The record of a game"),
            "form": form,
            "refusal": refusal,
            **shown,
        }
        status = 409 if refusal else 422 if form.errors else 200
        return TemplateResponse(request, "games/record.html", context, status=status)
