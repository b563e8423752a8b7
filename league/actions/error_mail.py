"""Mail the administrators the first of a kind of error a day, counted across all processes."""

from datetime import timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.db import Error, transaction

from league.actions.job import enqueue
from league.actions.limits import Limit, LimitReached, count_use

MAIL_JOB = "mail-error"
KIND_OF_ERROR = Limit("mailed-errors-of-a-kind", most=1, period=timedelta(days=1))
MAILED_ERRORS = Limit("mailed-errors", most=20, period=timedelta(days=1))


def report_error(*, kind: str, subject: str, text: str) -> None:
    """Leave a job that mails an error, unless an error of its kind, or too many altogether, were mailed today.

    If the database is away, the error is mailed at once and not counted: each process reports it once.
    """
    try:
        with transaction.atomic():
            count_use(KIND_OF_ERROR, kind)
            count_use(MAILED_ERRORS, "")
            enqueue(MAIL_JOB, subject=subject, text=text)
    except LimitReached:
        pass
    except Error:
        mail_error(subject=subject, text=text)


def mail_error(*, subject: str, text: str) -> None:
    """Send the mail, as a job; do nothing if there are no administrators to mail any more."""
    if settings.ADMINS:
        recipients = [address for _name, address in settings.ADMINS]
        send_mail(" ".join(subject.split()), text, settings.SERVER_EMAIL, recipients)
