"""Pages and form posts of a room.  Each view is one call of a service, or a reading of what its viewer may
know.
"""

from typing import Any

from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.addresses import of_request
from games import codec, forms, policies
from games.engine.errors import Reason
from games.links import invitation, qr
from games.live import page, wording
from games.live.record_panels import whole_story
from games.moment import now
from games.posts import (
    ATTEMPT,
    NAME,
    TALK,
    Answer,
    Request,
    no_such_room,
    post,
    remember,
    see_other,
    unreadable,
)
from games.projections import GameView, LobbyView, room_view
from games.refusals import Refusal
from games.selectors import member_of, room_by_code, seems_over
from games.services import chat, limits, lobby, moderator, notes, play


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: Request, code: str) -> HttpResponse:
    room = room_by_code(code)
    if room is None:
        return no_such_room(request)
    member = member_of(room, request.person)
    running = room.game is not None and not seems_over(room.game.ended_at, room.delay, now())
    shown: dict[str, Any] = {
        "code": room.code,
        "running": running,
        "public": room.public,
        "name": request.session.get(NAME, ""),
        "barred": policies.guest_refusal(room, request.person) is not None,
        "member_name": member.name if member else "",
    }
    if request.method != "POST":
        return render(request, "games/join.html", shown)
    name = request.POST.get("name", "")
    joined = limits.spend("joins from", of_request(request), now()) or lobby.join_room(
        room.code, request.person, name=name, at=now()
    )
    if isinstance(joined, Refusal):
        shown |= {"name": name, "error": wording.sentence(joined)}
        return render(request, "games/join.html", shown, status=422)
    remember(request, name)
    return see_other(reverse("games:room", args=[room.code]))


@require_safe
@never_cache
def room(request: Request, code: str) -> HttpResponse:
    """The lobby, the game or its end, as the room has it; whoever is in no seat watches."""
    try:
        view = room_view(code, request.person)
    except codec.GameUnreadableError as error:
        shown = {"text": wording.sentence(unreadable(code, error))}
        return render(request, "games/unreadable.html", shown, status=503)
    if view is None:
        return no_such_room(request)
    if view.code != code:
        return redirect("games:room", view.code)
    if view.you is None and isinstance(view, LobbyView):
        return redirect("games:join", view.code)
    attempt = request.session.pop(ATTEMPT, None) or {}
    link = invitation(request, view.code)
    shown = page.whole(view, get_language() or "en", get_token(request), attempt)
    return render(request, "games/room.html", {**shown, "link": link, "qr": qr(link)})


@require_safe
@never_cache
def story(request: Request, code: str) -> HttpResponse:
    """All chapters of the room's game, as everybody may read them; at the end, night by night."""
    try:
        view = room_view(code, request.person)
    except codec.GameUnreadableError:
        view = None
    if not isinstance(view, GameView):
        return redirect("games:room", code)
    return render(request, "games/story.html", {"code": view.code, **whole_story(view.public)})


def _number(request: Request, name: str) -> int | str | None:
    """The number posted as ``name``; None if nothing was, and the text of what is no number."""
    text = request.POST.get(name, "").strip()
    return forms.whole_number(text) if text else None


def _member(request: Request) -> int:
    value = _number(request, "member")
    return value if isinstance(value, int) else 0


def _command_id(request: Request) -> str:
    return request.headers.get("X-Command-Id") or request.POST.get("command_id", "")


HOST_VERBS = ("pause", "resume", "next", "reveal_votes", "finalize", "remove")


MODERATOR_VERBS = ("open_vote", "close_vote", "undo", "mark_out", "put_back")


def do(request: Request, code: str, verb: str) -> HttpResponse:
    """Anything done in a game, by a verb of the engine; or, at night, the tap that is the same for all."""
    if verb in MODERATOR_VERBS:
        return _moderator_do(request, code, verb=verb)
    return (_host_do if verb in HOST_VERBS else _player_do)(request, code, verb=verb)


def _act(request: Request, room_id: int, verb: str) -> Answer:
    target, phase, who = (_number(request, name) for name in ("target", "phase", "who"))
    if isinstance(target, str) or isinstance(phase, str) or isinstance(who, str):
        return Refusal(Reason.MALFORMED.value)
    return play.act(
        room_id,
        request.person,
        verb,
        target,
        now(),
        command_id=_command_id(request),
        phase=phase,
        power=request.POST.get("power", ""),
        who=who,
    )


