"""Whether an account's address is proved: its owner has used a link or code that was mailed to it."""

from allauth.account.models import EmailAddress

from league.models import Club, Membership, User


def is_proved(user: User) -> bool:
    """Return whether the address that an account has now is proved. 1 query."""
    proved: bool = EmailAddress.objects.filter(
        user=user, email=User.objects.normalize_email(user.email), verified=True
    ).exists()
    return proved


def must_be_invited(club: Club, email: str) -> bool:
    """Return whether a user gets no role here before they follow a link in a mail.

    The user has an account, which any person may have made under that address, and is no member yet. At most 3 queries.
    """
    user = User.objects.filter(email__iexact=email.replace("\0", "")).first()
    if user is None or is_proved(user):
        return False
    return not Membership.objects.filter(club=club, user=user).exists()
