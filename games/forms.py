"""What people type: names, codes, and the settings of a table.

The settings' form is made from ``rules.OPTIONS``, the declarations that the engine checks with.  It gives
what was typed its type; whether a value is allowed, and the sentence if not, the rules say (C24).
"""

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import policies
from games.engine.ids import RoleId
from games.engine.options import Auto, Option, OptionKind
from games.engine.rules import OPTIONS, Ruleset
from games.engine.rulesets import REGISTRY
from games.free import by_side, choices, playable
from games.languages import LANGUAGES
from games.listing import Filter
from games.live import night_words, wording
from games.refusals import Code, Refusal

DEALT = "dealt."
"""Begins the field of the card that somebody was dealt by hand, which goes on with their member id."""

ROLE = "roles."
"""Begins the field of a role's count, which goes on with the role."""

ON = " on"
"""Ends the field of the box that says whether an option that can be off is on."""

BY_PLAYERS = " auto"
"""Ends the field of the box that lets the number of players decide a length of time."""

WAS = " was"
"""Ends the hidden field with what stood in the number's field when the page was made."""


def whole_number(text: str) -> int | str:
    """The number typed, or the text as it is for the rules to refuse."""
    text = text.strip()
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 9 else text


def changes_from(post: QueryDict) -> dict[str, object]:
    """The settings that a posted form holds, each with the type its option has.

    A form may hold some fields only.  A box that is not ticked is not sent, so the form names the boxes it
    has in ``boxes``.  A number that was typed anew is meant, whatever a box beside it says.
    """
    changes: dict[str, object] = {}
    boxes = post.getlist("boxes")
    typed = {name: str(value) for name, value in post.items()}
    for name, option in OPTIONS.items():
        if option.kind is OptionKind.COUNTS:
            counts = {
                field.removeprefix(ROLE): whole_number(typed[field]) if typed[field].strip() else None
                for field in typed
                if field.startswith(ROLE)
            }
            if counts:
                changes[name] = counts
        elif option.kind is OptionKind.TOGGLE:
            if name in boxes:
                changes[name] = name in typed
        elif _typed_anew(name, typed):
            changes[name] = whole_number(typed[name])
        elif option.can_be_off and name + ON in boxes and name + ON not in typed:
            changes[name] = None
        elif option.clock is not None and name + BY_PLAYERS in boxes and name + BY_PLAYERS in typed:
            changes[name] = Auto.AUTO.value
        elif name in typed:
            numeric = option.kind in (OptionKind.NUMBER, OptionKind.SECONDS)
            changes[name] = whole_number(typed[name]) if numeric else typed[name]
    return changes


def _typed_anew(name: str, typed: Mapping[str, str]) -> bool:
    """Whether the number of an option with a box beside it is another than the page showed."""
    text = typed.get(name, "").strip()
    return text not in ("", typed.get(name + WAS, text).strip())


def cards_from(post: QueryDict) -> dict[int, str]:
    """The cards of a deal by hand, by member id; a card chosen for nobody who could be a member is for 0."""
    cards = {}
    for field, card in post.items():
        if field.startswith(DEALT):
            member = whole_number(field.removeprefix(DEALT))
            cards[member if isinstance(member, int) else 0] = str(card)
    return cards


def in_words(option: Option, value: object, players: int | None = None) -> str:
    """The value of an option as people read it; for so many ``players`` where their number decides."""
    match option.kind:
        case OptionKind.TOGGLE:
            return _("yes") if value else _("no")
        case OptionKind.CHOICE:
            return _(option.choices[str(value)])
        case OptionKind.SECONDS if value == Auto.AUTO:
            return _by_players(option, players)
        case OptionKind.SECONDS:
            return _("no limit") if value is None else wording.length(int(str(value)))
        case OptionKind.ORDER:
            named = [str(night_words.STAGES[stage][0]) for stage in cast("tuple[str, ...]", value)]
            return ", ".join(named) or _("the usual one")
        case _:
            return _("no limit") if value is None else str(value)


def help_for(option: Option, ruleset: Ruleset) -> str:
    """What an option is about, in a preset in which a phase may take its whole time."""
    lasting = [
        place for place in ruleset.line if place.seconds == option.name and place.kind != "announcement"
    ]
    if not lasting or any(place.ends_early for place in lasting):
        return _(option.help)
    if option.can_be_off:
        return _("It takes its whole time. Without a clock it ends once everyone is done.")
    return _("It takes its whole time, however soon everyone is done.")


def _by_players(option: Option, players: int | None) -> str:
    if option.clock is None or not players:
        return _("by the number of players")
    facts = {"length": wording.length(option.clock.seconds(players)), "players": players}
    return _("by the number of players: %(length)s with %(players)d") % facts


@dataclass(frozen=True, slots=True)
class Field:
    """One input of the settings' form.  ``id`` is the element's.

    ``was`` is what the field shows of the setting as it is now, without what was typed.  ``on`` tells whether
    an option that can be off is on; ``by_players`` whether the number of players decides
    one that may be left to it, and ``words`` what that comes to.  ``placeholder`` is what holds while it is
    empty.
    """

    name: str
    id: str
    kind: str
    label: str
    help: str
    value: Any
    was: Hashable = ""
    low: int = 0
    high: int = 0
    can_be_off: bool = False
    on: bool = True
    can_be_auto: bool = False
    by_players: bool = False
    words: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    placeholder: str = ""
    invalid: bool = False
    role: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side's name, and a field for each of its roles."""

    name: str
    fields: tuple[Field, ...]


