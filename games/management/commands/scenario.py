"""`manage.py scenario FILE…`: run scenario files on the pure engine (docs/scenarios.md)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.services.scenario.runner import run_paths


class Command(BaseCommand):
    help = "Runs scenario files, or all of a folder; succeeds only if every one passes."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, paths: list[Path], **options: Any) -> None:
        passed = failed = 0
        for outcome in run_paths(paths):
            passed += outcome.passed
            failed += not outcome.passed
            if not outcome.passed:
                self.stdout.write(outcome.label)
            for failure in outcome.failures:
                self.stdout.write(f"  {failure}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
