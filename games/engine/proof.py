"""The check of a game's verification file: commitment, deal and every lot, from the file alone (C2).

docs/verification.md describes the file, and ``static/js/proof.js`` does the same in a browser.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.errors import Facts
from games.engine.rng import commitment, pick, shuffled

PRODUCT = "Nightfall"
FORMAT = 1
LARGEST = 1_000_000
"""Bytes; no game comes near it."""

FIELDS = (
    "product", "format", "commitment", "seed", "salt", "dealt_by_hand", "roles", "seats", "draws", "checksum",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatCard:
    """``number`` counts from 1, as people see it."""

    number: int
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Lot:
    """A draw under ``label`` among seats, counted from 1, in the order in which they were drawn from."""

    label: str
    candidates: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Record:
    """What a file says.  ``roles``: the list before the shuffle, or as they were dealt by hand.
    Commitment, seed and salt are 64 hexadecimal digits."""

    commitment: str
    seed: str
    salt: str
    dealt_by_hand: bool
    roles: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    draws: tuple[Lot, ...]


class Fault(StrEnum):
    """Why a text is no file to check."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"
    NOT_OURS = "not_ours"
    OTHER_FORMAT = "other_format"
    DAMAGED = "damaged"


class Finding(StrEnum):
    """What a check can come to; what ends in ``_wrong`` does not hold, nor does ``by_hand``."""

    CHECKSUM = "checksum"
    CHECKSUM_WRONG = "checksum_wrong"
    COMMITMENT = "commitment"
    COMMITMENT_WRONG = "commitment_wrong"
    DEAL = "deal"
    DEAL_WRONG = "deal_wrong"
    BY_HAND = "by_hand"
    DRAW = "draw"
    DRAW_WRONG = "draw_wrong"
    CARD = "card"
    CARD_WRONG = "card_wrong"
    NO_DRAWS = "no_draws"


class Outcome(StrEnum):
    """What all checks together come to.  UNVERIFIED: all that can be checked holds, but the cards were dealt
    by hand."""

    HOLDS = "holds"
    UNVERIFIED = "unverified"
    FAILS = "fails"


_GOOD = frozenset(
    (Finding.CHECKSUM, Finding.COMMITMENT, Finding.DEAL, Finding.DRAW, Finding.CARD, Finding.NO_DRAWS)
)


@dataclass(frozen=True, slots=True)
class Line:
    """One fault or finding, with the facts for its sentence."""

    kind: Fault | Finding
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    outcome: Outcome
    lines: tuple[Line, ...]


class _DamagedError(Exception):
    """The name of the field that is not as the format has it."""


_HEX = re.compile(r"[0-9a-f]{64}")
_SLUG = re.compile(r"[a-z_]{1,40}")
_CARD_LABEL = re.compile(r"card:([a-z_]+):([a-z_]+)")
"""Of a lot between two cards, of which the first is 1 and the second 2 (G4)."""
_LABEL = re.compile(r"[a-z0-9:_]{1,80}")
_SURROGATE = re.compile("[\ud800-\udfff]")


def checksum(record: Record) -> str:
    """SHA-256 of the record as JSON without spaces: it shows damage, and no more than that."""
    said = [
        PRODUCT, FORMAT, record.commitment, record.seed, record.salt, record.dealt_by_hand, record.roles,
        [[seat.number, seat.name, seat.role] for seat in record.seats],
        [[lot.label, lot.candidates, lot.chosen] for lot in record.draws],
    ]  # fmt: skip
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def written(record: Record) -> str:
    """The file that says so."""
    seats = [{"number": seat.number, "name": seat.name, "role": seat.role} for seat in record.seats]
    draws = [{"label": lot.label, "candidates": lot.candidates, "chosen": lot.chosen} for lot in record.draws]
    values = (
        PRODUCT, FORMAT, record.commitment, record.seed, record.salt, record.dealt_by_hand, record.roles,
        seats, draws, checksum(record),
    )  # fmt: skip
    return json.dumps(dict(zip(FIELDS, values, strict=True)), ensure_ascii=False, indent=1) + "\n"


# --- Reading ------------------------------------------------------------------------------------------------


