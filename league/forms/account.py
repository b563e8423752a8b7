"""Logging in by e-mail address."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _


class LogIn(AuthenticationForm):
    """Capital letters in the address do not matter, those in the password do."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "This e-mail address and password do not belong together. "
            "Look for a typing mistake; in the password, capital letters count."
        ),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["inputmode"] = "email"
