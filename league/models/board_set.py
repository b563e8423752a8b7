"""The deals that all tables of a tournament play."""

from django.db import models

from league.models.season import Season


class BoardSet(models.Model):
    """The deals of a season in which all tables play the same cards (docs/reference/duplicate.md).

    All deals follow from the secret `seed` and the number of the deal, so that none is stored. `digest`, which
    is published before the first round, shows afterwards that nothing was chosen. A set that came in with a club file
    from before its end has no seed, and only the deals that were public by then, by their numbers.

    A table of its own, so that no page which loads a season has the seed at hand.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="board_set")
    seed = models.CharField(max_length=32, blank=True)
    digest = models.CharField(max_length=64)
    deals = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(digest=""), name="board_set_has_a_digest"),
        ]

    def __str__(self) -> str:
        return self.digest

    def knows(self, number: int) -> bool:
        """Return whether the deal of this number can be worked out here, public or not."""
        return bool(self.seed) or str(number) in self.deals
