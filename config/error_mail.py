"""The handler that has the administrators mailed the first of a kind of error a day."""

import logging
import time
from functools import partial
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings

from config.logging import OUR_LOGGERS, build_line, find_error, find_place, tell_failure

A_DAY = 24 * 3600.0
MAX_KINDS = 100  # a day and process that the database is asked about


class ErrorMailHandler(logging.Handler):
    """Hand errors over to `league.actions.error_mail`, which counts and mails them, in a thread of its own.

    A kind that this process has handed over is not looked at again for a day, so an error that happens a
    thousand times costs no more than one.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        if not settings.ADMINS or settings.DEBUG or not apps.ready:
            return
        from league.actions import error_mail, job  # here, as logging is set up before there are any models

        if record.__dict__.get("kind") == error_mail.MAIL_JOB:
            return  # that a mail cannot be sent is not reported by mail
        if record.__dict__.get("status_code", 500) < 500:
            return  # Django's errors of what was sent: visitors can cause as many as they like
        try:
            kind = build_kind(record)
            if self._is_first(kind):
                subject, text = build_mail(record, kind)
                work = partial(error_mail.report_error, kind=kind, subject=subject, text=text)
                job.run_in_background(work)
        except Exception:  # noqa: BLE001  # logging never raises
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        tell_failure("An error could not be mailed")

    def _is_first(self, kind: str) -> bool:
        now = time.monotonic()
        self.seen = {known: at for known, at in self.seen.items() if now - at < A_DAY}
        if kind in self.seen or len(self.seen) >= MAX_KINDS:
            return False
        self.seen[kind] = now
        return True


def build_kind(record: logging.LogRecord) -> str:
    """Return what kind of error it is: its type, and the last place in our own code that it went through."""
    error = find_error(record)
    if error is None:
        file, line, _level, _error = find_place(record)
        place = f"{_shorten(file) or record.name}, line {line}"
        told = [str(record.__dict__.get("status_code", "")), build_line(record).get("route", "")]
        return " ".join([record.levelname, place, *filter(None, told)])
    return f"{type(error).__qualname__} in {_find_our_place(error) or record.name}"


def _find_our_place(error: BaseException) -> str:
    """Return the file and the function of the last frame in our own code; nothing if there is none."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if file := _shorten(code.co_filename):
            place = f"{file}, {code.co_name}"
        trace = trace.tb_next
    return place


def _shorten(file: str) -> str:
    """Return the path of one of our own files from the root of the repository, nothing of others."""
    path = Path(file)
    if not path.is_relative_to(settings.BASE_DIR):
        return ""
    short = path.relative_to(settings.BASE_DIR)
    return str(short) if short.parts[0] in OUR_LOGGERS else ""


def build_mail(record: logging.LogRecord, kind: str) -> tuple[str, str]:
    """Return the subject and the text of the mail about an error."""
    line: dict[str, Any] = build_line(record)
    trace = line.pop("traceback", "")
    values = "\n".join(f"{name}: {value}" for name, value in line.items())
    return f"Boolie at {settings.SITE_URL}: {kind}", (
        f"This is the first error of its kind today. Others of this kind are only written to the log.\n\n"
        f"{values}\n\n{trace}\n"
    )
