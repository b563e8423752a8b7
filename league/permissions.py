"""Who may do what: one table of permissions.

Administrators of the site may do everything, and so may the installation itself. A visitor without a permission is sent
to the log-in, a user is shown that there is no such page (docs/decisions/0015-not-found-instead-of-forbidden.md).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied

from league.models import (
    Club,
    Decision,
    DecisionKind,
    JoinRequest,
    Membership,
    Player,
    Result,
    Role,
    Seat,
    Submission,
    User,
)
from league.models.result import Verdict
from league.principals import Person, Principal, System, Visitor

STAFF_ROLES = frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER})
ORGANISER_ROLES = frozenset({Role.OWNER, Role.ORGANISER})
OWNER_ROLES = frozenset({Role.OWNER})


@dataclass(frozen=True)
class ResultReport:
    """A result that a user would enter: the seats of the match, and the result that counts now.

    The seats were read with match, player and entry, the result with its submission.
    """

    seats: Sequence[Seat]
    current: Result | None


@dataclass(frozen=True)
class EnteredResult:
    """A result that was entered for a match, which others may confirm or dispute; the seats were read as above."""

    seats: Sequence[Seat]
    submission: Submission


def plays_in(by: Principal, seats: Iterable[Seat]) -> bool:
    """Return whether they are a player of a match: one who sat there, or whose entry the seat is. No queries."""
    return find_own_player(by, seats) is not None


def find_own_player(by: Principal, seats: Iterable[Seat]) -> Player | None:
    """Return as whom they are a player of a match, if they are. No queries."""
    players = (player for seat in seats for player in (seat.player, seat.entry.player))
    return next((one for one in players if isinstance(by, Person) and one.user_id == by.user_id), None)


def _is_reporter(by: Person, report: ResultReport) -> bool:
    """Return whether they play in the match, and entered what counts there themselves, if anything does.

    What an opponent has confirmed, or an organiser settled, is not theirs to change any more.
    """
    if report.current is None:
        return plays_in(by, report.seats)
    submission = report.current.submission
    reply = getattr(submission, "reply", None)
    is_answered = reply is not None and not reply.is_open_dispute
    return submission.by_id == by.user_id and not is_answered and plays_in(by, report.seats)


def _plays_at_table(by: Person, report: ResultReport) -> bool:
    return plays_in(by, report.seats)


def _sits_there(by: Person, seats: Sequence[Seat]) -> bool:
    return any(seat.player.user_id == by.user_id for seat in seats)


def _is_opponent(by: Person, entered: EnteredResult) -> bool:
    """Return whether they play in the match, and neither entered the result nor have the seat of who did."""
    reporter = entered.submission.reporter_id
    others = [seat for seat in entered.seats if reporter not in (seat.player_id, seat.entry.player_id)]
    return entered.submission.by_id != by.user_id and plays_in(by, others)


def _owns_club(by: Person, club: Club) -> bool:
    """Return whether they own a club that is not suspended, also while it is deleted; 1 query."""
    owners = Membership.objects.filter(club=club, user=by.user, role=Role.OWNER)
    return club.suspended_at is None and owners.exists()


def _owns_deleted_club(by: Person, club: Club) -> bool:
    """Return whether they own a club that is deleted, where roles count for nothing; 1 query for such a club."""
    return club.deleted_at is not None and _owns_club(by, club)


def _owns_account(by: Person, user: User) -> bool:
    return user.pk == by.user_id


def _plays_in_club(by: Person, club: Club | int) -> bool:
    """Return whether they are a player of the club; 1 query."""
    return Player.objects.filter(club=_get_club(club), user=by.user).exists()


def _sees_club(by: Person, club: Club | int) -> bool:
    """Return whether the club's pages are for them; 2 queries at most."""
    return Club.objects.listed_for(by.user).filter(pk=_get_club(club)).exists()


def _has_asked_to_join(by: Person, club: Club | int) -> bool:
    return JoinRequest.objects.filter(club=_get_club(club), user=by.user).exists()


def _waits_from_another(by: Person, entered: EnteredResult) -> bool:
    """Return whether it waits to count, and another person entered it."""
    return entered.submission.verdict == Verdict.WAITING and entered.submission.by_id != by.user_id


def _get_club_of_seats(report: ResultReport | EnteredResult) -> int:
    return report.seats[0].match.club_id


def _get_club(club: Club | int) -> int:
    return club if isinstance(club, int) else club.pk


