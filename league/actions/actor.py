"""Who acts, and what they may do."""

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

    @property
    def is_administrator(self) -> bool:
        """Of the whole site, or at its command line."""
        return self.user is None or (self.user.is_active and self.user.is_superuser)

    def can(self, permission: str, club: Club | int) -> bool:
        return self.is_administrator or self._get_role(club) in PERMISSIONS[permission]

    def is_staff(self, club: Club | int) -> bool:
        """Whether they see what is not public yet."""
        return self.is_administrator or self._get_role(club) in STAFF_ROLES

    def _get_role(self, club: Club | int) -> str | None:
        return self.roles.get(club if isinstance(club, int) else club.pk)

    def is_player_in(self, seats: "Iterable[Seat]") -> bool:
        """Whether they are a player of a match: who sat there, or whose place it is. No queries: its seats were
        read with both."""
        return any(
            player.user_id is not None and self.is_account(player.user_id)
            for seat in seats
            for player in (seat.player, seat.entry.player)
        )

    def is_account(self, user_id: int | None) -> bool:
        """Whether that user, or the command line, is who they are."""
        return user_id == (self.account.pk if self.account else None)

    def require(self, permission: str, club: Club | int) -> None:
        """Raises NotPermitted."""
        if not self.can(permission, club):
            raise NotPermitted(permission)

    @property
    def account(self) -> "User | None":
        """Who stands in the records; None for the command line."""
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
    """What somebody must be allowed to do to take it back: who plays the rest of a season for somebody is the
    committee's."""
    kind = decision.kind
    return (
        DECISION_PERMISSIONS[kind] if kind != DecisionKind.SUBSTITUTE or decision.match_id else "run-seasons"
    )
