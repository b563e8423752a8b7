"""Variants: a game as a club likes to play it, under a name of the club's own."""

from django.db import models

from league.models.club import Club


class Variant(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="variants")
    key = models.CharField(max_length=100)  # the id in club files, kept for good
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=100)
    options = models.JSONField(default=dict, blank=True)  # only what differs from the game's defaults

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="variant_key_unique"),
            models.UniqueConstraint(fields=["club", "game", "name"], name="variant_name_unique"),
            models.CheckConstraint(
                condition=~models.Q(key="") & ~models.Q(name="") & ~models.Q(game=""), name="variant_is_named"
            ),
        ]

    def __str__(self) -> str:
        return self.name
