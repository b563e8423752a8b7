"""Invitations: how a person joins a club by a link, as a member of its staff or as a player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy

from games import Problem
from games.problems import _
from league.actions.changes import EventData, change, log_event, log_refusals, require_visible
from league.actions.errors import ActionError, NameInput, validate
from league.actions.job import enqueue
from league.actions.limits import Limit, count_use
from league.actions.linking import link_player
from league.actions.player import add_players, normalize_name
from league.models import Club, Invitation, Membership, Player, Role, User
from league.notifications import delivery
from league.permissions import can, require, require_person
from league.principals import Person, Principal, read_principal
from league.queries.invitation import build_mailed_token, find_closing_problem, is_for
from league.queries.links import build_url
from league.queries.proof import is_proved
from league.rules.validation import build_problem

INVITATION_LIFETIME = timedelta(days=14)
MAIL_INTERVAL = timedelta(hours=1)  # between two mails with the same open invitation
MAX_MAILS = 3  # with the same open invitation
INVITATIONS_BY_SENDER = Limit(
    "invitations-sender",
    most=300,  # a large club invites all its players on the same evening
    period=timedelta(days=1),
    about=lazy(
        "You have reached the daily limit for invitations. You can still copy invite links on "
        "the page “Members”."
    ),
)
INVITATIONS_TO_RECIPIENT = Limit(
    "invitations-recipient",
    most=5,  # several clubs, or another role
    period=timedelta(days=1),
    about=lazy("This address has reached the daily limit for invitations."),
)
MAX_INVITED_AT_ONCE = 200
ROLE_ORDER = list(Role)  # the role with most permissions comes first


def invite_member(
    *, club: Club, email: str, role: str, by: Principal, player: Player | None = None
) -> Invitation:
    """Invite a person to a role, with the link by mail; `player` is the person's player in the club.

    Inviting them again in the same way while the first invitation is open sends the mail once more, if the last mail
    is an hour old and there were fewer than three: `mailed_at` is then new. Locks the club. Raises PermissionDenied;
    ActionError for a bad address, role or player; LimitReached.
    """
    with change("invite_member", club, permission="manage-members", by=by) as event:
        club = event.club
        email = email.strip().lower()
        _validate_invitation(club, email, role, player)
        now = timezone.now()
        same = Invitation.objects.pending(now).filter(club=club, email=email, role=role, player=player)
        invitation = same.first()
        if invitation is None:
            invitation = Invitation.objects.create(
                club=club,
                email=email,
                role=role,
                player=player,
                by=by.user,
                made_at=now,
                expires_at=now + INVITATION_LIFETIME,
                mailed_at=now,
            )
            _record_event(invitation, "invite", by, after=_build_event_data(invitation))
        elif invitation.mailed_at > now - MAIL_INTERVAL or invitation.mail_count >= MAX_MAILS:
            return invitation
        else:
            invitation.mailed_at, invitation.mail_count = now, invitation.mail_count + 1
            invitation.save(update_fields=["mailed_at", "mail_count"])
        if not can(event.by, "administer"):
            count_use(INVITATIONS_BY_SENDER, str(by.user_id))
        count_use(INVITATIONS_TO_RECIPIENT, email)
        delivery.count_mail_of_site()
        enqueue("mail-invitation", invitation=invitation.pk)
        return invitation


@dataclass(frozen=True)
class InvitedPlayers:
    """What became of a list: the invitations sent, who was added to the players, and who got no invitation."""

    invitations: list[Invitation]
    added: list[str]  # ids of players
    with_account: list[str]  # names
    invited_before: list[str]  # names


@log_refusals("invite_players")
def invite_players(*, club: Club, rows: Sequence[tuple[str, str]], by: Principal) -> InvitedPlayers:
    """Invite people by name and address, each linked to the player of that name; new names are added to the players.

    Players who have an account, or an open invitation to this address, get none. All or nothing. Locks the club.
    Raises PermissionDenied; ActionError at `rows.N` for a bad name or address, for a name or an address that the list
    has twice, for a name that several players have, and for an address whose account is another player's;
    LimitReached.
    """
    require(by, "manage-members", club)
    if len(rows) > MAX_INVITED_AT_ONCE:
        sentence = _("You can invite at most {most} people at once; these are {count}.")
        raise ActionError(
            build_problem("rows", "too-many", sentence, most=MAX_INVITED_AT_ONCE, count=len(rows))
        )
    with change("invite_players", club, permission="manage-members", by=by) as event:
        club = event.club
        wanted = [(name, email.strip().lower()) for name, email in rows]
        if problems := list(_check_rows(club, wanted)):
            raise ActionError(*problems)
        players = {normalize_name(player.name): player for player in Player.objects.filter(club=club)}
        new = [name for name, _email in wanted if normalize_name(name) not in players]
        added = add_players(club=club, names=new, namesakes=False, by=event.by) if new else []
        players |= {normalize_name(player.name): player for player in added}
        now = timezone.now()
        pending = set(
            Invitation.objects.pending(now)
            .filter(club=club, player__isnull=False)
            .values_list("player", "email")
        )
        done = InvitedPlayers(
            invitations=[], added=[player.key for player in added], with_account=[], invited_before=[]
        )
        for name, email in wanted:
            player = players[normalize_name(name)]
            if player.user_id:
                done.with_account.append(name)
            elif (player.pk, email) in pending:
                done.invited_before.append(name)
            else:
                done.invitations.append(
                    invite_member(club=club, email=email, role=Role.PLAYER, player=player, by=event.by)
                )
        return done


def _check_rows(club: Club, rows: Sequence[tuple[str, str]]) -> Iterator[Problem]:
    """Yield what is wrong with a list of names and addresses. 2 queries."""
    known: dict[str, list[Player]] = {}
    for player in Player.objects.filter(club=club).select_related("user"):
        known.setdefault(normalize_name(player.name), []).append(player)
    accounts = {player.user.email.lower(): player for own in known.values() for player in own if player.user}
    names, emails = set[str](), set[str]()
    for number, (name, email) in enumerate(rows):
        path, folded = f"rows.{number}", normalize_name(name)
        own = known.get(folded, [])
        if not email:
            yield build_problem(path, "email", _("The e-mail address is missing."))
            continue
        try:
            validate(NameInput, name=name)
            validate_address(email)
        except ActionError as refused:
            yield from (replace(problem, path=path) for problem in refused.problems)
            continue
        if folded in names:
            yield build_problem(path, "twice", _("This name is listed twice."))
        elif email in emails:
            yield build_problem(path, "address-twice", _("This address is listed twice."))
        elif len(own) > 1:
            sentence = _("The club has several players of this name. Invite them one by one.")
            yield build_problem(path, "several", sentence)
        elif email in accounts and accounts[email] not in own:
            sentence = _("The account of this address is linked to another player of the club.")
            yield build_problem(path, "player-has-user", sentence)
        names.add(folded)
        emails.add(email)


def withdraw_invitation(*, invitation: Invitation, by: Principal) -> None:
    """Withdraw an invitation before it is used; do nothing if it has been withdrawn already.

    Locks the club. Raises PermissionDenied; ActionError once it is used.
    """
    with change("withdraw_invitation", invitation.club_id, permission="manage-members", by=by):
        invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
        if invitation.withdrawn_at:
            return
        if invitation.accepted_at:
            raise ActionError(
                build_problem(
                    "",
                    "used",
                    _("This invitation has already been used. Change the member's role instead."),
                )
            )
        _mark_withdrawn(invitation, by)


def withdraw_member_invitations(membership: Membership, by: Principal) -> None:
    """Withdraw the open invitations that would leave a member with fewer rights a way back in.

    They are those the member made, and those made for their address. The caller's transaction has locked the
    club.
    """
    condition = Q(by=membership.user_id) | Q(email__iexact=membership.user.email)
    withdraw_invitations(condition & Q(club=membership.club_id), by)


def withdraw_invitations(condition: Q, by: Principal) -> None:
    """Withdraw the invitations among these that are open; the caller's transaction has locked their clubs."""
    for invitation in (
        Invitation.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player")
        .pending(timezone.now())
        .filter(condition)
        .order_by("pk")
    ):
        _mark_withdrawn(invitation, by)


