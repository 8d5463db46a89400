"""How the product is put together: settings, entry points, the Celery app."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
