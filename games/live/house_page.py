"""House rules in words: in what a table differs from its preset."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import free
from games.engine.rules import OPTIONS
from games.engine.rulesets import REGISTRY
from games.forms import ROLE, in_words
from games.live import wording
from games.live.option_words import option_text
from games.models import HouseRule
from games.refusals import Refusal
from games.selectors import configured
from games.services.house_rules import Setup


def rows(rules: Iterable[HouseRule]) -> list[tuple[HouseRule, str]]:
    """House rules, each with the name of its preset."""
    return [(rule, REGISTRY[rule.preset].name if rule.preset in REGISTRY else rule.preset) for rule in rules]


def variables(preset: str, setup: Setup | None) -> Mapping[str, Any]:
    """What a house rule says; nothing of it if its preset is no more."""
    if setup is None:
        return {"preset": preset, "playable": False}
    ruleset = configured(setup.preset, setup.options)
    theme = ruleset.theme.value
    counts = [(role, count, wording.role_words(role, theme)) for role, count in ruleset.roles.items()]
    return {
        "preset": REGISTRY[preset].name,
        "slug": preset,
        "playable": True,
        "theme": theme,
        "counts": counts,
        "rest": wording.role_words(ruleset.filler, theme).many,
        "differences": [
            (
                option_text(OPTIONS[name].label, theme),
                in_words(OPTIONS[name], value, theme),
                in_words(OPTIONS[name], getattr(REGISTRY[preset], name), theme),
            )
            for name, value in free.differences(ruleset).items()
        ],
        "lost": [_lost(refusal, theme) for refusal in setup.lost],
    }


def _lost(refusal: Refusal, theme: str) -> str:
    """A setting that no longer holds, and why."""
    option = OPTIONS.get(refusal.field)
    label = option_text(option.label, theme) if option else refusal.field.removeprefix(ROLE)
    return _("%(setting)s: %(why)s") % {"setting": label, "why": wording.sentence(refusal, theme)}
