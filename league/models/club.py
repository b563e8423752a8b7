"""Clubs, and memberships: the role that a user has in a club."""

from datetime import date
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.fields import FoldedNameField


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class Club(models.Model):
    slug = models.CharField(max_length=100, unique=True)
    name = models.CharField(max_length=80)
    folded_name = FoldedNameField(db_index=True)
    timezone = models.CharField(max_length=60, default="UTC")
    # Whether players who leave, or delete their account, lose their name on the club's pages.
    hides_former_players = models.BooleanField(default=False)
    # Raised by every change to what the club's pages show, except by results: they raise their division's revision.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug="") & ~models.Q(name=""), name="club_is_named"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def tzinfo(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def today(self) -> date:
        """Today's date where the club is."""
        return timezone.localdate(timezone=self.tzinfo)


class Membership(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_once_a_club"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"
