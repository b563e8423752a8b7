"""Lines of the log: what they hold, that they name nobody, and the settings that say where they go."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.test import Client, RequestFactory

from config import environment
from config.logging import (
    LEFT_OUT,
    MAX_REPETITIONS,
    MAX_VISITOR_LINES,
    ConsoleHandler,
    JsonFormatter,
    RepetitionFilter,
    TextFormatter,
    is_of_visitor,
    read_logging,
    show_events,
)
from league.models import Club, User
from league.web.manage import new_club
from league.web.public import player
from tests.log_lines import LogLines
from tests.security.test_settings import run_program
from tests.web.sheets import text

PATH = "/riverside/players/ophelia-zephyr/"
ROUTE = "<slug:club>/players/<slug:player>/"
MESSAGE = "'Ophelia Zephyr' of ophelia@example.org came by ophelia-zephyr with s3cret-t0ken"
QUERY = "?find=Quigley&token=s3cret-t0ken"


def fail(*_: Any, **__: Any) -> Any:
    raise RuntimeError(MESSAGE)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    """Let the pages of players of a club fail with an error that names people."""
    Club.objects.create(slug="riverside", name="Riverside")
    monkeypatch.setattr(player, "get_player", fail)


@pytest.fixture
def visitor() -> Client:
    """Provide a browser that is shown the page of an error, as it would be."""
    return Client(raise_request_exception=False)


# --- requests


def test_error_leaves_its_traceback_and_the_reference_that_the_page_shows(
    failing: None, visitor: Client, db: None, log_lines: LogLines
) -> None:
    response = visitor.get(PATH)
    (line,) = log_lines.find("Internal Server Error")
    assert response.status_code == line["status"] == 500
    assert line["reference"] == response.headers["X-Request-ID"]
    assert line["reference"] in text(response)
    assert (line["logger"], line["level"]) == ("django.request", "ERROR")
    assert (line["method"], line["route"]) == ("GET", ROUTE)
    assert "account" not in line
    assert ", in fail\n" in line["traceback"] and "RuntimeError: " in line["traceback"]
    assert datetime.fromisoformat(line["time"]).tzinfo is not None


def test_lines_of_an_error_hold_nothing_of_whom_or_what_was_sent(
    failing: None, sam: User, log_lines: LogLines
) -> None:
    browser = Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.9")
    browser.force_login(sam)
    log_lines.texts.clear()
    response = browser.get(
        PATH + QUERY, headers={"user-agent": "Netscape", "referer": f"http://localhost{PATH}"}
    )
    assert response.status_code == 500
    (text,) = log_lines.texts
    cookie = browser.cookies["sessionid"].value
    for word in ("phelia", "ephyr", "uigley", "s3cret", "Sam", "example.org", "203.0", "Netscape", cookie):
        assert word not in text


def test_lines_of_an_error_hold_nothing_of_a_form(
    visitor: Client, sam: User, monkeypatch: pytest.MonkeyPatch, log_lines: LogLines
) -> None:
    def fail(**sent: Any) -> Any:
        raise RuntimeError(f"{sent['name']} in {sent['zone']} of {sent['by'].user!r}")

    monkeypatch.setattr(new_club, "create_club", fail)
    visitor.force_login(sam)
    log_lines.texts.clear()
    sent = {"name": "Ophelia's Foxes", "timezone": "Europe/Berlin"}
    assert visitor.post("/-/clubs/new/", sent).status_code == 500
    (line,) = log_lines.find("Internal Server Error")
    assert line["traceback"].endswith("RuntimeError: [typed] in [typed] of <SimpleLazyObject: <User: […]>>")
    assert (line["method"], line["account"]) == ("POST", sam.pk)


def test_references_differ_and_one_that_is_sent_in_is_not_taken(visitor: Client, db: None) -> None:
    sent = {"x-request-id": "bcdfghjk"}
    references = [visitor.get("/", headers=sent).headers["X-Request-ID"] for _again in range(3)]
    assert len({*references, "bcdfghjk"}) == 4
    assert all(len(reference) == 8 for reference in references)


def test_page_of_an_error_needs_no_database(visitor: Client, sam: User, log_lines: LogLines) -> None:
    visitor.force_login(sam)
    with patch("django.db.backends.utils.CursorWrapper.execute", side_effect=RuntimeError("no database")):
        response = visitor.get("/")
    assert response.status_code == 500
    assert response.headers["X-Request-ID"] in text(response)
    assert log_lines.find("Internal Server Error")


def test_page_of_an_error_that_fails_itself_is_a_sentence_with_the_reference(
    failing: None, visitor: Client, db: None, log_lines: LogLines
) -> None:
    with patch("league.web.errors.get_template", side_effect=OSError):
        response = visitor.get(PATH)
    assert (response.status_code, response.headers["Content-Type"]) == (500, "text/plain; charset=utf-8")
    assert response.headers["X-Request-ID"] in response.content.decode()
    assert log_lines.events == ["the page of errors failed", "Internal Server Error"]


def refuse(*_: Any, **__: Any) -> Any:
    raise PermissionDenied("Ophelia Zephyr")


def test_refusals_are_logged_with_their_reason_only(
    visitor: Client, db: None, monkeypatch: pytest.MonkeyPatch, log_lines: LogLines
) -> None:
    wrong_host = visitor.get("/", headers={"host": "ophelia.example"})
    without_token = Client(enforce_csrf_checks=True).post("/-/log-in/", {"login": "ophelia@example.org"})
    from_elsewhere = Client(enforce_csrf_checks=True).post(
        "/-/log-in/", {"login": "x"}, headers={"origin": "https://ophelia.example"}
    )
    Club.objects.create(slug="riverside", name="Riverside")
    monkeypatch.setattr(player, "get_player", refuse)
    forbidden = visitor.get(PATH)
    told = [(line["event"], line["status"], line["route"]) for line in log_lines.lines]
    assert told == [
        ("DisallowedHost", 400, "-"),
        ("Forbidden: CSRF cookie not set.", 403, "-/log-in/"),
        ("Forbidden: Origin checking failed", 403, "-/log-in/"),
        ("Forbidden", 403, ROUTE),
    ]
    assert "phelia" not in "".join(log_lines.texts)
    for response, line in zip(
        (wrong_host, without_token, from_elsewhere, forbidden), log_lines.lines, strict=True
    ):
        assert line["reference"] in text(response)


def test_query_that_cannot_be_read_is_logged_like_any_other(
    visitor: Client, db: None, log_lines: LogLines
) -> None:
    response = visitor.get("/", QUERY_STRING="&".join(["ophelia=1"] * 21_001))
    assert response.status_code == 400
    (line,) = log_lines.lines
    assert (line["event"], line["reference"]) == ("TooManyFieldsSent", response.headers["X-Request-ID"])


def test_page_that_is_not_there_is_an_event_only_for_whoever_is_logged_in(
    visitor: Client, sam: User, log_lines: LogLines
) -> None:
    assert visitor.get("/riverside/").status_code == 404
    assert visitor.put("/riverside/").status_code == 405
    assert log_lines.texts == []
    visitor.force_login(sam)
    log_lines.texts.clear()
    missing = visitor.get("/riverside/-/members/")
    assert missing.status_code == 404 and "Reference" not in text(missing)
    (line,) = log_lines.lines
    assert (line["event"], line["route"]) == ("Not Found", "<slug:club>/-/members/")
    assert line["account"] == sam.pk


# --- lines


def build_record(
    message: str, *arguments: Any, logger: str = "league.test", **extra: Any
) -> logging.LogRecord:
    return logging.getLogger(logger).makeRecord(
        logger, logging.WARNING, __file__, 1, message, arguments, None, extra=extra
    )


def test_fields_of_an_event_are_plain_data() -> None:
    record = build_record(
        "done",
        seconds=0.5,
        of="a b",
        kept=True,
        none=None,
        codes=("x", "y@example.org"),
        by=User(name="Ophelia"),
    )
    line = json.loads(JsonFormatter().format(record))
    fields = {
        "seconds": 0.5,
        "of": "a b",
        "kept": True,
        "none": None,
        "codes": ["x", "[address]"],
        "by": "User",
    }
    assert {name: line[name] for name in fields} == fields
    assert set(line) == {"time", "level", "logger", "event", *fields}
    assert (
        TextFormatter()
        .format(record)
        .endswith(
            ' WARNING league.test done seconds=0.5 of="a b" kept=true none=null codes=["x", "[address]"] by=User'
        )
    )


def test_fields_that_other_packages_add_are_left_out() -> None:
    line = json.loads(
        JsonFormatter().format(build_record("Task failed", logger="celery", data={"name": "Pat"}))
    )
    assert set(line) == {"time", "level", "logger", "event"}


def test_nobody_can_make_up_a_line() -> None:
    forged = "x\n2026-01-01 INFO league.accounts logged in\r\x85\u2028user=1"
    record = build_record("it was %s", forged)
    assert TextFormatter().format(record).endswith(" WARNING league.test it was x")
    record = build_record("it was", of="a\r\x85\u2028 b=1")
    assert TextFormatter().format(record).endswith(' WARNING league.test it was of="a  b=1"')


def test_lines_that_repeat_are_counted_instead() -> None:
    let_through, record = RepetitionFilter(), build_record("again")
    with patch("config.logging.time.monotonic", return_value=60.0):
        passed = [let_through.filter(record) for _again in range(MAX_REPETITIONS + 50)]
        assert passed == [True] * MAX_REPETITIONS + [False] * 50
        other = build_record("again")
        other.lineno = 2
        assert let_through.filter(other)
    with patch("config.logging.time.monotonic", return_value=125.0):
        later = build_record("again")
        assert let_through.filter(later)
        assert json.loads(JsonFormatter().format(later))[LEFT_OUT] == 50
        assert let_through.filter(record)


def test_strangers_cannot_crowd_out_lines_about_members() -> None:
    let_through, of_visitor, of_member = RepetitionFilter(), build_record("again"), build_record("again")
    of_visitor.__dict__["request"] = RequestFactory().get("/")
    of_member.__dict__["request"] = request = RequestFactory().get("/")
    request.user = User(pk=17)
    passed = Counter[str]()
    for minute in range(20):
        with patch("config.logging.time.monotonic", return_value=60.0 * minute):
            passed["visitor"] += sum(let_through.filter(of_visitor) for _again in range(200))
            passed["member"] += sum(let_through.filter(of_member) for _again in range(30))
    assert passed == {"visitor": MAX_VISITOR_LINES, "member": 20 * 30}
    with patch("config.logging.time.monotonic", return_value=24 * 3600.0):
        assert let_through.filter(of_visitor)
    assert of_visitor.__dict__[LEFT_OUT] == 180 + 11 * 200  # since the last one that passed


def test_line_about_a_log_in_is_of_a_member(db: None) -> None:
    email, password = "pat@example.org", "a good long pass phrase"
    User.objects.create_user(email, password)
    said: list[tuple[str, bool]] = []

    def note(record: logging.LogRecord) -> None:
        said.append((record.getMessage(), is_of_visitor(record)))

    with patch.object(logging.getLogger("league.accounts"), "handle", note):
        Client().post("/-/log-in/", {"login": email, "password": "wrong words"})
        Client().post("/-/log-in/", {"login": email, "password": password})
    assert said == [("log-in failed", True), ("logged in", False)]


def test_console_shows_events_once_the_process_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConsoleHandler, "shows_events", False)
    monkeypatch.setattr(sys, "stderr", console := io.StringIO())
    handler = ConsoleHandler()
    event, warning = build_record("event"), build_record("warning")
    event.levelno = logging.INFO
    handler.emit(event)
    handler.emit(warning)
    assert console.getvalue() == "warning\n"
    show_events()
    handler.emit(event)
    handler.emit(build_record("ends", logger="config.command"))
    assert console.getvalue() == "warning\nevent\n"


def test_line_that_cannot_be_written_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ConsoleHandler().handle(build_record("no place for it", "Ophelia Zephyr"))
    assert capsys.readouterr().err == "A line of the log could not be written: TypeError\n"


# --- settings


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be one of text, json, not 'xml'."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'loud'."),
        ("LOG_FILE", "boolie.log", "LOG_FILE must be a file, as an absolute path"),
        ("LOG_FILE", "/", "LOG_FILE must be a file, as an absolute path"),
        ("LOG_FILE", "/no-such-folder/boolie.log", "in a folder that exists, both writable for Boolie."),
    ],
)
def test_setting_that_is_none_is_said_to_be(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as error:
        read_logging()
    assert said in str(error.value)


def test_administrators_are_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMINS", " pat@example.org, sam@example.org,")
    assert environment.read_administrators() == [("", "pat@example.org"), ("", "sam@example.org")]
    monkeypatch.setenv("ADMINS", "pat@example.org, Sam")
    with pytest.raises(ImproperlyConfigured, match="ADMINS must be e-mail addresses, with commas") as error:
        environment.read_administrators()
    assert "Sam" not in str(error.value)


SCRIPT = """
import logging, django
django.setup()
for name in ("league", "celery", "axes", "django.db"):
    for level in ("debug", "info", "warning", "error"):
        getattr(logging.getLogger(name), level)(f"{name} {level}")
"""


def log_everything(tmp_path: Path, **settings: str) -> tuple[list[str], list[str]]:
    """Log one line of each level by several loggers; return what the file and the console get."""
    file = tmp_path / "boolie.log"
    done = run_program("-c", SCRIPT, LOG_FILE=str(file), DJANGO_SETTINGS_MODULE="config.settings", **settings)
    assert done.returncode == 0, done.stderr
    return file.read_text().splitlines(), done.stderr.splitlines()


def test_levels_and_formats_are_set_by_the_environment(tmp_path: Path) -> None:
    file, console = log_everything(tmp_path)
    names = ("league info", "league warning", "league error", "celery warning", "celery error")
    told = [*names, "django.db warning", "django.db error"]
    assert [" ".join(line.split()[3:]) for line in file] == told
    assert [" ".join(line.split()[3:]) for line in console] == told[1:]
    file, console = log_everything(tmp_path / ".", LOG_FORMAT="JSON", LOG_LEVEL="error")
    assert [json.loads(line)["event"] for line in file[len(told) :]] == [
        "league error",
        "celery error",
        "django.db error",
    ]
    assert [json.loads(line)["level"] for line in console] == ["ERROR"] * 3
