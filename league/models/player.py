"""Players: people who play at a club, with or without an account. And the statistics of their play."""

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.urls import reverse

from league.models.club import Club
from league.models.competition import Competition
from league.models.fields import FoldedNameField

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models.user import User


class PlayerQuerySet(models.QuerySet["Player"]):
    def visible(self) -> Self:
        """Leave out the players of clubs that are suspended or deleted."""
        return self.filter(club__in=Club.objects.visible())

    def for_page(self) -> Self:
        """Load the club with each: every address of a player needs it."""
        return self.select_related("club")


class Player(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    key = models.CharField(max_length=100)  # the id in club files, kept for good
    name = models.CharField(max_length=80)
    folded_name = FoldedNameField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="player_key_unique"),
            models.CheckConstraint(condition=~models.Q(key="") & ~models.Q(name=""), name="player_is_named"),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.club.slug, self.key])

    def get_name_for(self, viewer: "User | AnonymousUser | None") -> str:
        """Return the name as this viewer may read it.

        Every name that is shown or written anywhere comes from here.
        """
        return self.name


class Statistics(models.Model):
    """A player's figures over a competition's played matches, also those they sat in for others.

    A job recomputes them. `figures` of a game's own cover only the seasons of the game that the competition is played
    with now, those of bids all.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="statistics")
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="statistics")
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    score = models.IntegerField(default=0)
    figures = models.JSONField(default=dict, blank=True)  # by key, added up as the game says
    # Bids, streaks, best and worst match, rivals: what `rules.seasons.statistics` adds to the columns.
    details = models.JSONField(default=dict, blank=True)
    # Another one, drawn at random, each time that the row is written: public pages that show it are cached by this.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "statistics"
        constraints = [
            models.UniqueConstraint(fields=["player", "competition"], name="statistics_once"),
            models.CheckConstraint(
                condition=models.Q(played=models.F("won") + models.F("drawn") + models.F("lost")),
                name="statistics_add_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.played}"
