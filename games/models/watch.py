from django.db import models


class Watch(models.Model):
    """An open socket of somebody who is not in a public room and looks on.  They are counted, no more."""

    channel = models.CharField(max_length=120, unique=True)
    room = models.ForeignKey("games.Room", models.CASCADE, related_name="watches")
    guest_id = models.CharField(max_length=40)
    last_seen = models.BigIntegerField(db_index=True)

    class Meta:
        verbose_name_plural = "watches"

    def __str__(self) -> str:
        return self.channel
