"""Rounds of a stage, and byes: who does not play in a round."""

from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from league.models.division import Entry
from league.models.stage import Stage


class RoundState(models.TextChoices):
    PLANNED = "planned", _("planned")
    PAIRED = "paired", _("paired")
    PUBLISHED = "published", _("published")
    FINISHED = "finished", _("finished")


class RoundQuerySet(models.QuerySet["Round"]):
    def beyond_matches(self) -> Self:
        """Keep only rounds that say more than their matches do: those of a league say nothing more."""
        return self.filter(
            ~Q(state=RoundState.PUBLISHED)
            | Q(pairings__isnull=False)
            | Q(due_on__isnull=False)
            | Exists(Bye.objects.filter(round=OuterRef("pk")))
        )


class Round(models.Model):
    """A round of a stage, numbered from 1: of all its divisions, since they play at the same time.

    A league's rounds are published when its schedule is made; its matches know their own days, because a round may
    last several nights. Where a round is paired from the results before it, `pairings` holds what was proposed and
    why, by division, from `paired` on and for good. Its matches, seats and byes are made when it is published, so
    nobody can find out about them before.

    A published round may have a clock, which runs to `clock_ends_at` or is paused with `clock_left`.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=20, choices=RoundState.choices, default=RoundState.PUBLISHED)
    due_on = models.DateField(null=True, blank=True)
    pairings = models.JSONField(null=True, blank=True)
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    clock_left = models.PositiveIntegerField(null=True, blank=True)  # seconds, while the clock is paused

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(state__in=RoundState.values), name="round_state_is_known"
            ),
            models.CheckConstraint(
                condition=(~models.Q(state=RoundState.PLANNED) | models.Q(pairings__isnull=True))
                & (~models.Q(state=RoundState.PAIRED) | models.Q(pairings__isnull=False)),
                name="round_has_pairings_once_paired",
            ),
            models.CheckConstraint(
                condition=models.Q(clock_ends_at__isnull=True) | models.Q(clock_left__isnull=True),
                name="round_clock_runs_or_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def has_clock(self) -> bool:
        return self.state == RoundState.PUBLISHED and not (
            self.clock_ends_at is None and self.clock_left is None
        )


class ByeKind(models.TextChoices):
    PAIRING = "pairing", _("bye")  # no opponent was left
    FULL = "full", _("full-point bye")
    HALF = "half", _("half-point bye")
    ZERO = "zero", _("zero-point bye")


class ByeOrigin(models.TextChoices):
    SYSTEM = "system", _("by the pairing")
    REQUEST = "request", _("on request")
    NO_SHOW = "no-show", _("no-show")


class Bye(models.Model):
    """What an entry gets for a paired round in which it does not play; `points` are in units of the rules.

    In a league, where nobody is paired, the entries without a match in a round follow from its matches.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=20, choices=ByeKind.choices)
    origin = models.CharField(max_length=20, choices=ByeOrigin.choices, default=ByeOrigin.SYSTEM)
    points = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="bye_once_a_round"),
            models.CheckConstraint(condition=models.Q(kind__in=ByeKind.values), name="bye_kind_is_known"),
            models.CheckConstraint(
                condition=models.Q(origin__in=ByeOrigin.values), name="bye_origin_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.entry_id}"
