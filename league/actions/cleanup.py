"""The daily job that deletes data that is no longer needed, and lets ladders go on.

See docs/administrators.md, What is deleted; docs/decisions/0005-jobs-are-rows.md.
"""

import logging
import time
from datetime import datetime, timedelta
from datetime import time as time_of_day
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.actions.batches import PAUSE
from league.actions.club_deletion import erase_deleted_clubs
from league.actions.erasure import erase_players
from league.actions.ladder import advance_ladders
from league.actions.limits import MAX_PERIOD
from league.models import Invitation, Job, JoinRequest, Report, Submission, Usage
from league.models.failed_log_in import filter_log_ins_before
from league.models.job import JobState
from league.models.result import KEPT_VERDICTS
from league.notifications.reminders import MAIL_JOB, MAX_REMIND_DAYS, REMIND_JOB

log = logging.getLogger("league.cleanup")

CLEAN_UP_JOB = "clean-up"
CLEAN_UP_TIME = time_of_day(4)  # in the time zone of the installation, UTC
BATCH_SIZE = 1000  # rows deleted in a transaction, so that others can write in between
SUBMISSIONS_KEPT = timedelta(days=30)
JOBS_KEPT = timedelta(days=30)
INVITATIONS_KEPT = timedelta(days=90)
JOIN_REQUESTS_KEPT = timedelta(days=30)  # after they have been answered, withdrawn or closed
REPORTS_KEPT = timedelta(days=90)  # after they have been dealt with
ATTEMPTS_KEPT: timedelta = settings.AXES_COOLOFF_TIME  # they count for no longer


def plan_clean_up() -> None:
    """Plan the next clean-up unless it is planned or running.

    Every scheduler calls this again and again. However many do so at once, a constraint of the table admits
    one of their jobs. Runs 1 query, 2 if there was none.
    """
    if Job.objects.filter(kind=CLEAN_UP_JOB, state__in=[JobState.WAITING, JobState.RUNNING]).exists():
        return
    now = timezone.now()
    due_at = datetime.combine(timezone.localdate(now), CLEAN_UP_TIME, timezone.get_current_timezone())
    if due_at <= now:
        due_at += timedelta(days=1)
    Job.objects.bulk_create([Job(kind=CLEAN_UP_JOB, created_at=now, due_at=due_at)], ignore_conflicts=True)


def clean_up() -> None:
    """Rank ladders as of today, delete expired data, and log how much that was; it may be stopped and begun again.

    Runs in transactions of its own, at most BATCH_SIZE rows in each.
    """
    now = timezone.now()
    advanced = advance_ladders()
    deleted = {
        "clubs": erase_deleted_clubs(now),
        "players": erase_players(),
        "sessions": _delete_in_batches(Session.objects.filter(expire_date__lt=now)),
        "listed": _delete_in_batches(
            UserSession.objects.exclude(session_key__in=Session.objects.values("session_key"))
        ),
        "submissions": _delete_in_batches(
            Submission.objects.filter(at__lt=now - SUBMISSIONS_KEPT, reply=None).exclude(
                verdict__in=KEPT_VERDICTS
            )
        ),
        "jobs": _delete_in_batches(_filter_finished_jobs(now)),
        "invitations": _delete_in_batches(_filter_closed_invitations(now - INVITATIONS_KEPT)),
        "join_requests": _delete_in_batches(
            JoinRequest.objects.filter(answered_at__lt=now - JOIN_REQUESTS_KEPT)
        ),
        "attempts": _delete_in_batches(filter_log_ins_before(now - ATTEMPTS_KEPT)),
        "reports": _delete_in_batches(Report.objects.filter(done_at__lt=now - REPORTS_KEPT)),
        "usages": _delete_in_batches(Usage.objects.filter(began_at__lt=now - MAX_PERIOD)),
    }
    log.info("cleaned up", extra={"ladders": advanced, **deleted})


def _filter_finished_jobs(now: datetime) -> QuerySet[Job]:
    """Return the jobs that were done long ago; failed jobs wait for an administrator.

    Jobs of reminders also record who has been reminded of a day, and stay until it is past.
    """
    reminders = Q(kind__in=[REMIND_JOB, MAIL_JOB])
    reminders_kept = JOBS_KEPT + timedelta(days=MAX_REMIND_DAYS)
    return Job.objects.filter(
        (~reminders & Q(done_at__lt=now - JOBS_KEPT)) | (reminders & Q(done_at__lt=now - reminders_kept)),
        state=JobState.DONE,
    )


def _filter_closed_invitations(before: datetime) -> QuerySet[Invitation]:
    """Return the invitations that were used, withdrawn or over before then."""
    return Invitation.objects.filter(
        Q(accepted_at__lt=before) | Q(withdrawn_at__lt=before) | Q(expires_at__lt=before)
    )


def _delete_in_batches(rows: QuerySet[Any]) -> int:
    """Delete the rows in several transactions, and return how many there were."""
    deleted = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            _in_all, by_model = rows.filter(pk__in=keys).delete()
        deleted += by_model.get(rows.model._meta.label, 0)
        time.sleep(PAUSE)  # for others who wait to write
    return deleted
