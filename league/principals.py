"""Who acts: a person, a visitor, or the installation itself. Each is a type of its own: no user means no right."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from league.models import Membership, User

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True)
class Person:
    """A logged-in user."""

    user: User

    @property
    def user_id(self) -> int:
        return self.user.pk

    @property
    def is_administrator(self) -> bool:
        """Whether they look after the whole site."""
        return self.user.is_active and self.user.is_superuser

    @cached_property
    def roles(self) -> dict[int, str]:
        """Their roles by club id, but for clubs that are suspended or deleted; 1 query."""
        memberships = Membership.objects.filter(
            user=self.user, club__suspended_at=None, club__deleted_at=None
        )
        return dict(memberships.values_list("club_id", "role"))


@dataclass(frozen=True)
class Visitor:
    """A visitor who is not logged in."""

    user: ClassVar[None] = None
    user_id: ClassVar[None] = None


@dataclass(frozen=True)
class System:
    """A part of the installation that acts by itself, such as its command line. It may do everything."""

    name: str
    user: ClassVar[None] = None
    user_id: ClassVar[None] = None


Principal = Person | Visitor | System
CONSOLE = System("command line")
# A person without an account, by the signed link that was mailed to an address. Having read that mail is all that they
# can prove, and no role or rule of the table of permissions is about that. Only `register_by_mail` and
# `withdraw_by_mail` act so, each on the registration of that address alone.
MAILED_LINK = System("mailed link")


def identify(user: "User | AnonymousUser") -> Person | Visitor:
    """Return who sends a request, by its user."""
    return Person(user) if isinstance(user, User) and user.is_authenticated else Visitor()


def write_principal(by: Principal) -> int | str:
    """Return who leaves a job, as its argument: a person's id, or the name of a part of the installation.

    Raises TypeError for a visitor, who leaves none.
    """
    match by:
        case Person():
            return by.user_id
        case System():
            return by.name
    raise TypeError(f"{by!r} leaves no job")


def read_principal(argument: int | str | None) -> Principal:
    """Return who left a job, as they are now: a visitor if the account is gone or suspended, or if no user is named."""
    if isinstance(argument, str):
        return System(argument)
    user = User.objects.filter(pk=argument, is_active=True).first() if argument else None
    return Person(user) if user else Visitor()


def reload(by: Principal) -> Principal:
    """Return a principal as they are now, a visitor if the account is gone or suspended; 1 query."""
    return read_principal(by.user_id) if isinstance(by, Person) else by