def withdraw_sent_invitations(user: User, by: Principal) -> int:
    """Withdraw the open invitations that the user has sent, in all clubs; return how many.

    The caller's transaction holds no lock yet.
    """
    sent = Invitation.objects.pending(timezone.now()).filter(by=user)
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=sent.values("club")).order_by("pk"))
    open_ones = list(
        sent.select_for_update(of=("self",), no_key=True).select_related("player").order_by("pk")
    )
    for invitation in open_ones:
        _mark_withdrawn(invitation, by)
    return len(open_ones)


@log_refusals("accept_invitation")
@transaction.atomic
def accept_invitation(*, invitation: Invitation, by: Principal) -> Membership:
    """Make the user with the invited address a member, linked to the player that the invitation names.

    A user who has a higher role already keeps it. If the same user accepts twice, the second time changes
    nothing. Raises PermissionDenied for a user who is not logged in; ActionError for an invitation that is no
    longer valid, for an account with another address or an address that is not proved, for a player who has
    another account meanwhile, and for a user who is another player of the club.
    """
    person = require_person(by)
    user = person.user
    club = Club.objects.select_for_update(no_key=True).get(pk=invitation.club_id)
    if not User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first():
        raise PermissionDenied("accept")  # the account has been deleted meanwhile
    require_visible(club)
    invitation = Invitation.objects.select_for_update(of=("self",), no_key=True).get(pk=invitation.pk)
    before = Membership.objects.filter(club=club, user=user).first()
    if before and invitation.accepted_by_id == user.pk:
        return before
    now = timezone.now()
    if problem := find_closing_problem(invitation, now):
        raise ActionError(problem)
    _require_invited_address(invitation, user)
    if invitation.player_id:
        _link_player(club, invitation.player_id, person)
    role = invitation.role if before is None else _get_higher_role(before.role, invitation.role)
    membership, _created = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    invitation.accepted_at, invitation.accepted_by = now, user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    _record_event(
        invitation,
        "accept_invitation",
        by,
        before={"role": before.role} if before else None,
        after={**_build_event_data(invitation), "role": role},
    )
    return membership


