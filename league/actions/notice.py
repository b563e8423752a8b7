"""Mails to players whose results have changed: one for each person and cause, except whoever caused it.

A cause is a submission, its undoing, a decision, the revocation of a decision, or the import of a club file. It leaves
one job, which finds who is concerned and leaves one job for each of them, which sends the mail.
"""

from collections.abc import Iterable
from enum import StrEnum

from django.utils import timezone

from league.actions.batches import BATCH_SIZE
from league.actions.job import enqueue, notify_after_commit
from league.actions.mail import deliver_mail, render_mail
from league.models import Job, Result, User
from league.queries.overruled import find_overruled_results, find_users
from league.queries.proof import is_proved

NOTIFY_JOB, RESULTS_JOB = "notify-players", "mail-changed-results"
CORRECTION_JOB = "mail-correction"  # left by Boolie 0.2.0 and before


class Cause(StrEnum):
    SUBMISSION = "submission"
    UNDO = "undo"
    DECISION = "decision"
    REVOCATION = "revocation"
    IMPORT = "import"


def notify_players(
    club: int, cause: Cause, key: int, *, overruled: Iterable[int | None], author: User | None
) -> None:
    """Create the job that looks for whom to mail about results that counted; 1 query, none if there were none.

    `club` is an id; `key` is that of the submission, the decision or the import's event; `overruled` are the ids of
    the results that counted before, None where there was none; the `author` gets no mail.
    """
    results = [result for result in overruled if result is not None]
    if results:
        enqueue(
            NOTIFY_JOB,
            club=club,
            cause=cause,
            key=key,
            overruled=results,
            author=author.pk if author else None,
        )


def plan_mails(*, club: int, cause: str, key: int, overruled: list[int], author: int | None) -> None:
    """Create a mail job for each person concerned, once, however often it runs.

    Runs 4 queries, more only by batches of rows.
    """
    concerned = find_users(club, overruled)
    mailed = Job.objects.filter(kind=RESULTS_JOB, arguments__cause=cause, arguments__key=key)
    left_out = {author, *mailed.values_list("arguments__user", flat=True)}
    now = timezone.now()
    jobs = [
        Job(
            kind=RESULTS_JOB,
            arguments={"club": club, "cause": cause, "key": key, "user": user, "overruled": results},
            created_at=now,
            due_at=now,
        )
        for user, results in sorted(concerned.items())
        if user not in left_out
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH_SIZE)
    if jobs:
        notify_after_commit(jobs)


def mail_changed_results(*, club: int, cause: str, key: int, user: int, overruled: list[int]) -> None:
    """Send somebody the mail as things are now.

    Nobody gets it whose account is gone or whose address is not proved, who is no player of these matches any more,
    or whose results say the same again, or if the club is suspended or deleted. With the cause, `key` only tells this
    job from others. Runs 4 queries.
    """
    recipient = User.objects.filter(pk=user, is_active=True).first()
    if recipient is None or not is_proved(recipient):
        return
    results = find_overruled_results(club, overruled, viewer=recipient)
    if not results:
        return
    subject, text = render_mail(
        "results_changed.txt",
        recipient=recipient,
        cause=cause,
        club=results[0].match.club.name,
        count=len(results),
        changed=results,
    )
    deliver_mail(to=recipient.email, subject=subject, text=text)


def mail_correction(*, match: int, number: int, user: int) -> None:
    """Send the mail of a job that an earlier release left: that this revision of a match is new; 5 queries."""
    earlier = Result.objects.active().filter(match=match, number__lt=number).order_by("-number")
    for pk, club in earlier.values_list("pk", "match__club")[:1]:
        mail_changed_results(club=club, cause=Cause.SUBMISSION, key=number, user=user, overruled=[pk])
