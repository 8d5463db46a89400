"""The Celery app. Each Django app's `tasks` module is found by itself."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("nightfall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_django_does(**kwargs: Any) -> None:
    """With a listener to this signal Celery leaves logging as settings.LOGGING made it."""
