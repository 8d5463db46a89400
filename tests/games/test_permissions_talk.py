"""Who may write and read in which talk, as tables, for everybody who may come along."""

from collections.abc import Mapping
from itertools import product

import pytest
from django.urls import reverse

from games import projections
from games.live.consumers import Say
from tests.kit.permissions import WHO, Asked, Place, over_the_socket

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unspent_limits")]

TALKS = ("lobby", "table", "mafia", "graveyard")
AMONG: Mapping[str, Mapping[str, str]] = {
    "lobby": {
        "host": "l",
        "member": "l",
        "living": "l",
        "mafia": "l",
        "out": "l",
        "left": "l",
        "narrator": "l",
    },
    "night": {"host": "m", "mafia": "m", "out": "g"},
    "vote": {"host": "t", "mafia": "t", "living": "t", "member": "t", "out": "t"},
    "last_words": {"out": "tg"},
    "day": {"host": "t", "mafia": "t", "living": "t", "member": "t", "out": "g"},
    "over": {
        "host": "lt",
        "mafia": "lt",
        "living": "lt",
        "member": "lt",
        "out": "lt",
        "queued": "l",
        "narrator": "l",
    },
}
"""By phase, by who, the first letters of the talks they may write in; nobody else may anywhere."""

READ: Mapping[str, str] = {
    "host": "mt",
    "mafia": "mt",
    "out": "gt",
    "living": "t",
    "member": "t",
    "left": "t",
}
"""While a game is on, in which talks people read what is said; everybody else reads the table."""

CLOSED = {"NOT_A_MEMBER", "MAY_NOT_WRITE", "SPECTATOR", "NO_GAME"}


@pytest.mark.parametrize("phase", AMONG)
def test_c29_who_may_write_and_read_in_which_talk(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, phase)
    asked = Asked(monkeypatch)
    open_ = dict.fromkeys(WHO, "")
    for kind, talk in product(WHO, TALKS):
        path = reverse("games:say", args=[place.of(kind).code])
        answer = asked(place.client(kind), "post", path, {"talk": talk, "text": "Hello"})
        open_[kind] += talk[0] if answer == "204" else ""
        assert answer == "204" or answer in CLOSED
        socket = over_the_socket(place, kind, Say("", talk, "Hello"), monkeypatch)
        assert socket == ("" if answer == "204" else answer)
    assert open_ == {kind: AMONG[phase].get(kind, "") for kind in WHO}
    for kind in WHO if phase not in ("lobby", "over") else ():
        view = projections.room_view(place.of(kind).code, place.person(kind), place.table.now)
        assert isinstance(view, projections.GameView)
        assert sorted(talk.value[0] for talk in view.observation.reads) == sorted(_reads(phase, kind)), kind


def _reads(phase: str, kind: str) -> str:
    return "t" if kind == "out" and phase == "vote" else READ.get(kind, "t")
