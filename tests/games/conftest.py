from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture
def unspent_limits(settings: Any) -> Iterator[None]:
    """So much may be done that no test is refused for doing a lot."""
    cache.clear()
    settings.RATE_LIMITS = {name: {"burst": 10_000, "seconds": 0.001} for name in settings.RATE_LIMITS}
    yield
    cache.clear()
