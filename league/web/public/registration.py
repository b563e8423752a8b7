"""The page of a tournament before it starts: who is registered; players register and withdraw themselves."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from league.actions.registration import register_self, withdraw_registration
from league.models import RegistrationState, Season
from league.models.competition import CompetitionKind
from league.permissions import can
from league.principals import identify
from league.queries.registration import find_own_player_of_club, list_registrations
from league.rules.snapshot import parse_settings
from league.web.base import ChangeView
from league.web.manage.base import NamingForm


def show_registration(request: HttpRequest, season: Season) -> HttpResponse:
    """Show who is registered for a draft that was read with its competition and club. At most 4 queries."""
    context = {"form": RegisterForm(), **build_context(request, season)}
    return render(request, "public/registration.html", context)


def build_context(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the context of the page. At most 4 queries."""
    competition, by = season.competition, identify(request.user)
    own = find_own_player_of_club(by, competition.club_id)
    registered = list_registrations(season, reader=request.user)
    everyone = (*registered.entered, *registered.waiting, *registered.withdrawn)
    return {
        "season": season,
        "competition": competition,
        "club": competition.club,
        "settings": parse_settings(*season.settings),
        "registered": registered,
        "own": own,
        "own_registration": next((each for each in everyone if own and each.player == own.key), None),
        "may_run": can(by, "run-seasons", competition.club_id),
    }


class RegisterForm(NamingForm):
    do = forms.ChoiceField(choices=[(do, do) for do in ("register", "withdraw")])


class RegisterView(ChangeView[RegisterForm]):
    """Registers or withdraws the player whose account it is; to be read, it leads to the tournament's page."""

    template_name = "public/registration.html"
    form_class = RegisterForm

    def find(self) -> HttpResponse | None:
        club, competition, number = (self.kwargs[name] for name in ("club", "competition", "season"))
        self.by = identify(self.request.user)
        self.season = get_object_or_404(
            Season.objects.for_page(),
            competition__club__slug=club,
            competition__slug=competition,
            competition__kind=CompetitionKind.TOURNAMENT,
            number=number,
        )
        if self.season.is_draft and not self.season.registration_open:
            raise Http404
        if not self.season.is_draft and self.request.method == "POST":
            messages.error(self.request, gettext("The tournament has started: registration is over."))
        if not self.season.is_draft or self.request.method != "POST":
            return redirect(self.season)
        return None

    def build_form(self, sent: QueryDict | None) -> RegisterForm:
        form = RegisterForm(sent)
        if own := find_own_player_of_club(self.by, self.season.competition.club_id):
            form.names = {own.key: own.get_name_for(self.request.user)}
        return form

    def change(self, form: RegisterForm) -> HttpResponse:
        if form.cleaned_data["do"] == "register":
            registration = register_self(season=self.season, by=self.by)
            if registration.state == RegistrationState.WAITING:
                said = gettext("You are on the waiting list. We will e-mail you when you have a place.")
            else:
                said = gettext("You are registered.")
        else:
            own = find_own_player_of_club(self.by, self.season.competition.club_id)
            withdraw_registration(season=self.season, player=own.key if own else "", by=self.by)
            said = gettext("You are not registered any more.")
        messages.success(self.request, said)
        return redirect(self.season)

    def get_context(self, form: RegisterForm) -> dict[str, Any]:
        return build_context(self.request, self.season)
