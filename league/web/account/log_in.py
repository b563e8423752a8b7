"""Logging in with a password, or with a code that is sent by mail. The views are allauth's, with our limits."""

import logging
from typing import Any
from urllib.parse import urlencode

from allauth.account import forms, views
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.core import context
from django.conf import settings
from django.contrib.auth import logout
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.actions.limits import LimitReached
from league.models import User
from league.queries.invitation import get_invitation_from_mail
from league.web.account import guessing
from league.web.account.fields import ABOUT_CODE, ADDRESS, PASSWORD, label_fields
from league.web.account.mails import count_account_mail, count_mail_to_anybody, render_for_nobody
from league.web.sessions import delete_old_visits
from league.web.visitor import describe_visitor, find_account_id, get_address

log = logging.getLogger("league.accounts")


class LogInForm(forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"login": ADDRESS, "password": PASSWORD})
        invitation = get_invitation_from_mail(self.request.session)
        typed = context.request.POST.get("email", "")  # for a code, before the password was chosen
        self.fields["login"].initial = invitation.email if invitation else typed
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class RequestCodeForm(forms.RequestLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"email": ADDRESS})
        self.fields["email"].initial = context.request.POST.get("login", "")  # beside a password


class CodeForm(forms.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(
            self,
            {"code": _("Code")},
            {"code": ABOUT_CODE},
        )
        self.fields["code"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}


class LogInView(views.LoginView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().post(request, *args, **kwargs)
        except LimitReached as reached:
            tried = find_account_id(guessing.get_tried_email(request, None))
            limit = {"limit": reached.limit.name}
            log.warning("log-in limited", extra=limit | describe_visitor(request, tried))
            return _render_locked(request, reached.retry_after, reached.limit.about)
        return response


class ConfirmCodeView(views.ConfirmLoginCodeView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        guessing.count_address(get_address(request))
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class RequestCodeView(views.RequestLoginCodeView):
    def form_valid(self, form: Form) -> HttpResponse:
        if not count_account_mail(self.request, form.cleaned_data["email"], "log-in code"):
            form._user = None  # type: ignore[attr-defined]  # as for an address without an account
        response: HttpResponse = super().form_valid(form)
        render_for_nobody(self.request, form, "account/email/login_code", code="AAAA-AAAA")
        # The state that waits for the code is not needed afterwards. A logged-in session lasts the usual time again.
        self.request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
        delete_old_visits()
        return response


def send_code(request: HttpRequest, user: User, *, then: str) -> HttpResponse:
    """Log a user out, and let them log in again by a code that is mailed to them; afterwards redirect to `then`.

    Raises LimitReached and NoSlot.
    """
    count_mail_to_anybody(request, user.email, "log-in code")
    logout(request)
    LoginCodeVerificationProcess.initiate(request=request, user=user, email=user.email)
    request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
    return redirect(f"{reverse('account_confirm_login_code')}?{urlencode({'next': then})}")


def show_locked(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Show how long to wait after too many wrong passwords."""
    about = _("To protect your account, you can't log in with a password from here for a while.")
    return _render_locked(request, int(settings.AXES_COOLOFF_TIME.total_seconds()), about)


def _render_locked(request: HttpRequest, seconds: int, about: str | Promise) -> HttpResponse:
    page = render(request, "account/locked.html", {"minutes": -(-seconds // 60), "about": about}, status=429)
    page["Retry-After"] = str(seconds)
    page["Cache-Control"] = "no-store"  # it may hold what the visitor typed before
    return page
