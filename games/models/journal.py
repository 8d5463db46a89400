from django.db import models

NO_SUBJECT = -1
"""In the place of a seat: the notes are about nobody in particular."""


class JournalEntry(models.Model):
    """What one seat notes for itself in one game: of another seat, perhaps with a tag, or of the whole."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notes", db_index=False)
    seat = models.PositiveSmallIntegerField()
    subject = models.SmallIntegerField(default=NO_SUBJECT)
    tag = models.CharField(max_length=12, blank=True)
    text = models.TextField()
    saved_at = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "journal entries"
        constraints = (
            models.UniqueConstraint(fields=("game", "seat", "subject"), name="note_one_a_subject"),
        )

    def __str__(self) -> str:
        return f"notes of seat {self.seat}"
