from django.db import models


class GameEvent(models.Model):
    """What happened, in order: the history of a game.  ``seats`` is the audience among the seats, bit n
    for seat n; ``data`` is the event as JSON, ``kind`` its class."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    data = models.TextField()
    seats = models.BigIntegerField()
    narrator = models.BooleanField()
    spectators = models.BooleanField()
    at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "seq"), name="event_seq_once"),)

    def __str__(self) -> str:
        return f"event {self.seq}"
