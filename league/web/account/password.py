"""Changing a password, and choosing a new one by a link that comes by mail."""

from typing import Any

from allauth.account import forms, views
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from league.actions.limits import count_use
from league.actions.proof import prove_address
from league.queries.links import build_url
from league.web.account import guessing
from league.web.account.fields import ADDRESS, GOOD_PASSWORD, NEW_PASSWORD, ONCE_MORE, label_fields
from league.web.account.mails import count_account_mail, render_for_nobody


class ChangePasswordForm(forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"oldpassword": _("Current password"), "password1": NEW_PASSWORD, "password2": ONCE_MORE}
        label_fields(self, labels, {"password1": GOOD_PASSWORD})


class SetPasswordForm(forms.SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"password1": NEW_PASSWORD, "password2": ONCE_MORE}, {"password1": GOOD_PASSWORD})


class ResetPasswordForm(forms.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"email": ADDRESS})


class NewPasswordForm(forms.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_fields(self, {"password1": NEW_PASSWORD, "password2": ONCE_MORE}, {"password1": GOOD_PASSWORD})


class ChangePasswordView(views.PasswordChangeView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        count_use(guessing.AT_OWN_PASSWORD, str(request.user.pk))
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class ResetPasswordView(views.PasswordResetView):
    def form_valid(self, form: Form) -> HttpResponse:
        if not count_account_mail(self.request, form.cleaned_data["email"], "password reset"):
            form.users = []  # type: ignore[attr-defined]  # as for an address without an account
        response: HttpResponse = super().form_valid(form)
        url = build_url("account_reset_password_from_key", "1", "key")
        render_for_nobody(self.request, form, "account/email/password_reset_key", password_reset_url=url)
        return response


class ResetFromKeyView(views.PasswordResetFromKeyView):
    def form_valid(self, form: Form) -> HttpResponse:
        prove_address(self.reset_user)  # first: it ends the password, and then the new one is set
        response: HttpResponse = super().form_valid(form)
        return response
