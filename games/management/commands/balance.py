"""`manage.py balance`: who wins among bots, by preset and size, as the tables of docs/balance.md."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine.roles import ROLES, Faction
from games.engine.rules import Ruleset
from games.engine.rulesets import REGISTRY
from games.engine.table import role_list
from games.live import wording
from games.services.simulate import Shares, simulate

SIZES = (5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40)

HEAD = """# Balance

Who wins if bots play by the presets' own rules and role lists. Each share is followed by its standard error
in points. A game can have several winners, so the shares of a row can come to more than 100 %. Bots are no
people: they reason alike and lie a little, so read these as a comparison of tables, not as a forecast.
`make balance` writes this page anew; `manage.py simulate` plays any other table, and a private lobby shows an
estimate for the one at hand.
"""


class Command(BaseCommand):
    help = "Plays every preset at many sizes among bots and writes down who wins."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=200, help="games for each table")
        parser.add_argument("--seed", default="balance")
        parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
        parser.add_argument("--out", type=Path, default=settings.BASE_DIR / "docs" / "balance.md")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games: at least one")
        parts = [HEAD]
        for ruleset in REGISTRY.values():
            self.stderr.write(ruleset.name)
            parts.append("\n".join(_table(ruleset, options["sizes"], options["games"], options["seed"])))
        options["out"].write_text("\n".join(parts) + "\n", encoding="utf-8")


def _table(ruleset: Ruleset, sizes: tuple[int, ...], games: int, seed: str) -> Iterator[str]:
    held = [players for players in sizes if ruleset.min_players <= players <= ruleset.max_players]
    dealt = {players: Counter(role_list(ruleset, players)) for players in held}
    sides = [rule.faction.value for rule in ruleset.wins]
    alone = {ROLES[role].faction.value for roles in dealt.values() for role in roles} - {*sides}
    columns = [*sides, *sorted(alone), "nobody"]
    yield f"## {ruleset.name}\n"
    yield f"| players | dealt | {' | '.join(map(_name, columns))} | days | games |"
    yield f"|{'---|' * (len(columns) + 4)}"
    for players, roles in dealt.items():
        shares = simulate(ruleset, players, games, seed, "bots")
        cells = " | ".join(_share(shares, side) for side in columns)
        cards = ", ".join(_cards(role, count) for role, count in roles.items())
        yield f"| {players} | {cards} | {cells} | {shares.mean_days:.1f} | {shares.games} |"
    yield ""


def _name(side: str) -> str:
    return "nobody" if side == "nobody" else wording.side(Faction(side), "mafia")


def _cards(role: str, count: int) -> str:
    words = wording.role_words(role, "mafia")
    return f"{count} {words.many if count > 1 else words.name}"


def _share(shares: Shares, side: str) -> str:
    share = shares.winning.get(side, 0)
    return f"{100 * share:.0f} % ± {100 * sqrt(share * (1 - share) / shares.games):.1f}"
