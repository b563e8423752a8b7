"""Reports of abuse: what visitors write about a page, for the administrators of the site.

See docs/administrators.md, Reports.
"""

from datetime import timedelta
from typing import Annotated

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as lazy
from pydantic import AfterValidator

from games import Strict
from games.problems import _
from league.actions.changes import log_refusals
from league.actions.errors import ActionError, validate
from league.actions.job import notify_after_commit
from league.actions.limits import Limit, count_use
from league.models import Job, Report
from league.models.job import JobState
from league.models.report import MAX_PAGE_LENGTH, MAX_REPORT_LENGTH
from league.notifications.delivery import deliver_mail, render_mail
from league.permissions import require
from league.principals import Principal
from league.queries.links import build_url
from league.rules.field_types import validate_lines
from league.rules.validation import build_problem

REPORTS_JOB = "mail-reports"
MAX_OPEN_REPORTS = 500
REPORTS_BY_VISITOR = Limit(
    "reports-visitor",
    most=10,
    period=timedelta(hours=1),
    about=lazy("Too many problems have been reported from your network in the last hour."),
)
REPORTS_BY_ALL = Limit(
    "reports",
    most=200,
    period=timedelta(days=1),
    about=lazy("Too many problems have been reported today."),
)
MAIL_INTERVAL = timedelta(days=1)


class ReportInput(Strict):
    text: Annotated[str, AfterValidator(validate_lines)]
    page: Annotated[str, AfterValidator(validate_lines)]


@transaction.atomic
def report_problem(*, page: str, text: str, email: str, sender: str) -> Report:
    """Store a visitor's report about a page, and plan the mail to administrators, once a day.

    `page` is the path of a page of this site, and anything else counts as none; `email` may be empty; `sender` is the
    key of the limit, such as an IP address. Raises ActionError at `text` or `email`, and while too many wait to be
    dealt with; LimitReached.
    """
    text = text.replace("\r\n", "\n").strip()
    _require_text(text)
    is_page = page.startswith("/") and url_has_allowed_host_and_scheme(page, None)
    page = page if is_page and len(page) <= MAX_PAGE_LENGTH else ""
    wanted = validate(ReportInput, text=text, page=page)
    email = email.strip()
    if email:
        _require_address(email)
    if Report.objects.open().count() >= MAX_OPEN_REPORTS:
        sentence = _("There are too many open reports at the moment. Try again in a few days.")
        raise ActionError(build_problem("", "too-many-reports", sentence))
    count_use(REPORTS_BY_VISITOR, sender)
    count_use(REPORTS_BY_ALL, "")  # its row is locked: of two reports at once only one plans the mail
    report = Report.objects.create(page=wanted.page, text=wanted.text, email=email, made_at=timezone.now())
    _plan_mail()
    return report


@log_refusals("close_report")
@transaction.atomic
def close_report(*, report: Report, by: Principal) -> None:
    """Mark a report as dealt with; do nothing if it is already. Raises PermissionDenied."""
    require(by, "administer")
    Report.objects.open().filter(pk=report.pk).update(done_at=timezone.now())


def mail_reports() -> None:
    """Tell those in ADMINS how many reports are open, as a job; do nothing if there are none any more."""
    count = Report.objects.open().count()
    if not count:
        return
    reports = build_url("admin:league_report_changelist")
    for _name, address in settings.ADMINS:
        deliver_mail(render_mail("reports", to=address, count=count, address=reports))


def _plan_mail() -> None:
    """Leave a job, due at once or a day after the last, unless a job waits: it will find this report as well."""
    jobs = Job.objects.filter(kind=REPORTS_JOB).order_by("-due_at")
    last = jobs.first()
    if not settings.ADMINS or (last and last.state in (JobState.WAITING, JobState.RUNNING)):
        return
    now = timezone.now()
    due_at = max(now, last.due_at + MAIL_INTERVAL) if last else now
    job = Job.objects.create(kind=REPORTS_JOB, created_at=now, due_at=due_at)
    notify_after_commit([job])


def _require_text(text: str) -> None:
    if not text:
        raise ActionError(build_problem("text", "missing", _("Say what is wrong with the page.")))
    if len(text) > MAX_REPORT_LENGTH:
        sentence = _("Can't be longer than {longest} characters; yours has {length}.")
        raise ActionError(
            build_problem("text", "too-long", sentence, longest=MAX_REPORT_LENGTH, length=len(text))
        )


def _require_address(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError:
        sentence = _("This is not an e-mail address. Leave blank if you don't need an answer.")
        raise ActionError(build_problem("email", "email", sentence)) from None
