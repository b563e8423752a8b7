"""The committee's decisions: what no score sheet says. Each is made with a reason, and can be undone."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.division import Entry
from league.models.match import Match, MatchStatus
from league.models.player import Player
from league.models.remark import Remark
from league.models.season import Season


class DecisionKind(models.TextChoices):
    FORFEIT = "forfeit", _("forfeit")
    VOID = "void", _("void")
    WITHDRAWAL = "withdrawal", _("withdrawal")
    SUBSTITUTE = "substitute", _("substitute")
    LATE_ENTRY = "late-entry", _("late entry")
    PENALTY = "penalty", _("penalty")
    DEALS = "deals", _("ruling on deals")


class DecisionOrigin(models.TextChoices):
    PERSON = "person", _("made on these pages")
    FILE = "file", _("imported from a club file")


class DecisionQuerySet(models.QuerySet["Decision"]):
    def active(self) -> Self:
        """Return the decisions that have not been undone."""
        return self.filter(revoked_at=None)

    def in_order(self) -> Self:
        """Return those of files first, in the order of the file, then the others as they were made."""
        return self.order_by(models.F("at").asc(nulls_first=True), "pk")


class Decision(models.Model):
    """A decision about a season.

    `entry` is the entry that it is about, if any, and `player` theirs, for good: the entry goes with a late entry that
    is undone. `match` is the match that it is about, if any, and `substitute` the substitute. `detail` holds everything
    else: what is shown of the decision, and what is needed to undo it.
    `on` and `revoked_on` are days in the club's time zone. `remark` is null once the reason has been removed.

    What a club file says has the origin `file`: it has no author and no day, and perhaps no reason. A later
    file replaces what an earlier one said.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="decisions")
    kind = models.CharField(max_length=20, choices=DecisionKind.choices)
    origin = models.CharField(max_length=10, choices=DecisionOrigin.choices, default=DecisionOrigin.PERSON)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="decisions")
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, related_name="decisions")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="decisions")
    substitute = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    detail = models.JSONField(default=dict)
    remark = models.ForeignKey(Remark, on_delete=models.SET_NULL, null=True, related_name="decisions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(null=True)
    on = models.DateField(null=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True)
    revoked_on = models.DateField(null=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["season", "at"], name="decision_by_season")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=DecisionKind.values), name="decision_kind_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(origin=DecisionOrigin.PERSON, at__isnull=False, on__isnull=False)
                | models.Q(origin=DecisionOrigin.FILE, at__isnull=True, on__isnull=True, by__isnull=True),
                name="decision_has_a_day_unless_a_file_made_it",
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True, revoked_on__isnull=True)
                | models.Q(revoked_at__isnull=False, revoked_on__isnull=False),
                name="decision_is_revoked_on_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.season_id}"

    @property
    def ruling_order(self) -> tuple[int, bool, int]:
        """Where a ruling on deals stands among the others of its season, of which the latest counts."""
        return order_ruling(self.pk, self.origin, self.detail)

    @property
    def reason(self) -> str:
        """The public reason, empty if there is none; 1 query unless it was read with its remark."""
        return self.remark.text if self.remark else ""

    def stood_on(self, day: date | None) -> bool:
        """Return whether it stood at the end of a day, or stands now; that of a file always did."""
        if day is None:
            return self.revoked_on is None
        return (self.on is None or self.on <= day) and (self.revoked_on is None or self.revoked_on > day)

    @property
    def penalty(self) -> dict[str, Any]:
        """Return what a penalty takes away, as a club file says it; it was read with its remark."""
        return {"points": self.detail["points"], "score": self.detail["score"], "reason": self.reason}


def is_ruling_in_force(detail: Mapping[str, Any], status: str) -> bool:
    """Return whether a ruling on deals is about the match as it is: as one that was played, or as a no-show.

    A ruling that was made before the match had a result is about the match that is played then; that of a file, any.
    """
    ruled = detail.get("status", status)
    return ruled == status or (ruled, status) == (MatchStatus.SCHEDULED, MatchStatus.PLAYED)


def order_ruling(pk: int, origin: str, detail: Mapping[str, Any]) -> tuple[int, bool, int]:
    """Return a key to sort rulings on deals by: that of a file says after which of those made here it stands."""
    is_of_file = origin == DecisionOrigin.FILE
    return (detail.get("after", 0) if is_of_file else pk, is_of_file, pk)
