"""Competitions: leagues and tournaments of one game, with the options and rules of their next season."""

from typing import Self

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.fields import FoldedNameField


class CompetitionKind(models.TextChoices):
    LEAGUE = "league", _("league")
    TOURNAMENT = "tournament", _("tournament")


class CompetitionQuerySet(models.QuerySet["Competition"]):
    def for_page(self) -> Self:
        """Load the club with each: every address of a competition needs it."""
        return self.select_related("club")


class Competition(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    slug = models.CharField(max_length=100)
    name = models.CharField(max_length=80)
    folded_name = FoldedNameField()
    kind = models.CharField(max_length=20, choices=CompetitionKind.choices, default=CompetitionKind.LEAGUE)
    game = models.CharField(max_length=100)
    options = models.JSONField(default=dict, blank=True)  # only what differs from the game's defaults
    rules = models.JSONField(default=dict, blank=True)  # in full: rules.settings.Rules

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="competition_slug_unique"),
            models.CheckConstraint(
                condition=models.Q(kind__in=CompetitionKind.values), name="competition_kind_is_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(slug="") & ~models.Q(name="") & ~models.Q(game=""),
                name="competition_is_named",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("competition", args=[self.club.slug, self.slug])

    @property
    def is_tournament(self) -> bool:
        return self.kind == CompetitionKind.TOURNAMENT
