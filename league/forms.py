"""Shared parts of forms: their messages, how they show an action's refusals, and the choices of time zones."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.place_names import name_place
from league.rules.field_types import list_time_zones
from league.rules.names import fold_name

MISSING = _("Please fill this in.")
NOT_CHOSEN = _("Please make a choice.")
NO_ADDRESS = _("Enter an e-mail address like name@example.org.")


def set_error_messages(form: forms.Form) -> None:
    """Replace a form's messages for missing values and invalid addresses by our own."""
    for field in form.fields.values():
        chosen = isinstance(field, forms.ChoiceField)
        field.error_messages["required"] = NOT_CHOSEN if chosen else MISSING
        if chosen:  # Django's own messages repeat what was sent, however long
            field.error_messages["invalid_choice"] = NOT_CHOSEN
        if isinstance(field, forms.EmailField):
            field.error_messages["invalid"] = NO_ADDRESS


def parse_revision(text: str) -> int:
    """Return the number of a revision; 0 for other text, so that the current result is shown, never overwritten."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0


class ProblemForm(forms.Form):
    """A form that shows an action's refusals at their fields.

    `is_outdated`: the data that the form was made from has changed since it was shown.
    """

    is_outdated = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_error_messages(self)
        if not self.is_bound:  # a problem can also be added before the form is sent
            self.cleaned_data = {}

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems at the fields that their paths name, others above the form."""
        for problem in problems:
            self.is_outdated |= problem.code == "changed-meanwhile"
            place = problem.path if problem.path in self.fields else None
            self.add_error(place, problem.message.translate(gettext))


Choices = list[tuple[str, str]]


def list_time_zone_choices() -> list[tuple[str, Choices]]:
    """Return the time zones by continent, so that typing a city finds its zone; those on no continent come last.

    Cities have the names of the language that is active, as far as it has its own for them.
    """
    return _list_time_zone_choices(get_language())


@cache
def _list_time_zone_choices(_language: str) -> list[tuple[str, Choices]]:
    continents: dict[str, Choices] = defaultdict(list)
    others: Choices = []
    for zone in list_time_zones():
        continent, _slash, city = zone.partition("/")
        if city and continent != "Etc":
            continents[continent].append((zone, ", ".join(map(name_place, city.split("/")))))
        else:
            others.append((zone, zone))
    named = sorted((name_place(continent), zones) for continent, zones in continents.items())
    listed = [*named, (gettext("Others"), others)]
    return [(name, sorted(zones, key=lambda zone: fold_name(zone[1]))) for name, zones in listed]
