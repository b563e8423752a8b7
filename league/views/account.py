"""Accounts: what allauth and axes ask us. Who may make an account, what is said, and who is trying a password."""

import ipaddress
import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.account import views as allauth_views
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.internal.stagekit import clear_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.sessions.models import Session
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.actions import mail
from league.actions.account_notice import CHANGES, notify_of_account_change
from league.actions.limits import MAX_KEYS, Limit, LimitReached, count_use, keep_latest
from league.actions.sign_up import admit_invited
from league.models import User
from league.queries.invitation import followed
from league.queries.links import build_url
from league.views import guessing

events = logging.getLogger("league.accounts")

LONGEST_KEPT = 255  # characters of an address that axes has room for
IP_HASH_LENGTH = 12
MAX_NEXT_LENGTH = 2_000  # characters


MAILS_FOR_VISITOR = Limit(
    "account-mails-visitor",
    most=200,
    period=timedelta(hours=1),
    about=_(
        "From where you are, as many of these mails have been asked for as this site sends. If you have a password, "
        "you can log in with it at once."
    ),
    max_keys=MAX_KEYS,
)
MAILS_FOR_VISITOR_A_DAY = replace(
    MAILS_FOR_VISITOR, name="account-mails-visitor-day", most=600, period=timedelta(days=1)
)
MAILS_TO_RECIPIENT = Limit(
    "account-mails-recipient",
    most=5,
    period=timedelta(minutes=15),
    about=_(
        "So that nobody fills your mailbox, only a few of these mails are sent to one address. Use the latest one: "
        "look in your spam or junk folder, too. If you have a password, you can log in with it at once."
    ),
    max_keys=MAX_KEYS,
)
MAILS_TO_RECIPIENT_A_DAY = replace(
    MAILS_TO_RECIPIENT, name="account-mails-recipient-day", most=20, period=timedelta(days=1)
)
# To an account: these are not forgotten. In a browser where it was logged in before, no stranger can use them up.
MAILS_TO_ACCOUNT, MAILS_TO_ACCOUNT_A_DAY, MAILS_TO_KNOWN, MAILS_TO_KNOWN_A_DAY = (
    replace(limit, name=limit.name.replace("recipient", kind), max_keys=None)
    for kind in ("account", "known-browser")
    for limit in (MAILS_TO_RECIPIENT, MAILS_TO_RECIPIENT_A_DAY)
)
MAX_WAITING_CODES = 500  # sessions of visitors: each request for a code makes one

WAYS = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


class Adapter(DefaultAccountAdapter):
    """allauth's questions, answered for this house."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _(
            "This e-mail address and password do not belong together. "
            "Look for a typing mistake; in the password, capital letters count."
        ),
        "enter_current_password": _("This is not your present password. Capital letters count."),
        "incorrect_password": _("This is not your password. Capital letters count."),
        "incorrect_code": _(
            "This is not the code that we sent. Look for a typing mistake, or ask for a new one."
        ),
        "too_many_login_attempts": _(
            "That was tried too often. Wait a few minutes, then ask for a new code."
        ),
        "old_address": _("The account has another e-mail address by now. Log in with that one."),
        "rate_limited": _("That was tried too often. Wait a few minutes, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whoever has just followed an invitation may always."""
        return settings.SIGN_UP != "invitation" or followed(request.session) is not None

    def is_safe_url(self, url: str | None) -> bool:
        """Of this site, and no longer than any of its addresses: it is kept until somebody has typed in their code."""
        return bool(url) and len(url or "") <= MAX_NEXT_LENGTH and super().is_safe_url(url)

    def get_login_stages(self) -> list[str]:
        """Nobody is locked out who has a password and no mail: what only a mailed token allows asks for one then."""
        stages = super().get_login_stages()
        return [stage for stage in stages if not stage.endswith(".EmailVerificationStage")]

    def pre_login(
        self, request: HttpRequest, user: User, *, email: str | None, **about: Any
    ) -> HttpResponse | None:
        """Nobody logs in by a code to an address that is the account's no longer, nor while the account waits."""
        if email and email.lower() != user.email.lower():
            messages.error(request, self.error_messages["old_address"])
            return redirect("account_login")
        response: HttpResponse | None = super().pre_login(request, user, email=email, **about)
        if response is None and user.waiting_since and is_invited(request, user.email):
            admit_invited(user)
        elif response is None and user.waiting_since:
            clear_login(request)
            return redirect("account_waiting")
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Nobody waits for the mail server; the pages say what to do when no mail comes.

        Only now does it count for the site, or requests for addresses without an account would use up its mails.
        """
        mail.count_mail_of_site()
        mail.send_later(self.render_mail(template_prefix, email, {"email": email, **context}))

    def send_notification_mail(self, template_prefix: str, user: User, *args: Any, **kwargs: Any) -> None:
        """By a job, in our words. allauth would write down the IP address, and what the browser says that it is."""
        what = template_prefix.rpartition("/")[2]
        if what in CHANGES:
            notify_of_account_change(user, what)

    def send_account_already_exists_mail(self, email: str) -> None:
        links = {"log_in": build_url("account_login"), "reset": build_url("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, links)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Before a password is looked at. Raises LimitReached."""
        guessing.count_password(request, who(request, credentials), address=get_address(request))

    def reauthenticate(self, user: User, password: str) -> bool:
        """By the password of whoever is logged in. Raises LimitReached."""
        count_use(guessing.AT_OWN_PASSWORD, str(user.pk))
        return user.check_password(password)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """The ways to say once more who one is, in our words; without password and second factor, a code by mail."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if ways or not user.is_authenticated:
            return [way | {"description": WAYS[way["id"]]} for way in ways]
        return [
            {
                "id": "reauthenticate_by_code",
                "description": _("Use a code that we mail to you"),
                "url": reverse("account_reauthenticate_by_code"),
            }
        ]

    def get_reset_password_from_key_url(self, key: str) -> str:
        """At the address that the site says is its own, not at the one that was asked."""
        who, _dash, secret = key.partition("-")
        return build_url("account_reset_password_from_key", who, secret)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("my")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Never None: by a socket without an address everybody comes from one and the same place."""
        return came_from(request) or "nowhere"


