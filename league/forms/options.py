"""The form of a game's options, built from what the game says of them, and how they are kept as a club's variant."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from games import Field, Game, Problem, canonical
from league.forms.lists import Named, Numbers
from league.forms.member import Problematic
from league.forms.numbers import Number
from league.forms.words import in_our_words
from league.rules.field_types import MAX_NAME_LENGTH
from league.rules.snapshot import JSON

NULL = "-"  # of a choice; the game's word for it is what is read


class PlayedBy(Problematic):
    """How a game is played, and perhaps a name to keep that under. An option without a field stays as it is."""

    name = forms.CharField(
        label=_("Keep it as a variant of the club, called"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("So that another league can be played like this, too. Empty: it is not kept."),
    )

    def __init__(self, *args: Any, game: Game, options: BaseModel, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept = canonical(options)
        self._asked = {field.key: field for field in game.option_fields if _kind(field) in MADE}
        for key, field in self._asked.items():
            self.fields[_field(key)] = MADE[_kind(field)](field)
            self.initial[_field(key)] = _initial(field, getattr(options, key))
        in_our_words(self)
        self.order_fields([*map(_field, self._asked), "name"])

    def options(self) -> JSON:
        """Those that were kept, with what was chosen over them."""
        chosen = {key: self.cleaned_data[_field(key)] for key in self._asked}
        return {**self._kept, **{key: _value(self._asked[key], value) for key, value in chosen.items()}}

    def refused(self, problems: Iterable[Problem]) -> None:
        super().refused(_at_its_option(problem) for problem in problems)


def _field(key: str) -> str:
    return f"option_{key}"


def _at_its_option(problem: Problem) -> Problem:
    place, *inside = problem.path.split(".")
    return replace(problem, path=_field(inside[0])) if place == "options" and inside else problem


# --- a field for each kind of option


def _number(field: Field) -> forms.Field:
    """One of a few is chosen where none of them is possible, too; more are typed."""
    if field.out and field.steps:
        numbers = range(field.minimum or 0, (field.maximum or 0) + 1)
        choices = [(str(number), str(number)) for number in numbers]
        return forms.ChoiceField(choices=[*choices, (NULL, gettext(field.out))], **_said(field))
    said = _said(field, _bounds(field), _empty(field))
    if field.minimum is None or field.minimum < 0:  # a telephone's keys for numbers have no minus
        said["widget"] = forms.TextInput(attrs={"autocomplete": "off"})
    return Number(required=not field.out, **said)


def _bounds(field: Field) -> str:
    if field.minimum is None or field.maximum is None:
        return ""
    return gettext("{least} to {most}.").format(least=field.minimum, most=field.maximum)


def _empty(field: Field) -> str:
    return gettext("Empty: {out}.").format(out=gettext(field.out)) if field.out else ""


def _numbers(field: Field) -> forms.Field:
    several = gettext("Up to {most} numbers, with spaces or commas between them.").format(most=field.several)
    bounds = _bounds(field)
    each = gettext("Each {bounds}").format(bounds=bounds) if bounds else ""
    return Numbers(
        most=field.several,
        required=field.required and not field.out,
        **_said(field, several, each, _empty(field)),
    )


def _named(field: Field) -> forms.Field:
    a_line = gettext("A line each: a name, a space, a whole number.")
    return Named(required=False, **_said(field, a_line, _bounds(field)))


def _choice(field: Field) -> forms.Field:
    nothing = [(NULL, gettext(field.out))] if field.out else []
    choices = [
        (str(key), f"{field.symbols.get(str(key), '')} {gettext(label)}".strip())
        for key, label in field.choices.items()
    ]
    return forms.ChoiceField(choices=[*choices, *nothing], **_said(field))


def _switch(field: Field) -> forms.Field:
    return forms.BooleanField(required=False, **_said(field))


def _said(field: Field, *more: str) -> dict[str, Any]:
    help_text = (gettext(field.help) if field.help else "", *more)
    return {"label": gettext(field.label), "help_text": " ".join(part for part in help_text if part)}


def _kind(field: Field) -> str:
    return f"several-{field.kind}" if field.several and field.kind == "count" else field.kind


MADE: dict[str, Callable[[Field], forms.Field]] = {
    "count": _number,
    "several-count": _numbers,
    "choice": _choice,
    "switch": _switch,
    "named": _named,
}


def _initial(field: Field, value: Any) -> Any:
    by_choice = field.kind == "choice" or (field.out and field.steps and not field.several)
    return NULL if value is None and by_choice else value


def _value(field: Field, value: Any) -> Any:
    """What is kept of what was chosen or typed."""
    if value == NULL or (field.several and field.out and not value):
        return None
    if field.kind == "choice":
        return next(key for key in field.choices if str(key) == value)
    return int(value) if field.kind == "count" and isinstance(value, str) else value
