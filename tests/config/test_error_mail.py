"""The first of a kind of error a day is mailed to the administrators, and nobody waits for that."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config.error_mail import ErrorMailHandler
from league.actions import error_mail
from league.actions import job as jobs
from league.models import Club, Job, User
from league.tasks import run_jobs
from league.web.public import home
from tests.log_lines import LogLines

MESSAGE = "'Ophelia Zephyr' of ophelia@example.org came by ophelia-zephyr"
ADDRESSES = ["pat@example.org", "sam@example.org"]


def fail(*_: Any, **__: Any) -> Any:
    raise RuntimeError(MESSAGE)


@pytest.fixture
def handler(settings: Any) -> Iterator[ErrorMailHandler]:
    """Provide the handler of a process that has seen no error yet."""
    settings.ADMINS = [("", address) for address in ADDRESSES]
    (handler,) = (each for each in logging.getLogger().handlers if isinstance(each, ErrorMailHandler))
    handler.seen = {}
    yield handler
    handler.seen = {}


@pytest.fixture
def visitor(handler: ErrorMailHandler, db: None, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Provide a browser for which the home page and the pages of players fail."""
    monkeypatch.setattr(home, "find_clubs", fail)
    monkeypatch.setattr("league.web.public.player.get_player", fail)
    Club.objects.create(slug="riverside", name="Riverside")
    return Client(raise_request_exception=False)


def list_mails() -> list[str]:
    """Run the jobs that wait, and return the subjects of all mails so far."""
    run_jobs()
    return [str(message.subject) for message in mail.outbox]


@contextmanager
def travel(days: float) -> Iterator[None]:
    then = timezone.now() + timedelta(days=days)
    with patch.object(timezone, "now", return_value=then):
        yield


def test_error_is_mailed_with_its_reference_and_without_names(visitor: Client, sam: User) -> None:
    visitor.force_login(sam)
    response = visitor.get("/riverside/players/ophelia-zephyr/?find=Quigley")
    assert mail.outbox == []  # the answer does not wait for it
    assert list_mails() == [
        "Boolie at http://localhost:8000: RuntimeError in league/web/public/player.py, build"
    ]
    (message,) = mail.outbox
    assert message.to == ADDRESSES
    for told in (
        f"reference: {response.headers['X-Request-ID']}",
        "route: <slug:club>/players/<slug:player>/",
        "method: GET",
        "Traceback (most recent call last):",
    ):
        assert told in message.body
    for word in ("phelia", "ephyr", "uigley", "Sam", "example.org"):
        assert word not in message.body


def test_error_is_mailed_once_a_day_by_all_processes_together(
    visitor: Client, handler: ErrorMailHandler
) -> None:
    for _again in range(3):
        visitor.get("/")
    assert Job.objects.filter(kind=error_mail.MAIL_JOB).count() == 1
    handler.seen = {}  # as in another process
    visitor.get("/")
    assert len(list_mails()) == 1
    with travel(days=1.1):
        handler.seen = {}
        visitor.get("/")
        assert len(list_mails()) == 2


def test_another_kind_of_error_is_mailed_too(visitor: Client) -> None:
    visitor.get("/")
    visitor.get("/riverside/players/ophelia-zephyr/")
    first, second = list_mails()
    assert first != second


def test_error_without_an_exception_is_of_a_kind_by_where_it_was_logged(
    handler: ErrorMailHandler, db: None
) -> None:
    for number in range(3):
        logging.getLogger("league.test").error("it is %s", number)
    logging.getLogger("league.test").error("another")
    assert len(list_mails()) == 2


def test_error_of_what_a_visitor_sent_is_mailed_to_nobody(visitor: Client, log_lines: LogLines) -> None:
    assert visitor.get("/", headers={"host": "ophelia.example"}).status_code == 400
    (line,) = log_lines.lines
    assert (line["level"], "traceback" in line) == ("ERROR", False)
    assert list_mails() == []


def test_only_so_many_errors_are_mailed_a_day(
    handler: ErrorMailHandler, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = error_mail.MAILED_ERRORS.most
    for number in range(most + 5):
        error_mail.report_error(kind=f"kind {number}", subject=f"kind {number}", text="")
    assert len(list_mails()) == most
    with travel(days=1.1):
        error_mail.report_error(kind=f"kind {most}", subject="the next day", text="")
        assert list_mails()[most:] == ["the next day"]


def test_process_looks_at_only_so_many_kinds_a_day(handler: ErrorMailHandler, visitor: Client) -> None:
    with patch("config.error_mail.MAX_KINDS", 1):
        visitor.get("/")
        visitor.get("/riverside/players/ophelia-zephyr/")
    assert len(list_mails()) == 1


def test_nobody_is_mailed_where_there_is_nobody(visitor: Client, settings: Any) -> None:
    visitor.get("/")
    settings.ADMINS = []
    assert list_mails() == []
    visitor.get("/riverside/players/ophelia-zephyr/")
    assert Job.objects.filter(kind=error_mail.MAIL_JOB).count() == 1


def test_error_is_mailed_at_once_while_the_database_is_away(
    visitor: Client, handler: ErrorMailHandler
) -> None:
    with patch.object(error_mail, "count_use", side_effect=OperationalError("no server")):
        visitor.get("/")
        visitor.get("/")
    assert len(mail.outbox) == 1


def test_mail_that_cannot_be_sent_is_tried_again_and_told_by_no_mail(
    visitor: Client, log_lines: LogLines
) -> None:
    response = visitor.get("/")
    assert response.status_code == 500
    with patch("django.core.mail.EmailMessage.send", side_effect=ConnectionRefusedError):
        for attempt in range(jobs.MAX_ATTEMPTS):
            with travel(days=attempt):
                run_jobs()
    assert log_lines.find("job given up")
    assert [job.kind for job in Job.objects.all()] == [error_mail.MAIL_JOB]


def test_job_that_was_given_up_is_an_error(handler: ErrorMailHandler, db: None) -> None:
    job = jobs.enqueue("refresh-statistics")
    Job.objects.update(attempts=jobs.MAX_ATTEMPTS - 1)
    with patch.object(jobs, "notify_worker"):
        jobs.run_due_jobs({job.kind: fail}, limit=1)
    assert list_mails() == [
        "Boolie at http://localhost:8000: RuntimeError in league/actions/job.py, _run_job"
    ]
    assert "kind: refresh-statistics" in mail.outbox[0].body


def test_error_of_the_handler_itself_harms_nobody(
    visitor: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    with patch.object(jobs, "run_in_background", side_effect=RuntimeError("Ophelia")):
        assert visitor.get("/").status_code == 500
    assert capsys.readouterr().err.endswith("An error could not be mailed: RuntimeError\n")
