"""Whole numbers in forms."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

WHOLE = re.compile(r"\s*[+-]?\d+\s*")


class Number(forms.IntegerField):
    """A whole number, from `min_value` to `max_value` where they are given, in digits of any script. What is none comes
    back as it was typed."""

    def __init__(self, **kwargs: Any) -> None:
        words = {
            "invalid": _("A whole number belongs here."),
            "min_value": _("It must be %(limit_value)s or more."),
            "max_value": _("It must be %(limit_value)s or less."),
        }
        typed = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        given: dict[str, Any] = {"error_messages": words, "widget": typed}
        super().__init__(**given | kwargs)

    def to_python(self, value: Any) -> int | None:
        if value not in self.empty_values and not WHOLE.fullmatch(str(value)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)
