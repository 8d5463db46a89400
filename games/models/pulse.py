from django.db import models


class Pulse(models.Model):
    """The one row that says when the clock last swept: a gap means that the server was away."""

    swept_at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.swept_at)
