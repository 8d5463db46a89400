"""The check of a finished game's deal: its file, and the page that checks one (C2)."""

import json

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import codes
from games.engine.proof import Record, written
from games.live import proof_words, wording
from games.posts import Request
from games.refusals import Code, Refusal
from games.selectors import room_by_code
from games.verification import deal_record


@require_safe
@never_cache
def deal_file(request: Request, code: str) -> HttpResponse:
    """The verification file of the room's game; a sentence instead as long as there is none."""
    found = deal_record(code, request.person)
    if isinstance(found, Record):
        response = HttpResponse(written(found), content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="nightfall-{codes.canonical(code)}.json"'
        return response
    status, refusal = (404, Refusal(Code.NO_ROOM.value)) if found is None else (409, found)
    return HttpResponse(wording.sentence(refusal), content_type="text/plain; charset=utf-8", status=status)


@require_safe
@never_cache
def verify(request: Request) -> HttpResponse:
    """The page; with ``?room=`` it fetches that room's file by itself."""
    typed = request.GET.get("room", "")
    shown = {"words": json.dumps(proof_words.all_words()), "room": typed}
    if not typed:
        return render(request, "games/verify.html", shown)
    room = room_by_code(typed)
    if room is None:
        shown["error"] = wording.sentence(Refusal(Code.NO_ROOM.value))
        return render(request, "games/verify.html", shown, status=404)
    shown |= {"room": room.code, "deal": reverse("games:deal_file", args=[room.code])}
    return render(request, "games/verify.html", shown)
