"""`manage.py verifydeal FILE`: check a game's verification file (docs/verification.md)."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import proof
from games.live.proof_words import OUTCOMES, sentence


class Command(BaseCommand):
    help = "Checks the deal and every lot of a finished game from its verification file alone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file; - reads standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        report = proof.check(_read(file))
        for line in report.lines:
            self.stdout.write(sentence(line))
        self.stdout.write(str(OUTCOMES[report.outcome]))
        if report.outcome is not proof.Outcome.HOLDS:
            sys.exit(1)


def _read(file: str) -> str:
    """The text of the file, as far as it can be one of ours."""
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(proof.LARGEST + 1)
        else:
            with open(file, "rb") as opened:
                raw = opened.read(proof.LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
    return raw.decode(errors="replace")