def _whole(value: object, name: str) -> int:
    """JSON knows one kind of number: 1.0 is 1 here as in a browser."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _DamagedError(name)
    return value


def _text(value: object, name: str, shape: re.Pattern[str] | None = None) -> str:
    if not isinstance(value, str) or not value or _SURROGATE.search(value):
        raise _DamagedError(name)
    if shape is not None and not shape.fullmatch(value):
        raise _DamagedError(name)
    return value


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise _DamagedError(name)
    return value


def _row(value: object, name: str, *keys: str) -> tuple[object, ...]:
    if not isinstance(value, dict) or set(value) != set(keys):
        raise _DamagedError(name)
    return tuple(value[key] for key in keys)


def _seat(value: object, number: int) -> SeatCard:
    found, name, role = _row(value, "seats", "number", "name", "role")
    if _whole(found, "seats") != number:
        raise _DamagedError("seats")
    return SeatCard(number, _text(name, "seats"), _text(role, "seats", _SLUG))


def _lot(value: object, seats: int) -> Lot:
    label, listed, chosen = _row(value, "draws", "label", "candidates", "chosen")
    candidates = tuple(_whole(one, "draws") for one in _list(listed, "draws"))
    lot = Lot(_text(label, "draws", _LABEL), candidates, _whole(chosen, "draws"))
    if _CARD_LABEL.fullmatch(lot.label) and candidates != (1, 2):
        raise _DamagedError("draws")
    seated = all(1 <= one <= seats for one in candidates)
    if not seated or len(set(candidates)) < len(candidates) or lot.chosen not in candidates:
        raise _DamagedError("draws")
    return lot


def _record(found: Mapping[str, object]) -> Record:
    keys = tuple(_text(found[name], name, _HEX) for name in ("commitment", "seed", "salt"))
    by_hand = found["dealt_by_hand"]
    if not isinstance(by_hand, bool):
        raise _DamagedError("dealt_by_hand")
    roles = tuple(_text(role, "roles", _SLUG) for role in _list(found["roles"], "roles"))
    listed = _list(found["seats"], "seats")
    seats = tuple(_seat(value, number) for number, value in enumerate(listed, start=1))
    if not seats or len(roles) != len(seats):
        raise _DamagedError("seats")
    draws = tuple(_lot(value, len(seats)) for value in _list(found["draws"], "draws"))
    if len({lot.label for lot in draws}) < len(draws):
        raise _DamagedError("draws")
    _text(found["checksum"], "checksum", _HEX)
    return Record(keys[0], keys[1], keys[2], by_hand, roles, seats, draws)


def _no_number(text: str) -> float:
    raise ValueError(text)


def _load(text: str) -> object:
    """ValueError for what is no JSON: NaN and Infinity are none, and nothing of ours is nested deeply."""
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError from error


def _fault(found: object) -> Line | None:
    if not isinstance(found, dict) or found.get("product") != PRODUCT:
        return Line(Fault.NOT_OURS)
    number = found.get("format")
    if isinstance(number, bool) or number != FORMAT:
        return Line(Fault.OTHER_FORMAT, {"known": FORMAT})
    for name in FIELDS:
        if name not in found:
            return Line(Fault.DAMAGED, {"field": name})
    return Line(Fault.DAMAGED, {"field": "?"}) if len(found) > len(FIELDS) else None


# --- Checking -----------------------------------------------------------------------------------------------


def _deal(record: Record) -> Line:
    if record.dealt_by_hand:
        return Line(Finding.BY_HAND)
    due = shuffled(record.seed, "deal", record.roles)
    for seat, role in zip(record.seats, due, strict=True):
        if seat.role != role:
            return Line(Finding.DEAL_WRONG, {"seat": seat.number, "found": seat.role, "due": role})
    return Line(Finding.DEAL, {"cards": len(due)})


def _draw(record: Record, lot: Lot) -> Line:
    due = pick(record.seed, lot.label, lot.candidates)
    between = _CARD_LABEL.fullmatch(lot.label)
    if between:
        card = between[due]
        right = due == lot.chosen and card in record.roles
        return Line(Finding.CARD if right else Finding.CARD_WRONG, {"label": lot.label, "card": card})
    among = ", ".join(str(number) for number in lot.candidates)
    facts: Facts = {"label": lot.label, "among": among, "chosen": lot.chosen, "due": due}
    return Line(Finding.DRAW if due == lot.chosen else Finding.DRAW_WRONG, facts)


def _findings(record: Record, told: object) -> tuple[Line, ...]:
    whole = told == checksum(record)
    committed = commitment(record.seed, record.salt) == record.commitment
    shown = {"commitment": record.commitment}
    return (
        Line(Finding.CHECKSUM if whole else Finding.CHECKSUM_WRONG),
        Line(Finding.COMMITMENT if committed else Finding.COMMITMENT_WRONG, shown),
        _deal(record),
        *([_draw(record, lot) for lot in record.draws] or [Line(Finding.NO_DRAWS)]),
    )


def check(text: str) -> Report:
    """Everything that can be checked of a file with this text.  Never raises."""
    if len(text.encode(errors="replace")) > LARGEST:
        return Report(Outcome.FAILS, (Line(Fault.TOO_LARGE),))
    try:
        found = _load(text)
    except ValueError:
        return Report(Outcome.FAILS, (Line(Fault.UNREADABLE),))
    fault = _fault(found)
    if fault is not None or not isinstance(found, dict):
        return Report(Outcome.FAILS, (fault or Line(Fault.NOT_OURS),))
    try:
        lines = _findings(_record(found), found["checksum"])
    except _DamagedError as error:
        return Report(Outcome.FAILS, (Line(Fault.DAMAGED, {"field": str(error)}),))
    bad = {line.kind for line in lines} - _GOOD
    outcome = Outcome.FAILS if bad - {Finding.BY_HAND} else Outcome.UNVERIFIED if bad else Outcome.HOLDS
    return Report(outcome, lines)
