"""Creating an account: the form, and the code that is mailed to its address.

Only the visitor's session knows of the account before the code is typed in, or the link in an invitation's mail
has proved the address. So no visitor can create an account with another person's address, or learn who has an account
(docs/decisions/0031-an-account-begins-with-its-proof.md).
"""

import time
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from allauth.account import forms as account_forms
from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField
from allauth.account.utils import complete_signup
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.generic.edit import FormView
from pydantic import BaseModel

from games import Invalid, validated
from league.actions.errors import ActionError
from league.actions.limits import Limit, count_use
from league.actions.sign_up import sign_up
from league.queries.invitation import get_followed_invitation, get_invitation_from_mail
from league.rules.names import MAX_NAME_LENGTH, Name
from league.web.account.adapter import is_invited
from league.web.account.fields import (
    ABOUT_CODE,
    ADDRESS,
    GOOD_PASSWORD,
    MAX_ADDRESS_LENGTH,
    PASSWORD,
    label_fields,
)
from league.web.account.guessing import count_address
from league.web.account.mails import count_mail_to_anybody
from league.web.limits import require_safe
from league.web.sessions import delete_old_visits
from league.web.visitor import find_account_id, get_address

PENDING = "sign_up"  # in the session: a PendingSignUp
MAX_ATTEMPTS = 3  # for each code
SIGN_UPS = Limit(
    "sign-ups",
    most=200,  # five times as many as on a full club night with a shared address
    period=timedelta(days=1),
    about=_(
        "Too many accounts have been created from your network today. Try again tomorrow or from "
        "another network."
    ),
)


INVITED_ADDRESS = _("Invitations are tied to this e-mail.")
SENT_CODE = _("We'll send a code there to confirm it.")


@dataclass
class PendingSignUp:
    """An account that is not created yet. `code` is empty if the address has an account, so that no code is right."""

    name: str
    email: str
    password_hash: str
    then: str  # the address to redirect to; empty for the account's own page
    code: str = ""
    sent_at: float = 0
    attempts: int = 0

    @property
    def is_over(self) -> bool:
        return time.time() - self.sent_at > settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT


def describe_sign_up(request: HttpRequest) -> dict[str, Any]:
    """Return the settings of sign-up that templates show."""
    return {
        "signs_up": settings.SIGN_UP != "invitation",
        "prints_mails": settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend",
    }


class NameModel(BaseModel):
    name: Name


