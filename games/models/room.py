from django.db import models


class Room(models.Model):
    """The place with a code that people join and leave, and that plays one game after another.

    ``options`` are the settings the host has made and that were accepted.  ``host`` owns the room;
    ``deputy`` holds the host's powers while the host is long away (C5).  ``game`` is the game on or just
    over; None in the lobby.  ``line_count`` numbers the room's chat lines, ``seat_count`` the places
    given to those who came; ``note_count`` says how often notes were saved.
    """

    code = models.CharField(max_length=12, unique=True)
    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    locked = models.BooleanField(default=False)
    host = models.ForeignKey("games.Member", models.SET_NULL, null=True, related_name="+")
    deputy = models.ForeignKey("games.Member", models.SET_NULL, null=True, related_name="+")
    game = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="+")
    created_at = models.BigIntegerField()
    last_active_at = models.BigIntegerField()
    line_count = models.PositiveIntegerField(default=0)
    note_count = models.PositiveIntegerField(default=0)
    seat_count = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.code

    @property
    def acting_host_id(self) -> int | None:
        """The member who holds the host's powers now."""
        return self.deputy_id or self.host_id