def is_invited(request: HttpRequest, email: str) -> bool:
    """Return whether somebody has just followed an invitation to this address. 1 query at most."""
    invitation = followed(request.session)
    return invitation is not None and invitation.email == email.lower()


def count_account_mail(request: HttpRequest, email: str, what: str) -> bool:
    """Count and log a code or a link that somebody asks for; return whether it is to be sent.

    Whether an address has an account can't be told: without one there is no mail, and one that gets no more now is
    answered alike. Only a browser in which the address was logged in before counts by itself, so that no stranger can
    use that up, and is told. Raises LimitReached, and NoSlot while so many mails wait that none can be sent.
    """
    account, recipient = _count_request(request, email, what), email.strip().lower()
    if account is None:
        return True
    if guessing.is_known_browser(request, email):
        count_use(MAILS_TO_KNOWN, recipient)
        count_use(MAILS_TO_KNOWN_A_DAY, recipient)
        return True
    try:
        count_use(MAILS_TO_ACCOUNT, recipient)
        count_use(MAILS_TO_ACCOUNT_A_DAY, recipient)
    except LimitReached as reached:
        events.warning(
            "mail limited", extra={"limit": reached.limit.name, **describe_visitor(request, account)}
        )
        return False
    return True


def count_mail_to_anybody(request: HttpRequest, email: str, what: str) -> None:
    """Count and log a mail that goes out whether or not there is an account with this address.

    Raises LimitReached, and NoSlot while so many mails wait that none can be sent.
    """
    _count_request(request, email, what)
    count_use(MAILS_TO_RECIPIENT, email.strip().lower())
    count_use(MAILS_TO_RECIPIENT_A_DAY, email.strip().lower())


def _count_request(request: HttpRequest, email: str, what: str) -> int | None:
    """Count and log that somebody asks for a mail; return the id of the account with this address, if there is one."""
    mail.require_room()
    mail.require_mail_of_site()
    visitor, account = get_address(request), find_account_id(email)
    count_use(MAILS_FOR_VISITOR, visitor)  # first: who has used these up lets no others be stored
    count_use(MAILS_FOR_VISITOR_A_DAY, visitor)
    events.info("mail asked for", extra={"mail": what, **describe_visitor(request, account)})
    return account


