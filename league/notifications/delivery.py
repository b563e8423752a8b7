"""Mail, rendered and sent by jobs that hold ids only, so that it is up to date when it is sent.

Mails with a code or a link to log in are no jobs, because these would store the secret: they are sent by threads of
this process (docs/decisions/0025-account-mails-wait-in-memory.md).
"""

import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from smtplib import SMTPException, SMTPResponseException
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import DatabaseError, connection, transaction
from django.template import Context, Engine
from django.utils import timezone
from django.utils.translation import activate, override
from django.utils.translation import gettext_lazy as _

from league.actions.limits import Limit, count_use, require_left
from league.actions.slots import NoSlot
from league.models import MailFailure, User
from league.models.mail_failure import MAX_PROBLEM_LENGTH

log = logging.getLogger(__name__)

MAILS_A_DAY = Limit(
    "mails",
    most=settings.MAX_MAILS_A_DAY,
    period=timedelta(days=1),
    about=_("This site has reached its daily limit for e-mails."),
)
MAX_WAITING_MAILS = 100  # of this process: with a mail server that does not answer, eight minutes' work
SENDING_THREADS = 2
RETRY_SECONDS = 60
# After any of these without a space a mail program may see an address, and make a link of it.
LINK_SIGNS = re.compile(
    r"([.:@\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH FULL STOP}\N{HALFWIDTH IDEOGRAPHIC FULL STOP}])(?=\S)"
)
_threads = ThreadPoolExecutor(SENDING_THREADS, "mail")
_room = BoundedSemaphore(MAX_WAITING_MAILS)


def render_mail(
    template: str, *, to: str, language: str = "", has_html: bool = False, **context: Any
) -> EmailMultiAlternatives:
    """Return the mail of a template below templates/mail, whose first line is the subject.

    It is in the recipient's language, or in that of the installation where none is known: a job may run for a reader of
    any other.

    A mail with HTML has both `template`.txt and `template`.html, which get the same context.
    """
    with override(language or settings.LANGUAGE_CODE):
        engine = Engine.get_default()
        plain = Context(context, autoescape=False)  # plain text, so names are not escaped
        subject, _rest, text = (
            engine.get_template(f"mail/{template}.txt").render(plain).strip().partition("\n")
        )
        subject = " ".join(subject.split())  # a line break in a name would begin a header of its own
        message = EmailMultiAlternatives(subject, text.strip() + "\n", to=[to])
        if has_html:
            html = engine.get_template(f"mail/{template}.html").render(
                Context({"subject": subject, **context})
            )
            message.attach_alternative(html, "text/html")
    return message


def activate_language(recipient: User) -> None:
    """Activate the recipient's language until the job that mails them is over."""
    activate(recipient.language or settings.LANGUAGE_CODE)


def format_name(name: str) -> str:
    """Return a name for a mail to a recipient who may not know it: on a single line, without text that becomes a link.

    Names may look like addresses, so a space is put after each character that could begin or continue an address.
    """
    return LINK_SIGNS.sub(r"\1 ", " ".join(name.split()))


def deliver_mail(message: EmailMessage) -> None:
    """Hand a mail over to the mail server; its errors are raised. Never call this inside a transaction."""
    message.send()


def count_mail_of_site() -> None:
    """Count a mail that is sent because a user asked for it. Raises LimitReached."""
    count_use(MAILS_A_DAY, "")


def require_mail_of_site() -> None:
    """Raise LimitReached if the site has sent as many mails today as it may, regardless of the next recipient."""
    require_left(MAILS_A_DAY, "")


def require_room() -> None:
    """Raise NoSlot if so many mails wait to be sent that this process takes no more."""
    if not _room.acquire(blocking=False):
        raise NoSlot("mail", RETRY_SECONDS)
    _room.release()


def send_later(message: EmailMessage) -> None:
    """Send a mail on a thread of its own, so that no request waits for the mail server. Errors are logged.

    Raises NoSlot if too many wait already.
    """
    if not _room.acquire(blocking=False):
        raise NoSlot("mail", RETRY_SECONDS)
    run_on_thread(lambda: _send(message))


def run_on_thread(work: Callable[[], None]) -> None:
    _threads.submit(work)


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError as error:  # SMTP's errors are among these
        _note_failure(describe_error(error))
    except Exception as error:  # noqa: BLE001  # whatever it is: the thread goes on, and the others are sent
        _note_failure(type(error).__name__)
    finally:
        _room.release()


def _note_failure(problem: str) -> None:
    """Log why a mail could not be sent, and keep it for the administrators, if the database is there."""
    log.error("a mail could not be sent: %s", problem)
    try:
        with transaction.atomic():
            MailFailure.objects.update_or_create(
                pk=1, defaults={"at": timezone.now(), "problem": problem[:MAX_PROBLEM_LENGTH]}
            )
    except DatabaseError as error:
        log.warning("that could not be kept: %s", type(error).__name__)
    finally:
        if not connection.in_atomic_block:  # as in a test, which sends mails on its own thread
            connection.close()  # this thread's: no other thread closes it, and it may be idle for good


def describe_error(error: OSError) -> str:
    """Describe an error of the mail server without what was sent to it: SMTP's errors repeat addresses."""
    if isinstance(error, SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return type(error).__name__ if isinstance(error, SMTPException) else repr(error)
