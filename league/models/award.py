"""Award: what a player was given when a season was closed."""

from django.db import models

from league.models.player import Player
from league.models.season import Season


class Award(models.Model):
    """One row a holder; those who share an award stand at the same `place` in the season's list. A cache of one pure
    function, checked by `verify`. `value` is the figure as it is written down."""

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
