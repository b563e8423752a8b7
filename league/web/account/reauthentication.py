"""Reauthentication: a logged-in user has to prove their identity again before they change their account.

allauth asks for the password or the second factor. Users with neither get a code by mail; allauth would ask nothing.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings, forms
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.views import BaseReauthenticateView
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from league.models import User
from league.web.account.fields import PASSWORD, label_fields
from league.web.account.log_in import CodeForm
from league.web.account.mailed_code import MailedCode
from league.web.account.mails import count_mail_to_anybody

PURPOSE = "reauthentication-code"
View = Callable[..., HttpResponseBase]


class ReauthenticateForm(forms.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"password": PASSWORD})


def get_account(request: HttpRequest) -> User:
    """Return the account of a request that requires a log-in."""
    if not isinstance(request.user, User):
        raise TypeError("only for those who are logged in")
    return request.user


def has_reauthenticated(request: HttpRequest) -> bool:
    """Return whether the user has reauthenticated in this session in the last minutes."""
    records = get_authentication_records(request, request.user)
    latest = max((record["at"] for record in records if record.get("reauthenticated")), default=0)
    return bool(time.time() - latest < app_settings.REAUTHENTICATION_TIMEOUT)


def require_reauthentication(request: HttpRequest) -> None:
    """Raise ReauthenticationRequired unless the user has: allauth then asks, and continues with the request."""
    if not has_reauthenticated(request):
        raise ReauthenticationRequired


def ask_who_it_is(view: View) -> View:
    """Wrap an allauth view that changes how users log in, to protect users without password and second factor, too.

    allauth asks those users nothing. Here they must have logged in within the last minutes, or type in a mailed
    code. Visitors are kept out: allauth would store what they send.
    """

    @login_required
    @wraps(view)
    def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not get_reauthentication_flows(request.user) and not _has_authenticated(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return asking


def _has_authenticated(request: HttpRequest) -> bool:
    """Return whether the user has logged in or reauthenticated in the last minutes."""
    records = get_authentication_records(request, request.user)
    latest = max((record["at"] for record in records), default=0)
    return bool(time.time() - latest < app_settings.REAUTHENTICATION_TIMEOUT)


@method_decorator([never_cache, login_required], name="dispatch")
class ReauthenticateByCodeView(BaseReauthenticateView):
    """Ask for a code that is mailed to the account's address."""

    form_class = CodeForm
    template_name = "account/reauthenticate_by_code.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "send" in request.POST or MailedCode.find(request, PURPOSE) is None:
            user = get_account(request)
            count_mail_to_anybody(request, user.email, "reauthentication code")
            MailedCode.begin(request, PURPOSE, user, user.email)
            return HttpResponseRedirect(request.get_full_path())
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_form_kwargs(self) -> dict[str, Any]:
        waiting = MailedCode.find(self.request, PURPOSE)
        return {**super().get_form_kwargs(), "code": waiting.code if waiting else ""}

    def form_valid(self, form: CodeForm) -> HttpResponse:
        self.request.session.pop(PURPOSE)
        record_authentication(self.request, self.request.user, method="code", reauthenticated=True)
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: CodeForm) -> HttpResponse:
        waiting = MailedCode.find(self.request, PURPOSE)
        if waiting and not waiting.count_wrong_code():
            return HttpResponseRedirect(self.request.get_full_path())
        response: HttpResponse = super().form_invalid(form)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "is_sent": MailedCode.find(self.request, PURPOSE)}
