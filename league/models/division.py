"""Divisions of a season, entries (a player's place in a division), and their standings."""

from fractions import Fraction

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.player import Player
from league.models.season import Season
from league.models.stage import Stage
from league.rules.names import says_what_it_is
from league.rules.records import FIELD_NAME
from league.rules.settings import LADDER
from league.rules.standings.totals import CountsBids


class Division(models.Model):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    revision = models.PositiveIntegerField(default=0)  # raised by every change to its results
    # Of a ladder: the day for which its standings hold. They change as days pass.
    as_of = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "level"], name="division_level_unique"),
            models.CheckConstraint(condition=models.Q(level__gte=1), name="division_level_from_1"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"{self.season.get_absolute_url()}#{self.anchor}"

    @property
    def anchor(self) -> str:
        """Its id on the pages of its season; 1 query unless it was read with its stage."""
        return f"division-{self.stage.number}-{self.level}"

    @property
    def goes_by_its_name(self) -> bool:
        """Whether it goes by its name alone, as a tournament's groups do; 1 query unless read with its season."""
        return says_what_it_is(self.name) and self.season.competition.is_tournament

    @property
    def is_whole_field(self) -> bool:
        """Whether all of a tournament play in it, so that pages need not name it.

        Where it is called so, 1 query unless it was read with its season and competition.
        """
        return self.name == FIELD_NAME and self.season.competition.is_tournament

    @property
    def is_ladder(self) -> bool:
        """Whether it is a ladder, of whose matches round and table say nothing.

        1 query unless it was read with its season.
        """
        return bool(self.season.rules.get("pairing") == LADDER)


class Entry(models.Model):
    # The season and stage stand here too, so that a constraint can keep a player from entering a stage twice.
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField()
    left = models.BooleanField(default=False)
    # Of a ladder: the days of coming in later, and of leaving.
    joined_on = models.DateField(null=True, blank=True)
    left_on = models.DateField(null=True, blank=True)
    # Of a tournament, if anything: entries with the same value are kept apart where that is possible.
    team = models.CharField(max_length=80, blank=True)
    # Of a tournament: plays along without belonging to the club. The rules say how guests rank.
    guest = models.BooleanField(default=False)
    # The first digits of the lot that was drawn before the player's id was replaced; empty: it follows from the id.
    lot = models.CharField(max_length=64, blank=True)
    # What penalties take away, where it was read by `league.queries.standings_input`.
    points_off: int
    score_off: int

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "player"], name="entry_once_a_stage"),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="entry_seed_from_1"),
            models.CheckConstraint(
                condition=models.Q(guest=False) | models.Q(team=""), name="entry_guest_has_no_team"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}/{self.seed}"


class Movement(models.TextChoices):
    PROMOTED = "promoted", _("goes up")
    RELEGATED = "relegated", _("goes down")
    STAYS = "stays", _("stays")


class Standing(CountsBids, models.Model):
    """An entry's totals and rank, derived from the division's results.

    `rules.standings.ranking.rank_entries` ranks them. All rows of a division are rewritten together, and
    `verify` checks them.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, primary_key=True, related_name="standing")
    rank = models.PositiveIntegerField()
    decided_by = models.CharField(max_length=40, blank=True)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    score = models.IntegerField(default=0)
    points = models.IntegerField(default=0)
    figures = models.JSONField(default=dict, blank=True)  # of bids and the game's own that ranking compares
    movement = models.CharField(
        max_length=20, choices=Movement.choices, blank=True
    )  # of a closed league season

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(rank__gte=1), name="standing_rank_from_1"),
            models.CheckConstraint(
                condition=models.Q(played=models.F("won") + models.F("drawn") + models.F("lost")),
                name="standing_adds_up",
            ),
            models.CheckConstraint(
                condition=models.Q(movement__in=["", *Movement.values]), name="standing_movement_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.rank}"

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.score, self.deals) if self.deals else None
