import pytest


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Services are tested with their tables."""
