"""What each panel of a room between games shows, from a ``LobbyView``."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import forms
from games.engine.rules import OPTIONS, Light
from games.engine.rulesets import REGISTRY
from games.live import wording
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
    ready = sum(member.ready or member.bot for member in view.members if not member.narrates)
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
        problems=_flat(view.problems),
        warnings=_flat(view.warnings),
    )


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
    locked: bool
    narrates: bool


def seats(view: LobbyView) -> Seats:
    narrates = any(member.you and member.narrates for member in view.members)
    return Seats(view.code, view.members, view.is_host, view.public, view.locked, narrates)


def seats_variables(c: Seats) -> Mapping[str, Any]:
    return {"many": len(c.members) >= MANY, "bots": any(member.bot for member in c.members)}


@dataclass(frozen=True, slots=True)
class Options:
    """``values``: each offered option and its value; counts as pairs.  ``fixed``: nobody may change them."""

    code: str
    preset: str
    theme: str
    host: bool
    fixed: bool
    players: int
    values: tuple[tuple[str, Hashable], ...]
    roles: tuple[tuple[str, int], ...]


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
        roles=view.roles,
    )


def options_variables(c: Options) -> Mapping[str, Any]:
    deck = [(wording.role_words(role, c.theme), role, number) for role, number in c.roles if number]
    dealt = dict(c.roles)
    values = dict(c.values)
    return {
        "deck": deck,
        "form": forms.OptionsForm(REGISTRY[c.preset], values, c.theme, dealt, c.players),
        "name": REGISTRY[c.preset].name,
        "facts": [
            (_(OPTIONS[name].label), forms.in_words(OPTIONS[name], value, c.players))
            for name, value in c.values
            if name != "roles"
        ],
        "why": wording.sentence(Refusal(Code.RANKED_DEFAULTS.value)) if c.fixed else "",
    }


def typed_again(view: LobbyView, typed: Mapping[str, str], errors: Mapping[str, str]) -> Mapping[str, Any]:
    """The settings' form with what was typed and refused; ``errors`` by the element that shows each."""
    c = options(view)
    invalid = {name for name in typed if f"err-{forms.field_id(name)}" in errors}
    form = forms.OptionsForm(view.ruleset, dict(c.values), c.theme, dict(c.roles), c.players, typed, invalid)
    return {"form": form, "open": bool(invalid)}


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
    "options": (options, options_variables),
    "talk": (talk, talk_variables),
    "host": (host, plain),
}

PARTS: Mapping[str, Callable[[Any], tuple[Hashable, Parts]]] = {"status": status_parts}
"""Of some panels, by a context: what is left of it outside the parts, and the parts."""
