"""What each panel of a room between games shows, from a ``LobbyView``."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import forms
from games.balance import NOBODY_WINS, Estimate
from games.engine.errors import Reason
from games.engine.places import Light
from games.engine.roles import Faction
from games.engine.rules import OPTIONS, Ruleset
from games.engine.rulesets import REGISTRY
from games.engine.table import card_lots
from games.live import wording
from games.live.console_panels import desk, desk_variables
from games.live.option_words import option_text
from games.live.shared import MANY, Box, Part, Parts, plain, watching
from games.models.chat import LOBBY
from games.projections import LobbyView, MemberView
from games.refusals import Code, Refusal


@dataclass(frozen=True, slots=True)
class Status:
    theme: str
    members: int
    ready: int
    seated: bool
    watchers: int
    began_at: int | None
    due_at: int | None


def status(view: LobbyView) -> Status:
    ready = sum(
        member.ready or member.bot or member.phoneless for member in view.members if not member.narrates
    )
    return Status(
        theme=view.ruleset.theme,
        members=view.players,
        ready=min(ready, view.players),
        seated=view.you is not None,
        watchers=view.watchers,
        began_at=view.enough_since,
        due_at=view.starts_at,
    )


def status_variables(c: Status) -> Mapping[str, Any]:
    return {"screen": "lobby"}


def _now_variables(c: Status) -> Mapping[str, Any]:
    here = ngettext("%(number)d player is here", "%(number)d players are here", c.members) % {
        "number": c.members
    }
    count = _("%(done)d of %(of)d ready") % {"done": c.ready, "of": c.members}
    if c.watchers:
        here = f"{here} · {watching(c.watchers)}"
    if c.due_at is not None:
        here = f"{here}. {_('The cards are dealt when the clock runs out')}"
    return {"title": _("The lobby"), "line": here, "count": count, "light": Light.DAY}


def status_parts(c: Status) -> tuple[Hashable, Parts]:
    """How many are here, and ready."""
    return (c.theme, c.seated), {"now": {"now": Part("games/_now.html", c, _now_variables)}}


Reasons = tuple[tuple[str, tuple[tuple[str, int | str], ...]], ...]
"""Refusals as a context can hold them: each one's code, and its facts in order."""


@dataclass(frozen=True, slots=True)
class Action:
    code: str
    theme: str
    host: bool
    member: bool
    narrates: bool
    ready: bool
    can_start: bool
    public: bool
    problems: Reasons
    warnings: Reasons


def _flat(refusals: tuple[Refusal, ...]) -> Reasons:
    return tuple((refusal.code, tuple(sorted(refusal.facts.items()))) for refusal in refusals)


def action(view: LobbyView) -> Action:
    you = next((member for member in view.members if member.you), None)
    return Action(
        code=view.code,
        theme=view.ruleset.theme,
        host=view.is_host,
        member=you is not None,
        narrates=you is not None and you.narrates,
        ready=you is not None and you.ready,
        can_start=view.can_start,
        public=view.public,
        problems=_flat(tuple(_advised(view, problem) for problem in view.problems)),
        warnings=_flat(view.warnings),
    )


def _advised(view: LobbyView, problem: Refusal) -> Refusal:
    """With the advice that can be followed: where bots are limited more of them are no way out."""
    if view.fixed and problem.code == Reason.TOO_FEW_PLAYERS:
        return replace(problem, code=Code.TOO_FEW_PEOPLE.value)
    return problem


def action_variables(c: Action) -> Mapping[str, Any]:
    return {"problems": _sentences(c.problems, c.theme), "warnings": _sentences(c.warnings, c.theme)}


def _sentences(reasons: Reasons, theme: str) -> list[str]:
    return [wording.sentence(Refusal(code, dict(facts)), theme) for code, facts in reasons]


@dataclass(frozen=True, slots=True)
class Seats:
    code: str
    members: tuple[MemberView, ...]
    host: bool
    public: bool
    fixed: bool
    locked: bool
    narrates: bool
    moderated: bool


def seats(view: LobbyView) -> Seats:
    narrates = any(member.you and member.narrates for member in view.members)
    return Seats(
        code=view.code,
        members=view.members,
        host=view.is_host,
        public=view.public,
        fixed=view.fixed,
        locked=view.locked,
        narrates=narrates,
        moderated=view.ruleset.moderated,
    )


def seats_variables(c: Seats) -> Mapping[str, Any]:
    return {
        "alone": len(c.members) == 1 and c.members[0].you,
        "many": len(c.members) >= MANY,
        "bots": any(member.bot for member in c.members),
    }


@dataclass(frozen=True, slots=True)
class Options:
    """``values``: each offered option and its value; counts as pairs; ``more``: those that a free game adds.
    ``fixed``: nobody may change them.  ``estimate``: who would win among bots.  ``refused`` and ``warned``:
    what the host is told of the roles, as they would be dealt now."""

    code: str
    preset: str
    theme: str
    host: bool
    fixed: bool
    players: int
    values: tuple[tuple[str, Hashable], ...]
    more: tuple[tuple[str, Hashable], ...]
    roles: tuple[tuple[str, int], ...]
    free: bool
    estimate: Estimate | None
    refused: Reasons
    warned: Reasons


def _value(value: object) -> Hashable:
    return tuple(sorted(value.items())) if isinstance(value, Mapping) else value


def options(view: LobbyView) -> Options:
    ruleset = view.ruleset
    return Options(
        code=view.code,
        preset=ruleset.preset,
        theme=ruleset.theme,
        host=view.may_configure,
        fixed=view.fixed,
        players=view.players,
        values=tuple((setting.option.name, _value(setting.value)) for setting in view.settings),
        more=tuple((setting.option.name, _value(setting.value)) for setting in view.more),
        roles=view.roles,
        free=view.free,
        estimate=view.estimate,
        refused=_of_the_roles(view, view.problems),
        warned=_of_the_roles(view, view.warnings),
    )


