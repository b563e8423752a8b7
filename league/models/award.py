"""Awards that players were given when a season was closed."""

from django.db import models
from django.urls import reverse

from league.models.player import Player
from league.models.season import Season


class Award(models.Model):
    """An award as one of its holders has it.

    Those who share an award have one row each, with the same `place` in the season's list. The rows are
    derived from the season's results by one pure function, and `verify` checks them. `value` is the figure as
    it is written down.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="awards")
    place = models.PositiveIntegerField()
    category = models.CharField(max_length=100)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="awards")
    value = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "place", "player"], name="award_once"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="award_place_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.season_id}"

    def get_absolute_url(self) -> str:
        competition = self.season.competition
        address = reverse("season-awards", args=[competition.club.slug, competition.slug, self.season.number])
        return f"{address}#award-{self.category}"
