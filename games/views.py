"""Pages and form posts of a room.  Each view is one call of a service, or a reading of what its viewer may
know.

A post that htmx sends is answered 204, or 422 with the refusal as a fragment for the place beside the
control.  A plain post is answered 303 to the page, which then shows the refusal there and, in the form, what
was typed.
"""

import io
import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.addresses import of_request
from accounts.guests import Person
from games import codec, forms, policies
from games.address import lan_host
from games.engine.errors import Reason
from games.live import console_words, page, wording
from games.live.record_panels import whole_story
from games.models import Room
from games.moment import now
from games.projections import GameView, LobbyView, room_view
from games.refusals import Code, Refusal
from games.selectors import configured, member_of, room_by_code, seems_over
from games.services import chat, limits, lobby, moderator, notes, play

logger = logging.getLogger(__name__)

LOOPBACK = ("localhost", "127.", "[::1]", "0.0.0.0")  # noqa: S104 - names of this machine, not a binding
ATTEMPT = "attempt"
"""The session's key for a refused plain post: where it was refused, why, and what was typed."""
NAME = "name"
"""The session's key for the name that somebody plays by."""


class Request(HttpRequest):
    """As our middleware makes it."""

    person: Person
    htmx: HtmxDetails


def remember(request: Request, name: str) -> None:
    """A name that was taken: forms hold it from now on."""
    request.session[NAME] = name.strip()[:40]


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
    """The lobby, the game or its end, as the room has it; whoever is in no seat watches.  Between games they
    are asked for their name, unless they only want to ``watch``."""
    try:
        view = room_view(code, request.person)
    except codec.GameUnreadableError as error:
        shown = {"text": wording.sentence(_unreadable(code, error))}
        return render(request, "games/unreadable.html", shown, status=503)
    if view is None:
        return no_such_room(request)
    if view.code != code:
        return redirect("games:room", view.code)
    if view.you is None and isinstance(view, LobbyView) and "watch" not in request.GET:
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


def _unreadable(code: str, error: codec.GameUnreadableError) -> Refusal:
    logger.error("Room %s has %s", code, str(error))
    return Refusal(Code.GAME_UNREADABLE.value)


def invitation(request: HttpRequest, code: str) -> str:
    """The address of a room."""
    return shared(request, reverse("games:join", args=[code]))


def shared(request: HttpRequest, path: str) -> str:
    """An address that a phone can reach: never this machine's name for itself."""
    base = settings.PUBLIC_URL
    if not base:
        host = request.get_host()
        if host.startswith(LOOPBACK):
            port = urlsplit(f"//{host}").port
            host = lan_host() + (f":{port}" if port else "")
        base = f"{request.scheme}://{host}"
    return base + path


