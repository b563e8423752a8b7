"""Seasons of a competition. An opened season keeps its own game, options and rules for good."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Self

from django.db import models
from django.db.models import Count, F, OuterRef, Q, Subquery, Window
from django.db.models.functions import Coalesce, DenseRank
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.competition import Competition
from league.rules.records import FINAL_STAGE, FIRST_STAGE


class SeasonState(models.TextChoices):
    DRAFT = "draft", _("draft")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


DECIDED = ("played", "forfeit")  # matches that count


class SeasonQuerySet(models.QuerySet["Season"]):
    def without_drafts(self) -> Self:
        """Leave out drafts: only those who help in the club see them."""
        return self.exclude(state=SeasonState.DRAFT)

    def published(self) -> Self:
        """Leave out drafts, but not those of tournaments that players register for: everyone sees these."""
        return self.exclude(state=SeasonState.DRAFT, registration_open=False)

    def newest(self) -> Self:
        """Keep only the newest season of each competition."""
        newest_first = Window(DenseRank(), partition_by=F("competition"), order_by=F("number").desc())
        return self.annotate(newest=newest_first).filter(newest=1)

    def for_page(self) -> Self:
        """Load the competition and club with each: every address of a season needs them."""
        return self.select_related("competition__club")

    def with_progress(self) -> Self:
        """Count with each season its matches, and those that have been decided; void ones are none of either."""
        counts, decided = ~Q(divisions__matches__status="void"), Q(divisions__matches__status__in=DECIDED)
        return self.annotate(
            number_of_matches=self._count_matches(counts), number_decided=self._count_matches(decided)
        )

    def _count_matches(self, chosen: Q) -> Coalesce:
        of_one = self.model.objects.filter(pk=OuterRef("pk")).order_by().values("pk")
        count = of_one.annotate(number=Count("divisions__matches", filter=chosen)).values("number")
        return Coalesce(Subquery(count), 0)


class Season(models.Model):
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(
        max_length=80, blank=True
    )  # of a tournament; a league's seasons go by their numbers
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=20, choices=SeasonState.choices, default=SeasonState.DRAFT)
    # The first day on which it was open, and closed, for `--as-of`. Null sets no limit.
    opened_on = models.DateField(null=True, blank=True)
    closed_on = models.DateField(null=True, blank=True)
    # For each time it was reopened: the ISO dates of closing and reopening, as in a club file; the first may be null.
    closure_history = models.JSONField(default=list, blank=True)
    draw_seed = models.BigIntegerField(default=0)  # the number lots are drawn from
    # Copied from the competition on opening and frozen by a trigger; empty in a draft. The options are there in full,
    # with the version of the game that they are of: a later one may have other defaults.
    game = models.CharField(max_length=100, blank=True)
    game_version = models.PositiveIntegerField(default=1)
    options = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(default=dict, blank=True)
    # The season that it was made from by rolling over. A season has at most one successor, even if two people roll it
    # over at the same time.
    rolled_from = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="successor"
    )
    # Whether rolling over also closed that season: undoing the rollover then reopens it.
    closed_by_rollover = models.BooleanField(default=False)
    # How many days before a match is due its players get a reminder while it is unplayed; 0: no reminders.
    remind_days = models.PositiveSmallIntegerField(default=0)
    # Not null while a schedule is being made in several transactions, or after that was interrupted: the matches there
    # are count as none. Each transaction expects the token of the one before, and sets another.
    schedule_token = models.UUIDField(null=True, blank=True)
    schedule_batch_at = models.DateTimeField(null=True, blank=True)  # when it last went on
    # Of a tournament that has not started: while it is open, everyone sees the draft's page, and players register.
    registration_open = models.BooleanField(default=False)
    registration_limit = models.PositiveIntegerField(
        null=True, blank=True
    )  # players with a place; null: no limit
    registration_closes_at = models.DateTimeField(null=True, blank=True)  # null: when it starts

    # Of a tournament whose final has begun: who plays in it and why (`league.rules.seasons.finalists`).
    finalists = models.JSONField(null=True, blank=True)
    # Of a tournament whose groups are drawn: the number of the draw, and the players of each group as it gave them,
    # until some are moved by hand (`league.rules.records.DrawRecord`). Null where `draw_seed` drew them, as once.
    draw = models.JSONField(null=True, blank=True)
    # When the screen in the hall was told to show the draw of the stage that it has reached, name by name; null while
    # it shows what is played.
    draw_shown_at = models.DateTimeField(null=True, blank=True)

    # Where it was read `with_progress`.
    number_of_matches: int | None = None
    number_decided: int | None = None

    objects = SeasonQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="season_number_unique"),
            models.UniqueConstraint(
                fields=["competition", "name"], condition=~models.Q(name=""), name="season_name_unique"
            ),
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
                condition=models.Q(game_version__gte=1), name="season_game_version_from_1"
            ),
            models.CheckConstraint(
                condition=models.Q(rolled_from__isnull=False) | models.Q(closed_by_rollover=False),
                name="season_closed_only_what_it_came_from",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True)
                | models.Q(starts_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=models.Q(schedule_token__isnull=True) | models.Q(state=SeasonState.DRAFT),
                name="season_with_unfinished_schedule_is_a_draft",
            ),
            models.CheckConstraint(
                condition=models.Q(registration_open=False) | models.Q(state=SeasonState.DRAFT),
                name="season_open_for_registration_is_a_draft",
            ),
            models.CheckConstraint(
                condition=models.Q(registration_limit__isnull=True) | models.Q(registration_limit__gte=1),
                name="season_registration_limit_from_1",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition_id}/{self.number}"

    def get_absolute_url(self) -> str:
        competition = self.competition
        return reverse("season", args=[competition.club.slug, competition.slug, self.number])

    @property
    def is_draft(self) -> bool:
        return self.state == SeasonState.DRAFT

    @property
    def is_open(self) -> bool:
        return self.state == SeasonState.OPEN

    @property
    def is_closed(self) -> bool:
        return self.state == SeasonState.CLOSED

    @property
    def takes_registrations(self) -> bool:
        """Whether players can register themselves now."""
        closes_at = self.registration_closes_at
        return self.registration_open and (closes_at is None or timezone.now() < closes_at)

    @property
    def groups_seed(self) -> int:
        """The number that groups are drawn from."""
        return int(self.draw["seed"]) if self.draw else self.draw_seed

    @property
    def group_lots(self) -> Mapping[str, str]:
        """The lots by which groups were drawn, of players whose ids have been replaced since."""
        lots: Mapping[str, str] = (self.draw or {}).get("lots", {})
        return lots

    @property
    def current_stage(self) -> int:
        """The number of the stage that is played, or was last."""
        return FIRST_STAGE if self.finalists is None else FINAL_STAGE

    @property
    def awaits_final(self) -> bool:
        """Whether a final follows, by the rules of an open tournament, that has not begun."""
        return self.is_open and self.finalists is None and bool(self.rules.get("final"))

    @property
    def ends_without_winner(self) -> bool:
        """Whether its groups are not followed by a final, or its final has not begun: no division has its winner."""
        return self.finalists is None and bool(self.rules.get("final") or self.rules.get("groups"))

    @property
    def is_overdue(self) -> bool:
        """Whether its end has passed, with matches to play where these were counted (`with_progress`)."""
        return self.days_left is not None and self.days_left < 0 and self.number_to_play != 0

    @property
    def number_to_play(self) -> int | None:
        if self.number_of_matches is None or self.number_decided is None:
            return None
        return self.number_of_matches - self.number_decided

    @property
    def days_left(self) -> int | None:
        """The days until an open season ends, where the club is; None without an end."""
        if not self.is_open or self.ends_on is None:
            return None
        return (self.ends_on - self.competition.club.today).days

    @property
    def began_on(self) -> date | None:
        """Return the day on which it starts or, where none was chosen, was opened."""
        return self.starts_on or self.opened_on

    @property
    def settings(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Return the game, options and rules in force.

        A draft has those of its competition, an opened season its own.
        """
        source = self.competition if self.state == SeasonState.DRAFT else self
        return source.game, source.options, source.rules

    def get_state_on(self, day: date) -> str:
        """Return the season's state at the end of a day in the club's time zone.

        See docs/reference/ranking.md, As of a day.
        """
        if self.state == SeasonState.DRAFT or (self.opened_on and day < self.opened_on):
            return SeasonState.DRAFT
        if self.was_closed_on(day):
            return SeasonState.CLOSED
        if self.state == SeasonState.CLOSED and self.closed_on and day < self.closed_on:
            return SeasonState.OPEN
        return self.state

    def was_closed_on(self, day: date) -> bool:
        """Return whether the season was closed at the end of that day and has been reopened since."""
        return any(
            (not closed_on or closed_on <= day.isoformat()) and day.isoformat() < opened_again_on
            for closed_on, opened_again_on in self.closure_history
        )
