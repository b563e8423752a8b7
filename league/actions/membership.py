"""Add members to a club, change their roles and remove them."""

import secrets

from games.problems import _
from league.actions.changes import change, log_event
from league.actions.errors import ActionError
from league.actions.invitation import validate_address, validate_role, withdraw_member_invitations
from league.actions.player import take_names
from league.models import Club, Membership, Player, Role, User
from league.principals import Principal
from league.queries.proof import must_be_invited
from league.rules.validation import build_problem


def add_member(
    *, club: Club, email: str, role: str, by: Principal, password: str | None = None
) -> tuple[Membership, str | None]:
    """Give a user a role in a club, in place of the present role; create an account for a new address.

    Returns the membership and, for a new account, its password: given, or generated here. Locks the
    club. Raises PermissionDenied; ActionError for a bad address or role, if no owner would be left, and for an
    account that has to be invited (`must_be_invited`).
    """
    with change("add_member", club, permission="manage-members", by=by) as event:
        club = event.club
        validate_role(role)
        validate_address(email)
        user = User.objects.filter(email__iexact=email).first()
        new_password = None
        if user is None:
            new_password = password or secrets.token_urlsafe(12)
            user = User.objects.create_user(email, new_password)
        elif must_be_invited(club, email):
            raise ActionError(
                build_problem(
                    "email",
                    "unproved",
                    _("{email} has an account but hasn't confirmed the address. Send an invitation instead."),
                    email=email,
                )
            )
        membership = Membership.objects.filter(user=user, club=club).first()
        if membership is None:
            membership = Membership.objects.create(user=user, club=club, role=role)
            event.log("user", str(user.pk), after={"role": role})
        else:
            _set_role(membership, role, by, "add_member")
        return membership, new_password


def change_role(*, membership: Membership, role: str, by: Principal) -> Membership:
    """Change a member's role; if an owner is no longer an owner, their open invitations are withdrawn.

    Locks the club. Raises PermissionDenied; ActionError if the club would have no owner left, and for a user who
    is no longer a member.
    """
    with change("change_role", membership.club_id, permission="manage-members", by=by):
        validate_role(role)
        membership = _reload_membership(membership)
        _set_role(membership, role, by, "change_role")
        return membership


def remove_member(*, membership: Membership, by: Principal) -> None:
    """End a membership; the account stays, but is no longer linked to a player of the club.

    Results they entered stay too; their open invitations are withdrawn. Locks the club. Raises PermissionDenied;
    ActionError if the club would have no owner left, and for a user who is no longer a member.
    """
    with change("remove_member", membership.club_id, permission="manage-members", by=by):
        membership = _reload_membership(membership)
        require_other_owner(membership)
        detach_account(membership.club, membership.user, by, "remove_member")


def detach_account(club: Club, user: User, by: Principal, action: str, *, renames: bool = False) -> None:
    """End a user's role in a club and their link to its players; record it as `action`.

    With `renames` these players lose their names as well. Open invitations that would lead back are withdrawn.
    The caller's transaction has locked the club, and has seen to it that an owner stays.
    """
    membership = Membership.objects.select_related("user").filter(club=club, user=user).first()
    players = list(
        Player.objects.select_for_update(of=("self",), no_key=True)
        .filter(club=club, user=user)
        .order_by("key")
    )
    Player.objects.filter(pk__in=[player.pk for player in players]).update(user=None)
    keys = [player.key for player in players]
    renamed = renames and bool(players)
    if renamed:
        take_names(club, players)
    before = {"role": membership.role if membership else None, "players": keys}
    log_event(club, by, action, "user", str(user.pk), before, {"renamed": keys} if renamed else None)
    if membership:
        withdraw_member_invitations(membership, by)
        membership.delete()


def _reload_membership(membership: Membership) -> Membership:
    """Return the membership as it is now that the club is locked; raise ActionError if it has ended.

    Locking only its row would not do: two owners who demote each other at once would leave none.
    """
    current = Membership.objects.select_related("user", "club").filter(pk=membership.pk).first()
    if current is None:
        raise ActionError(build_problem("", "no-member", _("This person is no longer a member of the club.")))
    return current


def _set_role(membership: Membership, role: str, by: Principal, action: str) -> None:
    before = membership.role
    if role == before:
        return
    require_other_owner(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    key = str(membership.user_id)
    log_event(membership.club_id, by, action, "user", key, {"role": before}, {"role": role})
    if before == Role.OWNER:
        withdraw_member_invitations(membership, by)


def require_other_owner(membership: Membership) -> None:
    """Raise ActionError if this is the only owner of the club, which the caller has locked."""
    others = Membership.objects.filter(club=membership.club_id, role=Role.OWNER).exclude(pk=membership.pk)
    if membership.role == Role.OWNER and not others.exists():
        raise ActionError(
            build_problem(
                "role",
                "last-owner",
                _("A club needs an owner. Make another member an owner first."),
            )
        )
