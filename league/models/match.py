"""Matches, and their seats: the place that an entry has at the table, and who sat there."""

from datetime import date
from typing import Self

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.division import Division, Entry
from league.models.player import Player
from league.models.round import Round
from league.rules.standings.totals import CountsBids


class MatchStatus(models.TextChoices):
    SCHEDULED = "scheduled", _("scheduled")
    PLAYED = "played", _("played")
    FORFEIT = "forfeit", _("forfeit")
    VOID = "void", _("void")


class Match(models.Model):
    # The club stands here too, so that a constraint can keep match ids unique in it.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="matches")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="matches")
    key = models.CharField(max_length=100)  # the id in club files, kept for good
    round = models.ForeignKey(Round, on_delete=models.RESTRICT, related_name="matches")
    table = models.PositiveIntegerField()
    leg = models.PositiveSmallIntegerField(default=1)  # where two meet more than once in a round
    # Its round was paired: then no player sits at two tables of it. A league's round may last several nights.
    paired = models.BooleanField(default=False)
    due_on = models.DateField(null=True, blank=True)
    # When and where its players have arranged to play (docs/reference/schedule.md, Day and place).
    arranged_on = models.DateField(null=True, blank=True)
    venue = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=20, choices=MatchStatus.choices, default=MatchStatus.SCHEDULED)
    revision = models.PositiveIntegerField(default=0)
    # Raised when the result that counted was revoked, by reopening a season whose closing had decided the match or by
    # undoing a decision. What counts now may be a result of an earlier generation; the next one is numbered in this one
    # (docs/reference/ranking.md, Results: Generations).
    generation = models.PositiveSmallIntegerField(default=1)
    # The result that counts. It is never deleted, so neither is a match that has one.
    current = models.OneToOneField(
        "league.Result", on_delete=models.PROTECT, null=True, blank=True, related_name="counts_for"
    )

    # Where it was read with the replies to its results (`league.queries.confirmations`).
    is_disputed: bool = False
    waits: bool = False  # a result for confirmation
    # Where it was read with its night (`league.queries.night`): who sits there, by seat.
    at_table: "list[Seat]"

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="match_key_unique"),
            models.CheckConstraint(condition=~models.Q(key=""), name="match_has_a_key"),
            models.CheckConstraint(
                condition=models.Q(status__in=MatchStatus.values), name="match_status_is_known"
            ),
            models.CheckConstraint(condition=models.Q(table__gte=1, leg__gte=1), name="match_counts_from_1"),
            models.UniqueConstraint(
                fields=["round", "table", "leg"],
                condition=models.Q(paired=True),
                name="match_alone_at_its_table",
            ),
            models.CheckConstraint(
                condition=models.Q(status=MatchStatus.SCHEDULED, revision=0, current__isnull=True)
                | (
                    ~models.Q(status=MatchStatus.SCHEDULED) & models.Q(revision__gte=1, current__isnull=False)
                ),
                name="match_is_scheduled_or_has_a_result",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.club.slug, self.key])

    @property
    def is_played(self) -> bool:
        return self.status == MatchStatus.PLAYED

    @property
    def is_overdue(self) -> bool:
        """Whether it should have been played by now, where the club is."""
        waits = self.status == MatchStatus.SCHEDULED
        return waits and self.due_on is not None and self.due_on < self.club.today

    @property
    def day(self) -> date | None:
        """The day it was played, or else the day that its players have arranged, or the day it is due."""
        return self.current.played_on if self.current else self.arranged_on or self.due_on

    @property
    def is_arranged(self) -> bool:
        """Whether its players have arranged a day or a place, and still have to play."""
        return self.status == MatchStatus.SCHEDULED and bool(self.arranged_on or self.venue)

    @property
    def seats_by_place(self) -> "list[Seat]":
        """Its seats, best first. No query where they were prefetched."""
        return sorted(self.seats.all(), key=lambda seat: seat.place or 0)


class SeatOutcome(models.TextChoices):
    WIN = "win", _("win")
    DRAW = "draw", _("draw")
    LOSS = "loss", _("loss")


class SeatQuerySet(models.QuerySet["Seat"]):
    def for_page(self) -> Self:
        """Load all that the page of a match tells of who sits there and of the match, but for its results.

        The club comes with the season alone: `share_club` tells the others.
        """
        return self.select_related(
            "match__round__stage",
            "match__division__season__competition__club",
            "player",
            "entry__player",
        )


class Seat(CountsBids, models.Model):
    """A seat of a match, numbered from 0.

    Its figures are those that the match's current result gave it; they are empty while there is none.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Those of a match in a paired round, so that a constraint can keep an entry from playing in it twice.
    round = models.ForeignKey(
        Round, on_delete=models.RESTRICT, null=True, blank=True, related_name="seats", db_index=False
    )
    leg = models.PositiveSmallIntegerField(default=1)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")  # who sat there
    absent = models.BooleanField(default=False)
    outcome = models.CharField(max_length=20, choices=SeatOutcome.choices, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    figures = models.JSONField(default=dict, blank=True)  # of bids and the game's own, by key
    # The score of each deal; null where no sheet has given any, or a job still has to read it after an upgrade.
    deal_scores = models.JSONField(null=True, blank=True)
    points = models.IntegerField(default=0)  # in units of the rules

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_unique"),
            models.UniqueConstraint(fields=["match", "entry"], name="seat_entry_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
            models.UniqueConstraint(
                fields=["round", "entry", "leg"],
                condition=models.Q(round__isnull=False),
                name="seat_entry_once_a_round",
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__in=["", *SeatOutcome.values]), name="seat_outcome_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    def share_club(self) -> None:
        """Tell the match and all players, who are of one club, their club; no query where read as for a page."""
        match, club = self.match, self.match.division.season.competition.club
        match.club = self.player.club = self.entry.player.club = club
        submission = match.current.submission if match.current else None
        reply = getattr(submission, "reply", None)
        for player in (submission and submission.reporter, reply and reply.player):
            if player:
                player.club = club
