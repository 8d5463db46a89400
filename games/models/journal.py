from django.db import models


class JournalEntry(models.Model):
    """The private notes of one seat in one game."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notes", db_index=False)
    seat = models.PositiveSmallIntegerField()
    text = models.TextField()
    saved_at = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "journal entries"
        constraints = (models.UniqueConstraint(fields=("game", "seat"), name="note_one_a_seat"),)

    def __str__(self) -> str:
        return f"notes of seat {self.seat}"
