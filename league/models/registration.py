"""Registrations for a tournament: who wants to play, before it starts."""

from typing import Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.player import Player
from league.models.season import Season


class RegistrationState(models.TextChoices):
    WAITING = "waiting", _("on the waiting list")
    ENTERED = "entered", _("registered")
    CHECKED_IN = "checked-in", _("there")
    WITHDRAWN = "withdrawn", _("withdrawn")


WITH_PLACE = (RegistrationState.ENTERED, RegistrationState.CHECKED_IN)


class RegistrationQuerySet(models.QuerySet["Registration"]):
    def in_order(self) -> Self:
        """Order by when they registered: so the waiting list moves up."""
        return self.order_by("at", "pk")

    def with_place(self) -> Self:
        return self.filter(state__in=WITH_PLACE)

    def forget_addresses(self) -> None:
        """Delete the addresses of who registered by mail: they get no more mails about that. 1 query."""
        self.exclude(email="").update(email="")


class Registration(models.Model):
    """A player's registration for a tournament that has not started.

    Entries say who plays; those of a tournament follow from its registrations when it starts.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="registrations")
    state = models.CharField(max_length=20, choices=RegistrationState.choices)
    # Goes to the entry: entries with the same value are kept apart where that is possible.
    team = models.CharField(max_length=80, blank=True)
    guest = models.BooleanField(default=False)  # does not belong to the club; goes to the entry
    at = models.DateTimeField(default=timezone.now)  # when they registered, the last time
    # Of a person without an account, who registered by a mailed link: in lower case, and only while it is needed.
    email = models.EmailField(blank=True)

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="registration_once_a_season"),
            models.CheckConstraint(
                condition=models.Q(state__in=RegistrationState.values), name="registration_state_is_known"
            ),
            models.UniqueConstraint(
                fields=["season", "email"], condition=~models.Q(email=""), name="registration_once_an_address"
            ),
            models.CheckConstraint(
                condition=models.Q(email="") | ~models.Q(state=RegistrationState.WITHDRAWN),
                name="registration_withdrawn_has_no_address",
            ),
            models.CheckConstraint(
                condition=models.Q(guest=False) | models.Q(team=""), name="registration_guest_has_no_team"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.player_id}: {self.state}"
