"""Season: one running of a competition. Once opened it keeps its own game, options and rules for good."""

from datetime import date
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.competition import Competition


class SeasonState(models.TextChoices):
    DRAFT = "draft", _("draft")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Season(models.Model):
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=20, choices=SeasonState.choices, default=SeasonState.DRAFT)
    # The first day it was open, and closed: what `--as-of` asks. Null sets no limit.
    opened_on = models.DateField(null=True, blank=True)
    closed_on = models.DateField(null=True, blank=True)
    # Each time it was closed and opened again: both days, as a file has them; the first may be null.
    closings = models.JSONField(default=list, blank=True)
    lot = models.BigIntegerField(default=0)  # the number lots are drawn from
    # Copied from the competition on opening and frozen by a trigger; empty in a draft.
    game = models.CharField(max_length=100, blank=True)
    options = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(default=dict, blank=True)
    # The season it came out of by rolling over: one has one successor, however often and by whomever it is asked for.
    rolled_from = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="successor"
    )
    # Rolling over closed that one, too: taking it back opens it again.
    closed_before = models.BooleanField(default=False)
    # So many days before the last day for a match those who still have it to play get a mail; 0: nobody does.
    remind_days = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="season_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="season_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(state__in=SeasonState.values), name="season_state_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state=SeasonState.DRAFT, game="")
                | (~models.Q(state=SeasonState.DRAFT) & ~models.Q(game="")),
                name="season_keeps_its_own_rules_once_opened",
            ),
            models.CheckConstraint(
                condition=models.Q(rolled_from__isnull=False) | models.Q(closed_before=False),
                name="season_closed_only_what_it_came_from",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True)
                | models.Q(starts_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition_id}/{self.number}"

    @property
    def settings(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Game, options and rules in force: its own once opened, until then the competition's."""
        source = self.competition if self.state == SeasonState.DRAFT else self
        return source.game, source.options, source.rules

    def get_state_on(self, day: date) -> str:
        """The state it had at the end of that day, club time (contract.md, `--as-of`)."""
        if self.state == SeasonState.DRAFT or (self.opened_on and day < self.opened_on):
            return SeasonState.DRAFT
        if self.was_closed_on(day):
            return SeasonState.CLOSED
        if self.state == SeasonState.CLOSED and self.closed_on and day < self.closed_on:
            return SeasonState.OPEN
        return self.state

    def was_closed_on(self, day: date) -> bool:
        """Whether it was closed at the end of that day, though it has been opened again since."""
        return any(
            (not closed_on or closed_on <= day.isoformat()) and day.isoformat() < opened_again_on
            for closed_on, opened_again_on in self.closings
        )
