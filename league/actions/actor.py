"""Who acts, and what they are permitted to do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from league.models import Club, Decision, DecisionKind, Membership, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models import Seat, User

STAFF_ROLES = frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER})
PERMISSIONS: dict[str, frozenset[Role]] = {
    "enter-result": STAFF_ROLES,
    "change-club": frozenset({Role.OWNER, Role.ORGANISER}),
    "run-seasons": frozenset({Role.OWNER, Role.ORGANISER}),
    "import-club": frozenset({Role.OWNER}),
    "manage-members": frozenset({Role.OWNER}),
    "delete-club": frozenset({Role.OWNER}),
}


class NotPermitted(Exception):
    """The actor lacks the permission for this in this club."""


@dataclass(frozen=True)
class Actor:
    """A user, or the server's own command line (None), which may do everything."""

    user: "User | AnonymousUser | None"

    @cached_property
    def roles(self) -> dict[int, str]:
        """The user's roles by club id, but for clubs that are suspended or deleted; 1 query."""
        if self.user is None or not self.user.is_authenticated:
            return {}
        memberships = Membership.objects.filter(user=self.user, club__in=Club.objects.visible())
        return dict(memberships.values_list("club_id", "role"))

    @property
    def is_administrator(self) -> bool:
        """Whether this is an administrator of the whole site, or the command line."""
        return self.user is None or (self.user.is_active and self.user.is_superuser)

    def can(self, permission: str, club: Club | int) -> bool:
        return self.is_administrator or self._get_role(club) in PERMISSIONS[permission]

    def is_staff(self, club: Club | int) -> bool:
        """Return whether they help to run the club, and so see what is not public yet."""
        return self.is_administrator or self._get_role(club) in STAFF_ROLES

    def _get_role(self, club: Club | int) -> str | None:
        return self.roles.get(club if isinstance(club, int) else club.pk)

    def is_player_in(self, seats: "Iterable[Seat]") -> bool:
        """Return whether they are a player of a match: one who sat there, or whose entry the seat is.

        Runs no queries: the seats were read with player and entry.
        """
        return any(
            player.user_id is not None and self.is_account(player.user_id)
            for seat in seats
            for player in (seat.player, seat.entry.player)
        )

    def is_account(self, user_id: int | None) -> bool:
        """Return whether this actor is that user.

        Where `user_id` is None, return whether they have no account: the command line, and a visitor who is
        not logged in.
        """
        return user_id == (self.account.pk if self.account else None)

    def require(self, permission: str, club: Club | int) -> None:
        """Raise NotPermitted unless they have the permission."""
        if not self.can(permission, club):
            raise NotPermitted(permission)

    @property
    def account(self) -> "User | None":
        """The user to name in records; None for the command line, and for somebody who is not logged in."""
        return self.user if self.user is not None and self.user.is_authenticated else None


CONSOLE = Actor(None)


DECISION_PERMISSIONS: Mapping[str, str] = {
    DecisionKind.FORFEIT: "enter-result",
    DecisionKind.VOID: "enter-result",
    DecisionKind.SUBSTITUTE: "enter-result",
    DecisionKind.WITHDRAWAL: "run-seasons",
    DecisionKind.LATE_ENTRY: "run-seasons",
    DecisionKind.PENALTY: "run-seasons",
}


def get_required_permission(decision: Decision) -> str:
    """Return the permission that revoking a decision takes.

    A substitution for the rest of a season is the committee's to revoke.
    """
    kind = decision.kind
    return (
        DECISION_PERMISSIONS[kind] if kind != DecisionKind.SUBSTITUTE or decision.match_id else "run-seasons"
    )
