"""The panels of one player alone: the card, and what only they know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.ids import NOBODY, RoleId, SeatId
from games.engine.observed import OVER
from games.engine.places import Light
from games.engine.roles import Faction
from games.engine.state import Choice, Finding
from games.engine.talk import Talk
from games.live import night_words, wording
from games.live.action_panel import chosen, exclusive, several
from games.live.shared import Box, Pairs
from games.projections import GameView
from games.snapshots import Entry


@dataclass(frozen=True, slots=True)
class Role:
    """``uses``: how often a power that is counted can still be used; None if there is none such."""

    preset: str
    theme: str
    role: RoleId
    faction: Faction
    team: tuple[str, ...]
    uses: int | None


def role(view: GameView) -> Role | None:
    seen = view.observation
    if seen.own is None or seen.kind == OVER:
        return None
    team = tuple([seat.name for seat in seen.seats if seat.teammate]) if seen.own.met_team else ()
    uses = [left for _, left in seen.own.uses]
    return Role(seen.preset, seen.theme, seen.own.role, seen.own.faction, team, uses[0] if uses else None)


def role_variables(c: Role) -> Mapping[str, Any]:
    return {
        "words": wording.role_words(c.role, c.theme, c.preset),
        "side": wording.side(c.faction, c.theme),
        "team": wording.company(c.team),
        "uses": "" if c.uses is None else wording.uses_left(c.uses),
    }


@dataclass(frozen=True, slots=True)
class Aim:
    """One of several powers, and whom it is aimed at so far: None if nobody was chosen yet."""

    power: str
    chosen: SeatId | None


@dataclass(frozen=True, slots=True)
class Notes:
    """``reveals``: may show everybody who they are; ``journal``: what they noted of others, None where there
    is no journal.  ``aims``: of somebody who has several powers tonight, the first of which a tap is for;
    ``exclusive``: only one of them can be chosen; ``living``: whom they may be aimed at."""

    code: str
    you: SeatId
    theme: str
    names: Pairs
    findings: tuple[Finding, ...]
    turned: bool
    team: tuple[tuple[str, bool], ...]
    team_choices: tuple[Choice, ...]
    mafia: Box | None
    night: bool
    note: str
    reveals: bool
    phase: int
    journal: tuple[Entry, ...] | None
    aims: tuple[Aim, ...]
    exclusive: bool
    living: Pairs


def notes(view: GameView) -> Notes | None:
    """ "Only for you": closed until opened, and the same for everybody while closed."""
    seen = view.observation
    if seen.own is None or seen.kind == OVER:
        return None
    own = seen.own
    mates = tuple([(seat.name, seat.alive) for seat in seen.seats if seat.teammate]) if own.met_team else ()
    reads, powers = Talk.MAFIA in seen.reads, several(seen)
    living = [(seat.seat, seat.name) for seat in seen.seats if seat.alive] if powers else []
    return Notes(
        code=view.code,
        you=own.seat,
        theme=seen.theme,
        names=view.public.names,
        findings=own.findings,
        turned=own.turned,
        team=mates,
        team_choices=own.team_choices,
        mafia=Box(Talk.MAFIA.value, Talk.MAFIA in seen.writes) if reads else None,
        night=seen.light is Light.NIGHT,
        note=view.note,
        reveals=any(legal.verb == "reveal" for legal in seen.legal),
        phase=seen.phase_number,
        journal=view.journal if seen.journal else None,
        aims=tuple([Aim(power, chosen(seen, own, power)) for power in powers]),
        exclusive=exclusive(powers, own.role),
        living=tuple(living),
    )


def notes_variables(c: Notes) -> Mapping[str, Any]:
    names = dict(c.names)
    return {
        "results": [
            *([wording.card_changed()] if c.turned else []),
            *[
                wording.on_night(
                    found.night,
                    wording.result_sentence(
                        found.result,
                        names[found.subject],
                        c.theme,
                        "" if found.visited is None else names[found.visited],
                    ),
                )
                for found in c.findings
            ],
        ],
        "picks": [
            wording.choice_sentence(
                choice.ability, names[choice.seat], None if choice.target is None else names[choice.target]
            )
            for choice in c.team_choices
        ],
        "aims": [
            (aim.power, night_words.POWERS[c.theme][aim.power], _aimed_at(aim, names)) for aim in c.aims
        ],
        "mafia_title": wording.TALKS[c.theme]["mafia"],
        "reveal": wording.reveal_line() if c.reveals else "",
        "entries": [(names[e.subject], e.tag, wording.TAGS.get(e.tag, ""), e.note) for e in c.journal or ()],
        "others": [(seat, name) for seat, name in c.names if seat != c.you],
        "tags": wording.TAGS.items(),
    }


def _aimed_at(aim: Aim, names: Mapping[SeatId, str]) -> str:
    if aim.chosen is None:
        return "…"
    return wording.nobody(skip=False) if aim.chosen == NOBODY else names[aim.chosen]
