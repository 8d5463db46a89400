"""Who may write and read in which talk (C29).  Chat and voice obey this and nothing else: whoever may write
in a talk may speak in it, and whoever reads it hears it (R17)."""

from enum import StrEnum
from typing import assert_never

from games.engine.audience import Audience, room
from games.engine.ids import SeatId, Standpoint, Viewer
from games.engine.places import Light, TableTalk
from games.engine.state import Seat, State


class Talk(StrEnum):
    TABLE = "table"
    MAFIA = "mafia"
    GRAVEYARD = "graveyard"


_TALKS = tuple(Talk)


def _may_write_at_table(state: State, number: SeatId) -> bool:
    return not state.is_silenced(number) and _table_is_open(state, number)


def _table_is_open(state: State, number: SeatId) -> bool:
    """Whether ``number`` could write at the table but for being silenced."""
    if state.ending is not None:
        return True
    place, seat = state.place, state.seats[number]
    match place.talk:
        case TableTalk.NOBODY:
            return False
        case TableTalk.SPEAKER:
            return number in state.stage.speakers[:1]
        case TableTalk.LIVING:
            return seat.alive or state.ruleset.dead_talk
        case unknown:
            assert_never(unknown)


def writes(state: State, viewer: Viewer) -> tuple[Talk, ...]:
    """The talks ``viewer`` may write in now.  Only seats ever may."""
    if viewer.standpoint is not Standpoint.SEAT:
        return ()
    seat = state.seats[viewer.seat]
    if seat.left:
        return ()
    talks = []
    if _may_write_at_table(state, viewer.seat):
        talks.append(Talk.TABLE)
    if state.ending is None:
        if seat.met_team and seat.alive and state.place.light is Light.NIGHT:
            talks.append(Talk.MAFIA)
        if not seat.alive:
            talks.append(Talk.GRAVEYARD)
    return tuple(talks)


def only_line(state: State, seat: SeatId) -> str:
    """The one line that ``seat``, silenced, may write at the table now (G13); empty if there is none."""
    gagged = state.is_silenced(seat) and not state.seats[seat].left and _table_is_open(state, seat)
    return state.ruleset.silenced_line if gagged else ""


def may_say(state: State, viewer: Viewer, talk: Talk, text: str) -> bool:
    """Whether ``viewer`` may write ``text`` in ``talk`` now (C29, G13)."""
    if talk in writes(state, viewer):
        return True
    seated = viewer.standpoint is Standpoint.SEAT and talk is Talk.TABLE
    return seated and bool(text) and text == only_line(state, viewer.seat)


def _hears(seat: Seat, talk: Talk) -> bool:
    match talk:
        case Talk.TABLE:
            return True
        case Talk.MAFIA:
            return seat.met_team and seat.alive and not seat.left
        case Talk.GRAVEYARD:
            return not seat.alive and not seat.left
        case unknown:
            assert_never(unknown)


def audience(state: State, talk: Talk) -> Audience:
    """Who a line written now is for; whoever joins the audience later does not get it."""
    if talk is Talk.TABLE:
        return room(state.numbers())
    return Audience(frozenset(seat.number for seat in state.seats if _hears(seat, talk)))


def reads(state: State, viewer: Viewer) -> tuple[Talk, ...]:
    """The talks whose new lines ``viewer`` gets now.  After the end everyone is at the table."""
    if state.ending is not None or viewer.standpoint is not Standpoint.SEAT:
        return (Talk.TABLE,)
    seat = state.seats[viewer.seat]
    return tuple([talk for talk in _TALKS if _hears(seat, talk)])
