from django.db import models


class HouseRule(models.Model):
    """A table's setup that somebody keeps under a name: a preset, and the settings that differ from it.

    ``slug`` is the rest of its link: random and long, so whoever has it was given it, and gone with the row.
    Nothing here says which room it was kept in.
    """

    slug = models.CharField(max_length=40, unique=True)
    guest_id = models.CharField(max_length=40)
    name = models.CharField(max_length=160)
    folded_name = models.CharField(max_length=320)
    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    created_at = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("guest_id", "folded_name"), name="house_rule_name_once_each"),
        )

    def __str__(self) -> str:
        return self.name
