"""The law of the wire finds leaks: each is planted in the product, and must be told (C1)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils.safestring import mark_safe

from games import projections, reading, story
from games.engine import game, observation
from games.engine.audience import room
from games.engine.events import Addressed
from games.engine.ids import SeatId
from games.engine.night_events import ResultLearned
from games.engine.state import State
from games.engine.talk import Talk
from games.live import action_panel
from games.live.hub import WINDOW, Hub
from games.live.shared import Part
from games.services import chat, play
from games.story import LogEntry
from tests.kit.wire_twins import LeakError, compare, compare_until_one_counts, random_pair

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = (3, 9, *range(20))
"""Tried one after the other until the leak shows: first two that have shown them all."""

Patch = pytest.MonkeyPatch
EVERYBODY = room(SeatId(number) for number in range(40))


def roles_seen(patch: Patch) -> dict[SeatId, str]:
    """The roles of the game that was last looked at, whoever looked."""
    roles: dict[SeatId, str] = {}
    view_for = projections.view_for

    def noted(snapshot: Any, key: int | None) -> Any:
        if snapshot.game is not None:
            roles.update({seat.number: seat.role for seat in snapshot.game.state.seats})
        return view_for(snapshot, key)

    patch.setattr(projections, "view_for", noted)
    return roles


def a_role_in_an_attribute_of_a_public_panel(patch: Patch) -> None:
    sees = observation.room_sees

    def told(state: State) -> Any:
        return tuple(
            seat._replace(name=mark_safe(f'<i data-of="{state.seats[seat.seat].role}">{seat.name}</i>'))
            for seat in sees(state)
        )

    patch.setattr(reading, "room_sees", told)


def a_private_event_for_the_whole_room(patch: Patch) -> None:
    """The log is told to all whom a check found to be of the Mafia."""
    decide = game.decide

    def loudly(*args: Any) -> Any:
        answer = decide(*args)
        if not isinstance(answer, tuple):
            return answer
        return tuple(
            Addressed(one.event, EVERYBODY) if isinstance(one.event, ResultLearned) else one for one in answer
        )

    def told(event: Any) -> Any:
        if isinstance(event, ResultLearned):
            return (LogEntry("host", (event.subject,)),) if event.result == "mafia" else ()
        return entries(event)

    entries = story.entries
    patch.setattr(play, "decide", loudly)
    patch.setattr(story, "entries", told)


def a_pointless_frame_for_a_choice_of_the_night(patch: Patch) -> None:
    show = Hub._show  # noqa: SLF001
    choices: dict[Hub, object] = {}

    def shown(hub: Hub, snapshot: Any) -> None:
        show(hub, snapshot)
        made = snapshot.game.state.stage.choices if snapshot and snapshot.game else ()
        if made != choices.get(hub, ()):
            for listener in hub._listeners:  # noqa: SLF001
                listener.outbox.frame('"html":""')
        choices[hub] = made

    patch.setattr(Hub, "_show", shown)


def tokens_in_the_order_of_roles(patch: Patch) -> None:
    made, roles = action_panel._tokens, roles_seen(patch)  # noqa: SLF001

    def tokens(*args: Any) -> Any:
        return tuple(sorted(made(*args), key=lambda token: roles.get(token[1].context.seat, "")))

    patch.setattr(action_panel, "_tokens", tokens)


def names_padded_by_role(patch: Patch) -> None:
    """Blanks that nobody sees behind the names at night."""
    made, roles = action_panel._tokens, roles_seen(patch)  # noqa: SLF001

    def padded(part: Part) -> Part:
        token: Any = part.context
        return replace(part, context=replace(token, name=token.name + " " * len(roles.get(token.seat, ""))))

    def tokens(view: Any, *args: Any) -> Any:
        told = made(view, *args)
        return tuple((at, padded(part)) for at, part in told) if view.observation.kind == "night" else told

    patch.setattr(action_panel, "_tokens", tokens)


def the_viewers_own_role_in_the_size_of_the_night(patch: Patch) -> None:
    """Known to the viewer, but not to whoever watches the line or looks over a shoulder."""
    made = action_panel._tokens  # noqa: SLF001

    def tokens(view: Any, *args: Any) -> Any:
        (at, part), *rest = made(view, *args)
        token: Any = part.context
        return ((at, replace(part, context=replace(token, many=view.observation.own.role == "mafia"))), *rest)

    patch.setattr(action_panel, "_tokens", tokens)


def the_mafias_lines_for_the_whole_room(patch: Patch) -> None:
    patch.setattr(chat, "audience", lambda state, kind: EVERYBODY)
    patch.setattr("games.engine.observation.reads", lambda state, viewer: tuple(Talk))


def the_owner_of_a_secret_ballot_that_is_taken_back(patch: Patch) -> None:
    """Whoever has none any more of those who had one is shown to be away for as long as the vote is on."""
    sees = observation.room_sees

    def told(state: State) -> Any:
        if state.place.kind != "vote":
            return sees(state)
        return tuple(seat._replace(away=seat.seat not in state.stage.ballots) for seat in sees(state))

    patch.setattr(reading, "room_sees", told)


def a_frame_kept_back_for_a_hidden_change(patch: Patch) -> None:
    """One window for all, which opens at every reading."""

    async def wait(hub: Hub) -> None:
        left = hub._read_at + WINDOW - asyncio.get_running_loop().time()  # noqa: SLF001
        await asyncio.sleep(max(0, left))

    patch.setattr(Hub, "_until_somebody_is_free", wait)


LEAKS: dict[Callable[[Patch], None], str] = {
    a_role_in_an_attribute_of_a_public_panel: "data-of=",
    a_private_event_for_the_whole_room: "is the host now",
    a_pointless_frame_for_a_choice_of_the_night: '"html":""',
    tokens_in_the_order_of_roles: "id=t",
    names_padded_by_role: "night",
    the_viewers_own_role_in_the_size_of_the_night: "The night of",
    the_mafias_lines_for_the_whole_room: "lines-mafia",
    the_owner_of_a_secret_ballot_that_is_taken_back: "id=c",
    a_frame_kept_back_for_a_hidden_change: "ms",
}


def look_for_it() -> None:
    for number in PAIRS:
        compare(random_pair("parlor", number, frozenset(("mafia", "citizen")), (5,)))


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_c1_a_leak_that_is_planted_is_told(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(LeakError) as told:
        look_for_it()
    assert LEAKS[plant] in str(told.value)


def test_c1_nothing_is_told_of_the_product_as_it_is() -> None:
    assert compare_until_one_counts("parlor", 3).counted
