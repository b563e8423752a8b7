"""The page behind the mailed link by which a person without an account registers for a tournament, and withdraws."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.errors import ActionError
from league.actions.limits import MAX_KEYS, Limit, count_use, require_left
from league.actions.registration import register_by_mail, withdraw_by_mail
from league.forms import MISSING, ProblemForm
from league.models import Registration, RegistrationState, Season
from league.models.club import Privacy
from league.queries.registration import find_mail_registration, list_registrations, read_mail_token
from league.rules.names import MAX_NAME_LENGTH
from league.rules.snapshot import parse_settings
from league.web.base import ChangeView

TELLS_OF_PLAYERS = ("known-player", "registered-already")
# Each may add a player to the club, or tell who is one.
REGISTRATIONS_BY_MAIL = Limit(
    "guest-registrations",
    most=10,
    period=timedelta(days=1),
    about=_("You have registered too often today."),
    max_keys=MAX_KEYS,
)


WHO_SEES_NAMES = {
    Privacy.PUBLIC: _("Everyone can see it on the tournament's page."),
    Privacy.SHORT_NAMES: _("Everyone can see a short form of it (“Ann A.”) on the tournament's page."),
    Privacy.MEMBERS: _("The club's members can see it."),
}


class MailRegistrationForm(ProblemForm):
    do = forms.ChoiceField(choices=[(do, do) for do in ("register", "withdraw")])
    name = forms.CharField(
        label=_("Your name"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "dir": "auto"}),
    )

    def __init__(self, *args: Any, privacy: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].help_text = WHO_SEES_NAMES[Privacy(privacy)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("do") == "register" and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", MISSING)
        return cleaned

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems with the name that was typed, where they have the player's id."""
        super().add_problems(self._name_player(problem) for problem in problems)

    def _name_player(self, problem: Problem) -> Problem:
        values = dict(problem.message.values)
        if "player" in values:
            values["player"] = self.cleaned_data["name"]
        return replace(problem, message=replace(problem.message, values=values))


class MailRegistrationView(ChangeView[MailRegistrationForm]):
    """Registers or withdraws the person who has read the mail with the link; opening it changes nothing. 4 queries."""

    is_for_visitors = True
    template_name = "public/mail_registration.html"
    form_class = MailRegistrationForm
    season: Season
    registration: Registration | None

    def find(self) -> HttpResponse | None:
        found = read_mail_token(self.kwargs["token"])
        if found is None:
            return render(self.request, "public/mail_registration_unknown.html", status=404)
        number, self.email = found
        season = Season.objects.for_page().filter(
            pk=number,
            competition__club__slug=self.kwargs["club"],
            competition__slug=self.kwargs["competition"],
            number=self.kwargs["season"],
        )
        current = season.first()
        if current is None or not current.is_draft:
            return render(
                self.request, "public/mail_registration_closed.html", {"started": current}, status=410
            )
        self.season, self.registration = current, find_mail_registration(current, self.email)
        return None

    def build_form(self, sent: QueryDict | None) -> MailRegistrationForm:
        return MailRegistrationForm(sent, privacy=self.season.competition.club.privacy)

    def change(self, form: MailRegistrationForm) -> HttpResponse:
        if form.cleaned_data["do"] == "register":
            require_left(REGISTRATIONS_BY_MAIL, self.email)
            try:
                registration = register_by_mail(
                    season=self.season, email=self.email, name=form.cleaned_data["name"]
                )
            except ActionError as refused:
                # Other refused names do not count.
                if any(problem.code in TELLS_OF_PLAYERS for problem in refused.problems):
                    count_use(REGISTRATIONS_BY_MAIL, self.email)
                raise
            count_use(REGISTRATIONS_BY_MAIL, self.email)
            if registration.state == RegistrationState.WAITING:
                said = gettext("You are on the waiting list. We will e-mail you when you have a place.")
            else:
                said = gettext("You are registered.")
        else:
            withdraw_by_mail(season=self.season, email=self.email)
            said = gettext("You are not registered any more.")
        messages.success(self.request, said)
        # In a club for members the link leads in only as long as its reader is registered.
        stays = form.cleaned_data["do"] == "register" or self._may_enter()
        return redirect(self.request.path if stays else "home")

    def _may_enter(self) -> bool:
        """Return whether the reader may open the club's other pages."""
        club, user = self.season.competition.club, self.request.user
        return club.privacy != Privacy.MEMBERS or (user.is_authenticated and user.knows_club(club.pk))

    def get_context(self, form: MailRegistrationForm) -> dict[str, Any]:
        competition = self.season.competition
        return {
            "season": self.season,
            "competition": competition,
            "club": competition.club,
            "settings": parse_settings(*self.season.settings),
            "registered": list_registrations(self.season, reader=self.request.user),
            "registration": self.registration,
            "email": self.email,
            "leads_on": self.season.registration_open and self._may_enter(),
        }
