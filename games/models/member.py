from django.conf import settings
from django.db import models
from django.db.models import Q


class Member(models.Model):
    """Somebody in a room: a guest, an account, or a bot.

    ``gone_at``: has left, or was put out at ``kicked_at``; the row stays for the games it played.
    ``phoneless``: sits at a moderated table without a device of their own, and so is no host.
    ``queued``: came while a game was on and watches until the next.  ``away_since``: when the last
    connection went; ``absent``: so long ago that nobody waits any more.  ``seat_order``: who sat down
    first.  ``hears_from``: the room's last chat line before they came; they see no earlier one.
    """

    room = models.ForeignKey("games.Room", models.CASCADE, related_name="members")
    guest_id = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=120)
    folded_name = models.CharField(max_length=240)
    bot = models.BooleanField(default=False)
    phoneless = models.BooleanField(default=False)
    narrates = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    queued = models.BooleanField(default=False)
    joined_at = models.BigIntegerField()
    gone_at = models.BigIntegerField(null=True)
    kicked_at = models.BigIntegerField(null=True)
    away_since = models.BigIntegerField(null=True)
    absent = models.BooleanField(default=False)
    seat_order = models.PositiveIntegerField()
    hears_from = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("room", "guest_id"), name="member_once_a_room"),
            models.UniqueConstraint(
                fields=("room", "folded_name"), condition=Q(gone_at=None), name="member_name_once_a_room"
            ),
            models.UniqueConstraint(
                fields=("room",), condition=Q(gone_at=None, narrates=True), name="member_one_narrator"
            ),
        )
        indexes = (
            models.Index(
                fields=("away_since",),
                condition=Q(gone_at=None, absent=False, away_since__isnull=False),
                name="member_going_absent",
            ),
        )

    def __str__(self) -> str:
        return self.name
