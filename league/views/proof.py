"""What proves the address of an account in the browser: a code, or a link for a new password, that came by mail."""

from typing import Any

from allauth.account import signals
from allauth.account import views as allauth_views
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from league.actions.proof import prove_address
from league.models import User


def connect() -> None:
    """Let a log-in code prove the address it was sent to, from now on."""
    signals.authentication_step_completed.connect(_prove_by_code, dispatch_uid="proof: code")


def _prove_by_code(*, request: HttpRequest, user: User, method: str, email: str = "", **_: Any) -> None:
    if method == "code" and User.objects.normalize_email(email) == User.objects.normalize_email(user.email):
        prove_and_tell(request, user)


def prove_and_tell(request: HttpRequest, user: User) -> bool:
    """Record that the address is proved, and tell whoever proved it if a password has ended by that.

    Returns whether it was not proved before.
    """
    had_password = user.has_usable_password()
    is_first = prove_address(user, keep=request.session.session_key)
    if is_first and had_password:
        said = gettext(
            "We know now that this e-mail address is yours. To be safe, the password from before no longer works: set "
            "a new one under “Password”."
        )
        messages.info(request, said)
    return is_first


class ResetFromKeyView(allauth_views.PasswordResetFromKeyView):
    def form_valid(self, form: Form) -> HttpResponse:
        prove_address(self.reset_user)  # first: it ends the password, and then the new one is set
        response: HttpResponse = super().form_valid(form)
        return response
