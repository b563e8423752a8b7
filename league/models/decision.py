"""The committee's decisions: what no score sheet says. Each has a reason, and can be undone."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.match import Match
from league.models.player import Player
from league.models.season import Season


class DecisionKind(models.TextChoices):
    FORFEIT = "forfeit", _("forfeit")
    VOID = "void", _("void")
    WITHDRAWAL = "withdrawal", _("withdrawal")
    SUBSTITUTE = "substitute", _("substitute")
    LATE_ENTRY = "late-entry", _("late entry")
    PENALTY = "penalty", _("penalty")


class DecisionQuerySet(models.QuerySet["Decision"]):
    def active(self) -> "DecisionQuerySet":
        """Return the decisions that nobody has undone."""
        return self.filter(undone_at=None)


class Decision(models.Model):
    """A decision about a season.

    `player` is the one whose entry it is about, `match` the match that it is about, if any, and `instead` the
    substitute. `detail` holds everything else: what is shown of the decision, and what is needed to undo it.
    `on` and `undone_on` are days in the club's time zone.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="decisions")
    kind = models.CharField(max_length=20, choices=DecisionKind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="decisions")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="decisions")
    instead = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    on = models.DateField()
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    undone_on = models.DateField(null=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["season", "at"], name="decision_by_season")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=DecisionKind.values), name="decision_kind_is_known"
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="decision_has_a_reason"),
            models.CheckConstraint(
                condition=models.Q(undone_at__isnull=True, undone_on__isnull=True)
                | models.Q(undone_at__isnull=False, undone_on__isnull=False),
                name="decision_is_undone_on_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.season_id}"