class OptionsForm:
    """The settings of a table, with what they are now or, where ``invalid``, what was typed.

    ``values`` are those that the preset offers, ``more`` those that a free game adds.  Fields go by name; a
    role's count is the field ``roles.<role>``.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        values: Mapping[str, Hashable],
        theme: str,
        dealt: Mapping[str, int],
        players: int,
        typed: Mapping[str, str] | None = None,
        invalid: Collection[str] = (),
        *,
        more: Mapping[str, Hashable] | None = None,
        free: bool = False,
    ) -> None:
        self._ruleset, self._values, self._theme, self._dealt = ruleset, values, theme, dealt
        self._players, self._more, self._free = players, more or {}, free
        self._typed = {name: text for name, text in (typed or {}).items() if name in invalid}

    def sides(self) -> list[Side]:
        """One number for each of the preset's own roles; empty lets the size of the table decide."""
        return self._sides(self._ruleset.counted_roles)

    def more_sides(self) -> list[Side]:
        """The same for the roles that a free game adds."""
        own = self._ruleset.counted_roles
        others = [role for role in playable(self._ruleset) if role not in own and role != self._filler]
        return self._sides(tuple(others)) if self._free else []

    @property
    def rest(self) -> str:
        """What everybody is whose role is not counted."""
        return str(wording.role_words(self._filler, self._theme).many)

    @property
    def _filler(self) -> RoleId:
        return self._ruleset.filler

    def _sides(self, roles: tuple[RoleId, ...]) -> list[Side]:
        return [
            Side(wording.side(faction, self._theme), tuple(self._count(role) for role in found))
            for faction, found in by_side(roles).items()
        ]

    def _count(self, role: RoleId) -> Field:
        option, name = OPTIONS["roles"], ROLE + role
        words = wording.role_words(role, self._theme)
        chosen = dict(self._values.get("roles", ()))  # type: ignore[call-overload]
        return Field(
            name=name,
            id=field_id(name),
            kind="count",
            label=str(words.many),
            help=str(words.power),
            value=self._typed.get(name, chosen.get(role, "")),
            low=option.low,
            high=option.high,
            placeholder=str(self._dealt.get(role, 0)),
            invalid=name in self._typed,
            role=role,
        )

    def fields(self) -> Iterator[Field]:
        """The other settings of the preset, in its order."""
        return self._fields(self._values)

    def more_fields(self) -> list[Field]:
        """What a free game adds to them."""
        return list(self._fields(self._more))

    def _fields(self, values: Mapping[str, Hashable]) -> Iterator[Field]:
        for name, value in values.items():
            if OPTIONS[name].kind is not OptionKind.COUNTS:
                yield self._field(OPTIONS[name], value)

    def _field(self, option: Option, value: Hashable) -> Field:
        name = option.name
        return Field(
            name=name,
            id=field_id(name),
            kind=option.kind.value,
            label=_(option.label),
            help=help_for(option, self._ruleset),
            value=self._typed.get(name, _to_type(option, value)),
            was=_to_type(option, value),
            low=option.low,
            high=option.high,
            can_be_off=option.can_be_off,
            on=value is not None,
            can_be_auto=option.clock is not None,
            by_players=value == Auto.AUTO,
            words=_by_players(option, self._players) if option.clock is not None else "",
            choices=tuple((key, _(text)) for key, text in choices(option, self._ruleset).items()),
            invalid=name in self._typed,
        )


def _to_type(option: Option, value: Hashable) -> Hashable:
    """What stands in the field: where the number of players decides, the most that it would allow."""
    if value == Auto.AUTO and option.clock is not None:
        return option.clock.high
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else value


def field_id(name: str) -> str:
    return "o-" + name.replace(".", "-")


def filter_from(query: QueryDict) -> tuple[Filter, tuple[Refusal, ...]]:
    """What a query wants to see of the list of rooms.  What it asks for that there is not is refused, and the
    list shown as if it had not been asked for."""
    asked = {name: query.get(name, "") for name in ("preset", "language", "joinable")}
    chosen = policies.choice_refusals(asked["preset"], asked["language"])
    refusals = [refusal for refusal in chosen if asked[refusal.field]]
    if asked["joinable"] not in ("", "1"):
        refusals.append(Refusal(Code.BAD_FILTER.value, field="joinable"))
    asked |= {refusal.field: "" for refusal in refusals}
    return Filter(asked["preset"], asked["language"], asked["joinable"] == "1"), tuple(refusals)


def preset_choices() -> list[tuple[str, str]]:
    """Every preset there is, with its name."""
    return [(preset, ruleset.name) for preset, ruleset in REGISTRY.items()]


def public_choices() -> list[tuple[str, str]]:
    """Those among them that strangers can play: whoever moderates a game sees every card."""
    return [(preset, ruleset.name) for preset, ruleset in REGISTRY.items() if not ruleset.moderated]


def language_choices() -> list[tuple[str, str]]:
    """Every language a room can have, by its name in itself."""
    return sorted(LANGUAGES.items(), key=lambda item: item[1].casefold())
