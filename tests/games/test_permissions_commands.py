"""Who may do what in a game, as tables, for everybody who may come along: by form and by socket alike."""

from collections.abc import Mapping
from itertools import product

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from games import models
from games.live.consumers import Do
from tests.kit.permissions import HTMX, OUTSIDE, SEATED, WHO, Asked, Place, over_the_socket

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unspent_limits")]

VERBS = (
    *("ready", "confirm", "vote", "unvote", "next", "pause", "resume", "remove", "kill", "protect"),
    *("investigate", "suspect", "hold", "tap", "leave", "fly"),
)

NOT = {**dict.fromkeys(VERBS, "SPECTATOR")}
ALIVE = {
    **dict.fromkeys(VERBS, "NO_SUCH_POWER"),
    **dict.fromkeys(("ready", "vote", "unvote"), "WRONG_PHASE"),
    **dict.fromkeys(("next", "pause", "resume", "remove"), "NOT_HOST"),
    "confirm": "",
    "hold": "NO_TARGET",
    "tap": "",
    "leave": "",
}
HOST = {"next": "WRONG_PHASE", "pause": "", "resume": "NOT_PAUSED", "remove": ""}
GONE = {
    **dict.fromkeys(VERBS, "NOT_ALIVE"),
    **dict.fromkeys(("next", "pause", "resume", "remove"), "NOT_HOST"),
}
VOTING = {
    **dict.fromkeys(VERBS, "WRONG_PHASE"),
    "vote": "",
    "unvote": "NO_BALLOT",
    "leave": "",
    **dict.fromkeys(("next", "pause", "resume", "remove"), "NOT_HOST"),
}

ACTS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "night": {
        **dict.fromkeys((*OUTSIDE, "queued"), NOT),
        "host": {**ALIVE, **HOST, "kill": ""},
        "mafia": {**ALIVE, "kill": ""},
        "living": {**ALIVE, "protect": ""},
        "member": {**ALIVE, "suspect": ""},
        "out": {**GONE, "leave": ""},
        "narrator": {**dict.fromkeys(VERBS, "NO_SUCH_SEAT"), **HOST},
    },
    "vote": {
        **dict.fromkeys((*OUTSIDE, "queued"), NOT),
        **dict.fromkeys(("mafia", "living", "member", "out"), VOTING),
        "host": {**VOTING, **HOST},
        "narrator": {**dict.fromkeys(VERBS, "NO_SUCH_SEAT"), **HOST},
    },
}
"""By phase, by who, the code with which a verb is refused; empty where it is allowed.  It is aimed at Hal."""


@pytest.mark.parametrize("phase", ACTS)
def test_who_may_do_what_in_a_game_by_form_and_by_socket(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, phase)
    asked = Asked(monkeypatch)
    by_form: dict[str, dict[str, str]] = {kind: {} for kind in WHO}
    by_socket: dict[str, dict[str, str]] = {kind: {} for kind in WHO}
    for kind, verb in product(WHO, VERBS):
        table = place.of(kind)
        target = table.number("Hal")
        path = reverse("games:do", args=[table.code, verb])
        answer = asked(place.client(kind), "post", path, {"target": str(target)})
        by_form[kind][verb] = "" if answer == "204" else answer
        by_socket[kind][verb] = over_the_socket(place, kind, Do("", verb, target), monkeypatch)
    assert by_form == ACTS[phase]
    assert by_socket == by_form


def test_seats_that_are_not_there_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    for phase, verb in (("night", "protect"), ("vote", "vote"), ("night", "remove")):
        place = Place(monkeypatch, phase)
        asked = Asked(monkeypatch)
        kind = "host" if verb == "remove" else "living"
        for seat in (-3, -2, len(SEATED), 2**31, 2**40):
            path = reverse("games:do", args=[place.table.code, verb])
            expected = "NO_SUCH_SEAT" if seat < 2**31 else "MALFORMED"
            assert asked(place.client(kind), "post", path, {"target": str(seat)}) == expected, seat
            assert over_the_socket(place, kind, Do("", verb, seat), monkeypatch) == "NO_SUCH_SEAT"
        models.Room.objects.all().delete()
        get_user_model().objects.all().delete()


def test_no_field_names_another_seat_game_or_room(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, "vote")
    asked = Asked(monkeypatch)
    table, other = place.table, place.narrated
    forged = {"seat": "3", "by": "3", "voter": "3", "member": "4", "as": "Dan", "game": str(other.game.pk)}
    forged |= {"room": str(other.room_id), "guest": "guest-Dan", "user": "1", "code": other.code}
    path = reverse("games:do", args=[table.code, "vote"])
    assert asked(place.client("out"), "post", path, {**forged, "target": str(table.number("Hal"))}) == "204"
    assert asked(place.client("stranger"), "post", path, {**forged, "target": "3"}) == "SPECTATOR"
    place.client("out").post(path, {**forged, "target": str(table.number("Hal"))}, headers=HTMX)
    assert dict(table.state.stage.ballots) == {table.number("Eve"): table.number("Hal")}
    assert not other.state.stage.ballots
