import hashlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from games import codes
from tests.kit.table import Table


@pytest.fixture(autouse=True)
def an_empty_cache() -> None:
    """Nobody has done anything yet of what is limited, and nothing is known that was worked out before."""
    cache.clear()


@pytest.fixture
def unspent_limits(settings: Any) -> Iterator[None]:
    """So much may be done that no test is refused for doing a lot."""
    cache.clear()
    settings.RATE_LIMITS = {name: {"burst": 10_000, "seconds": 0.001} for name in settings.RATE_LIMITS}
    yield
    cache.clear()


@pytest.fixture
def at_table_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], Table]:
    """Lets pages be made at the time of a table."""

    def follow(table: Table) -> Table:
        for place in ("posts", "views", "public_views", "house_views", "projections", "selectors"):
            monkeypatch.setattr(f"games.{place}.now", lambda: table.now)
        return table

    return follow


@pytest.fixture(autouse=True)
def the_same_deals_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games dealt within a test are dealt alike whenever it runs: what failed once can be looked at."""
    count = itertools.count()

    def new_secret() -> str:
        return hashlib.sha256(f"{request.node.nodeid} {next(count)}".encode()).hexdigest()

    monkeypatch.setattr(codes, "new_secret", new_secret)
