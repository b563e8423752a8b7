"""Players: people who play at a club, with or without an account. And the statistics of their play."""

import re
from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from league.models.club import Club, Privacy
from league.models.competition import Competition
from league.models.fields import FoldedNameField
from league.rules.names import FORMER_NAME, FORMER_PLAYER, shorten_name

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models.user import User

NEUTRAL_KEY = re.compile(r"_([0-9]{1,18})")  # no id in a club file has an underscore


class Visibility(models.TextChoices):
    """What those see of a player who are not of the club (docs/reference/people.md, Privacy)."""

    NAME = "name", _("the name")
    SHORT = "short", _("a short name")  # as of all players of a club that shows short names
    MINOR = "minor", _("a short name, and no page")
    HIDDEN = "hidden", _("neither name nor page")


class VisibilityField(models.CharField):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """A new player of a club that shows short names has a short name, however the row is made."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        player: Any = model_instance
        if add and player.visibility == Visibility.NAME and player.club.privacy == Privacy.SHORT_NAMES:
            player.visibility = Visibility.SHORT
        return super().pre_save(model_instance, add)


class PlayerQuerySet(models.QuerySet["Player"]):
    def findable_by(self, reader: "User | AnonymousUser") -> Self:
        """Return those whose names a search may tell the reader: what is shortened or hidden can't be guessed at."""
        # Joined: with the clubs as a list, players would be looked up club by club.
        visible = self.filter(club__suspended_at=None, club__deleted_at=None)
        if reader.is_authenticated and reader.is_superuser:
            return visible
        is_listed, is_named = ~models.Q(club__privacy=Privacy.MEMBERS), models.Q(visibility=Visibility.NAME)
        if not reader.is_authenticated:
            return visible.filter(is_listed, is_named)
        is_own = models.Q(club__in=Club.objects.of_user(reader))
        return visible.filter(is_listed | is_own, is_named | is_own)

    def find_at_address(self, club: str, key: str, reader: "User | AnonymousUser | None") -> "Player | None":
        """Return the player of an address; None where there is none, as far as this reader can tell. 1 query."""
        neutral = NEUTRAL_KEY.fullmatch(key)
        of_key = models.Q(pk=int(neutral[1])) if neutral else models.Q(key=key)
        found = self.filter(of_key, club__slug=club).first()
        return found if found and found.is_at_address(key, reader) else None

    def active(self) -> Self:
        """Leave out those who have stopped playing."""
        return self.filter(retired_on=None)

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
    retired_on = models.DateField(null=True, blank=True)  # stopped playing: on that day; null: plays
    # Anonymised: the daily job still has to replace the id, and to clear what the database has freed.
    to_erase = models.BooleanField(default=False)
    # Only inside a transaction that exchanges the id for this one: triggers then let it through.
    next_key = models.CharField(max_length=100, blank=True)
    visibility = VisibilityField(max_length=10, choices=Visibility.choices, default=Visibility.NAME)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="player_key_unique"),
            models.CheckConstraint(condition=~models.Q(key="") & ~models.Q(name=""), name="player_is_named"),
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="player_visibility_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.club.slug, self.public_key])

    @property
    def public_key(self) -> str:
        """The player in addresses and on pages that anyone may read: the id, unless it would tell the name."""
        return self.key if self.visibility == Visibility.NAME else f"_{self.pk}"

    def get_name_for(self, viewer: "User | AnonymousUser | None") -> str:
        """Return the name as this viewer may read it.

        Every name that is shown or written anywhere comes from here. Anonymised players, whose names are English in
        club files, are named in the active language. No queries but one for the viewer's clubs, the first time that it
        matters.
        """
        is_open = self._is_open_to(viewer)
        if self.visibility == Visibility.HIDDEN and not is_open:
            return gettext("Player {number}").format(number=self.pk)
        if self.name.startswith(FORMER_PLAYER) and (former := FORMER_NAME.fullmatch(self.name)):
            return gettext("Former player {number}").format(number=former[1])
        return self.name if is_open else shorten_name(self.name)

    def get_name_in_files_for(self, viewer: "User | AnonymousUser | None") -> str:
        """Return that name as files have it, which don't depend on a language."""
        with override(settings.LANGUAGE_CODE):
            return self.get_name_for(viewer)

    @property
    def name_for_visitors(self) -> str:
        """The name as those see it who are not of the club."""
        return self.get_name_for(None)

    def has_page_for(self, viewer: "User | AnonymousUser | None") -> bool:
        """Return whether this viewer may read the pages about the player; queries as above."""
        return self.visibility not in (Visibility.MINOR, Visibility.HIDDEN) or self._is_open_to(viewer)

    def get_link_for(self, viewer: "User | AnonymousUser | None") -> str:
        """Return the player's part of the address of their page, empty where this viewer has none; queries as above."""
        return self.public_key if self.has_page_for(viewer) else ""

    def is_at_address(self, key: str, viewer: "User | AnonymousUser | None") -> bool:
        """Return whether this is the player's part of an address, for this viewer; queries as above.

        To those who may not read the name, the id leads nowhere: it would confirm what they guess.
        """
        return key == self.public_key or (self._is_open_to(viewer) and key in (self.key, f"_{self.pk}"))

    def _is_open_to(self, viewer: "User | AnonymousUser | None") -> bool:
        return self.visibility == Visibility.NAME or (
            viewer is not None and viewer.is_authenticated and viewer.knows_club(self.club_id)
        )


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
    # Another number, drawn at random, each time that the row is written: public pages that show it are cached by this.
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
