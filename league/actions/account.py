"""Actions of users on their own account: name, address, leaving a club, deleting the account.

Locks are taken in the order of docs/decisions/0003-one-order-of-locks.md; the account's own row comes after clubs.
"""

import logging
from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import CASCADE, SET_NULL, Exists, OuterRef, Q
from django.utils import timezone

from games import Problem
from games.problems import _
from league.actions.changes import after_commit, log_refusals
from league.actions.errors import ActionError, LanguageInput, NameInput, validate
from league.actions.invitation import withdraw_invitations
from league.actions.membership import detach_account, require_other_owner
from league.actions.sessions import end_sessions
from league.actions.user import lock_administrators
from league.models import Club, Invitation, Job, Membership, Player, Registration, Report, Role, User
from league.models.failed_log_in import forget_failed_log_ins
from league.notifications import delivery
from league.permissions import require, require_person
from league.principals import Principal
from league.queries.links import build_url
from league.rules.validation import build_problem

log = logging.getLogger("league.members")


@log_refusals("change_name")
@transaction.atomic
def change_name(*, name: str, by: Principal) -> None:
    """Rename the user's own account; the names of players are their clubs'.

    Raises PermissionDenied for a user who is not logged in; ActionError for a bad name.
    """
    wanted = validate(NameInput, name=name).name
    user = _lock_own_account(by)
    if user.name == wanted:
        return
    user.name = wanted
    user.save(update_fields=["name"])
    _log_later("change name", user, by)


@log_refusals("choose_language")
@transaction.atomic
def choose_language(*, language: str, by: Principal) -> None:
    """Set the language of the user's own pages and mails.

    Raises PermissionDenied for a user who is not logged in; ActionError for a language that there is not.
    """
    wanted = validate(LanguageInput, language=language).language
    user = _lock_own_account(by)
    user.language = wanted
    user.save(update_fields=["language"])


@log_refusals("change_address")
def change_address(*, email: str, by: Principal, keep_session: str | None = None) -> None:
    """Give the user's own account an address which a mailed code has just proved; notify the old address by mail.

    Sessions but for `keep_session` end, and so do links for a new password. Raises PermissionDenied; ActionError
    if the address belongs to another account.
    """
    try:
        with transaction.atomic():
            _change_address(email.strip().lower(), by, keep_session)
    except IntegrityError:  # another account was given it in this very moment
        raise _build_taken_error() from None


def _change_address(email: str, by: Principal, keep_session: str | None) -> None:
    user = _lock_own_account(by)
    if is_address_taken(email, user):
        raise _build_taken_error()
    before, user.email = user.email, email
    if before == email:
        return
    user.save(update_fields=["email"])
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    end_sessions(user, keep=keep_session)
    forget_failed_log_ins([before])
    _mail_later("address_changed", before, link=build_url("home"))
    _log_later("change address", user, by)


def is_address_taken(email: str, user: User) -> bool:
    """Return whether another account has this address, or has proved it; 2 queries."""
    others = User.objects.exclude(pk=user.pk)
    if others.filter(email__iexact=email).exists():
        return True
    proved = EmailAddress.objects.exclude(user=user).filter(email__iexact=email, verified=True)
    return bool(proved.exists())


@log_refusals("leave_club")
@transaction.atomic
def leave_club(*, club: Club, by: Principal) -> None:
    """End the user's own role in a club, and the link to their player; only the club leads back.

    The player stays, with the name or without it, as the club has set. Raises PermissionDenied; ActionError for the
    last owner, and for a user who is no member, and none of its players.
    """
    user = require_person(by).user
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    membership = Membership.objects.filter(club=club, user=user).first()
    if membership:
        require_other_owner(membership)
    elif not Player.objects.filter(club=club, user=user).exists():
        raise ActionError(build_problem("", "no-member", _("You are no longer a member of this club.")))
    detach_account(club, user, by, "leave_club", renames=club.hides_former_players)


@log_refusals("delete_account")
@transaction.atomic
def delete_account(*, user: User, by: Principal) -> None:
    """Empty an account for good, and tell its address by mail; do nothing if it has been deleted already.

    Roles, links to players, sessions and open invitations end, and everything that says whose it was is deleted.
    The row stays for others that refer to it (docs/decisions/0034-deleted-accounts.md). For the person themself, or an
    administrator. Raises PermissionDenied; ActionError where a person is a club's last owner and others could be it,
    for the last administrator, and if a club has come in between.
    """
    require(by, "delete-account", user)
    attached = Club.objects.filter(pk__in=_list_club_ids(user)).order_by("pk")
    clubs = list(attached.select_for_update(no_key=True))
    if user.is_superuser:
        lock_administrators()  # two who delete themselves at once must not both be let
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.deleted_at:
        return
    if {club.pk for club in clubs} != _list_club_ids(user):
        raise ActionError(build_problem("", "changed", _("Your clubs have just changed. Try again.")))
    if refused := list(find_obstacles(user, is_own=user.pk == by.user_id)):
        raise ActionError(*refused)
    addresses = _list_addresses(user)
    for club in clubs:
        if any(rows.objects.filter(club=club, user=user).exists() for rows in (Membership, Player)):
            detach_account(club, user, by, "delete_account", renames=club.hides_former_players)
    _forget_invitations(user, by)
    forget_failed_log_ins(addresses)
    for address in addresses:
        Report.objects.filter(email__iexact=address).update(email="")
        Registration.objects.filter(email=address.lower()).forget_addresses()
        Job.objects.filter(error__icontains=address).update(error="")  # mail servers' answers name addresses
    end_sessions(user)
    _mail_later("account_deleted", user.email, is_own=user.pk == by.user_id)
    _empty_account(user)
    _log_later("delete account", user, by)