def qr(link: str) -> SafeString:
    """The address as an inline picture."""
    out = io.BytesIO()
    segno.make(link, error="q", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        border=1,
        title=link,
        lineclass="qrline",
        svgclass=None,
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308 - made by segno from an address of ours


# --- Posts within a room ------------------------------------------------------------------------------------

TALK = "*"
"""Stands in a slot for the talk that was posted to."""
CONSOLE, SEAT_NAME = "err-console", "err-seat-name"
"""The slots of what a moderator does: it is about somebody else."""

Answer = Refusal | None | tuple[Refusal, ...]


def post(slot: str) -> Callable[[Callable[..., Answer]], Callable[..., HttpResponse]]:
    """A post within a room, from what calls its service.  ``slot`` is the element for refusals."""

    def decorate(function: Callable[..., Answer]) -> Callable[..., HttpResponse]:
        @require_POST
        @never_cache
        @wraps(function)
        def view(request: Request, code: str, **kwargs: str) -> HttpResponse:
            found = room_by_code(code)
            if found is None:
                return no_such_room(request)
            try:
                answer = function(request, found.pk, **kwargs)
            except codec.GameUnreadableError as error:
                answer = _unreadable(found.code, error)
            refusals = () if answer is None else (answer,) if isinstance(answer, Refusal) else answer
            place = slot.replace(TALK, request.POST.get("talk", ""))
            return _answer(request, found.code, place, _told(found, place, refusals))

        return view

    return decorate


Told = tuple[tuple[str, str], ...]
"""Refusals in words, each with the element that shows it."""


def _told(room: Room, slot: str, refusals: tuple[Refusal, ...]) -> Told:
    """``refusals`` in the words of the room's theme, and for a moderator, who acts for others, in theirs."""
    if not refusals:
        return ()
    theme = configured(room.preset, room.options).theme
    sentence = console_words.sentence if slot in (CONSOLE, SEAT_NAME) else wording.sentence
    return tuple((slot_of(refusal, slot), sentence(refusal, theme)) for refusal in refusals)


def _answer(request: Request, code: str, slot: str, told: Told) -> HttpResponse:
    back = reverse("games:room", args=[code])
    if request.htmx:
        if told:
            return HttpResponse(_fragment(slot, told), status=422)
        return HttpResponse(status=204)
    if told:
        typed = {
            name: value
            for name, value in request.POST.items()
            if name not in ("csrfmiddlewaretoken", "command_id")
        }
        request.session[ATTEMPT] = {"errors": dict(told), "typed": typed}
    return see_other(back)


def slot_of(refusal: Refusal, slot: str) -> str:
    """The element that shows a refusal: beside its own field in the form of settings, else the form's."""
    return f"err-{forms.field_id(refusal.field)}" if slot == "err-options" and refusal.field else slot


def _fragment(slot: str, told: Told) -> str:
    """The sentences for ``slot``, and those that belong beside a field as partials of their own."""
    here = " ".join(text for place, text in told if place == slot)
    partials = format_html_join(
        "",
        '<hx-partial hx-target="#{}" hx-swap="innerHTML">{}</hx-partial>',
        ((place, text) for place, text in told if place != slot),
    )
    return format_html("{}{}", here, partials)


def see_other(url: str) -> HttpResponseRedirect:
    """The answer to a post that was carried out, for a browser without scripts."""
    return HttpResponseRedirect(url, status=303)


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


_host_do = post("err-host")(_act)
_player_do = post("err-action")(_act)
_moderator_do = post(CONSOLE)(_act)


@post(CONSOLE)
def enter(request: Request, room_id: int) -> Answer:
    """What the moderator enters for somebody: the verb is among the fields of the form."""
    if not request.POST.get("who", "").strip():
        return Refusal(Code.NOBODY_ENTERED.value)
    return _act(request, room_id, request.POST.get("verb", ""))


@post(CONSOLE)
def start_dealt(request: Request, room_id: int) -> Answer:
    return moderator.start_dealt(room_id, request.person, forms.cards_from(request.POST), now())


@post(SEAT_NAME)
def seat_without_phone(request: Request, room_id: int) -> Answer:
    return moderator.seat_without_phone(room_id, request.person, request.POST.get("name", ""), now())


@post(f"err-say-{TALK}")
def _say(request: Request, room_id: int) -> Answer:
    talk, text = request.POST.get("talk", ""), request.POST.get("text", "")
    return chat.say(room_id, request.person, talk, text, now(), command_id=_command_id(request))


def say(request: Request, code: str) -> HttpResponse:
    if request.method == "POST" and request.POST.get("talk") not in page.TALKS:
        raise Http404
    return _say(request, code)


@post("err-note")
def note(request: Request, room_id: int) -> Answer:
    return notes.save(room_id, request.person, request.POST.get("text", ""), now())


@post("err-tag")
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


# --- Errors -------------------------------------------------------------------------------------------------


def no_such_room(request: Request) -> HttpResponse:
    text = wording.sentence(Refusal(Code.NO_ROOM.value))
    return render(request, "games/no_room.html", {"text": text}, status=404)
