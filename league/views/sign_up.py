"""Making an account: the form, and the code that is mailed to its address.

Nothing but the visitor's session knows of the account before the code is typed in, or the link in an invitation's mail
has shown whose address it is. So nobody makes one under an address that somebody else has, and nobody learns who has
one (docs/decisions/0031-an-account-begins-with-its-proof.md).
"""

import time
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.utils import complete_signup
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
from django.views.decorators.http import require_safe
from django.views.generic.edit import FormView

from league.actions.errors import ActionError
from league.actions.limits import Limit, count_use
from league.actions.sign_up import sign_up
from league.forms.account import ConfirmSignUp
from league.queries.invitation import followed, followed_from_mail
from league.views.account import (
    count_mail_to_anybody,
    find_account_id,
    forget_old_visits,
    get_address,
    is_invited,
)
from league.views.guessing import count_address

PENDING = "sign_up"  # in the session: a PendingSignUp
MAX_ATTEMPTS = 3  # for each code
SIGN_UPS = Limit(
    "sign-ups",
    most=200,  # five times those of a full club night that shares an address
    period=timedelta(days=1),
    about=_(
        "From where you are, as many accounts have been made today as this site makes. Try again tomorrow, or from "
        "another network."
    ),
)


@dataclass
class PendingSignUp:
    """An account that is not made yet. `code` is empty where there is one already, so that no code is right."""

    name: str
    email: str
    password_hash: str
    then: str  # where to go afterwards; empty for the account's own page
    code: str = ""
    sent_at: float = 0
    attempts: int = 0

    @property
    def is_over(self) -> bool:
        return time.time() - self.sent_at > settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT


def describe_sign_up(request: HttpRequest) -> dict[str, Any]:
    """Return what templates say of making an account here."""
    return {
        "signs_up": settings.SIGN_UP != "invitation",
        "prints_mails": settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend",
    }


class SignUpView(allauth_views.SignupView):
    def get_initial(self) -> dict[str, Any]:
        """Return what was typed before somebody came back from the page of the code."""
        pending = _get_pending(self.request)
        typed = {"name": pending.name, "email": pending.email} if pending else {}
        return {**super().get_initial(), **typed}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"waits": settings.SIGN_UP == "approval" and not followed(self.request.session)}

    def form_valid(self, form: Form) -> HttpResponse:
        sent = form.cleaned_data
        count_use(SIGN_UPS, get_address(self.request))
        pending = PendingSignUp(
            name=sent["name"],
            email=sent["email"],
            password_hash=make_password(sent["password1"]),
            then=self.get_success_url() or "",
        )
        if followed_from_mail(self.request.session):
            return _make_account(self.request, pending)
        _send_code(self.request, pending)
        return redirect("account_confirm_sign_up")


class ConfirmSignUpView(FormView):  # type: ignore[type-arg]  # Django has no generic one
    form_class, template_name = ConfirmSignUp, "account/confirm_sign_up.html"
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
            said = gettext(
                "A code is good for {minutes} minutes, in the browser that asked for it. Ask for a new one."
            )
            messages.error(request, said.format(minutes=minutes))
            return redirect("account_signup")
        self.pending = pending
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "again" in request.POST:
            _send_code(request, self.pending)
            messages.success(request, gettext("A new code is on its way. The one before no longer works."))
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
            messages.error(
                self.request, gettext("That was tried too often. Begin once more, with a new code.")
            )
            return redirect("account_signup")
        _keep_pending(self.request, self.pending)
        return super().form_invalid(form)


def _send_code(request: HttpRequest, pending: PendingSignUp) -> None:
    """Mail a code to whoever has no account yet, and to others that they have one; it takes as long."""
    count_mail_to_anybody(request, pending.email, "sign-up code")
    code = get_adapter().generate_email_verification_code()
    is_known = find_account_id(pending.email) is not None
    pending.code, pending.sent_at, pending.attempts = "" if is_known else code, time.time(), 0
    _keep_pending(request, pending)
    if is_known:
        get_adapter().send_account_already_exists_mail(pending.email)
    else:
        said = {"code": code, "minutes": settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT // 60}
        get_adapter().send_mail("account/email/sign_up_code", pending.email, said)


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
    ) as refused:  # whoever has the address made one meanwhile, most likely with the same button
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
    request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)  # as where somebody waits to log in
    forget_old_visits()


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """Tell somebody who has an account that an administrator has to let them in."""
    return render(request, "account/waiting.html")
