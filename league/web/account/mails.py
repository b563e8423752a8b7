"""Limits on the codes and links that visitors request by mail."""

import logging
from dataclasses import replace
from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.forms import Form
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.actions.limits import MAX_KEYS, Limit, LimitReached, count_use
from league.notifications import delivery
from league.web.account import guessing
from league.web.visitor import describe_visitor, find_account_id, get_address

log = logging.getLogger("league.accounts")

MAILS_FOR_VISITOR = Limit(
    "account-mails-visitor",
    most=200,
    period=timedelta(hours=1),
    about=_(
        "Too many of these e-mails have been sent to your network. If you have a password, you can "
        "log in with it now."
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
        "To protect your mailbox, we send only a few of these e-mails. Use the latest one; check "
        "your spam folder, too. If you have a password, you can log in with it now."
    ),
    max_keys=MAX_KEYS,
)
MAILS_TO_RECIPIENT_A_DAY = replace(
    MAILS_TO_RECIPIENT, name="account-mails-recipient-day", most=20, period=timedelta(days=1)
)
# To an account: never evicted. With a browser that has logged in before, no stranger can use them up.
MAILS_TO_ACCOUNT, MAILS_TO_ACCOUNT_A_DAY, MAILS_TO_KNOWN, MAILS_TO_KNOWN_A_DAY = (
    replace(limit, name=limit.name.replace("recipient", kind), max_keys=None)
    for kind in ("account", "known-browser")
    for limit in (MAILS_TO_RECIPIENT, MAILS_TO_RECIPIENT_A_DAY)
)


def count_account_mail(request: HttpRequest, email: str, what: str) -> bool:
    """Count and log a request for a code or a link; return whether to send it.

    Visitors can't learn whether an address has an account: without an account there is no mail, and one over its limit
    is answered alike. Only a browser that has logged in with the address counts by itself, so that no stranger can use
    up its limit, and is told. Raises LimitReached, and NoSlot while too many mails wait to be sent.
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
        log.warning("mail limited", extra={"limit": reached.limit.name, **describe_visitor(request, account)})
        return False
    return True


def count_mail_to_anybody(request: HttpRequest, email: str, what: str) -> None:
    """Count and log a mail that is sent whether or not an account has this address.

    Raises LimitReached, and NoSlot while too many mails wait to be sent.
    """
    _count_request(request, email, what)
    count_use(MAILS_TO_RECIPIENT, email.strip().lower())
    count_use(MAILS_TO_RECIPIENT_A_DAY, email.strip().lower())


def _count_request(request: HttpRequest, email: str, what: str) -> int | None:
    """Count and log a request for a mail; return the id of the account with this address, if any."""
    delivery.require_room()
    delivery.require_mail_of_site()
    visitor, account = get_address(request), find_account_id(email)
    count_use(MAILS_FOR_VISITOR, visitor)  # first: once these are used up, no others are stored
    count_use(MAILS_FOR_VISITOR_A_DAY, visitor)
    log.info("mail asked for", extra={"mail": what, **describe_visitor(request, account)})
    return account


def render_for_nobody(request: HttpRequest, form: Form, template: str, **context: str) -> None:
    """Render the mail that is not sent to an address without an account.

    The time of the answer then does not reveal whether there is an account.
    """
    email = form.cleaned_data["email"]
    if find_account_id(email) is None:
        get_adapter(request).render_mail(template, email, {"email": email, **context})
