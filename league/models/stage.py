"""Stages of a season: what is played through before the next one begins."""

from django.db import models

from league.models.season import Season

FIRST_STAGE = 1  # the number of the one that is divided and scheduled and, in a league, promoted from


class Stage(models.Model):
    """A stage of a season, numbered from 1. A league's season has one."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=FIRST_STAGE)
    name = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="stage_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="stage_number_from_1"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)
