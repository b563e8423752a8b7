"""Which users have a second factor, and which must."""

from allauth.mfa.models import Authenticator
from django.conf import settings

from league.models import Membership, Role, User

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes come beside one of these


def has_second_factor(user: User) -> bool:
    """Return whether something is asked for beside the password. 1 query."""
    there: bool = Authenticator.objects.filter(user=user, type__in=FACTORS).exists()
    return there


def must_have_second_factor(user: User) -> bool:
    """Return whether the user has to have a second factor, by REQUIRE_SECOND_FACTOR. 1 query at most."""
    if settings.REQUIRE_SECOND_FACTOR == "nobody":
        return False
    if user.is_staff or user.is_superuser:
        return True
    if settings.REQUIRE_SECOND_FACTOR == "administrators":
        return False
    return Membership.objects.filter(user=user, role=Role.OWNER).exists()
