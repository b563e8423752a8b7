"""Verbs of memberships: who helps in a club, and as what."""

import secrets

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from games.problems import _
from league.actions.actor import Actor
from league.actions.errors import Refused
from league.models import Change, Club, Membership, Role, User
from league.rules.check import problem


@transaction.atomic
def add_member(
    *, club: Club, email: str, role: str, by: Actor, password: str | None = None
) -> tuple[Membership, str | None]:
    """Gives somebody a role in a club, another one if they have one; makes them an account if they have none.

    Answers with the membership and, for a new account, its password: the one given, or one drawn here.
    Raises NotPermitted; Refused for an address or a role that is none.
    """
    by.must("manage-members", club)
    if role not in Role.values:
        raise Refused(problem("role", "choice", _("A role is one of {roles}."), roles=", ".join(Role.values)))
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(problem("email", "email", _("{email} is no e-mail address."), email=email)) from None
    user = User.objects.filter(email__iexact=email).first()
    drawn = None
    if user is None:
        drawn = password or secrets.token_urlsafe(12)
        user = User.objects.create_user(email, drawn)
    before = Membership.objects.filter(user=user, club=club).first()
    membership, _made = Membership.objects.update_or_create(user=user, club=club, defaults={"role": role})
    if before is None or before.role != role:
        Change.objects.create(
            club=club,
            at=timezone.now(),
            by=by.account,
            action="add_member",
            noun="user",
            key=str(user.pk),  # no address: a person can be forgotten
            before=before and {"role": before.role},
            after={"role": role},
        )
    return membership, drawn
