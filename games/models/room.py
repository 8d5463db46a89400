from django.db import models
from django.db.models import Q


class Room(models.Model):
    """The place with a code that people join and leave, and that plays one game after another.

    ``options`` are the settings the host has made and that were accepted.  ``host`` owns the room;
    ``deputy`` holds the host's powers while the host is long away (C5).  ``game`` is the game on or just
    over; None in the lobby.  ``line_count`` numbers the room's chat lines, ``seat_count`` the places
    given to those who came; ``note_count`` says how often notes were saved.

    A ``public`` room is for everybody: ``language`` is what is spoken in it, ``delay`` how many seconds
    later than the players those who only watch see its games.  ``listed``: the list of rooms may show it;
    ``empty_since``: when the last person's connection went, None while somebody is there.  Its lobby starts
    a game by itself at ``starts_at``, if it does, having had enough players since ``enough_since``.
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
    public = models.BooleanField(default=False)
    language = models.CharField(max_length=10, default="en")
    delay = models.PositiveSmallIntegerField(default=0)
    listed = models.BooleanField(default=False)
    empty_since = models.BigIntegerField(null=True)
    enough_since = models.BigIntegerField(null=True)
    starts_at = models.BigIntegerField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=("preset", "language"), condition=Q(listed=True), name="room_listed"),
            models.Index(fields=("starts_at",), condition=Q(starts_at__isnull=False), name="room_starting"),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def acting_host_id(self) -> int | None:
        """The member who holds the host's powers now."""
        return self.deputy_id or self.host_id
