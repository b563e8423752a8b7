"""Form fields: whole numbers, and days, alone or one per line."""

import re
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.rules.field_types import parse_typed_day

DAY_FORMAT = "%Y-%m-%d"
MOMENT_FORMAT = "%Y-%m-%dT%H:%M"
NO_MOMENT = _("Not a valid date and time. Write it like 2026-01-31T18:00.")
NO_DAY = _("Not a valid date. Write it like 2026-01-31.")
MAX_LINES = 1000
MAX_ERRORS = 5  # errors shown for a list
WHOLE = re.compile(r"\s*[+-]?\d+\s*")


class Number(forms.IntegerField):
    """A whole number, from `min_value` to `max_value` if given, in digits of any script.

    Invalid text is shown again as it was typed.
    """

    def __init__(self, **kwargs: Any) -> None:
        words = {
            "invalid": _("Enter a whole number."),
            "min_value": _("Can't be less than %(limit_value)s."),
            "max_value": _("Can't be more than %(limit_value)s."),
        }
        typed = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        given: dict[str, Any] = {"error_messages": words, "widget": typed}
        super().__init__(**given | kwargs)

    def to_python(self, value: Any) -> int | None:
        if value not in self.empty_values and not WHOLE.fullmatch(str(value)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class Day(forms.DateField):
    """A day, chosen from the browser's calendar or typed in its format."""

    def __init__(self, *, widget: forms.Widget | None = None, **kwargs: Any) -> None:
        calendar = forms.DateInput(format=DAY_FORMAT, attrs={"type": "date"})
        super().__init__(
            input_formats=[DAY_FORMAT],
            widget=widget or calendar,
            error_messages={"invalid": NO_DAY},
            **kwargs,
        )


class Moment(forms.DateTimeField):
    """A day and a time, chosen in the browser or typed in its format."""

    def __init__(self, **kwargs: Any) -> None:
        calendar = forms.DateTimeInput(format=MOMENT_FORMAT, attrs={"type": "datetime-local"})
        super().__init__(
            input_formats=[MOMENT_FORMAT], widget=calendar, error_messages={"invalid": NO_MOMENT}, **kwargs
        )


class Days(forms.CharField):
    """Days, one per line; empty lines are ignored, and invalid lines are listed."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"rows": 4, "spellcheck": "false"}
        super().__init__(widget=forms.Textarea(attrs=attrs), required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        days, wrong = [], []
        for number, line in enumerate(super().clean(value).splitlines()[: MAX_LINES + 1], 1):
            if number > MAX_LINES:
                wrong.append(gettext("Can't have more than {most} lines.").format(most=MAX_LINES))
            elif written := line.strip():
                day = read_day(written)
                if day:
                    days.append(day)
                else:
                    message = gettext("Line {number}: “{written}” is not a date. Write it like 2026-01-31.")
                    wrong.append(message.format(number=number, written=written[:20]))
        if wrong:
            raise ValidationError(wrong[:MAX_ERRORS])
        return days


def read_day(written: str) -> date | None:
    """Return the typed day; None if it is invalid."""
    with suppress(ValueError):
        return datetime.strptime(written, DAY_FORMAT).date()  # noqa: DTZ007  # a day has no time zone
    with suppress(ValueError):
        return parse_typed_day(written)
    return None
