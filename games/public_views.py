"""The doors of the house: the home page, the list of public rooms, quick play, opening and finding a room."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.addresses import of_request
from games import forms, languages, listing, policies
from games.engine.rulesets import REGISTRY
from games.live import rooms_page, wording
from games.models import Room
from games.moment import now
from games.posts import NAME, Request, remember, see_other
from games.refusals import Code, Refusal
from games.selectors import room_by_code
from games.services import limits, lobby, matchmaking

LIVE = "/ws/rooms"
FIELDS = ("name", "preset", "language", "delay")
"""The inputs that a refusal can be about; what is about none of them is shown beside the button."""


def _choices(request: Request) -> dict[str, Any]:
    """What every form here offers, and what it holds before anybody has typed."""
    return {
        "presets": forms.preset_choices(),
        "public_presets": forms.public_choices(),
        "games": [(preset, ruleset.name, _(ruleset.suits)) for preset, ruleset in REGISTRY.items()],
        "languages": forms.language_choices(),
        "spoken": languages.preferred(request),
        "name": request.session.get(NAME, ""),
        "longest": policies.LONGEST_DELAY,
    }


@require_safe
@never_cache
def home(request: Request) -> HttpResponse:
    return render(request, "games/home.html", _choices(request))


@require_POST
def find(request: Request) -> HttpResponse:
    """To the room with a code that was typed."""
    typed = request.POST.get("code", "")
    found = room_by_code(typed)
    if found is None:
        refused = {"code": typed, "error": wording.sentence(Refusal(Code.NO_ROOM.value))}
        return render(request, "games/home.html", {**_choices(request), "find": refused}, status=422)
    return see_other(reverse("games:join", args=[found.code]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def rooms(request: Request) -> HttpResponse:
    """The list of public rooms; a post opens a room, private or public."""
    if request.method == "POST":
        return _open(request)
    return _list(request)


def _list(request: Request, more: Mapping[str, object] | None = None, status: int = 200) -> HttpResponse:
    wanted, refusals = forms.filter_from(request.GET)
    entries = listing.shown(listing.read(now()), wanted)
    query = request.GET.urlencode()[:1000]
    shown = {
        "rows": rooms_page.rows_html(entries),
        "wanted": wanted,
        "filtered": wanted != listing.Filter(),
        "errors": {refusal.field: wording.sentence(refusal) for refusal in refusals},
        "live": f"{LIVE}?{query}" if query else LIVE,
    }
    return render(request, "games/rooms.html", {**_choices(request), **shown, **(more or {})}, status=status)


def _typed(request: Request, refusal: Refusal) -> dict[str, Any]:
    """What a form that was refused shows: what was typed, and the sentence at its field."""
    sentence = wording.sentence(refusal)
    typed: dict[str, Any] = {field: request.POST[field] for field in FIELDS if field in request.POST}
    typed["narrates"] = "narrates" in request.POST
    return {**typed, "errors": {refusal.field if refusal.field in FIELDS else "form": sentence}}


def _open(request: Request) -> HttpResponse:
    public = "public" in request.POST
    room = limits.spend("rooms from", of_request(request), now()) or lobby.create_room(
        request.person,
        name=request.POST.get("name", ""),
        narrates="narrates" in request.POST,
        preset=request.POST.get("preset", "parlor"),
        public=public,
        language=request.POST.get("language", languages.DEFAULT),
        delay=forms.whole_number(request.POST.get("delay", "") or "0"),
        at=now(),
    )
    if not isinstance(room, Refusal):
        return _into(request, room)
    typed = {"create": _typed(request, room)}
    if public:
        return _list(request, typed, 422)
    return render(request, "games/home.html", {**_choices(request), **typed}, status=422)


@require_POST
@never_cache
def quick_play(request: Request) -> HttpResponse:
    """Sit down at a table that waits for players, wherever there is one."""
    room = limits.spend("joins from", of_request(request), now()) or matchmaking.quick_play(
        request.person,
        name=request.POST.get("name", ""),
        preset=request.POST.get("preset", ""),
        language=request.POST.get("language", languages.DEFAULT),
        at=now(),
    )
    if not isinstance(room, Refusal):
        return _into(request, room)
    typed = {"quick": _typed(request, room)}
    if "home" in request.POST:
        return render(request, "games/home.html", {**_choices(request), **typed}, status=422)
    return _list(request, typed, 422)


def _into(request: Request, room: Room) -> HttpResponse:
    remember(request, request.POST.get("name", ""))
    return see_other(reverse("games:room", args=[room.code]))
