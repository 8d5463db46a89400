from django.db import models


class Connection(models.Model):
    """An open socket of a member.  Not seen for a while, it counts as gone: a process that died leaves
    nobody online."""

    channel = models.CharField(max_length=120, unique=True)
    member = models.ForeignKey("games.Member", models.CASCADE, related_name="connections")
    last_seen = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return self.channel
