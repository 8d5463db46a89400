from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Someone with an account. Guests play without one."""


class StaffLook(models.Model):
    """Somebody of the staff has looked at everything in a finished game: who, when, at which, and why.

    ``at`` is in milliseconds; ``game`` and ``room`` name the game, which may be gone by now.
    """

    who = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.BigIntegerField()
    game = models.BigIntegerField()
    room = models.CharField(max_length=12)
    why = models.CharField(max_length=300)

    class Meta:
        permissions = (("view_record", "Can look at the record of a finished game"),)

    def __str__(self) -> str:
        return f"look {self.pk}"
