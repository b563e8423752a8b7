"""Creating a club, the first of three steps: its name."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from league.actions.club import create_club
from league.forms import ProblemForm, list_time_zone_choices
from league.principals import identify
from league.rules.field_types import MAX_ID_LENGTH
from league.rules.names import MAX_NAME_LENGTH
from league.web.base import ChangeView


class NewClubForm(ProblemForm):
    name = forms.CharField(
        label=_("Name of the club"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    timezone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Where the club meets. Used for match dates and deadlines.")
    )
    slug = forms.CharField(
        label=_("Web address"),
        required=False,
        max_length=MAX_ID_LENGTH,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        help_text=_(
            "Letters, digits and -, such as riverside. Leave blank and we make one from "
            "the name. Can't be changed later."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["timezone"].choices = [("", _("Choose your own …")), *list_time_zone_choices()]  # type: ignore[attr-defined]


class NewClubView(ChangeView[NewClubForm]):
    template_name = "manage/new_club.html"
    form_class = NewClubForm

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        return None

    def change(self, form: NewClubForm) -> HttpResponse:
        sent = form.cleaned_data
        club = create_club(
            name=sent["name"],
            slug=sent["slug"],
            zone=sent["timezone"],
            language=get_language(),
            by=self.by,
        )
        messages.success(self.request, gettext("Club created. Now add your players."))
        return redirect("add-players", club.slug)