_host_do = post("err-host", counted=True)(_act)
_player_do = post("err-action", counted=True)(_act)
_moderator_do = post("err-console", counted=True)(_act)


@post("err-console", counted=True)
def enter(request: Request, room_id: int) -> Answer:
    """What the moderator enters for somebody: the verb is among the fields of the form."""
    if not request.POST.get("who", "").strip():
        return Refusal(Reason.NEEDS_TARGET.value)
    return _act(request, room_id, request.POST.get("verb", ""))


@post("err-console")
def start_dealt(request: Request, room_id: int) -> Answer:
    return moderator.start_dealt(room_id, request.person, forms.cards_from(request.POST), now())


@post("err-console")
def seat_without_phone(request: Request, room_id: int) -> Answer:
    return moderator.seat_without_phone(room_id, request.person, request.POST.get("name", ""), now())


@post(f"err-say-{TALK}", counted=True)
def _say(request: Request, room_id: int) -> Answer:
    talk, text = request.POST.get("talk", ""), request.POST.get("text", "")
    return chat.say(room_id, request.person, talk, text, now(), command_id=_command_id(request))


def say(request: Request, code: str) -> HttpResponse:
    if request.method == "POST" and request.POST.get("talk") not in page.TALKS:
        raise Http404
    return _say(request, code)


@post("err-note", counted=True)
def note(request: Request, room_id: int) -> Answer:
    return notes.save(room_id, request.person, request.POST.get("text", ""), now())


@post("err-tag", counted=True)
def tag(request: Request, room_id: int) -> Answer:
    subject = _number(request, "subject")
    if not isinstance(subject, int):
        return Refusal(Reason.MALFORMED.value)
    given, text = request.POST.get("tag", ""), request.POST.get("text", "")
    return notes.tag(room_id, request.person, subject, given, text, now())


@post("err-options")
def options(request: Request, room_id: int) -> Answer:
    return lobby.change_options(room_id, request.person, forms.changes_from(request.POST), now())


@post("err-ready")
def ready(request: Request, room_id: int) -> Answer:
    return lobby.set_ready(room_id, request.person, request.POST.get("ready") == "1", now())


@post("err-seats")
def lock(request: Request, room_id: int) -> Answer:
    return lobby.set_lock(room_id, request.person, "locked" in request.POST, now())


@post("err-seats")
def narrate(request: Request, room_id: int) -> Answer:
    return lobby.set_narrates(room_id, request.person, "narrates" in request.POST, now())


@post("err-seats")
def add_bots(request: Request, room_id: int) -> Answer:
    count = _number(request, "count")
    return lobby.add_bots(room_id, request.person, count if isinstance(count, int) else 0, now())


@post("err-seats")
def remove_bot(request: Request, room_id: int) -> Answer:
    return lobby.remove_bot(room_id, request.person, _member(request), now())


@post("err-seats")
def kick(request: Request, room_id: int) -> Answer:
    return lobby.kick(room_id, request.person, _member(request), now())


@post("err-seats")
def hand_over(request: Request, room_id: int) -> Answer:
    return lobby.hand_over(room_id, request.person, _member(request), now())


@post("err-start")
def start(request: Request, room_id: int) -> Answer:
    return lobby.start_game(room_id, request.person, now())


@post("err-start")
def rematch(request: Request, room_id: int) -> Answer:
    return lobby.rematch(room_id, request.person, now())


@post("err-end")
def back_to_lobby(request: Request, room_id: int) -> Answer:
    return lobby.back_to_lobby(room_id, request.person, now())


@post("err-host")
def _leave(request: Request, room_id: int) -> Answer:
    return lobby.leave_room(room_id, request.person, now())


def leave(request: Request, code: str) -> HttpResponse:
    """Leave the room, and the game that is on with it."""
    response = _leave(request, code)
    if response.status_code == 204:
        response["HX-Redirect"] = reverse("games:home")
    elif response.status_code == 303 and ATTEMPT not in request.session:
        return see_other(reverse("games:home"))
    return response
