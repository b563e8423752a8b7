"""Labels and help texts shared by the forms of accounts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms import set_error_messages

ADDRESS = _("E-mail address")
PASSWORD = _("Password")
NEW_PASSWORD = _("New password")
ONCE_MORE = _("Repeat new password")
GOOD_PASSWORD = _(
    "At least 10 characters and hard to guess. A few random words are good and easy to remember."
)
ABOUT_CODE = _("8 letters and digits. Capitals and the dash don't matter.")
MAX_ADDRESS_LENGTH = 254


def label_fields(form: forms.Form, labels: Mapping[str, Any], helps: Mapping[str, Any] | None = None) -> None:
    """Set the fields' labels and help texts, and remove placeholders, which vanish while the user types."""
    for name, label in labels.items():
        form.fields[name].label = label
        form.fields[name].help_text = (helps or {}).get(name, "")
        form.fields[name].widget.attrs.pop("placeholder", None)
    set_error_messages(form)
