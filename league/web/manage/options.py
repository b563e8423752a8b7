"""The form of a game's options, built from their definitions in the game."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from games import Field, Game, Problem, canonical
from league.forms import ProblemForm, set_error_messages
from league.rules.names import MAX_NAME_LENGTH
from league.rules.snapshot import JSON
from league.web.fields import Number

NULL = "-"  # among choices; readers see the game's word for it
MAX_LENGTH = 2000  # of all numbers or names of an option together
BETWEEN = re.compile(r"[\s,;]+")
INTEGER = r"[+\N{MINUS SIGN}-]?\d{1,18}"  # longer numbers are never needed, and slow to parse
NAME_AND_NUMBER = re.compile(rf"(?P<name>.+?)\s+(?P<number>{INTEGER})")


class NumbersField(forms.CharField):
    """Up to `most` whole numbers with any usual separators; a blank field is None with `null`, else an empty list."""

    def __init__(self, *, most: int, null: bool, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "maxlength": MAX_LENGTH})
        super().__init__(widget=widget, **kwargs)
        self.most, self.null = most, null

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int] | None:
        parts = [part for part in BETWEEN.split(super().clean(value)) if part]
        if not parts and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        if not all(re.fullmatch(INTEGER, part) for part in parts):
            message = gettext("Enter whole numbers, separated by spaces or commas.")
            raise forms.ValidationError(message, code="invalid")
        if len(parts) > self.most:
            message = gettext("Enter at most {most} numbers, not {given}.")
            raise forms.ValidationError(message.format(most=self.most, given=len(parts)), code="too-many")
        return [_read_integer(part) for part in parts] or (None if self.null else [])


class NamedNumbersField(forms.CharField):
    """Names with a whole number, one per line."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})
        super().__init__(max_length=MAX_LENGTH, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return "\n".join(f"{name} {number}" for name, number in value.items())
        return value

    def clean(self, value: Any) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for line, text in enumerate(super().clean(value).splitlines(), 1):
            if not text.strip():
                continue
            read = NAME_AND_NUMBER.fullmatch(text.strip())
            if read is None:
                message = gettext("Line {line}: enter a name, then a whole number.")
                raise forms.ValidationError(message.format(line=line), code="invalid")
            if read["name"] in numbers:
                message = gettext("Line {line}: {name} is already listed.")
                raise forms.ValidationError(message.format(line=line, name=read["name"]), code="twice")
            numbers[read["name"]] = _read_integer(read["number"])
        return numbers


def _read_integer(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


class OptionsForm(ProblemForm):
    """A game's options, and an optional name to save them as a variant. Options without a field stay unchanged."""

    name = forms.CharField(
        label=_("Save as a club variant (optional)"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("Name of the variant. Then other leagues can use these rules, too."),
    )

    def __init__(self, *args: Any, game: Game, options: BaseModel, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._agreed = canonical(options)
        self._keys: dict[str, str] = {}  # of options, by the names of their fields
        for option in game.option_fields:
            if field := build_option_field(option):
                name, value = _name_field(option.key), getattr(options, option.key)
                self._keys[name], self.fields[name] = option.key, field
                null = value is None and isinstance(field, forms.ChoiceField)
                self.initial[name] = NULL if null else value
        set_error_messages(self)
        self.order_fields([*self._keys, "name"])

    def get_options(self) -> JSON:
        """Return the agreed options, updated with the chosen ones."""
        return {**self._agreed, **{key: self.cleaned_data[name] for name, key in self._keys.items()}}

    def add_problems(self, problems: Iterable[Problem]) -> None:
        super().add_problems(_put_at_option(problem) for problem in problems)


def _name_field(key: str) -> str:
    return f"option_{key}"


def _put_at_option(problem: Problem) -> Problem:
    place, *inside = problem.path.split(".")
    return replace(problem, path=_name_field(inside[0])) if place == "options" and inside else problem


def build_option_field(option: Field) -> forms.Field | None:
    """Return the form field of an option; None for a kind without a field."""
    match option.kind:
        case "switch":
            return forms.BooleanField(required=False, **_describe(option))
        case "choice":
            labels = {
                key: f"{option.symbols.get(str(key), '')} {gettext(label)}".strip()
                for key, label in option.choices.items()
            }
            return _build_choice_field(option, labels)
        case "named":
            line = gettext("One per line: name, space, whole number.")
            return NamedNumbersField(required=False, **_describe(option, line, _say_bounds(option)))
        case "count":
            return _build_count_field(option)
    return None


def _build_count_field(option: Field) -> forms.Field:
    bounds = _say_bounds(option)
    empty = gettext("Leave blank: {out}.").format(out=gettext(option.out)) if option.out else ""
    if option.several:
        several = gettext("Up to {most} numbers, separated by spaces or commas.").format(most=option.several)
        each = gettext("Each {bounds}").format(bounds=bounds) if bounds else ""
        required = option.required and not option.out
        arguments = _describe(option, several, each, empty)
        return NumbersField(most=option.several, null=bool(option.out), required=required, **arguments)
    if option.out and option.steps:  # an optional choice of a few has a choice for none
        numbers = range(option.minimum or 0, (option.maximum or 0) + 1)
        return _build_choice_field(option, {number: str(number) for number in numbers})
    arguments = _describe(option, bounds, empty)
    if option.minimum is None or option.minimum < 0:  # a telephone's keys for numbers have no minus
        arguments["widget"] = forms.TextInput(attrs={"autocomplete": "off"})
    return Number(required=not option.out, **arguments)


def _build_choice_field(option: Field, labels: Mapping[Any, str]) -> forms.Field:
    values = {str(key): key for key in labels}
    choices = [(text, labels[key]) for text, key in values.items()]
    if option.out:
        values[NULL] = None
        choices.append((NULL, gettext(option.out)))
    return forms.TypedChoiceField(choices=choices, coerce=values.__getitem__, **_describe(option))


def _say_bounds(option: Field) -> str:
    if option.minimum is None or option.maximum is None:
        return ""
    return gettext("{least} to {most}.").format(least=option.minimum, most=option.maximum)


def _describe(option: Field, *more: str) -> dict[str, Any]:
    help_text = (gettext(option.help) if option.help else "", *more)
    return {"label": gettext(option.label), "help_text": " ".join(filter(None, help_text))}
