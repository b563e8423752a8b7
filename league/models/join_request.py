"""Requests to join a club: an account says which of its players it is, or asks to become one."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.player import Player


class JoinRequestState(models.TextChoices):
    OPEN = "open", _("waiting")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    LINKED = "linked", _("linked in another way")  # the account, to a player: by an invitation, say


class JoinRequestQuerySet(models.QuerySet["JoinRequest"]):
    def open(self) -> "JoinRequestQuerySet":
        return self.filter(state=JoinRequestState.OPEN)


class JoinRequest(models.Model):
    """What an account asks of a club: to be linked to one of its players, or to be added under a name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="join_requests"
    )
    name = models.CharField(max_length=80, blank=True)  # where they name no player
    state = models.CharField(max_length=20, choices=JoinRequestState.choices, default=JoinRequestState.OPEN)
    reason = models.CharField(max_length=200, blank=True)  # why it was refused
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)  # or withdrawn, or closed
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = JoinRequestQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(state=JoinRequestState.OPEN),
                name="join_request_one_is_open",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=JoinRequestState.values), name="join_request_state_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state=JoinRequestState.OPEN, answered_at=None)
                | (~models.Q(state=JoinRequestState.OPEN) & models.Q(answered_at__isnull=False)),
                name="join_request_is_open_or_answered",
            ),
            models.CheckConstraint(
                condition=(models.Q(player=None) & ~models.Q(name=""))
                | models.Q(player__isnull=False, name=""),
                name="join_request_names_one",
            ),
            models.CheckConstraint(
                condition=models.Q(reason="") | models.Q(state=JoinRequestState.REFUSED),
                name="join_request_reason_is_of_a_refusal",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.user_id}: {self.state}"
