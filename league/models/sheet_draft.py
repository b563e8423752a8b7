"""What is known of a match at its table before it has a result: a sheet saved unfinished, and secret bids."""

import json
from typing import Any

from django.conf import settings
from django.db import models

from league.models.match import Match

NOTHING_TYPED = "{}"


class SheetDraft(models.Model):
    """An unfinished sheet, and what players have entered alone (docs/reference/sheets.md, Unfinished sheets).

    It belongs to the match, not to any result: it goes with the match, and with the first result that comes in.

    A table of its own, so that no page which loads a match has secret bids at hand.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="sheet_draft")
    # Drawn anew each time a sheet is saved; 0 while there is none, and only bids have been entered.
    revision = models.PositiveIntegerField(default=0)
    # The texts of the form's fields by their names, as JSON text: PostgreSQL's JSON refuses some that people can type.
    content = models.TextField(default=NOTHING_TYPED)
    # By deal, then by seat: the numbers that the player has entered, in the order of the game's `secret_fields`.
    bids = models.JSONField(default=dict, blank=True)
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    saved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(revision=0, content=NOTHING_TYPED, saved_by=None, saved_at=None)
                | models.Q(revision__gte=1, saved_at__isnull=False),
                name="sheet_draft_is_saved_or_empty",
            ),
        ]

    def __str__(self) -> str:
        return str(self.match_id)

    @property
    def texts(self) -> dict[str, str]:
        """Return the typed texts by the names of their fields."""
        texts: dict[str, Any] = json.loads(self.content)
        return texts

    @property
    def entered(self) -> dict[int, dict[int, list[int]]]:
        """Return what players have entered alone, by deal and seat: secret until all of a deal have entered it."""
        return {
            int(deal): {int(seat): list(numbers) for seat, numbers in seats.items()}
            for deal, seats in self.bids.items()
        }
