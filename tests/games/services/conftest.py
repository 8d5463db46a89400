from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _unspent_limits() -> Iterator[None]:
    """No test is refused for what another did."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Services are tested with their tables."""
