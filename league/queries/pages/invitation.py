"""The page behind the link of an invitation."""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext

from league.models import Invitation, Membership, Role
from league.queries.invitation import closed, is_for
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in
from league.queries.proof import is_proved


@dataclass(frozen=True)
class InvitationPage:
    where: Where
    by: str  # who invites, where they have told us their name
    role: str
    role_name: "str | Promise"
    player: str  # who the reader would be among the players
    until: date
    closed: str  # why it does not count any more
    is_mine: bool  # the reader has used it, and is a member
    is_for_reader: bool  # who has logged in to an account with the invited address
    wants_code: bool  # the reader has to prove that address before


def page(invitation: Invitation, *, viewer: Viewer, is_mailed: bool) -> InvitationPage:
    """Return the page of an invitation that was found, by the link in its mail or another one. At most 2 queries."""
    refused = closed(invitation, timezone.now())
    club = invitation.club
    reader = None if isinstance(viewer, AnonymousUser) or not is_for(invitation, viewer) else viewer
    return InvitationPage(
        where=where_in(club),
        by=invitation.by.name if invitation.by else "",
        role=invitation.role,
        role_name=Role(invitation.role).label,
        player=invitation.player.get_name_for(viewer) if invitation.player else "",
        until=timezone.localdate(invitation.expires_at, club.tzinfo),
        closed=refused.message.translate(gettext) if refused else "",
        is_mine=bool(invitation.accepted_by_id)
        and invitation.accepted_by_id == viewer.pk
        and Membership.objects.filter(club=club, user=viewer.pk).exists(),
        is_for_reader=reader is not None,
        wants_code=reader is not None and not is_mailed and not is_proved(reader),
    )
