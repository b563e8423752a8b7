"""Who does something, and whether they may: what each role is allowed, as a table."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from league.models import Club, Membership, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models import User

EVERYONE_WHO_HELPS = frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER})
MAY: dict[str, frozenset[Role]] = {
    "enter-result": EVERYONE_WHO_HELPS,
    "import-club": frozenset({Role.OWNER}),
    "manage-members": frozenset({Role.OWNER}),
}


class NotPermitted(Exception):
    """This person may not do this in this club."""


@dataclass(frozen=True)
class Actor:
    """A user; or nobody in particular, at the server's own command line, who may do everything."""

    user: "User | AnonymousUser | None"

    @cached_property
    def roles(self) -> dict[int, str]:
        """The roles by club. 1 query."""
        if self.user is None or not self.user.is_authenticated:
            return {}
        return dict(Membership.objects.filter(user=self.user).values_list("club_id", "role"))

    def may(self, verb: str, club: Club | int) -> bool:
        if self.user is None:
            return True
        return self.roles.get(club if isinstance(club, int) else club.pk) in MAY[verb]

    def must(self, verb: str, club: Club | int) -> None:
        """Raises NotPermitted."""
        if not self.may(verb, club):
            raise NotPermitted(verb)

    @property
    def account(self) -> "User | None":
        """Who stands in the records; None for the command line."""
        return self.user if self.user is not None and self.user.is_authenticated else None


CONSOLE = Actor(None)
