"""The forms in which a game's helpers are asked: made from what each helper says of its fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Field, Helper
from league.forms.member import Problematic
from league.forms.numbers import Number
from league.forms.words import MISSING, in_our_words
from league.queries.pages.counting import answered
from league.rules.snapshot import Settings

MOST_TYPED = 500  # characters in a field that names no other limit
AS_TYPED = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class Asking(Problematic):
    """What a helper is asked. `typed` is what it gets, by field."""

    def __init__(self, *args: Any, helper: Helper, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"count-{helper.key}-%s", **kwargs)
        self.helper = helper
        for field in helper.fields:
            self.fields[field.key] = MADE.get(field.kind, _text)(field)
        in_our_words(self)

    def clean(self) -> dict[str, Any]:
        """What is asked for only at times is missing where it is."""
        for field in self.helper.fields:
            blank = self.cleaned_data.get(field.key) in ("", None) and field.key not in self.errors
            applies = all(given.holds(self.cleaned_data.get(given.key)) for given in field.given)
            if blank and applies and field.required and field.given:
                self.add_error(field.key, MISSING)
        return self.cleaned_data

    @property
    def typed(self) -> dict[str, str]:
        return {key: _as_text(value) for key, value in self.cleaned_data.items()}


@dataclass(frozen=True)
class Counting:
    """A helper, as it is shown: `said` are the sentences of its answer, where it was asked and could give one."""

    key: str
    label: str
    about: str
    form: Asking
    said: tuple[str, ...] = ()


def to_ask(settings: Settings) -> tuple[Counting, ...]:
    """The game's helpers with nothing typed."""
    return tuple(_shown(helper, Asking(helper=helper)) for helper in settings.game.helpers)


def counted(settings: Settings, key: str, sent: Mapping[str, str]) -> tuple[Counting, ...]:
    """The game's helpers, one of them with what it was sent and what it says to that."""
    return tuple(
        _asked(helper, settings, sent) if helper.key == key else _shown(helper, Asking(helper=helper))
        for helper in settings.game.helpers
    )


def _asked(helper: Helper, settings: Settings, sent: Mapping[str, str]) -> Counting:
    """A form without a single one of its fields has not been filled in: a link led there."""
    form = Asking(sent if any(field.key in sent for field in helper.fields) else None, helper=helper)
    if not form.is_valid():
        return _shown(helper, form)
    answer = answered(helper, form.typed, settings)
    form.refused(answer.problems)
    return _shown(helper, form, answer.sentences)


def _shown(helper: Helper, form: Asking, said: tuple[str, ...] = ()) -> Counting:
    return Counting(helper.key, gettext(helper.label), helper.about.translate(gettext), form, said)


def _as_text(value: object) -> str:
    """Numbers in digits that any game reads; of a switch "1" or nothing."""
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)


# --- a field for each kind


def _text(field: Field) -> forms.Field:
    too_long = _("That is too long: %(limit_value)d characters at most.")
    return forms.CharField(
        max_length=field.maximum or MOST_TYPED,
        error_messages={"max_length": too_long},
        widget=forms.TextInput(attrs=AS_TYPED),
        **_said(field),
    )


def _number(field: Field) -> forms.Field:
    said = _said(field)
    if field.minimum is None or field.minimum < 0:  # a telephone's keys for numbers have no minus
        said["widget"] = forms.TextInput(attrs={"autocomplete": "off"})
    return Number(min_value=field.minimum, max_value=field.maximum, **said)


def _choice(field: Field) -> forms.Field:
    choices = [
        (str(key), f"{field.symbols.get(str(key), '')} {gettext(label)}".strip())
        for key, label in field.choices.items()
    ]
    return forms.ChoiceField(choices=[("", "\N{EN DASH}"), *choices], **_said(field))


def _switch(field: Field) -> forms.Field:
    return forms.BooleanField(**_said(field) | {"required": False})


def _said(field: Field) -> dict[str, Any]:
    help_text = gettext(field.help) if field.help else ""
    return {"label": gettext(field.label), "help_text": help_text, "required": field.is_needed}


MADE: dict[str, Callable[[Field], forms.Field]] = {
    "text": _text,
    "count": _number,
    "choice": _choice,
    "switch": _switch,
}
