"""House rules: the list of one's own, the page that a link leads to, and keeping the rules of a room."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.addresses import of_request
from games.links import qr, shared
from games.live import house_page, wording
from games.models import HouseRule
from games.moment import now
from games.posts import NAME, Answer, Request, post, remember, see_other
from games.refusals import Code, Refusal
from games.services import house_rules, limits


@require_safe
@never_cache
def own(request: Request) -> HttpResponse:
    """Those that the visitor keeps."""
    rules = house_rules.of(request.person)
    return render(request, "games/house/list.html", {"rules": house_page.rows(rules)})


@require_safe
@never_cache
def show(request: Request, slug: str) -> HttpResponse:
    """What a link says: to anybody who has it, the rules in words; to their owner, how to change them."""
    rule = house_rules.find(slug)
    return _gone(request) if rule is None else _page(request, rule)


def _page(request: Request, rule: HouseRule, status: int = 200, **more: Any) -> HttpResponse:
    link = shared(request, reverse("games:house_rule", args=[rule.slug]))
    shown = {
        "rule": rule,
        "own": rule.guest_id == request.person.guest_id,
        "link": link,
        "qr": qr(link),
        "name": request.session.get(NAME, ""),
        "rules_name": rule.name,
        **house_page.variables(rule.preset, house_rules.setup(rule)),
    }
    return render(request, "games/house/show.html", {**shown, **more}, status=status)


def _gone(request: Request) -> HttpResponse:
    shown = {"text": wording.sentence(Refusal(Code.NO_HOUSE_RULE.value))}
    return render(request, "games/house/gone.html", shown, status=404)


@require_POST
@never_cache
def open_room(request: Request, slug: str) -> HttpResponse:
    """A room that plays by them."""
    rule = house_rules.find(slug)
    if rule is None:
        return _gone(request)
    name = request.POST.get("name", "")
    room = limits.spend("rooms from", of_request(request), now()) or house_rules.open_room(
        slug, request.person, name=name, at=now()
    )
    if isinstance(room, Refusal):
        return _page(request, rule, 422, name=name, open_error=wording.sentence(room))
    remember(request, name)
    return see_other(reverse("games:room", args=[room.code]))


@require_POST
@never_cache
def rename(request: Request, slug: str) -> HttpResponse:
    name = request.POST.get("name", "")
    answer = house_rules.rename(slug, request.person, name)
    if not isinstance(answer, Refusal):
        return see_other(reverse("games:house_rule", args=[slug]))
    rule = house_rules.find(slug)
    if rule is None or answer.code == Code.NO_HOUSE_RULE:
        return _gone(request)
    return _page(request, rule, 422, rules_name=name, rename_error=wording.sentence(answer))


@require_POST
@never_cache
def delete(request: Request, slug: str) -> HttpResponse:
    if house_rules.delete(slug, request.person) is not None:
        return _gone(request)
    return see_other(reverse("games:house_rules"))


@post("err-keep", counted=True)
def keep(request: Request, room_id: int) -> Answer:
    """Keep the rules of the room under a name."""
    answer = house_rules.keep(room_id, request.person, request.POST.get("house_name", ""), now())
    return answer if isinstance(answer, Refusal) else None
