"""JSON for what the engine deals in: states, rulesets and events."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

import msgspec

from games.engine import events
from games.engine.audience import Audience
from games.engine.events import Event
from games.engine.ids import Millis, SeatId
from games.engine.state import State

SCHEMA = 3
"""The shape of stored states; counts up with every change to it."""

_encoder = msgspec.json.Encoder()
_state_decoder = msgspec.json.Decoder(State)

_EVENT_DECODERS: Mapping[str, msgspec.json.Decoder[Any]] = MappingProxyType(
    {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(events.Event)}
)


class BotSteps(msgspec.Struct, frozen=True):
    """How often each bot has acted in the phase with this number."""

    phase: int = 0
    steps: dict[int, int] = {}

    def of(self, phase: int, seat: int) -> int:
        return self.steps.get(seat, 0) if phase == self.phase else 0

    def stepped(self, phase: int, seat: int) -> "BotSteps":
        steps = self.steps if phase == self.phase else {}
        return BotSteps(phase, {**steps, seat: steps.get(seat, 0) + 1})


_steps_decoder = msgspec.json.Decoder(BotSteps)


class GameUnreadableError(Exception):
    """A stored game that this version cannot read.  Says nothing of what is in it."""


def decode_options(text: str) -> dict[str, Any]:
    """Settings of a room, as they were encoded."""
    options: dict[str, Any] = msgspec.json.decode(text)
    return options


def encode(value: object) -> str:
    """Any of the engine's frozen values as JSON."""
    return _encoder.encode(value).decode()


def decode_state(text: str, schema: int) -> State:
    """The state that was stored as ``text`` in the shape ``schema``; GameUnreadableError if that is not
    SCHEMA, or the text is not of that shape."""
    if schema != SCHEMA:
        raise GameUnreadableError(f"a game of schema {schema}; this version reads {SCHEMA}")
    try:
        return _state_decoder.decode(text)
    except msgspec.MsgspecError:
        raise GameUnreadableError(f"a game that is not of its schema {schema}") from None


def decode_event(kind: str, text: str) -> Event:
    """``kind`` is the event's class name, as stored beside it."""
    event: Event = _EVENT_DECODERS[kind].decode(text)
    return event


def decode_steps(text: str) -> BotSteps:
    return _steps_decoder.decode(text) if text else BotSteps()


def seat_mask(seats: frozenset[SeatId]) -> int:
    """A set of seats as a number: bit n for seat n."""
    return sum(1 << seat for seat in seats)


def audience_of(mask: int, *, narrator: bool, spectators: bool) -> Audience:
    """The audience that was stored as a mask of seats and two flags."""
    seats = frozenset(SeatId(n) for n in range(mask.bit_length()) if mask >> n & 1)
    return Audience(seats, narrator=narrator, spectators=spectators)


def event_time(event: Event, otherwise: Millis) -> Millis:
    """The moment an event names, or ``otherwise``."""
    return getattr(event, "at", otherwise)
