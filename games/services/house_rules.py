"""House rules: a table's setup, kept under a name, shared by a link, and played again."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from accounts.guests import Person
from games.engine.rules import OPTIONS
from games.engine.rulesets import REGISTRY
from games.models import HouseRule, Room
from games.refusals import Code, Refusal

from . import limits, lobby, naming, rooms, settings

MOST = 50
"""House rules that one person keeps."""

LONGEST_NAME = 40
"""Characters of a name."""

_SLUG = re.compile("[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Setup:
    """What is left of a house rule in this version: the settings that still hold, and a refusal for each that
    does not."""

    preset: str
    options: Mapping[str, Any]
    lost: tuple[Refusal, ...]


def find(slug: str) -> HouseRule | None:
    """The one that a link leads to, if it is one of ours; any text may be asked for."""
    return HouseRule.objects.filter(slug=slug).first() if _SLUG.fullmatch(slug) else None


def of(person: Person) -> list[HouseRule]:
    """Those that somebody keeps, the latest first."""
    return list(HouseRule.objects.filter(guest_id=person.guest_id).order_by("-created_at", "-pk"))


def setup(rule: HouseRule) -> Setup | None:
    """A house rule as it can be played now; None if its preset is no more."""
    if rule.preset not in REGISTRY:
        return None
    kept, lost = _what_holds(rule.preset, rule.options)
    return Setup(rule.preset, kept, lost)


def _what_holds(preset: str, options: object) -> tuple[dict[str, Any], tuple[Refusal, ...]]:
    """Settings in the order of their declaration, the roles before what depends on them; what is no setting
    any more comes last."""
    saved = options if isinstance(options, dict) else {}
    known = {name: saved[name] for name in OPTIONS if name in saved}
    return settings.apply(preset, {}, {**known, **saved}, free=True)


def _named(raw: object) -> str | Refusal:
    name = naming.clean(raw, LONGEST_NAME)
    if isinstance(name, Refusal) and name.code == Code.NAME_EMPTY:
        return Refusal(Code.HOUSE_NAME_EMPTY.value, field="name")
    return name


@transaction.atomic
def keep(room_id: int, person: Person, name: object, at: int) -> HouseRule | Refusal:
    """Keep the setup of a room under a name of the host's."""
    place = rooms.enter(room_id, person, host=True)
    if isinstance(place, Refusal):
        return place
    clean = _named(name)
    if isinstance(clean, Refusal):
        return clean
    if HouseRule.objects.filter(guest_id=person.guest_id).count() >= MOST:
        return Refusal(Code.TOO_MANY_HOUSE_RULES.value, {"high": MOST}, "name")
    refusal = limits.spend("house rules", person.guest_id, at)
    if refusal is not None:
        return refusal
    rule = HouseRule(
        slug=secrets.token_urlsafe(15),
        guest_id=person.guest_id,
        preset=place.room.preset,
        options=_what_holds(place.room.preset, place.room.options)[0],
        created_at=at,
    )
    return _save(rule, clean)


def _save(rule: HouseRule, name: str) -> HouseRule | Refusal:
    """Under a name that its owner has not given to another."""
    rule.name, rule.folded_name = name, naming.folded(name)
    try:
        with transaction.atomic():
            rule.save()
    except IntegrityError:
        return Refusal(Code.HOUSE_NAME_TAKEN.value, field="name")
    return rule


def _own(slug: str, person: Person) -> HouseRule | Refusal:
    """The rule, if it is this person's; to anybody else it is as if there were none to change."""
    rule = find(slug)
    return rule if rule and rule.guest_id == person.guest_id else Refusal(Code.NO_HOUSE_RULE.value)


@transaction.atomic
def rename(slug: str, person: Person, name: object) -> HouseRule | Refusal:
    rule = _own(slug, person)
    if isinstance(rule, Refusal):
        return rule
    clean = _named(name)
    return clean if isinstance(clean, Refusal) else _save(rule, clean)


@transaction.atomic
def delete(slug: str, person: Person) -> Refusal | None:
    """Its link leads nowhere from then on; rooms that were opened with it keep their settings."""
    rule = _own(slug, person)
    if isinstance(rule, Refusal):
        return rule
    rule.delete()
    return None


def open_room(slug: str, person: Person, *, name: str, at: int) -> Room | Refusal:
    """A new private room that plays by what still holds of a house rule."""
    rule = find(slug)
    found = None if rule is None else setup(rule)
    if found is None:
        return Refusal(Code.NO_HOUSE_RULE.value)
    return lobby.create_room(person, name=name, preset=found.preset, options=found.options, at=at)
