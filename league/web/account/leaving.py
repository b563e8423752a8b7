"""Leaving a club, and deleting an account: the consequences, and what has to be done before."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.account import delete_account, find_obstacles, leave_club
from league.forms import ProblemForm
from league.models import User
from league.principals import identify
from league.queries.own_clubs import OwnClub, list_own_clubs
from league.web.account.fields import ADDRESS, MAX_ADDRESS_LENGTH
from league.web.account.reauthentication import get_account, require_reauthentication
from league.web.base import ChangeView


class LeaveClubView(ChangeView[ProblemForm]):
    """Shows what leaving a club will do, then does it. Raises Http404 for users who do not belong to the club."""

    template_name = "account/leave.html"
    form_class = ProblemForm
    own: OwnClub

    def find(self) -> None:
        self.by = identify(self.request.user)
        own = list_own_clubs(get_account(self.request), slug=self.kwargs["club"])
        if not own:
            raise Http404
        self.own = own[0]

    def change(self, form: ProblemForm) -> HttpResponse:
        leave_club(club=self.own.club, by=self.by)
        message = gettext("You have left {club}.").format(club=self.own.club.name)
        messages.success(self.request, message)
        return redirect("account")

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {"own": self.own, "club": self.own.club}


class DeleteAccountForm(ProblemForm):
    """The address must be typed in full, so that no account is deleted by mistake."""

    address = forms.CharField(
        label=ADDRESS,
        max_length=MAX_ADDRESS_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "email", "spellcheck": "false"}),
        help_text=_("Enter the e-mail address of your account to confirm."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_address(self) -> str:
        typed = str(self.cleaned_data["address"]).strip()
        if typed.lower() != self._user.email.lower():
            raise forms.ValidationError(gettext("This is not the address of your account."))
        return typed


class DeleteAccountView(ChangeView[DeleteAccountForm]):
    """Shows what deleting the account will do and what has to be done before; deletes it once confirmed."""

    template_name = "account/delete.html"
    form_class = DeleteAccountForm
    obstacles: tuple[Problem, ...]

    def find(self) -> None:
        self.by = identify(self.request.user)
        self.obstacles = tuple(find_obstacles(get_account(self.request), is_own=True))

    def build_form(self, sent: QueryDict | None) -> DeleteAccountForm:
        return DeleteAccountForm(sent, user=get_account(self.request))

    def is_confirmed(self) -> bool:
        return not self.obstacles

    def change(self, form: DeleteAccountForm) -> HttpResponse:
        require_reauthentication(self.request)
        delete_account(user=get_account(self.request), by=self.by)
        logout(self.request)
        messages.success(self.request, gettext("Your account has been deleted."))
        return redirect("home")

    def get_context(self, form: DeleteAccountForm) -> dict[str, Any]:
        return {
            "problems": [problem.message.translate(gettext) for problem in self.obstacles],
            "clubs": list_own_clubs(get_account(self.request)),
        }
