"""Invitations: the token in a link, the invitation it stands for, and why one may count no more."""

from collections.abc import MutableMapping
from datetime import datetime
from typing import Any

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from games import Problem
from games.problems import _
from league.models import Invitation
from league.rules.validation import build_problem

FOLLOWED = "invitation"  # in the session: the token of the link that somebody followed who is not logged in
_signer = Signer(sep=".", salt="league.invitation")  # mail programs end links at a colon


def token(invitation: Invitation) -> str:
    """What its link ends with: nobody can make one up, and it tells nothing but a number."""
    return _signer.sign(str(invitation.pk))


def find(token: str) -> Invitation | None:
    """The invitation, with its club, player and who made it, whether or not it still counts. 1 query."""
    try:
        number = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return Invitation.objects.select_related("club", "player", "by").filter(pk=number).first()


def followed(session: MutableMapping[str, Any]) -> Invitation | None:
    """The open invitation by which somebody came who may make an account now. At most 1 query."""
    invitation = find(session[FOLLOWED]) if FOLLOWED in session else None
    return None if invitation is None or closed(invitation, timezone.now()) else invitation


def closed(invitation: Invitation, now: datetime) -> Problem | None:
    """Why it does not count any more; None while it does."""
    if invitation.accepted_at:
        return build_problem(
            "", "used", _("This invitation has been used already; each is good for one person, once.")
        )
    if invitation.withdrawn_at:
        return build_problem("", "withdrawn", _("The club has withdrawn this invitation."))
    if invitation.expires_at <= now:
        return build_problem("", "expired", _("This invitation was good for two weeks; they are over."))
    return None