class LogInView(allauth_views.LoginView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().post(request, *args, **kwargs)
        except LimitReached as reached:
            tried = find_account_id(who(request, None))
            limit = {"limit": reached.limit.name}
            events.warning("log-in limited", extra=limit | describe_visitor(request, tried))
            return _show_locked(request, reached.retry_after, reached.limit.about)
        return response


class ConfirmCodeView(allauth_views.ConfirmLoginCodeView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        guessing.count_address(get_address(request))
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class ChangePasswordView(allauth_views.PasswordChangeView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        count_use(guessing.AT_OWN_PASSWORD, str(request.user.pk))
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


def render_in_vain(request: HttpRequest, form: Form, template: str, **context: str) -> None:
    """Render the mail that an address without an account does not get.

    So how long the answer takes does not tell whether there is one.
    """
    email = form.cleaned_data["email"]
    if find_account_id(email) is None:
        Adapter(request).render_mail(template, email, {"email": email, **context})


class RequestCodeView(allauth_views.RequestLoginCodeView):
    def form_valid(self, form: Form) -> HttpResponse:
        if not count_account_mail(self.request, form.cleaned_data["email"], "log-in code"):
            form._user = None  # type: ignore[attr-defined]  # as for an address without an account
        response: HttpResponse = super().form_valid(form)
        render_in_vain(self.request, form, "account/email/login_code", code="AAAA-AAAA")
        # What waits for the code is of no use afterwards. Whoever logs in gets the usual time again.
        self.request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
        forget_old_visits()
        return response


def forget_old_visits() -> None:
    """Delete sessions that are over or soon will be, if there are many: visitors' are, and they can make any number.

    Whoever has waited for a code for longest asks for another. Runs 1 query if there are few.
    """
    soon_over = timezone.now() + timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
    sessions = Session.objects.filter(expire_date__lte=soon_over).order_by("-expire_date")
    keep_latest(sessions, MAX_WAITING_CODES)


def send_code(request: HttpRequest, user: User, *, then: str) -> HttpResponse:
    """Log somebody out, and let them log in again by a code that is sent to their address; then they go to `then`.

    Raises LimitReached and NoSlot.
    """
    count_mail_to_anybody(request, user.email, "log-in code")
    logout(request)
    LoginCodeVerificationProcess.initiate(request=request, user=user, email=user.email)
    request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
    return redirect(f"{reverse('account_confirm_login_code')}?{urlencode({'next': then})}")


class ResetPasswordView(allauth_views.PasswordResetView):
    def form_valid(self, form: Form) -> HttpResponse:
        if not count_account_mail(self.request, form.cleaned_data["email"], "password reset"):
            form.users = []  # type: ignore[attr-defined]  # as for an address without an account
        response: HttpResponse = super().form_valid(form)
        url = build_url("account_reset_password_from_key", "1", "key")
        render_in_vain(self.request, form, "account/email/password_reset_key", password_reset_url=url)
        return response


def came_from(request: HttpRequest) -> str | None:
    """The visitor's IP address, by which guesses are counted; None where there is none, as by a Unix socket.

    Where a proxy is in front of us it is the last one of X-Forwarded-For, which that proxy has written; whatever is
    before it the visitor may have made up.
    """
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        forwarded = _ip(request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2])
        if forwarded:
            return forwarded
    return _ip(request.META.get("REMOTE_ADDR") or "")


def get_address(request: HttpRequest) -> str:
    """Return the address by which a visitor's uses are counted: of IPv6, the network that one customer has."""
    address = ipaddress.ip_address(came_from(request) or "0.0.0.0")  # noqa: S104  # by a socket: all are one
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def get_counted_ip(request: HttpRequest) -> str:
    """Return the first address of what `get_address` says: axes has a column for an address, not for a network."""
    return get_address(request).partition("/")[0]


def describe_visitor(request: HttpRequest | None, user: int | None) -> dict[str, Any]:
    """Return what the log says of whoever did something to an account.

    That is the account's id and a keyed hash of the IP address: the same one means the same address, and no
    more.
    """
    address = came_from(request) if request is not None else None
    digest = (
        salted_hmac("league.ip", address, algorithm="sha256").hexdigest()[:IP_HASH_LENGTH] if address else ""
    )
    return {"user": user, "ip": digest}


def find_account_id(email: str) -> int | None:
    """Return the id of the account with this address, whatever its capital letters; None without one. 1 query."""
    accounts = User.objects.filter(email__iexact=email.replace("\0", ""))
    found: int | None = accounts.values_list("pk", flat=True).first()
    return found


def _ip(text: str) -> str | None:
    try:
        return str(
            ipaddress.ip_address(text.strip().partition("%")[0])
        )  # no database knows the zone after a %
    except ValueError:
        return None


def who(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The address whose password is being tried, as axes is to count it: capital letters make no other one.

    allauth's log-in calls it login or email, Django's own username.
    """
    sent = credentials or request.POST
    tried = next((sent[name] for name in ("email", "login", "username") if sent.get(name)), "")
    return str(tried).strip().lower()[:LONGEST_KEPT]


def is_counted_apart(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Whether axes leaves this log-in to `guessing`, which counts browsers that are known by themselves."""
    return guessing.is_known_browser(request, who(request, credentials))


def locked(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Says how long to wait after too many wrong passwords."""
    about = _(
        "So that nobody can guess yours, this address cannot log in with a password from here for a while."
    )
    return _show_locked(request, int(settings.AXES_COOLOFF_TIME.total_seconds()), about)


def _show_locked(request: HttpRequest, seconds: int, about: str | Promise) -> HttpResponse:
    page = render(request, "account/locked.html", {"minutes": -(-seconds // 60), "about": about}, status=429)
    page["Retry-After"] = str(seconds)
    page["Cache-Control"] = "no-store"  # it may hold what was typed before
    return page
