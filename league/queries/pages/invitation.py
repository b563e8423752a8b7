"""The page behind the link of an invitation."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext

from league.models import Invitation, Role
from league.queries.invitation import closed
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in


@dataclass(frozen=True)
class InvitationPage:
    where: Where
    by: str  # who invites, where they have told us their name
    role: str
    role_name: "str | Promise"
    player: str  # who the reader would be among the players
    until: date
    closed: str  # why it does not count any more
    is_mine: bool  # the reader is who has used it


def page(invitation: Invitation, *, viewer: Viewer) -> InvitationPage:
    """Of an invitation that was found. No query."""
    refused = closed(invitation, timezone.now())
    club = invitation.club
    return InvitationPage(
        where=where_in(club),
        by=invitation.by.name if invitation.by else "",
        role=invitation.role,
        role_name=Role(invitation.role).label,
        player=invitation.player.get_name_for(viewer) if invitation.player else "",
        until=timezone.localdate(invitation.expires_at, club.tzinfo),
        closed=refused.message.translate(gettext) if refused else "",
        is_mine=invitation.accepted_by_id is not None and invitation.accepted_by_id == viewer.pk,
    )
