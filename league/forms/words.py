"""What forms say when something is missing or cannot be an address."""

from django import forms
from django.utils.translation import gettext_lazy as _

MISSING = _("Nothing is written here yet.")
NOT_CHOSEN = _("Nothing is chosen here yet.")
NO_ADDRESS = _("An e-mail address is like name@example.org.")


def in_our_words(form: forms.Form) -> None:
    for field in form.fields.values():
        chosen = isinstance(field, forms.ChoiceField)
        field.error_messages["required"] = NOT_CHOSEN if chosen else MISSING
        if chosen:  # Django's own words repeat what was sent, however long
            field.error_messages["invalid_choice"] = NOT_CHOSEN
        if isinstance(field, forms.EmailField):
            field.error_messages["invalid"] = NO_ADDRESS
