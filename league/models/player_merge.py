"""Two records of one person that were merged: what it takes to lead the old address on, and to undo it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models

from league.models.club import Club
from league.models.player import NEUTRAL_KEY, Player, Visibility
from league.models.user import User


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    def find_kept(self, club: str, key: str, reader: User | AnonymousUser) -> Player | None:
        """Return the player who stays, for the old address of the other, as far as this reader can tell; 1 query."""
        neutral = NEUTRAL_KEY.fullmatch(key)
        of_key = models.Q(number=int(neutral[1])) if neutral else models.Q(key=key)
        merges = self.filter(of_key, club__slug=club).select_related("kept__club").order_by("-at")
        for merge in merges[:1]:
            merged = merge.build_player()
            if merge.kept.visibility != Visibility.NAME:  # the club, say, has turned to short names since
                merged.visibility = merge.kept.visibility
            if merged.is_at_address(key, reader) and merge.kept.has_page_for(reader):
                return merge.kept
        return None


class PlayerMerge(models.Model):
    """A player who is now part of another, `kept`: the row as it was, and what came over.

    `detail` has the numbers of the seasons, events, entries (`lots`), invitations, requests and earlier merges that
    came over, the day when this one retired, and of the player who stayed then the number (`kept`), and the visibility
    as it was. The row goes when it is undone.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="player_merges")
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    number = models.BigIntegerField()  # of the player's row, which is gone
    key = models.CharField(max_length=100)
    name = models.CharField(max_length=80)
    visibility = models.CharField(max_length=10, choices=Visibility.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    detail = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="player_merge_visibility_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def build_player(self) -> Player:
        """Return the player as it was, as a row that is not there."""
        return Player(
            pk=self.number,
            club_id=self.club_id,
            key=self.key,
            name=self.name,
            visibility=self.visibility,
        )
