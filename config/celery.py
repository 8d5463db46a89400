"""The Celery app. Each Django app's `tasks` module is found by itself."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("nightfall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
