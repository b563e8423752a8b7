"""The proof that an address belongs to the user of the account: only a token that was mailed there gives it.

See docs/decisions/0030-only-a-mailed-token-proves-an-address.md.
"""

import logging

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from league.actions.changes import after_commit
from league.actions.invitation import withdraw_sent_invitations
from league.actions.sessions import end_sessions
from league.models import User
from league.principals import Person
from league.queries.proof import is_proved

log = logging.getLogger("league.members")


@transaction.atomic
def prove_address(user: User, *, keep: str | None = None) -> bool:
    """Record that the user has used a token that was mailed to the account's address.

    The first time, earlier settings may be the work of another person, who made the account under this
    address. So the password ends, and with its hash all links for a new password and all sessions; second factors
    are deleted, and open invitations that the account has sent are withdrawn. `user` gets the new hash, for the
    session that goes on, with the key `keep` if it has a key already. Returns whether it was the first time; 1
    query if not.
    """
    if is_proved(user):
        return False
    withdrawn = withdraw_sent_invitations(user, Person(user))
    locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if is_proved(locked):  # by another request meanwhile
        user.password = locked.password
        return False
    locked.set_unusable_password()
    locked.save(update_fields=["password"])
    user.password = locked.password
    end_sessions(user, keep=keep)
    EmailAddress.objects.filter(user=user).delete()
    mark_proved(user)
    Authenticator.objects.filter(user=user).delete()
    details = {"user": user.pk, "withdrawn": withdrawn}
    after_commit(log.info, "address proved", extra=details)
    return True


def mark_proved(user: User) -> None:
    """Mark the address of an account as proved and end nothing, as where it has just been made."""
    EmailAddress.objects.update_or_create(
        user=user,
        email=User.objects.normalize_email(user.email),
        defaults={"verified": True, "primary": True},
    )
