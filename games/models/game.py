from django.db import models
from django.db.models import Q


class Status(models.TextChoices):
    RUNNING = "running"
    OVER = "over"


class Game(models.Model):
    """One game of a room.

    ``snapshot`` is the engine's state as JSON of schema ``schema``: the truth for play, and secret.
    ``ruleset`` is what it is played by, as JSON.  ``version`` guards every change, ``event_count`` numbers
    the events.  ``due_at`` is when time or a bot next changes something; None while paused and at the end.
    ``bot_steps`` is how often each bot has acted in the phase that is on, as JSON.
    ``narrator`` hosts without a seat (P1).  ``phase`` is the place in the preset's line, ``turn`` the number
    of its day or night.
    """

    room = models.ForeignKey("games.Room", models.CASCADE, related_name="games")
    narrator = models.ForeignKey("games.Member", models.SET_NULL, null=True, related_name="+")
    ruleset = models.TextField()
    snapshot = models.TextField()
    schema = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=1)
    event_count = models.PositiveIntegerField()
    phase = models.CharField(max_length=40)
    turn = models.PositiveSmallIntegerField(default=0)
    due_at = models.BigIntegerField(null=True)
    bot_steps = models.TextField(default="")
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    started_at = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)

    class Meta:
        indexes = (models.Index(fields=("due_at",), condition=Q(due_at__isnull=False), name="game_due"),)

    def __str__(self) -> str:
        return f"game {self.pk}"
