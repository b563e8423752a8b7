"""Stages of a season: what is played through before the next one begins."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.season import Season
from league.rules.records import FIRST_STAGE


class StageFormat(models.TextChoices):
    ROUND_ROBIN = "round-robin", _("round robin")
    TABLES = "tables", _("tables of more than two")
    PAIRED = "paired", _("rounds paired one after the other")
    LADDER = "ladder", _("ladder")


class Stage(models.Model):
    """A stage of a season, numbered from 1. A league's season has one.

    Its format is frozen by a trigger once it has a match and its season is no draft.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=FIRST_STAGE)
    name = models.CharField(max_length=80, blank=True)
    # What its schedule is made by. In a draft it follows the competition's settings when a schedule is made.
    format = models.CharField(max_length=20, choices=StageFormat.choices, default=StageFormat.ROUND_ROBIN)
    # What its schedule was made from (`league.rules.pairing.schedule_source`); null if by hand or from a file.
    making = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="stage_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="stage_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(format__in=StageFormat.values), name="stage_format_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)