def _of_the_roles(view: LobbyView, found: Iterable[Refusal]) -> Reasons:
    return _flat(tuple(one for one in found if one.field == "roles")) if view.may_configure else ()


def _form(
    c: Options, typed: Mapping[str, str] | None = None, invalid: Collection[str] = ()
) -> forms.OptionsForm:
    return forms.OptionsForm(
        REGISTRY[c.preset],
        dict(c.values),
        c.theme,
        dict(c.roles),
        c.players,
        typed,
        invalid,
        more=dict(c.more) if c.free else {},
        free=c.free,
    )


def options_variables(c: Options) -> Mapping[str, Any]:
    deck = [(wording.role_words(role, c.theme), role, number) for role, number in c.roles if number]
    values = dict(c.values)
    counts: Any = values.get("roles", ())
    ruleset = replace(REGISTRY[c.preset], roles=dict(counts))
    for one, other in card_lots(ruleset, max(c.players, ruleset.min_players)):
        both = replace(wording.role_words(one, c.theme), name=wording.cards_named(one, 1, c.theme, other))
        deck = [(both if role == one else words, role, number) for words, role, number in deck]
    return {
        "deck": deck,
        "fewest": _fewest(c, ruleset),
        "form": _form(c),
        "refused": _sentences(c.refused, c.theme),
        "warned": _sentences(c.warned, c.theme),
        "name": REGISTRY[c.preset].name,
        "facts": [
            (
                option_text(OPTIONS[name].label, c.theme),
                forms.in_words(OPTIONS[name], value, c.theme, c.players),
            )
            for name, value in (*c.values, *_changed(c))
            if name != "roles"
        ],
        "why": wording.sentence(Refusal(Code.RANKED_DEFAULTS.value)) if c.fixed else "",
    }


def _fewest(c: Options, ruleset: Ruleset) -> int:
    """For how many players the cards are shown, where fewer are here than can play; 0 where enough are."""
    fewest = max(ruleset.min_players, sum(number for _role, number in c.roles))
    return fewest if c.players < ruleset.min_players else 0


def _changed(c: Options) -> list[tuple[str, Hashable]]:
    """What is not as the preset has it, of the settings that it does not offer itself."""
    return [(name, value) for name, value in c.more if value != getattr(REGISTRY[c.preset], name)]


def options_parts(c: Options) -> tuple[Hashable, Parts]:
    """The estimate, which comes by itself while somebody may be typing."""
    shown = Balance(c.theme, c.estimate)
    part = Part("games/lobby/_balance.html", shown, _balance_variables)
    return replace(c, estimate=None), {"balance": {"balance": part}}


@dataclass(frozen=True, slots=True)
class Balance:
    theme: str
    estimate: Estimate | None


def _balance_variables(c: Balance) -> Mapping[str, Any]:
    if c.estimate is None:
        return {}
    shares = [_share(side, share, c.theme) for side, share in c.estimate.winning if round(100 * share)]
    lopsided = c.estimate.lopsided
    return {
        "shares": _("If bots played this: %(shares)s") % {"shares": ", ".join(shares)},
        "games": ngettext("%(number)d game", "%(number)d games", c.estimate.games)
        % {"number": c.estimate.games},
        "warning": wording.side(Faction(lopsided[0]), c.theme) if lopsided else "",
    }


def _share(side: str, share: float, theme: str) -> str:
    name = _("nobody") if side == NOBODY_WINS else wording.side(Faction(side), theme)
    return _("%(side)s %(percent)d %%") % {"side": name, "percent": round(100 * share)}


def typed_again(view: LobbyView, typed: Mapping[str, str], errors: Mapping[str, str]) -> Mapping[str, Any]:
    """The settings' form with what was typed and refused; ``errors`` by the element that shows each."""
    c = options(view)
    invalid = {name for name in typed if f"err-{forms.field_id(name)}" in errors}
    own = {f"roles.{role}" for role in view.ruleset.counted_roles}
    more = {name for name, _value in c.more}
    return {
        "form": _form(c, typed, invalid),
        "open": bool(invalid),
        "open_roles": any(name.startswith(forms.ROLE) and name not in own for name in invalid),
        "open_more": bool(invalid & more),
        "open_keep": "err-keep" in errors,
    }


@dataclass(frozen=True, slots=True)
class TalkPanel:
    code: str
    theme: str
    seated: bool
    boxes: tuple[Box, ...]


def talk(view: LobbyView) -> TalkPanel:
    return TalkPanel(view.code, view.ruleset.theme, view.you is not None, (Box(LOBBY, view.you is not None),))


def talk_variables(c: TalkPanel) -> Mapping[str, Any]:
    return {"boxes": [(box, wording.TALKS[c.theme][box.talk]) for box in c.boxes]}


@dataclass(frozen=True, slots=True)
class Door:
    code: str
    member: bool


def host(view: LobbyView) -> Door | None:
    return Door(view.code, True) if view.you is not None else None


PANELS: Mapping[str, tuple[Callable[[LobbyView], Hashable | None], Callable[[Any], Mapping[str, Any]]]] = {
    "status": (status, status_variables),
    "action": (action, action_variables),
    "seats": (seats, seats_variables),
    "console": (desk, desk_variables),
    "options": (options, options_variables),
    "talk": (talk, talk_variables),
    "host": (host, plain),
}

PARTS: Mapping[str, Callable[[Any], tuple[Hashable, Parts]]] = {
    "status": status_parts,
    "options": options_parts,
}
"""Of some panels, by a context: what is left of it outside the parts, and the parts."""
