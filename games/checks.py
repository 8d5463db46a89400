"""System checks of our own: `manage.py check` and every deployment run them."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register()
def no_offset_in_production(**kwargs: Any) -> list[CheckMessage]:
    if settings.PRODUCTION and settings.CLOCK_OFFSET_FILE:
        return [
            Error(
                "NIGHTFALL_CLOCK_OFFSET_FILE is set in production.",
                hint="Whoever writes that file moves the deadlines of all games. Unset the variable.",
                id="games.E001",
            )
        ]
    return []
