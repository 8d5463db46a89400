"""What our templates draw: signs from the sprite, and monograms."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine.roles import Faction
from games.live import wording

register = template.Library()


def _use(sign: str) -> SafeString:
    return format_html('<use href="{}#{}"/>', static("img/emblems.svg"), sign)


@register.simple_tag
def icon(sign: str) -> SafeString:
    """A small sign within text, without meaning of its own: words beside it say what it stands for."""
    return format_html('<svg class="icon" aria-hidden="true">{}</svg>', _use(sign))


@register.simple_tag
def emblem(role: str, faction: str, theme: str) -> SafeString:
    """A role's emblem in the frame of its side, which has a shape of its own."""
    frame = f"frame-{Faction(faction)}"
    sign = wording.role_words(role, theme).emblem
    return format_html(
        '<span class="sign" aria-hidden="true"><svg>{}</svg><svg>{}</svg></span>', _use(frame), _use(sign)
    )


@register.simple_tag
def role_name(role: str, theme: str) -> str:
    return str(wording.role_words(role, theme).name)


@register.simple_tag
def sign_of(role: str, theme: str) -> SafeString:
    """A role's emblem alone."""
    return format_html('<svg aria-hidden="true">{}</svg>', _use(wording.role_words(role, theme).emblem))


@register.filter
def monogram(name: str) -> str:
    """The first letter of a name, for its token."""
    return name.strip()[:1].upper()


@register.filter
def seat_number(seat: int) -> int:
    """Seats are counted from 1 where people see them."""
    return seat + 1
