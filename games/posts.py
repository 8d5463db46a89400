"""How a post within a room is answered, and what all views have in common.

A post that htmx sends is answered 204, or 422 with the refusal as a fragment for the place beside the
control.  A plain post is answered 303 to the page, which then shows the refusal there and, in the form, what
was typed.
"""

import logging
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.guests import Person
from games import codec, forms
from games.live import wording
from games.moment import now
from games.refusals import Code, Refusal
from games.selectors import room_by_code
from games.services import limits

logger = logging.getLogger(__name__)

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


TALK = "*"
"""Stands in a slot for the talk that was posted to."""

Answer = Refusal | None | tuple[Refusal, ...]


def post(
    slot: str, *, counted: bool = False
) -> Callable[[Callable[..., Answer]], Callable[..., HttpResponse]]:
    """A post within a room, from what calls its service.  ``slot`` is the element for refusals.  ``counted``:
    the service has a limit of its own; all others have one together for each person and room."""

    def decorate(function: Callable[..., Answer]) -> Callable[..., HttpResponse]:
        @require_POST
        @never_cache
        @wraps(function)
        def view(request: Request, code: str, **kwargs: str) -> HttpResponse:
            found = room_by_code(code)
            if found is None:
                return no_such_room(request)
            whose = f"{found.pk}.{request.person.guest_id}"
            try:
                answer: Answer = None if counted else limits.spend("posts", whose, now())
                answer = answer or function(request, found.pk, **kwargs)
            except codec.GameUnreadableError as error:
                answer = unreadable(found.code, error)
            refusals = () if answer is None else (answer,) if isinstance(answer, Refusal) else answer
            return _answer(request, found.code, slot.replace(TALK, request.POST.get("talk", "")), refusals)

        return view

    return decorate


def _answer(request: Request, code: str, slot: str, refusals: tuple[Refusal, ...]) -> HttpResponse:
    back = reverse("games:room", args=[code])
    if request.htmx:
        if refusals:
            return HttpResponse(_fragment(slot, refusals), status=422)
        return HttpResponse(status=204)
    if refusals:
        errors = {slot_of(refusal, slot): wording.sentence(refusal) for refusal in refusals}
        typed = {
            name: value
            for name, value in request.POST.items()
            if name not in ("csrfmiddlewaretoken", "command_id")
        }
        request.session[ATTEMPT] = {"errors": errors, "typed": typed}
    return see_other(back)


def slot_of(refusal: Refusal, slot: str) -> str:
    """The element that shows a refusal: beside its own field in the form of settings, else the form's."""
    return f"err-{forms.field_id(refusal.field)}" if slot == "err-options" and refusal.field else slot


def _fragment(slot: str, refusals: tuple[Refusal, ...]) -> str:
    """The sentences for ``slot``, and those that belong beside a field as partials of their own."""
    here = [refusal for refusal in refusals if slot_of(refusal, slot) == slot]
    beside = [refusal for refusal in refusals if slot_of(refusal, slot) != slot]
    partials = format_html_join(
        "",
        '<hx-partial hx-target="#{}" hx-swap="innerHTML">{}</hx-partial>',
        ((slot_of(refusal, slot), wording.sentence(refusal)) for refusal in beside),
    )
    return format_html("{}{}", " ".join(wording.sentence(refusal) for refusal in here), partials)


def see_other(url: str) -> HttpResponseRedirect:
    """The answer to a post that was carried out, for a browser without scripts."""
    return HttpResponseRedirect(url, status=303)


# --- Errors -------------------------------------------------------------------------------------------------


def unreadable(code: str, error: codec.GameUnreadableError) -> Refusal:
    """What is said of a game that cannot be read; the log says which room has it."""
    logger.error("Room %s has %s", code, str(error))
    return Refusal(Code.GAME_UNREADABLE.value)


def no_such_room(request: Request) -> HttpResponse:
    text = wording.sentence(Refusal(Code.NO_ROOM.value))
    return render(request, "games/no_room.html", {"text": text}, status=404)
