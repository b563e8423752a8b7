"""Logging: which lines there are, what a line holds, and where it goes.

See docs/decisions/0027-what-the-log-holds.md.
"""

import json
import logging
import os
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, TextIO

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from config import environment, redaction

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
OUR_LOGGERS = ("config", "games", "league")
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
MAX_REPETITIONS = 60  # lines a minute from one place in the code: nobody can fill a disk with them
MAX_VISITOR_LINES = 500  # a day from one place: there are about twenty, and the files' 400 MB are for 30 days
A_MINUTE, A_DAY = 60, 24 * 3600  # seconds
# Answers that are no event unless a logged-in user gets them.
ORDINARY_ANSWERS = frozenset(
    {
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.GONE,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    }
)
READINESS_ROUTE = "readyz"  # answers 503 while something is missing, and logs that itself

current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)


def read_logging() -> dict[str, Any]:
    """Return Django's LOGGING for `LOG_LEVEL`, `LOG_FORMAT` and `LOG_FILE`.

    Raises ImproperlyConfigured if one of them cannot be understood.
    """
    level = environment.read_choice("LOG_LEVEL", LEVELS, default="INFO")
    style = environment.read_choice("LOG_FORMAT", FORMATS, default="text")
    file = _read_file()
    to_console = {"()": ConsoleHandler, "formatter": "line", "filters": ["console repetitions"]}
    to_file = {"()": "config.log_file.DailyFileHandler", "filename": file, "formatter": "line"}
    handlers: dict[str, Any] = {"console": to_console, "mail": {"()": "config.error_mail.ErrorMailHandler"}}
    if file:
        handlers["file"] = to_file | {"filters": ["file repetitions"]}
    # Other packages tell what went wrong. More than that would be noise, and at DEBUG what people typed.
    others = level if level == "ERROR" else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": JsonFormatter if style == "json" else TextFormatter}},
        "filters": {
            "console repetitions": {"()": RepetitionFilter},
            "file repetitions": {"()": RepetitionFilter},
            "events": {"()": EventFilter},
        },
        "handlers": handlers,
        "root": {"handlers": [*handlers], "level": others},
        "loggers": {
            **{name: {"level": level} for name in OUR_LOGGERS},
            # Without Django's own handlers, which send mail while a user waits for the page.
            "django": {"handlers": [], "level": others},
            "django.request": {"filters": ["events"]},
            "axes": {
                "level": "CRITICAL"
            },  # it names the user who tries to log in; league.accounts says the same
            "gunicorn.error": {"handlers": [*handlers]},  # what it says once Boolie has been loaded
        },
    }


def _read_file() -> str:
    """Return the path in `LOG_FILE`, or nothing. Raises ImproperlyConfigured unless it can be written."""
    name = os.environ.get("LOG_FILE", "").strip()
    path = Path(name)
    written = [path.parent, path] if path.exists() else [path.parent]  # new files are made beside it
    if name and not (
        path.is_absolute() and not path.is_dir() and all(os.access(each, os.W_OK) for each in written)
    ):
        raise ImproperlyConfigured(
            "LOG_FILE must be a file, as an absolute path, in a folder that exists, both writable for Boolie."
        )
    return name


# --- what a line holds


def build_line(record: logging.LogRecord) -> dict[str, Any]:
    """Return a record as the names and values of its line; no query is run for it.

    Whatever it is, no name, address or typed text is among them.
    """
    request = find_request(record)
    error = find_error(record)
    is_ours = record.name.partition(".")[0] in OUR_LOGGERS
    typed = redaction.collect_typed(request) if error or not is_ours else []
    line: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "event": redaction.redact(_read_event(record), typed),
    }
    if request is not None:
        line |= _describe_request(request)
    if "status_code" in record.__dict__:
        line["status"] = record.__dict__["status_code"]
    if is_ours:
        fields = [name for name in record.__dict__ if name not in _OF_EVERY_RECORD]
        line |= {name: _clean(record.__dict__[name]) for name in fields}
    if left_out := record.__dict__.get(LEFT_OUT):
        line[LEFT_OUT] = left_out
    if error is not None:
        line["traceback"] = redaction.format_error(error, typed)
    return line


LEFT_OUT = "left_out"
_OF_EVERY_RECORD = {
    *vars(logging.makeLogRecord({})),
    "message",
    "asctime",
    "taskName",
    "request",
    "status_code",
    LEFT_OUT,
}


def find_request(record: logging.LogRecord) -> HttpRequest | None:
    sent = record.__dict__.get("request")
    return sent if isinstance(sent, HttpRequest) else current_request.get()


def find_error(record: logging.LogRecord) -> BaseException | None:
    """Return the error of a record, unless it was a visitor's: an answer below 500 is no fault of the code."""
    if record.__dict__.get("status_code", 500) < 500:
        return None
    return record.exc_info[1] if record.exc_info else None


def _read_event(record: logging.LogRecord) -> str:
    """Return what happened; of Django's own records only what cannot hold an address or what was sent."""
    status = record.__dict__.get("status_code")
    if record.name == "django.security.csrf" and record.args:
        return f"Forbidden: {str(record.args[0]).partition(' - ')[0]}"  # type: ignore[index]
    if record.name.startswith("django.security.") and status:
        return record.name.removeprefix("django.security.")
    if record.name.startswith("django.") and status:
        return HTTPStatus(status).phrase
    return record.getMessage()


