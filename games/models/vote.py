from django.db import models


class Vote(models.Model):
    """A ballot cast, or withdrawn (``target`` None), as it happened (C18).  -1 is a vote for Nobody."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="votes", db_index=False)
    phase = models.PositiveIntegerField()
    voter = models.PositiveSmallIntegerField()
    target = models.SmallIntegerField(null=True)
    at = models.BigIntegerField()

    class Meta:
        indexes = (models.Index(fields=("game", "phase"), name="vote_of_phase"),)

    def __str__(self) -> str:
        return f"vote {self.pk}"