class SignUpForm(account_forms.SignupForm):
    """Reveals to no visitor whether an address has an account, neither by its messages nor by its duration."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
        strip=True,
    )
    email = EmailField(max_length=MAX_ADDRESS_LENGTH)  # allauth would cut off longer values
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._invitation = get_followed_invitation(context.request.session)
        self._is_proved = get_invitation_from_mail(context.request.session) is not None
        label_fields(
            self,
            {"name": _("Name"), "email": ADDRESS, "password1": PASSWORD},
            {
                "name": _("The name your club knows you by."),
                "email": INVITED_ADDRESS if self._is_proved else SENT_CODE,
                "password1": GOOD_PASSWORD,
            },
        )
        if self._invitation and self._is_proved:
            self.initial["email"] = self._invitation.email
            self.fields["email"].widget.attrs["readonly"] = True

    def clean_name(self) -> str:
        try:
            return validated(NameModel, {"name": self.cleaned_data["name"]}, "").name
        except Invalid as invalid:
            raise forms.ValidationError(
                [problem.message.translate(gettext) for problem in invalid.problems]
            ) from None

    def clean_email(self) -> str:
        """Return the invited address if the mail proves it, regardless of what was sent."""
        if self._invitation and self._is_proved:
            return self._invitation.email
        email: str = super().clean_email()
        if settings.SIGN_UP == "invitation" and self._invitation and email != self._invitation.email:
            raise forms.ValidationError(_("The invitation is for another address. Enter the invited one."))
        return email

    def validate_unique_email(self, value: str) -> str:
        """Return the address, whether or not it is taken: its owner is told by mail."""
        return value


class ConfirmSignUpForm(account_forms.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"code": _("Code")}, {"code": ABOUT_CODE})
        self.fields["code"].widget.attrs |= {
            "autocapitalize": "characters",
            "spellcheck": "false",
            "autofocus": True,
        }


class SignUpView(views.SignupView):
    def get_initial(self) -> dict[str, Any]:
        """Return the values typed before the visitor came back from the page of the code."""
        pending = _get_pending(self.request)
        typed = {"name": pending.name, "email": pending.email} if pending else {}
        return {**super().get_initial(), **typed}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {
            "waits": settings.SIGN_UP == "approval" and not get_followed_invitation(self.request.session)
        }

    def form_valid(self, form: Form) -> HttpResponse:
        sent = form.cleaned_data
        count_use(SIGN_UPS, get_address(self.request))
        pending = PendingSignUp(
            name=sent["name"],
            email=sent["email"],
            password_hash=make_password(sent["password1"]),
            then=self.get_success_url() or "",
        )
        if get_invitation_from_mail(self.request.session):
            return _make_account(self.request, pending)
        _send_code(self.request, pending)
        return redirect("account_confirm_sign_up")


class ConfirmSignUpView(FormView):  # type: ignore[type-arg]  # Django's is not generic
    form_class, template_name = ConfirmSignUpForm, "account/confirm_sign_up.html"
    pending: PendingSignUp

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        pending = _get_pending(request)
        if request.user.is_authenticated:
            return redirect("my")
        if not get_adapter().is_open_for_signup(request):
            return redirect("account_signup")
        if pending is None or (pending.is_over and "again" not in request.POST):
            minutes = settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT // 60
            message = gettext(
                "Codes are valid for {minutes} minutes, in the browser where you asked for them. Ask for a new code."
            )
            messages.error(request, message.format(minutes=minutes))
            return redirect("account_signup")
        self.pending = pending
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "again" in request.POST:
            _send_code(request, self.pending)
            messages.success(request, gettext("We have sent a new code. The old one no longer works."))
            return redirect("account_confirm_sign_up")
        count_address(get_address(request))
        return super().post(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "code": self.pending.code}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        minutes = settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT // 60
        return {**super().get_context_data(**kwargs), "pending": self.pending, "minutes": minutes}

    def form_valid(self, form: Form) -> HttpResponse:
        return _make_account(self.request, self.pending)

    def form_invalid(self, form: Form) -> HttpResponse:
        self.pending.attempts += bool(form.data.get("code", "").strip())
        if self.pending.attempts >= MAX_ATTEMPTS:
            self.pending.code, self.pending.sent_at = "", 0
            _keep_pending(self.request, self.pending)
            messages.error(self.request, gettext("Too many attempts. Start again with a new code."))
            return redirect("account_signup")
        _keep_pending(self.request, self.pending)
        return super().form_invalid(form)


def _send_code(request: HttpRequest, pending: PendingSignUp) -> None:
    """Mail a code to an address without an account, and others that they have one; both take equally long."""
    count_mail_to_anybody(request, pending.email, "sign-up code")
    code = get_adapter().generate_email_verification_code()
    is_known = find_account_id(pending.email) is not None
    pending.code, pending.sent_at, pending.attempts = "" if is_known else code, time.time(), 0
    _keep_pending(request, pending)
    if is_known:
        get_adapter().send_account_already_exists_mail(pending.email)
    else:
        context = {"code": code, "minutes": settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT // 60}
        get_adapter().send_mail("account/email/sign_up_code", pending.email, context)


def _make_account(request: HttpRequest, pending: PendingSignUp) -> HttpResponse:
    try:
        user = sign_up(
            name=pending.name,
            email=pending.email,
            password_hash=pending.password_hash,
            is_invited=is_invited(request, pending.email),
        )
    except (
        ActionError
    ) as refused:  # an account with this address was created since, most likely by the same button
        for problem in refused.problems:
            messages.error(request, problem.message.translate(gettext))
        return redirect_to_login(pending.then or reverse("my"))
    request.session.pop(PENDING, None)
    response: HttpResponse = complete_signup(request, user, None, pending.then or None)
    return response


def _get_pending(request: HttpRequest) -> PendingSignUp | None:
    return PendingSignUp(**request.session[PENDING]) if PENDING in request.session else None


def _keep_pending(request: HttpRequest, pending: PendingSignUp) -> None:
    request.session[PENDING] = asdict(pending)
    request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)  # as for a log-in code
    delete_old_visits()


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """Tell the owner of an account that an administrator has to approve it."""
    return render(request, "account/waiting.html")
