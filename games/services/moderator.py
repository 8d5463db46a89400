"""What only a moderator does before a game: seat people without a phone, and deal by hand (M2)."""

import secrets
from collections import Counter
from collections.abc import Mapping

from django.db import transaction

from accounts.guests import Person
from games import policies
from games.engine.errors import Reason
from games.engine.ids import RoleId
from games.engine.roles import ROLES
from games.engine.rulesets import REGISTRY
from games.engine.table import role_list
from games.models import Member
from games.refusals import Code, Refusal
from games.selectors import configured, members, start_refusals

from . import lobby, naming, rooms, seating


def _enter(room_id: int, person: Person) -> rooms.Place | Refusal:
    """The locked room, for its moderator between games."""
    place = rooms.enter(room_id, person, host=True, idle=True)
    if isinstance(place, Refusal):
        return place
    if not REGISTRY[place.room.preset].moderated:
        return Refusal(Code.NOT_MODERATED.value)
    return place if place.member.narrates else Refusal(Reason.NOT_MODERATOR.value)


@transaction.atomic
def seat_without_phone(room_id: int, person: Person, name: str, at: int) -> Refusal | None:
    """Let somebody sit down who has no device; the moderator enters what they do (M5)."""
    place = _enter(room_id, person)
    if isinstance(place, Refusal):
        return place
    room = place.room
    if rooms.free_seats(room) < 1:
        return Refusal(Code.ROOM_FULL.value, {"high": policies.seats(room)}, "name")
    clean = naming.clean(name)
    if isinstance(clean, Refusal):
        return clean
    if members(room).filter(folded_name=naming.folded(clean)).exists():
        return Refusal(Code.NAME_TAKEN.value, {"name": clean}, "name")
    nobody = Person(f"seat-{secrets.token_urlsafe(12)}")
    seating.seat(room, nobody, clean, at, queued=False, phoneless=True)
    rooms.changed(room, at)
    return None


@transaction.atomic
def start_dealt(room_id: int, person: Person, cards: Mapping[int, str], at: int) -> tuple[Refusal, ...]:
    """Begin a game with the cards that were dealt at the table, a role by member id (M2).

    They must be the cards that the room was told of.  The deal is marked unverified (C2).
    """
    place = _enter(room_id, person)
    if isinstance(place, Refusal):
        return (place,)
    everyone = list(members(place.room))
    seated = policies.players(everyone)
    ruleset = configured(place.room.preset, place.room.options)
    led = policies.has_narrator(everyone)
    found = start_refusals(place.room, ruleset, seated, led=led) or _deal_refusals(
        cards, seated, role_list(ruleset, len(seated))
    )
    if found:
        return found
    return lobby.start_game(room_id, person, at, roles=tuple(RoleId(cards[m.pk]) for m in seated))


def _deal_refusals(
    cards: Mapping[int, str], seated: list[Member], listed: tuple[RoleId, ...]
) -> tuple[Refusal, ...]:
    """What is wrong with a deal: a card for somebody else, none for somebody, one that there is not, or one
    more often than the list of roles has it."""
    if set(cards) - {member.pk for member in seated}:
        return (Refusal(Code.DEAL_STRANGER.value),)
    missing = [member.name for member in seated if not cards.get(member.pk)]
    if missing:
        return (Refusal(Code.DEAL_MISSING.value, {"name": missing[0], "number": len(missing)}),)
    unknown = [card for card in cards.values() if card not in ROLES]
    if unknown:
        return (Refusal(Reason.UNKNOWN_ROLE.value, {"role": unknown[0][:40]}),)
    allowed = Counter(listed)
    return tuple(
        Refusal(Code.DEAL_TOO_OFTEN.value, {"role": role, "given": given, "listed": allowed[RoleId(role)]})
        for role, given in Counter(cards.values()).items()
        if given > allowed[RoleId(role)]
    )
