"""`manage.py simulate`: play many games on the pure engine and print who wins (docs/scenarios.md)."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError

from games.engine.rules import Ruleset, configure
from games.engine.rulesets import REGISTRY
from games.services.simulate import POLICIES, simulate


class Command(BaseCommand):
    help = "Plays many games without people and prints who wins how often."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--preset", choices=list(REGISTRY), default="parlor")
        parser.add_argument("--players", type=int, default=7)
        parser.add_argument("--roles", default="", metavar="ROLE=COUNT,…")
        parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", dest="changes")
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seed", default="0")
        parser.add_argument("--policy", choices=list(POLICIES), default="bots")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games: at least one")
        changes = _pairs(options["changes"])
        if options["roles"]:
            changes["roles"] = _pairs(options["roles"].split(","))
        ruleset = configure(REGISTRY[options["preset"]], changes)
        if not isinstance(ruleset, Ruleset):
            raise CommandError("; ".join(f"{refusal.option}: {refusal.reason}" for refusal in ruleset))
        try:
            shares = simulate(
                ruleset, options["players"], options["games"], options["seed"], options["policy"]
            )
        except ValueError as error:
            raise CommandError(f"this table may not start: {error}") from error
        result = {"preset": ruleset.preset, "players": options["players"], "policy": options["policy"]}
        result |= asdict(shares)
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name}: {value}")


def _pairs(texts: list[str]) -> dict[str, Any]:
    """Each ``name=value``; values are read as YAML, so numbers, true and null are what they look like."""
    pairs: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"{text!r} is not NAME=VALUE")
        try:
            pairs[name.strip()] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise CommandError(f"{text!r}: {error}") from error
    return pairs
