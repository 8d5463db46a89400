from django.db import models
from django.db.models import Q

LOBBY = "lobby"
"""The talk of a room before and after its games, for everyone who is in it."""


class ChatLine(models.Model):
    """One line of talk, for those who were there when it was written and nobody else.

    ``seq`` orders the room's lines.  ``phase`` and ``number`` name the line to its readers: the phase of
    the game it was written in, and its place among the lines of its talk in that phase.  ``seats`` is the
    audience among the seats, bit n for seat n; a lobby line is for the members who had come by then.
    ``claim`` is what a bot says of somebody, as JSON for other bots.
    """

    room = models.ForeignKey("games.Room", models.CASCADE, related_name="lines", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="lines", db_index=False)
    talk = models.CharField(max_length=12)
    seq = models.PositiveIntegerField()
    phase = models.PositiveIntegerField(default=0)
    number = models.PositiveIntegerField()
    author = models.ForeignKey("games.Member", models.SET_NULL, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    name = models.CharField(max_length=120)
    text = models.CharField(max_length=300)
    claim = models.JSONField(null=True)
    seats = models.BigIntegerField(default=0)
    narrator = models.BooleanField(default=False)
    spectators = models.BooleanField(default=False)
    at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("room", "seq"), name="line_seq_once"),)
        indexes = (
            models.Index(fields=("game", "talk", "phase", "number"), name="line_of_talk"),
            models.Index(fields=("game", "seq"), name="line_of_game"),
            models.Index(fields=("room", "seq"), condition=Q(game=None), name="line_of_lobby"),
            models.Index(fields=("game", "seq"), condition=Q(claim__isnull=False), name="line_with_claim"),
        )

    def __str__(self) -> str:
        return f"{self.talk} {self.seq}"
