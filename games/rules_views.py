"""How to play: an overview, and a page for each preset."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.rulesets import REGISTRY
from games.live import rules_page
from games.posts import Request, see_other
from games.selectors import configured, room_by_code


@require_safe
def overview(request: Request) -> HttpResponse:
    """The overview; with ``?room=`` the rules that are played in that room, as it calls them."""
    room = room_by_code(request.GET.get("room", ""))
    if room is not None:
        theme = configured(room.preset, room.options).theme
        url = reverse("games:rules", args=[room.preset])
        return see_other(f"{url}?{urlencode({'theme': theme.value})}")
    shown = rules_page.overview(request.GET.get("theme", ""))
    return render(request, "games/how_to_play.html", shown)


@require_safe
def preset(request: Request, preset: str) -> HttpResponse:
    if preset not in REGISTRY:
        raise Http404
    return render(request, "games/rules.html", rules_page.preset_page(preset, request.GET.get("theme", "")))
