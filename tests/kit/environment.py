"""Environments for processes of the product that tests start."""

import os

PRODUCTION = {
    "NIGHTFALL_MODE": "production",
    "NIGHTFALL_SECRET_KEY": "a-made-up-key-of-more-than-fifty-characters-0123456789-abcdefghij",
    "NIGHTFALL_ALLOWED_HOSTS": "mafia.example.org",
    "NIGHTFALL_CSRF_TRUSTED_ORIGINS": "https://mafia.example.org",
    "DATABASE_URL": "postgres://nightfall@db.invalid/nightfall",
    "REDIS_URL": "redis://redis.invalid:6379/0",
}


def environment(**own: str) -> dict[str, str]:
    """This process's environment without what configures the product, and with `own`."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("NIGHTFALL_") and name not in {"DATABASE_URL", "REDIS_URL"}
    }
    return inherited | {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONUNBUFFERED": "1"} | own
