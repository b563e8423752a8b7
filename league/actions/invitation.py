"""Verbs of invitations: how somebody comes to a club by a link, as a helper or as one of its players."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.problems import _
from league.actions import mail
from league.actions.actor import Actor, NotPermitted
from league.actions.changes import Told, locked, record
from league.actions.errors import Refused
from league.actions.job import later
from league.models import Club, Invitation, Membership, Player, Role, User
from league.queries.invitation import closed, token
from league.rules.check import build_problem

GOOD_FOR = timedelta(days=14)
RANKS = list(Role)  # the one that may do most comes first


@transaction.atomic
def invite(*, club: Club, email: str, role: str, by: Actor, player: Player | None = None) -> Invitation:
    """Invites somebody into a role; `player` says who they are among the club's players. A mail brings the link.

    The same again while the first is open sends the mail once more. Raises NotPermitted; Refused for an address, a
    role or a player that will not do.
    """
    club = locked(club.pk, "manage-members", by)
    email = email.strip().lower()
    _check(club, email, role, player)
    now = timezone.now()
    same = Invitation.objects.open(now).filter(club=club, email=email, role=role, player=player)
    invitation = same.first()
    if invitation is None:
        invitation = Invitation.objects.create(
            club=club,
            email=email,
            role=role,
            player=player,
            by=by.account,
            made_at=now,
            expires_at=now + GOOD_FOR,
        )
        _record(invitation, "invite", by, after=_told(invitation))
    later("mail-invitation", invitation=invitation.pk)
    return invitation


@transaction.atomic
def withdraw(*, invitation: Invitation, by: Actor) -> None:
    """Ends an invitation before it is used; one that was withdrawn stays so. Raises NotPermitted; Refused once used."""
    locked(invitation.club_id, "manage-members", by)
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.withdrawn_at:
        return
    if invitation.accepted_at:
        raise Refused(
            build_problem(
                "", "used", _("This invitation has been used meanwhile; change the member's role instead.")
            )
        )
    _end(invitation, by)


def withdraw_those_of(membership: Membership, by: Actor) -> None:
    """Those by which a member who may do less now would keep a way in: the ones they made, and the ones made for them.

    Inside the transaction of an action that has locked the club.
    """
    theirs = Q(by=membership.user_id) | Q(email__iexact=membership.user.email)
    for invitation in (
        Invitation.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player")
        .open(timezone.now())
        .filter(theirs, club=membership.club_id)
        .order_by("pk")
    ):
        _end(invitation, by)


@transaction.atomic
def accept(*, invitation: Invitation, by: Actor) -> Membership:
    """Makes who follows the link a member, and the player it names. Who helps with more already goes on doing so.

    The same person twice is once. Raises NotPermitted for nobody in particular; Refused for an invitation that
    counts no more, for a player who is somebody else meanwhile, and for who is another player of the club.
    """
    user = by.account
    if user is None:
        raise NotPermitted("accept")
    club = Club.objects.select_for_update(no_key=True).get(pk=invitation.club_id)
    invitation = Invitation.objects.select_for_update(of=("self",), no_key=True).get(pk=invitation.pk)
    before = Membership.objects.filter(club=club, user=user).first()
    if before and invitation.accepted_by_id == user.pk:
        return before
    now = timezone.now()
    if refused := closed(invitation, now):
        raise Refused(refused)
    if invitation.player_id:
        _become(club, invitation.player_id, user)
    role = invitation.role if before is None else _higher(before.role, invitation.role)
    membership, _made = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    invitation.accepted_at, invitation.accepted_by = now, user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    _record(
        invitation,
        "accept_invitation",
        by,
        before={"role": before.role} if before else None,
        after={**_told(invitation), "role": role},
    )
    return membership


def mail_invitation(*, invitation: int) -> None:
    """The job that sends the link; nothing where the invitation does not count any more."""
    found = Invitation.objects.select_related("club", "by").filter(pk=invitation).first()
    if found is None or closed(found, timezone.now()):
        return
    subject, text = mail.written(
        "invitation.txt",
        club=found.club.name,
        role=Role(found.role).label,
        by=found.by.name if found.by else "",
        link=mail.link("invitation", token(found)),
        until=timezone.localdate(found.expires_at, found.club.zone),
    )
    mail.deliver(to=found.email, subject=subject, text=text)


def check_role(role: str) -> None:
    """Raises Refused."""
    if role not in Role.values:
        raise Refused(
            build_problem("role", "choice", _("A role is one of {roles}."), roles=", ".join(Role.values))
        )


def check_address(email: str) -> None:
    """Raises Refused."""
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(
            build_problem("email", "email", _("{email} is no e-mail address."), email=email)
        ) from None


def _check(club: Club, email: str, role: str, player: Player | None) -> None:
    check_role(role)
    check_address(email)
    if player is not None and player.club_id != club.pk:
        raise Refused(build_problem("player", "unknown-player", _("There is no such player here.")))
    if player is not None and player.user_id:
        raise Refused(build_problem("player", "player-taken", _("This player has an account already.")))
    if player is None and Membership.objects.filter(club=club, user__email__iexact=email).exists():
        raise Refused(
            build_problem(
                "email",
                "member-already",
                _("{email} belongs to a member already; change the role in the list of members."),
                email=email,
            )
        )


def _end(invitation: Invitation, by: Actor) -> None:
    invitation.withdrawn_at = timezone.now()
    invitation.save(update_fields=["withdrawn_at"])
    _record(invitation, "withdraw_invitation", by, before=_told(invitation))


def _become(club: Club, player: int, user: User) -> None:
    if Player.objects.filter(club=club, user=user).exclude(pk=player).exists():
        raise Refused(
            build_problem(
                "player",
                "player-has-user",
                _(
                    "Your account belongs to another player of this club already, and nobody is two of them. "
                    "Ask an owner of the club which one you are."
                ),
            )
        )
    found = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player)
    if found.user_id not in (None, user.pk):
        raise Refused(
            build_problem(
                "player",
                "player-taken",
                _(
                    "The player of this invitation belongs to another account meanwhile. Ask the club for a new one."
                ),
            )
        )
    found.user = user
    found.save(update_fields=["user"])


def _higher(role: str, other: str) -> str:
    return min(role, other, key=lambda each: RANKS.index(Role(each)))


def _told(invitation: Invitation) -> dict[str, Any]:
    """What a Change says of an invitation: no address and no name, so that a person can be forgotten."""
    return {"role": invitation.role, "player": invitation.player.key if invitation.player else None}


def _record(
    invitation: Invitation, action: str, by: Actor, *, before: Told = None, after: Told = None
) -> None:
    record(invitation.club_id, by, action, "invitation", str(invitation.pk), before, after)
