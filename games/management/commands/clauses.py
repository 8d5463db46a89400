"""`manage.py clauses`: which tests prove which clause of the rules (CONTRIBUTING.md)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import clauses

TESTS = Path(settings.BASE_DIR) / "tests"


class Command(BaseCommand):
    help = "Lists every clause of the rules with the tests that prove it; fails if one has none."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--junit", metavar="FILE", help="a report of a run: only tests that passed in it prove anything"
        )

    def handle(self, *args: Any, junit: str | None, **options: Any) -> None:
        try:
            proven = clauses.proofs(TESTS)
            went = clauses.outcomes(Path(junit)) if junit else None
        except (OSError, ValueError, SyntaxError) as error:
            raise CommandError(str(error)) from error
        rules = clauses.clauses()
        for clause in rules:
            self.stdout.write(clause)
            for proof in proven.get(clause, ()):
                how = "" if went is None else f": {went.get(proof.key, clauses.Outcome.NOT_RUN)}"
                self.stdout.write(f"  {proof.label}{how}")
        self.stdout.write("\nNot built yet, or not all of it:")
        for clause, missing in clauses.OPEN.items():
            self.stdout.write(f"  {clause}: {missing}")
        unproven = clauses.unproven(rules, proven, went)
        if unproven:
            self.stdout.write(f"\nWithout a proof: {', '.join(unproven)}")
            sys.exit(1)
        self.stdout.write("\nEvery other clause has a proof.")
