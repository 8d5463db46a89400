"""The moderator's own panel: what comes next, who has chosen what, entering it for others, corrections; and
before the game the seats without a phone and the deal by hand.

Of everybody else there is no such panel: it shows all cards (M13).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.console import Console as Seen
from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.observed import Observation, SeatView
from games.engine.roles import ROLES
from games.live import wording
from games.live.console_words import entry, next_step
from games.live.shared import Pairs
from games.projections import GameView, LobbyView


@dataclass(frozen=True, slots=True)
class Desk:
    """Before the game.  ``players`` would be dealt in: member ids and names.  ``deck``: the list of roles."""

    code: str
    theme: str
    players: tuple[tuple[int, str], ...]
    deck: tuple[tuple[RoleId, int], ...]
    can_start: bool


def desk(view: LobbyView) -> Desk | None:
    moderates = any(member.you and member.narrates and member.host for member in view.members)
    if not (moderates and view.ruleset.moderated):
        return None
    seated = [m for m in view.members if not m.narrates and not m.absent]
    deck = tuple((RoleId(role), number) for role, number in view.roles if number)
    return Desk(view.code, view.ruleset.theme, tuple((m.id, m.name) for m in seated), deck, view.can_start)


def desk_variables(c: Desk) -> Mapping[str, Any]:
    return {"roles": [(role, wording.role_words(role, c.theme).name, number) for role, number in c.deck]}


@dataclass(frozen=True, slots=True)
class Row:
    """One player as the moderator sees them: ``did`` names the power used, ``vote`` or nothing; ``target`` is
    None for nobody, or for nothing chosen so far."""

    seat: SeatId
    name: str
    role: RoleId
    alive: bool
    done: bool
    acts: bool
    did: tuple[tuple[str, SeatId | None], ...]


@dataclass(frozen=True, slots=True)
class Console:
    """``who``: for whom something can be entered; ``verbs``: what; ``names``: at whom it may be aimed.
    ``verbs_now``: what the moderator may do."""

    code: str
    theme: str
    phase: str
    kind: str
    number: int
    paused: bool
    rows: tuple[Row, ...]
    who: tuple[SeatId, ...]
    verbs: tuple[str, ...]
    names: tuple[SeatId, ...]
    all_names: Pairs
    verbs_now: tuple[str, ...]
    out: tuple[SeatId, ...]
    back: tuple[SeatId, ...]
    nomination: tuple[SeatId, SeatId, bool] | None
    proposal: str
    steps: int
    by_clock: bool


def console(view: GameView) -> Console | None:
    seen, own = view.observation, view.observation.console
    if own is None:
        return None
    able = [(seat, can) for seat, can in own.can if can]
    aimed = [legal for _seat, can in able for legal in can if legal.targets is not None]
    legal = {one.verb: one for one in seen.legal}
    names = {target for one in aimed for target in one.targets or ()}
    return Console(
        code=view.code,
        theme=seen.theme,
        phase=seen.phase,
        kind=seen.kind,
        number=seen.phase_number,
        paused=seen.paused,
        rows=tuple(_row(seat, own, seen.kind) for seat in _woken(seen, own)),
        who=tuple(seat for seat, _can in able),
        verbs=_entries(own),
        names=tuple(sorted(names - {NOBODY})),
        all_names=tuple((seat.seat, seat.name) for seat in seen.seats),
        verbs_now=tuple(verb for verb in ("next", "open_vote", "close_vote", "undo") if verb in legal),
        out=legal["mark_out"].targets or () if "mark_out" in legal else (),
        back=legal["put_back"].targets or () if "put_back" in legal else (),
        nomination=_nomination(own),
        proposal=seen.place,
        steps=own.steps,
        by_clock=own.by_clock,
    )


def _nomination(own: Seen) -> tuple[SeatId, SeatId, bool] | None:
    if own.nominator is None or own.nominee is None:
        return None
    return own.nominator, own.nominee, own.seconded


def _entries(own: Seen) -> tuple[str, ...]:
    """What may be entered now, each verb once: at night the powers of whoever has any."""
    return tuple(dict.fromkeys(legal.verb for _seat, can in own.can for legal in can))


def _woken(seen: Observation, own: Seen) -> list[SeatView]:
    """At night the living in the order in which they are woken, then the others; by day all in seat order."""
    if seen.kind != "night":
        return list(seen.seats)

    def turn(seat: SeatView) -> int:
        powers = ROLES[seat.role].powers if seat.role is not None and seat.alive else ()
        return min((own.ladder.index(power.ability) for power in powers), default=len(own.ladder))

    return sorted(seen.seats, key=turn)


def _row(seat: SeatView, own: Seen, kind: str) -> Row:
    role = seat.role or RoleId("")  # a moderator sees every card
    did: list[tuple[str, SeatId | None]] = [
        (choice.ability, choice.target) for choice in own.choices if choice.seat == seat.seat
    ]
    if kind == "vote":
        did = [("vote", target) for voter, target in own.ballots if voter == seat.seat]
    return Row(
        seat=seat.seat,
        name=seat.name,
        role=role,
        alive=seat.alive,
        done=seat.seat in own.done,
        acts=bool(ROLES[role].powers),
        did=tuple(did),
    )


def console_variables(c: Console) -> Mapping[str, Any]:
    names = dict(c.all_names)
    rows = [(row, wording.role_words(row.role, c.theme).name, _did(row, names)) for row in c.rows]
    nomination = None
    if c.nomination is not None:
        by, nominee, _seconded = c.nomination
        nomination = _("%(by)s has nominated %(name)s.") % {"by": names[by], "name": names[nominee]}
    return {
        "living": [row for row in rows if row[0].alive],
        "gone": [row for row in rows if not row[0].alive],
        "proposal": next_step(c.proposal),
        "entries": [(verb, entry(verb)) for verb in c.verbs],
        "who": [(seat, names[seat]) for seat in c.who],
        "targets": [(seat, names[seat]) for seat in c.names],
        "nobody": c.kind in ("vote", "night"),
        "outs": [(seat, names[seat]) for seat in c.out],
        "backs": [(seat, names[seat]) for seat in c.back],
        "nomination": nomination,
    }


def _did(row: Row, names: Mapping[SeatId, str]) -> str:
    """What somebody has chosen or voted, in a few words; empty if nothing yet."""
    said = []
    for verb, target in row.did:
        if verb == "vote":
            said.append(f"→ {wording.nobody(skip=False) if target == NOBODY else names[target]}")  # type: ignore[index]
        else:
            text = wording.choice_sentence(verb, "", None if target is None else names[target])
            said.append(text.strip())
    return ", ".join(said)
