"""Clubs, and memberships: the role that a user has in a club."""

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.fields import FoldedNameField

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models.user import User

MAX_NEWS_LENGTH = 1000
RESTORE_PERIOD = timedelta(days=30)  # for which a deleted club can be brought back


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class Privacy(models.TextChoices):
    """Who sees a club's pages, and how its players are named there (docs/reference/people.md, Privacy)."""

    PUBLIC = "public", _("public")
    SHORT_NAMES = "short-names", _("public, with short names")
    MEMBERS = "members", _("for members only")


class ClubQuerySet(models.QuerySet["Club"]):
    def visible(self) -> "ClubQuerySet":
        """Return the clubs that are neither suspended nor deleted."""
        return self.filter(suspended_at=None, deleted_at=None)

    def listed_for(self, reader: "User | AnonymousUser") -> "ClubQuerySet":
        """Return the visible clubs that the reader may know of: those for members only are for their members."""
        clubs, is_listed = self.visible(), ~models.Q(privacy=Privacy.MEMBERS)
        if not reader.is_authenticated:
            return clubs.filter(is_listed)
        if reader.is_superuser:
            return clubs
        return clubs.filter(is_listed | models.Q(pk__in=Club.objects.of_user(reader)))

    def of_user(self, user: "User") -> "ClubQuerySet":
        """Return the clubs in which a user has a role or is a player."""
        roles, players = user.memberships.values("club"), user.players.values("club")
        return self.filter(models.Q(pk__in=roles) | models.Q(pk__in=players))


class Club(models.Model):
    """A club; if it is suspended or deleted, it is there for administrators only, and nobody changes it.

    A deleted club can be restored until its rows begin to be deleted (`erasing_since`).
    """

    slug = models.CharField(max_length=100, unique=True)
    name = models.CharField(max_length=80)
    folded_name = FoldedNameField(db_index=True)
    timezone = models.CharField(max_length=60, default="UTC")
    # Of mails to people who have no account yet.
    language = models.CharField(max_length=10, default="en")
    # Whether players who leave, or delete their account, lose their name on the club's pages.
    hides_former_players = models.BooleanField(default=False)
    privacy = models.CharField(max_length=20, choices=Privacy.choices, default=Privacy.PUBLIC)
    privacy_email = models.EmailField(blank=True)  # to which visitors write about a name
    news = models.CharField(max_length=MAX_NEWS_LENGTH, blank=True)  # plain text, on the club's page
    news_changed_at = models.DateTimeField(null=True, blank=True)
    # Raised by every change to what the club's pages show, except by results: they raise their division's revision.
    revision = models.PositiveIntegerField(default=0)
    suspended_at = models.DateTimeField(null=True, blank=True)
    suspension_reason = models.CharField(max_length=500, blank=True)  # told to the owners
    deleted_at = models.DateTimeField(null=True, blank=True)
    erasing_since = models.DateTimeField(null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["name", "slug"], name="club_by_name")]
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug="") & ~models.Q(name=""), name="club_is_named"),
            models.CheckConstraint(
                condition=models.Q(suspended_at__isnull=True, suspension_reason="")
                | (models.Q(suspended_at__isnull=False) & ~models.Q(suspension_reason="")),
                name="club_is_suspended_for_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(erasing_since__isnull=True) | models.Q(deleted_at__isnull=False),
                name="club_is_deleted_before_it_is_erased",
            ),
            models.CheckConstraint(
                condition=models.Q(privacy__in=Privacy.values), name="club_privacy_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    @property
    def is_hidden(self) -> bool:
        """Whether it is suspended or deleted."""
        return self.suspended_at is not None or self.deleted_at is not None

    @property
    def erased_from(self) -> datetime:
        """The time from which the daily job deletes the rows of a deleted club."""
        if self.deleted_at is None:
            raise ValueError(f"{self.slug} is not deleted")
        return self.deleted_at + RESTORE_PERIOD

    @property
    def tzinfo(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def today(self) -> date:
        """Today's date where the club is."""
        return timezone.localdate(timezone=self.tzinfo)


class RetiredSlug(models.Model):
    """The address of a club that was deleted, which no other club gets."""

    slug = models.CharField(max_length=100, unique=True)
    retired_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.slug


class Membership(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)
    # What else is in the club, where it was read by `league.queries.own_clubs.list_own_clubs`.
    has_matches: bool
    has_other_members: bool
    has_other_owner: bool

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_once_a_club"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"
