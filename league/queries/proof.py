"""Whether an account's address is proved: whoever has it has used something that was mailed to it."""

from allauth.account.models import EmailAddress

from league.models import User


def is_proved(user: User) -> bool:
    """Return whether the address that an account has now is proved. 1 query."""
    proved: bool = EmailAddress.objects.filter(
        user=user, email=User.objects.normalize_email(user.email), verified=True
    ).exists()
    return proved
