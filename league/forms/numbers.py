"""Whole numbers in forms."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class Number(forms.IntegerField):
    """A whole number, from `min_value` to `max_value` where they are given. What is none comes back as it was
    typed."""

    def __init__(self, **kwargs: Any) -> None:
        words = {
            "invalid": _("A whole number belongs here."),
            "min_value": _("It must be %(limit_value)s or more."),
            "max_value": _("It must be %(limit_value)s or less."),
        }
        typed = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        given: dict[str, Any] = {"error_messages": words, "widget": typed}
        super().__init__(**given | kwargs)
