"""Reports of abuse: bounded, limited, mailed once a day, and deleted once they are long done."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions import report as reports
from league.actions.cleanup import clean_up
from league.actions.errors import ActionError
from league.actions.limits import LimitReached
from league.actions.report import close_report, report_problem
from league.models import Job, Report, User
from league.principals import CONSOLE, Person
from league.tasks import run_jobs

pytestmark = pytest.mark.django_db


def send(text: str = "This is an insult.", **given: str) -> Report:
    return report_problem(**{"page": "/riverside/", "email": "", "sender": "192.0.2.1", "text": text} | given)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"text": " \n"}, "text"),
        ({"text": "x" * 1001}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"text": "a\x07b"}, "text"),
        ({"email": "nobody"}, "email"),
        ({"email": "a@b\x00.example"}, "email"),
        ({"page": "/a\x00b/"}, "page"),
    ],
)
def test_what_cannot_be_read_is_refused(given: dict[str, str], place: str) -> None:
    with pytest.raises(ActionError) as refused:
        send(**given)
    assert [problem.path for problem in refused.value.problems] == [place]
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    "page",
    ["https://evil.example/", "javascript:alert(1)", "//evil.example/", "/\t/evil.example/", "/" + "x" * 300],
)
def test_page_that_is_none_of_ours_is_left_out(page: str) -> None:
    assert send(page=page).page == ""


def test_lines_and_any_script_are_kept() -> None:
    assert send("سارة\r\nwas here\t!  ").text == "سارة\nwas here\t!"


def test_one_place_sends_only_so_many() -> None:
    for _ in range(reports.REPORTS_BY_VISITOR.most):
        send()
    with pytest.raises(LimitReached):
        send()
    assert send(sender="192.0.2.2")


def test_no_more_are_taken_than_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MAX_OPEN_REPORTS", 2)
    first, _second = send(), send()
    with pytest.raises(ActionError) as refused:
        send()
    assert [problem.code for problem in refused.value.problems] == ["too-many-reports"]
    close_report(report=first, by=CONSOLE)
    assert send()


def test_administrators_are_mailed_once_a_day_without_what_was_written(settings: Any) -> None:
    settings.ADMINS = [("", "pat@example.org")]
    for _ in range(3):
        send()
    run_jobs()
    (message,) = mail.outbox
    assert message.to == ["pat@example.org"]
    assert "3 open reports" in message.body and "insult" not in message.body
    send()
    run_jobs()
    assert len(mail.outbox) == 1
    (waiting,) = Job.objects.filter(kind=reports.REPORTS_JOB, state="waiting")
    with patch.object(timezone, "now", return_value=waiting.due_at + timedelta(minutes=1)):
        run_jobs()
    assert len(mail.outbox) == 2


def test_nobody_is_mailed_of_what_has_been_dealt_with(settings: Any) -> None:
    settings.ADMINS = [("", "pat@example.org")]
    close_report(report=send(), by=CONSOLE)
    run_jobs()
    assert not mail.outbox


def test_nobody_is_mailed_where_nobody_is_to_be() -> None:
    send()
    assert not Job.objects.exists()


def test_only_administrators_mark_it_as_done_and_twice_does_no_harm() -> None:
    report = send()
    with pytest.raises(PermissionDenied):
        close_report(report=report, by=Person(User.objects.create(email="x@example.org")))
    close_report(report=report, by=CONSOLE)
    done_at = Report.objects.get().done_at
    close_report(report=report, by=CONSOLE)
    assert done_at and Report.objects.get().done_at == done_at


def test_it_is_deleted_ninety_days_after_it_is_done() -> None:
    send("Still open")
    close_report(report=send("Done"), by=CONSOLE)
    for days, left in ((89, 2), (91, 1)):
        with patch.object(timezone, "now", return_value=timezone.now() + timedelta(days=days)):
            clean_up()
        assert Report.objects.count() == left, days
    assert Report.objects.get().text == "Still open"