def find_obstacles(user: User, *, is_own: bool) -> Iterator[Problem]:
    """Yield why an account cannot be deleted now.

    Of a user who deletes their own account, the clubs whose only owner they are while there are other members. A
    club without other members is left without an owner; the administrators' list shows that. 2 queries.
    """
    others = Membership.objects.filter(club=OuterRef("club")).exclude(user=user)
    left_alone = (
        Membership.objects.filter(
            Exists(others),
            ~Exists(others.filter(role=Role.OWNER)),
            user=user,
            role=Role.OWNER,
            club__in=Club.objects.visible(),  # in others no member can be made an owner
        )
        .select_related("club")
        .order_by("club")
    )
    for membership in left_alone if is_own else ():
        yield build_problem(
            "",
            "last-owner",
            _("{club}: you are the only owner. Make another member an owner first."),
            club=membership.club.name,
        )
    administrators = User.objects.filter(is_superuser=True, is_active=True)
    if user.is_superuser and not administrators.exclude(pk=user.pk).exists():
        yield build_problem(
            "",
            "last-administrator",
            _("You are the only administrator of this site. Make another account an administrator first."),
        )


def _lock_own_account(by: Principal) -> User:
    own = User.objects.filter(pk=require_person(by).user_id)
    user = own.select_for_update(no_key=True).first()
    if user is None or not user.is_active:
        raise PermissionDenied("own-account")
    return user


def _list_club_ids(user: User) -> set[int]:
    """Return the ids of the clubs with a membership, player or open invitation of the account. 4 queries."""
    memberships = Membership.objects.filter(user=user).values_list("club", flat=True)
    players = Player.objects.filter(user=user).values_list("club", flat=True)
    invitations = Invitation.objects.pending(timezone.now()).filter(
        _filter_sent_invitations(user) | Q(by=user)
    )
    return {*memberships, *players, *invitations.values_list("club", flat=True)}


def _list_addresses(user: User) -> list[str]:
    kept = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return sorted({user.email.lower(), *(email.lower() for email in kept)})


def _filter_sent_invitations(user: User) -> Q:
    """Return which invitations are for the account: that it has used, or that went to an address it has proved.

    An account that only claims an address may not withdraw invitations of its owner.
    """
    sent = Q(accepted_by=user)
    for email in EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True):
        sent |= Q(email__iexact=email)
    return sent


def _forget_invitations(user: User, by: Principal) -> None:
    """Withdraw the account's open invitations, and take its addresses out of those that were for it."""
    sent = _filter_sent_invitations(user)
    withdraw_invitations(sent | Q(by=user), by)
    Invitation.objects.filter(sent).update(email=_build_empty_address(user))


def _empty_account(user: User) -> None:
    """Change the rows that refer to the account as deleting it would, then empty the account's own row.

    Rows that are protected from being deleted refer to it as before: results, decisions and the audit log.
    """
    for relation in User._meta.related_objects:
        rows = relation.related_model._base_manager.filter(**{relation.field.name: user})
        if relation.on_delete is CASCADE and relation.related_model is not LogEntry:
            rows.delete()
        elif relation.on_delete is SET_NULL:
            rows.update(**{relation.field.name: None})
    about_it = LogEntry.objects.filter(content_type__app_label="league", content_type__model="user")
    about_it.filter(object_id=str(user.pk)).update(object_repr="")
    user.groups.clear()
    user.user_permissions.clear()
    user.email, user.name = _build_empty_address(user), ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.waiting_since = None
    user.language = ""
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save()


def _build_empty_address(user: User) -> str:
    """Return the address of an emptied account: an address that no user can have, or type into a form."""
    return f"deleted-{user.pk}@invalid"


def _build_taken_error() -> ActionError:
    return ActionError(build_problem("email", "taken", _("This address now belongs to another account.")))


def _mail_later(template: str, email: str, **context: Any) -> None:
    """Send a mail once this is committed; the address is stored nowhere."""
    after_commit(delivery.send_later, delivery.render_mail(template, to=email, **context))


def _log_later(event: str, user: User, by: Principal) -> None:
    details = {"user": user.pk, "by": by.user_id}
    after_commit(log.info, event, extra=details)
