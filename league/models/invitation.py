"""Invitations: links by which one person joins a club in a role, and may make an account."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.club import Club, Role
from league.models.player import Player


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def pending(self, now: datetime) -> "InvitationQuerySet":
        """Return the invitations that can still be accepted."""
        return self.filter(accepted_at=None, withdrawn_at=None, expires_at__gt=now)


class Invitation(models.Model):
    """An invitation for one person, which can be accepted once.

    The link holds its id, signed; the row says whether it is still valid.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=20, choices=Role.choices)
    # The person's player record in the club, if they play.
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    mailed_at = models.DateTimeField(default=timezone.now)  # the last time
    mail_count = models.PositiveSmallIntegerField(default=1)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invitation_role_is_known"),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at=None) | models.Q(accepted_at=None),
                name="invitation_is_accepted_or_withdrawn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.role}"
