"""Several things in one field of a form: whole numbers, and names with a whole number each."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext

MOST_TYPED = 2000  # characters
BETWEEN = re.compile(r"[\s,;]+")
WHOLE = re.compile(
    r"[+\N{MINUS SIGN}-]?\d{1,18}"
)  # more digits than anything is counted in would take long to read
NAMED = re.compile(r"(?P<name>.+?)\s+(?P<number>[+\N{MINUS SIGN}-]?\d{1,18})")


def _whole(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


class Numbers(forms.CharField):
    """Up to `most` whole numbers, with anything between them that people write there."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        typed = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(max_length=MOST_TYPED, widget=typed, **kwargs)
        self.most = most

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        parts = [part for part in BETWEEN.split(super().to_python(value) or "") if part]
        if not all(map(WHOLE.fullmatch, parts)):
            said = gettext("Whole numbers belong here, with spaces or commas between them.")
            raise forms.ValidationError(said, code="invalid")
        numbers = list(map(_whole, parts))
        if len(numbers) > self.most:
            said = gettext("At most {most} numbers belong here, not {given}.")
            raise forms.ValidationError(said.format(most=self.most, given=len(numbers)), code="too-many")
        return numbers

    def run_validators(self, value: Any) -> None:
        super().run_validators(" ".join(map(str, value)))


class Named(forms.CharField):
    """Names with a whole number each, a line each."""

    def __init__(self, **kwargs: Any) -> None:
        typed = forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})
        super().__init__(max_length=MOST_TYPED, widget=typed, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return "\n".join(f"{name} {number}" for name, number in value.items())
        return value

    def to_python(self, value: Any) -> Any:
        found: dict[str, int] = {}
        for number, line in enumerate((super().to_python(value) or "").splitlines(), 1):
            if not line.strip():
                continue
            read = NAMED.fullmatch(line.strip())
            if read is None:
                said = gettext("Line {line}: a name belongs there, and behind it a whole number.")
                raise forms.ValidationError(said.format(line=number), code="invalid")
            if read["name"] in found:
                said = gettext("Line {line}: {name} stands there already.")
                raise forms.ValidationError(said.format(line=number, name=read["name"]), code="twice")
            found[read["name"]] = _whole(read["number"])
        return found

    def run_validators(self, value: Any) -> None:
        super().run_validators(self.prepare_value(value))
