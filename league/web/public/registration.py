"""The page of a tournament before it starts: who is registered; players register and withdraw themselves.

Visitors without an account ask there for a link by mail, which leads to `league.web.public.mail_registration`.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.registration import register_self, require_open, withdraw_registration
from league.forms import ProblemForm
from league.models import RegistrationState, Season
from league.models.competition import CompetitionKind
from league.notifications.registrations import send_registration_link
from league.permissions import can
from league.principals import identify
from league.queries.registration import find_own_player_of_club, list_registrations
from league.rules.snapshot import parse_settings
from league.web.account.fields import MAX_ADDRESS_LENGTH
from league.web.account.mails import count_mail_to_anybody
from league.web.base import ChangeView, Form
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
        "mail_form": MailForm(),
    }


class RegisterForm(NamingForm):
    do = forms.ChoiceField(choices=[(do, do) for do in ("register", "withdraw")])


class MailForm(ProblemForm):
    email = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=MAX_ADDRESS_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("We send you a link. No account is needed."),
    )


class DraftView(ChangeView[Form]):
    """A form on the page of a tournament that has not started; to be read, it leads to that page."""

    template_name = "public/registration.html"
    season: Season

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

    def get_context(self, form: Form) -> dict[str, Any]:
        return build_context(self.request, self.season)


class RegisterView(DraftView[RegisterForm]):
    """Registers or withdraws the player whose account it is."""

    form_class = RegisterForm

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


class RegisterByMailView(DraftView[MailForm]):
    """Mails the link by which a person without an account registers; the answer is the same for every address."""

    is_for_visitors = True
    form_class = MailForm

    def change(self, form: MailForm) -> HttpResponse:
        email: str = form.cleaned_data["email"]
        require_open(self.season)
        count_mail_to_anybody(self.request, email, "link to register")
        send_registration_link(self.season, email)
        said = gettext("We have sent a link to {address}. Open it to register.")
        messages.success(self.request, said.format(address=email))
        return redirect(self.season)

    def get_context(self, form: MailForm) -> dict[str, Any]:
        return {**super().get_context(form), "mail_form": form}
