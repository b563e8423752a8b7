"""A code that was mailed to an address, stored in the session of the visitor who has to type it in."""

from typing import Any, Self

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest

from league.models import User

MAX_ATTEMPTS = 3


class MailedCode(AbstractCodeVerificationProcess):
    """allauth's process for log-in codes, used for another purpose: it limits wrong codes and time.

    `purpose` is its key in the session. An empty code matches no input.
    """

    def __init__(self, request: HttpRequest, purpose: str, state: dict[str, Any]) -> None:
        self._request, self._purpose = request, purpose
        super().__init__(
            max_attempts=MAX_ATTEMPTS, timeout=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT, state=state
        )

    @classmethod
    def begin(
        cls, request: HttpRequest, purpose: str, user: User, email: str, *, is_sent: bool = True
    ) -> None:
        """Mail a new code to an address, replacing the previous code; without `is_sent` there is none."""
        process = cls(request, purpose, cls.initial_state(user, email))
        if is_sent:
            process.state["code"] = get_adapter().generate_login_code()
            process.send()
        process.persist()

    @classmethod
    def find(cls, request: HttpRequest, purpose: str) -> Self | None:
        """Return the stored code; None if there is none, or if it has expired."""
        state = request.session.get(purpose)
        found: Self | None = cls(request, purpose, state).abort_if_invalid() if state else None
        return found

    @property
    def email(self) -> str:
        return str(self.state["email"])

    def send(self) -> None:
        get_adapter().send_mail("account/email/login_code", self.email, {"code": self.code})

    def persist(self) -> None:
        self._request.session[self._purpose] = self.state

    def abort(self) -> None:
        self._request.session.pop(self._purpose, None)

    def count_wrong_code(self) -> bool:
        """Return whether another try is left; if not, show a message that the code no longer works."""
        if self.record_invalid_attempt():
            return True
        messages.error(self._request, get_adapter().error_messages["too_many_login_attempts"])
        return False
