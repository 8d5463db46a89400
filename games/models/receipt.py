from django.db import models


class CommandReceipt(models.Model):
    """The first answer to a command id, for when it comes again.

    ``scope`` says whose ids they are: nobody can use up another's.  ``refusal`` is JSON, empty when the
    command was carried out.
    """

    room = models.ForeignKey("games.Room", models.CASCADE, related_name="+", db_index=False)
    scope = models.CharField(max_length=40)
    command_id = models.CharField(max_length=64)
    refusal = models.TextField(default="")
    at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("room", "scope", "command_id"), name="receipt_once"),)
        indexes = (models.Index(fields=("at",), name="receipt_by_age"),)

    def __str__(self) -> str:
        return self.command_id
