"""Users: people who can log in. What they may do in a club is a `Membership`."""

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models.club import Club


class EmailUserManager(UserManager["User"]):
    """Creates users by e-mail address.

    Django's own manager asks for a user name, which our users do not have.
    """

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the address in lower case.

        People type theirs in many ways, and allauth looks accounts up in lower case.
        """
        return super().normalize_email(email).lower()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":  # type: ignore[override]
        """Create an account whose address is not proved yet: nothing was mailed to it."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        EmailAddress.objects.using(self._db).create(user=user, email=user.email, primary=True)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":  # type: ignore[override]
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email: str | None) -> "User":
        return self.get(email__iexact=email)


class User(AbstractUser):
    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    # Of pages and mails; empty until the first log-in.
    language = models.CharField(_("language"), max_length=10, blank=True)
    # Since when a new account waits for an administrator of the site to approve it; until then it can't log in.
    waiting_since = models.DateTimeField(null=True, blank=True)
    # The row of a deleted account stays, emptied, for what refers to it (docs/decisions/0034-deleted-accounts.md).
    deleted_at = models.DateTimeField(null=True, editable=False)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []
    objects: ClassVar[EmailUserManager] = EmailUserManager()

    class Meta:
        constraints = [
            # One account for each address, in whatever case it is typed.
            models.UniqueConstraint(Lower("email"), name="user_email_unique"),
            models.CheckConstraint(
                condition=models.Q(deleted_at=None) | models.Q(name="", is_active=False),
                name="user_deleted_is_empty",
            ),
        ]

    def __str__(self) -> str:
        return gettext("deleted account") if self.deleted_at else self.name or self.email

    @cached_property
    def known_clubs(self) -> frozenset[int]:
        """Return the ids of the clubs in which they have a role or are a player; 1 query."""
        return frozenset(Club.objects.of_user(self).values_list("pk", flat=True))

    def knows_club(self, club: int) -> bool:
        """Return whether they see what a club shows its own people; administrators do everywhere. 1 query."""
        return self.is_active and (self.is_superuser or club in self.known_clubs)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


Viewer = User | AnonymousUser  # who reads a page