def mail_invitation(*, invitation: int) -> None:
    """Send the link, as a job; do nothing if the invitation is no longer valid.

    Raises PermissionDenied if the sender may not invite any more.
    """
    current = Invitation.objects.select_related("club", "by").filter(pk=invitation).first()
    if current is None or current.club.is_hidden or find_closing_problem(current, timezone.now()):
        return
    if current.by_id:
        require(read_principal(current.by_id), "manage-members", current.club)
    message = delivery.render_mail(
        "invitation",
        to=current.email,
        language=current.club.language,
        club=delivery.format_name(current.club.name),
        role=Role(current.role).label,
        by=delivery.format_name(current.by.name) if current.by else "",
        link=build_url("invitation", build_mailed_token(current)),
        until=timezone.localdate(current.expires_at, current.club.tzinfo),
    )
    delivery.deliver_mail(message)


def validate_role(role: str) -> None:
    """Raise ActionError unless this is a role."""
    if role not in Role.values:
        raise ActionError(
            build_problem(
                "role", "choice", _("The role must be one of {roles}."), roles=", ".join(Role.values)
            )
        )


def validate_address(email: str, path: str = "email") -> None:
    """Raise ActionError unless this is an e-mail address."""
    try:
        validate_email(email)
    except ValidationError:
        raise ActionError(
            build_problem(path, "email", _("{email} is not an e-mail address."), email=email)
        ) from None


def _validate_invitation(club: Club, email: str, role: str, player: Player | None) -> None:
    validate_role(role)
    validate_address(email)
    if player is not None and player.club_id != club.pk:
        raise ActionError(
            build_problem("player", "unknown-player", _("There is no such player in this club."))
        )
    if player is not None and player.user_id:
        raise ActionError(build_problem("player", "player-taken", _("This player already has an account.")))
    if player is None and Membership.objects.filter(club=club, user__email__iexact=email).exists():
        raise ActionError(
            build_problem(
                "email",
                "member-already",
                _("{email} is already a member. Change their role on the page “Members”."),
                email=email,
            )
        )


def _require_invited_address(invitation: Invitation, user: User) -> None:
    """Raise ActionError unless the account has the invited address, proved; the error does not name the address."""
    if not is_for(invitation, user):
        raise ActionError(
            build_problem(
                "",
                "another-address",
                _(
                    "This invitation is for another e-mail address. Log in with that one, or ask the club to "
                    "invite the address of your account."
                ),
            )
        )
    if not is_proved(user):
        raise ActionError(
            build_problem(
                "",
                "unproved",
                _("First confirm your e-mail address: log in with a code."),
            )
        )


def _mark_withdrawn(invitation: Invitation, by: Principal) -> None:
    invitation.withdrawn_at = timezone.now()
    invitation.save(update_fields=["withdrawn_at"])
    _record_event(invitation, "withdraw_invitation", by, before=_build_event_data(invitation))


def _link_player(club: Club, player_id: int, by: Person) -> None:
    if Player.objects.filter(club=club, user=by.user).exclude(pk=player_id).exists():
        raise ActionError(
            build_problem(
                "player",
                "player-has-user",
                _(
                    "Your account is already linked to another player of this club. Ask an owner of the club "
                    "to correct this."
                ),
            )
        )
    player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player_id)
    if player.user_id not in (None, by.user_id):
        raise ActionError(
            build_problem(
                "player",
                "player-taken",
                _(
                    "The player of this invitation is now linked to another account. Ask the club for a new invitation."
                ),
            )
        )
    link_player(player, by.user, by)


def _get_higher_role(role: str, other: str) -> str:
    return min(role, other, key=lambda each: ROLE_ORDER.index(Role(each)))


def _build_event_data(invitation: Invitation) -> dict[str, Any]:
    """Return the audit log's data on an invitation.

    It has no address and no name, so that a person can be forgotten.
    """
    return {"role": invitation.role, "player": invitation.player.key if invitation.player else None}


def _record_event(
    invitation: Invitation, action: str, by: Principal, *, before: EventData = None, after: EventData = None
) -> None:
    log_event(invitation.club_id, by, action, "invitation", str(invitation.pk), before, after)
