"""Calculators for the numbers that a sheet asks for, such as the points of cards."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Field, Helper, Text
from league.forms import MISSING, ProblemForm, set_error_messages
from league.queries.page_versions import get_club_version
from league.queries.rules import ask_helper
from league.rules.snapshot import Settings, parse_settings
from league.web.cache import cached_page
from league.web.fields import Number
from league.web.limits import require_safe
from league.web.public.rules import get_season_in_force

MAX_DIGITS = 6  # of a season's number in an address
MAX_LENGTH = 500  # characters in a field that names no other limit
AS_TYPED = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class HelperForm(ProblemForm):
    """The input of a calculator. `sentences` are its answer, once it was asked and could answer."""

    sentences: tuple[Text, ...] = ()

    def __init__(self, *args: Any, helper: Helper, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"count-{helper.key}-%s", **kwargs)
        self.helper = helper
        for field in helper.fields:
            self.fields[field.key] = _build_field(field)
        set_error_messages(self)

    def clean(self) -> dict[str, Any]:
        """Refuse a blank field where its condition makes it required."""
        for field in self.helper.fields:
            blank = self.cleaned_data.get(field.key) in ("", None) and field.key not in self.errors
            applies = all(given.holds(self.cleaned_data.get(given.key)) for given in field.given)
            if blank and applies and field.required and field.given:
                self.add_error(field.key, MISSING)
        return self.cleaned_data

    def ask(self, settings: Settings) -> None:
        """Ask the calculator, unless the input is already refused."""
        if self.is_valid():
            typed = {key: _format_typed(value) for key, value in self.cleaned_data.items()}
            answer = ask_helper(self.helper, typed, settings)
            self.sentences = tuple(answer.sentences)
            self.add_problems(answer.problems)


def build_helper_forms(
    settings: Settings, asked: str | None = None, typed: Mapping[str, str] | None = None
) -> list[HelperForm]:
    """Return a form for each of the game's calculators; that of the `asked` calculator has the input and the answer.

    If none of its fields was sent, the reader followed a link and has not filled it in.
    """
    built = []
    for helper in settings.game.helpers:
        is_sent = (
            typed is not None and helper.key == asked and any(field.key in typed for field in helper.fields)
        )
        form = HelperForm(typed if is_sent else None, helper=helper)
        form.ask(settings)
        built.append(form)
    return built


def _format_typed(value: object) -> str:
    """Return a number in digits that any game reads, and a switch as "1" or ""."""
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)


def _build_field(field: Field) -> forms.Field:
    arguments: dict[str, Any] = {
        "label": gettext(field.label),
        "help_text": gettext(field.help) if field.help else "",
        "required": field.is_needed,
    }
    if field.kind == "switch":
        return forms.BooleanField(**arguments | {"required": False})
    if field.kind == "choice":
        choices = [
            (str(key), f"{field.symbols.get(str(key), '')} {gettext(label)}".strip())
            for key, label in field.choices.items()
        ]
        return forms.ChoiceField(choices=[("", "\N{EN DASH}"), *choices], **arguments)
    if field.kind == "count":
        if field.minimum is None or field.minimum < 0:  # a telephone's keys for numbers have no minus
            arguments["widget"] = forms.TextInput(attrs={"autocomplete": "off"})
        return Number(min_value=field.minimum, max_value=field.maximum, **arguments)
    return forms.CharField(
        max_length=field.maximum or MAX_LENGTH,
        error_messages={"max_length": _("Too long: at most %(limit_value)d characters.")},
        widget=forms.TextInput(attrs=AS_TYPED),
        **arguments,
    )


@require_safe
def count(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Show a game's calculators, with the answer of the one asked; htmx gets only that answer. 2 queries.

    They count by the rules of the latest opened season, or of the season that the address names.
    """
    number = request.GET.get("season", "")
    key = request.GET.get("helper")

    def build() -> HttpResponse:
        if number and not (number.isdecimal() and len(number) <= MAX_DIGITS):
            raise Http404
        season = get_season_in_force(request, club, competition, int(number) if number else None)
        settings = parse_settings(*season.settings)
        built = build_helper_forms(settings, key, request.GET.dict())
        asked = next((form for form in built if form.helper.key == key), None)
        if not built or (key is not None and asked is None):
            raise Http404
        context = {
            "competition": season.competition,
            "season": season,
            "game": settings.game,
            "asked_season": number,
            "forms": built,
        }
        if asked and "HX-Request" in request.headers:
            return render(request, "public/counted.html", context | {"form": asked, "beside": True})
        return render(request, "public/counting.html", context)

    # Other parameters in the address belong to a calculator.
    is_plain = key is None and not number
    if request.user.is_authenticated or is_plain:  # members use them while they type, without waiting
        response = cached_page(request, get_club_version(club) if is_plain else None, build)
    else:
        response = cached_page(request, None, build, variant=None)
    patch_vary_headers(response, ["HX-Request"])
    return response
