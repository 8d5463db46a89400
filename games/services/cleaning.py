"""Deleting what nobody needs any more: a little at each sweep, so that it never holds anything up."""

from datetime import UTC, datetime

from django.contrib.sessions.models import Session

from games.models import CommandReceipt
from games.moment import DAY, SECOND

LIMIT = 500
"""Rows of each kind that are deleted in one go at most."""


def clean(now: int) -> None:
    """Delete receipts older than a day, for nobody sends a command again after so long, and sessions whose
    time is up.  Connections that are not heard of the sweep closes by itself."""
    receipts = CommandReceipt.objects.filter(at__lt=now - DAY).order_by("at")
    old = list(receipts.values_list("pk", flat=True)[:LIMIT])
    if old:
        CommandReceipt.objects.filter(pk__in=old).delete()
    moment = datetime.fromtimestamp(now / SECOND, UTC)
    sessions = Session.objects.filter(expire_date__lt=moment).order_by("expire_date")
    ended = list(sessions.values_list("pk", flat=True)[:LIMIT])
    if ended:
        Session.objects.filter(pk__in=ended).delete()
