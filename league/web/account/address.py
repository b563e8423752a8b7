"""Changing the e-mail address of an account by a code that is sent to the new address."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from league.actions.account import change_address, is_address_taken
from league.actions.errors import ActionError
from league.forms import ProblemForm
from league.models import User
from league.notifications import delivery
from league.principals import identify
from league.queries.links import build_url
from league.web.account.fields import MAX_ADDRESS_LENGTH
from league.web.account.log_in import CodeForm
from league.web.account.mailed_code import MailedCode
from league.web.account.mails import count_mail_to_anybody
from league.web.account.reauthentication import get_account, require_reauthentication
from league.web.base import ChangeView

PURPOSE = "new-address-code"


class AddressForm(ProblemForm):
    email = forms.EmailField(
        label=_("New e-mail address"),
        max_length=MAX_ADDRESS_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("We'll send a code there. Enter it to change your address."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).lower()
        if email == self._user.email.lower():
            raise forms.ValidationError(gettext("This is already the address of your account."))
        return email


class AddressView(ChangeView[AddressForm]):
    """Mails a code to the new address; if another account has it, only its owner is told so, by mail."""

    template_name = "account/change_address.html"
    form_class = AddressForm

    def find(self) -> None:
        self.by = identify(self.request.user)

    def build_form(self, sent: QueryDict | None) -> AddressForm:
        return AddressForm(sent, user=get_account(self.request))

    def change(self, form: AddressForm) -> HttpResponse:
        require_reauthentication(self.request)
        user, email = get_account(self.request), form.cleaned_data["email"]
        count_mail_to_anybody(self.request, email, "new address")
        is_taken = is_address_taken(email, user)
        MailedCode.begin(self.request, PURPOSE, user, email, is_sent=not is_taken)
        if is_taken:
            delivery.count_mail_of_site()  # counted as if a code were sent
            delivery.send_later(
                delivery.render_mail("address_wanted", to=email, link=build_url("account_login"))
            )
        return redirect("confirm-address")


@never_cache
@login_required
def confirm_address(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and change the address."""
    waiting = MailedCode.find(request, PURPOSE)
    if waiting is None:
        return redirect("change-address")
    form = CodeForm(request.POST or None, code=waiting.code)
    if request.method == "POST":
        if form.is_valid():
            return _change_address(request, waiting)
        if not waiting.count_wrong_code():
            return redirect("change-address")
    return render(request, "account/confirm_address.html", {"form": form, "email": waiting.email})


def _change_address(request: HttpRequest, waiting: MailedCode) -> HttpResponse:
    waiting.abort()
    by, session = identify(request.user), request.session.session_key
    try:
        change_address(email=waiting.email, by=by, keep_session=session)
    except ActionError as refused:
        for problem in refused.problems:
            messages.error(request, problem.message.translate(gettext))
        return redirect("change-address")
    messages.success(request, gettext("E-mail address changed."))
    return redirect("account")