def _describe_request(request: HttpRequest) -> dict[str, Any]:
    """Return which request it is. The route is the URL's pattern: the path itself holds names and tokens."""
    described: dict[str, Any] = {}
    if reference := getattr(request, "reference", ""):
        described["reference"] = reference
    described["method"] = request.method if request.method in METHODS else "other"
    described["route"] = get_route(request)
    if (account := get_account(request)) is not None:
        described["account"] = account
    return described


def get_route(request: HttpRequest) -> str:
    """Return the pattern of the request's URL, "-" if it has none; nothing for the home page."""
    return request.resolver_match.route if request.resolver_match else "-"


def get_account(request: HttpRequest) -> int | None:
    """Return the id of the account that is logged in, if that is known without a query."""
    user: Any = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = request.__dict__.get("_cached_user")  # where Django keeps it once it has been read
    return user.pk if user else None


def _clean(value: Any) -> Any:
    """Return a value of a record as it may be written; of anything that is not plain data only its type."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return redaction.redact(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_clean(item) for item in value]
    return type(value).__name__


class TextFormatter(logging.Formatter):
    """Lines for people: time, level, logger and event, then names and values, then the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line = build_line(record)
        trace = line.pop("traceback", "")
        head = " ".join(line.pop(name) for name in ("time", "level", "logger", "event"))
        values = "".join(f" {name}={_format_value(value)}" for name, value in line.items())
        return f"{head}{values}\n{trace}" if trace else f"{head}{values}"


def _format_value(value: Any) -> str:
    if isinstance(value, str) and value and not any(sign in value for sign in ' "='):
        return value
    return json.dumps(value, ensure_ascii=False)


class JsonFormatter(logging.Formatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(build_line(record), ensure_ascii=False)


# --- which lines there are, and on the console


class EventFilter(logging.Filter):
    """Leave out of Django's records of answers what is no event."""

    def filter(self, record: logging.LogRecord) -> bool:
        request, status = record.__dict__.get("request"), record.__dict__.get("status_code")
        if not isinstance(request, HttpRequest) or record.exc_info:
            return True
        if get_route(request) == READINESS_ROUTE:
            return False
        return status not in ORDINARY_ANSWERS or get_account(request) is not None


Place = tuple[str, int, str, str]


def find_place(record: logging.LogRecord) -> Place:
    """Return where in the code a record was made, with its level and the type of its error.

    All of Django's records of answers are made in one place.
    """
    error = record.exc_info[0] if record.exc_info else None
    event = f"{record.msg} {error.__qualname__ if error else ''}"
    return record.pathname, record.lineno, record.levelname, event


def is_of_visitor(record: logging.LogRecord) -> bool:
    """Return whether a record is about a request whose sender is not known to be logged in."""
    request = find_request(record)
    return request is not None and get_account(request) is None


class RepetitionFilter(logging.Filter):
    """Let MAX_REPETITIONS lines a minute through from one place in the code.

    Lines about visitors are counted apart, and MAX_VISITOR_LINES of them pass in a day, so that strangers cannot crowd
    out what the log says of members. The first line that is let through again says how many were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._passed: dict[
            tuple[Place, bool, int], tuple[int, int]
        ] = {}  # which minute or day, and how many in it
        self._left_out = Counter[tuple[Place, bool]]()

    def filter(self, record: logging.LogRecord) -> bool:
        source = find_place(record), is_of_visitor(record)
        allowed = {A_MINUTE: MAX_REPETITIONS} | ({A_DAY: MAX_VISITOR_LINES} if source[1] else {})
        now = time.monotonic()
        with self._lock:
            passed = {}
            for period in allowed:
                current = int(now // period)
                counted, count = self._passed.get((*source, period), (current, 0))
                passed[period] = current, count if counted == current else 0
            if any(passed[period][1] >= most for period, most in allowed.items()):
                self._left_out[source] += 1
                return False
            self._passed |= {(*source, period): (at, count + 1) for period, (at, count) in passed.items()}
            record.__dict__[LEFT_OUT] = self._left_out.pop(source, 0)
            return True


class ConsoleHandler(logging.StreamHandler[TextIO]):
    """Write to standard error, events only in a process that serves.

    A command's standard error is its own (docs/reference/commands.md, Errors): there only warnings and errors
    are written.
    """

    shows_events = False

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == COMMAND_LOGGER:
            return  # Python itself shows why a command ended
        if self.shows_events or record.levelno >= logging.WARNING:
            self.stream = sys.stderr  # as it is now
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        tell_failure("A line of the log could not be written")


COMMAND_LOGGER = "config.command"


def tell_failure(what: str) -> None:
    """Say on standard error that logging failed. Logging itself would repeat the message, names and all."""
    error = sys.exc_info()[0]
    with suppress(OSError, ValueError):
        print(f"{what}: {error.__name__ if error else 'unknown'}", file=sys.stderr)


def show_events() -> None:
    """Let the console show events, too, from now on: this process serves."""
    ConsoleHandler.shows_events = True