def _get_no_club(_object: Any) -> None:
    return None


@dataclass(frozen=True)
class Permission:
    """Who has a permission: the roles of the object's club, where they count, and whom the rule names as well."""

    roles: frozenset[Role] = frozenset()
    find_club: Callable[[Any], int | None] = _get_club
    rule: Callable[[Person, Any], bool] | None = None
    roles_count: Callable[[Person, Any], bool] | None = None  # always, where it is None


PERMISSIONS: Mapping[str, Permission] = {
    # Of a club, or its id.
    "see-staff-pages": Permission(STAFF_ROLES),
    "enter-result": Permission(STAFF_ROLES),
    "run-seasons": Permission(ORGANISER_ROLES),
    "settle-dispute": Permission(ORGANISER_ROLES),
    "change-club": Permission(ORGANISER_ROLES),
    "register": Permission(ORGANISER_ROLES, rule=_plays_in_club),  # players only themselves
    "challenge": Permission(ORGANISER_ROLES, rule=_plays_in_club),  # players only for themselves
    "ask-to-join": Permission(find_club=_get_no_club, rule=_sees_club),
    "withdraw-join-request": Permission(find_club=_get_no_club, rule=_has_asked_to_join),  # their own
    "answer-join-request": Permission(ORGANISER_ROLES),
    "import-club": Permission(OWNER_ROLES),
    "manage-members": Permission(OWNER_ROLES),
    "delete-club": Permission(OWNER_ROLES, rule=_owns_deleted_club),  # a user who is too late is told so
    "restore-club": Permission(find_club=_get_no_club, rule=_owns_club),
    # A decision of each kind, and undoing it, of the club: scorers decide what is about a single match.
    **{f"decide-{kind}": Permission(ORGANISER_ROLES) for kind in DecisionKind},
    "decide-forfeit": Permission(STAFF_ROLES),
    "decide-void": Permission(STAFF_ROLES),
    "decide-substitute": Permission(STAFF_ROLES),
    "decide-substitute-for-season": Permission(ORGANISER_ROLES),
    # Of a match: a ResultReport.
    "report-result": Permission(STAFF_ROLES, _get_club_of_seats, _is_reporter),
    "arrange-match": Permission(ORGANISER_ROLES, _get_club_of_seats, _plays_at_table),
    # Of the seats of a match: no role lets anyone bid for a player.
    "enter-bid": Permission(find_club=_get_no_club, rule=_sits_there),
    # Of what was entered for a match: an EnteredResult.
    "confirm-result": Permission(
        STAFF_ROLES, _get_club_of_seats, _is_opponent, roles_count=_waits_from_another
    ),
    "dispute-result": Permission(frozenset(), _get_club_of_seats, _is_opponent),
    # Of an account.
    "delete-account": Permission(find_club=_get_no_club, rule=_owns_account),
    # Of the site.
    "administer": Permission(find_club=_get_no_club),
}


def can(by: Principal, permission: str, thing: Any = None) -> bool:
    """Return whether a principal has a permission for an object of the kind that the table names; 1 query at most.

    Raises TypeError where there is no principal: a right is never given by omission.
    """
    wanted = PERMISSIONS[permission]
    match by:
        case System():
            return True
        case Visitor():
            return False
        case Person():
            if by.is_administrator:
                return True
            club = wanted.find_club(thing)
            has_role = club is not None and by.roles.get(club) in wanted.roles
            if has_role and (wanted.roles_count is None or wanted.roles_count(by, thing)):
                return True
            return wanted.rule is not None and wanted.rule(by, thing)
    raise TypeError(f"{by!r} is no principal")


def require(by: Principal, permission: str, thing: Any = None) -> None:
    """Raise PermissionDenied, with the name of the permission, unless they have it."""
    if not can(by, permission, thing):
        raise PermissionDenied(permission)


def require_person(by: Principal) -> Person:
    """Return somebody who does what everybody may who is logged in.

    Raises PermissionDenied for all others, TypeError where there is no principal.
    """
    if not isinstance(by, Principal):
        raise TypeError(f"{by!r} is no principal")
    if not isinstance(by, Person):
        raise PermissionDenied("log-in")
    return by


def get_required_permission(decision: Decision) -> str:
    """Return the permission that a decision takes, and undoing it."""
    rest_of_season = decision.kind == DecisionKind.SUBSTITUTE and decision.match_id is None
    return f"decide-{decision.kind}-for-season" if rest_of_season else f"decide-{decision.kind}"
