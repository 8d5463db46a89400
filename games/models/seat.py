from django.db import models


class Seat(models.Model):
    """Who sits where in a game.  ``number`` counts from 0; ``name`` stays as it was at the start."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    member = models.ForeignKey("games.Member", models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(max_length=120)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="seat_number_once"),
            models.UniqueConstraint(fields=("game", "member"), name="seat_one_a_member"),
        )

    def __str__(self) -> str:
        return f"seat {self.number}"
