"""Mails to players whose results others have entered or changed: one mail for each person and night.

A cause is a submission, its undoing, a decision, the revocation of a decision, or the import of a club file. It creates
a job, which finds the players concerned and adds the change to the next mail job of each. That job waits until nothing
has been added for a while, and then compares the results that they knew with the current ones.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from enum import StrEnum

from django.db.models import prefetch_related_objects
from django.utils import timezone

from league.actions.batches import BATCH_SIZE
from league.actions.job import enqueue
from league.models import Job, Result, User
from league.models.job import JobState
from league.models.notification import RESULT_CHANGED, RESULT_ENTERED
from league.notifications.delivery import activate_language
from league.notifications.reminders import build_due_match
from league.notifications.switches import send_notification
from league.queries.notifications import find_recipient
from league.queries.own_clubs import list_to_confirm
from league.queries.result_changes import Changes, find_changed_results, find_users

NOTIFY_JOB, RESULTS_JOB = "notify-players", "mail-results"
CORRECTION_JOB = "mail-correction"  # left by Boolie 0.2.0 and before
QUIET = timedelta(minutes=30)  # since the last change
MAX_WAIT = timedelta(hours=2)  # since the first


class Cause(StrEnum):
    SUBMISSION = "submission"
    UNDO = "undo"
    DECISION = "decision"
    REVOCATION = "revocation"
    IMPORT = "import"


def notify_players(
    club: int,
    cause: Cause,
    key: int,
    *,
    overruled: Iterable[int | None] = (),
    entered: Iterable[int] = (),
    author: User | None,
) -> None:
    """Create the job that finds the recipients of mails about results; 1 query, none without results.

    `club` is an id; `key` is that of the submission, the decision or the import's event; `overruled` are the ids of
    the results that counted before, None where there was none; `entered` are the ids of matches with a first result
    that is to be announced; the `author` gets no mail.
    """
    results, matches = [result for result in overruled if result is not None], list(entered)
    if results or matches:
        enqueue(
            NOTIFY_JOB,
            club=club,
            cause=cause,
            key=key,
            overruled=results,
            entered=matches,
            author=author.pk if author else None,
        )


def plan_mails(
    *, club: int, cause: str, key: int, overruled: list[int], entered: list[int], author: int | None
) -> None:
    """Add the changes to the next mail of each person concerned; plan a mail for those who have none.

    The author knows the changes, so they are removed from the author's own mail. Locks the accounts: two concurrent
    causes would both plan a mail. Runs 7 queries, more only by batches of rows. `key` only identifies the job.
    """
    concerned = find_users(club, overruled, entered)
    users = sorted(concerned)
    for start in range(0, len(users), BATCH_SIZE):
        batch = {user: concerned[user] for user in users[start : start + BATCH_SIZE]}
        _plan_batch(batch, cause, author)


def _plan_batch(concerned: Mapping[int, Changes], cause: str, author: int | None) -> None:
    accounts = User.objects.select_for_update(no_key=True).filter(pk__in=concerned)
    list(accounts.order_by("pk").values_list("pk", flat=True))
    waiting = Job.objects.select_for_update().filter(
        kind=RESULTS_JOB, state=JobState.WAITING, attempts=0, arguments__user__in=list(concerned)
    )
    planned = {job.arguments["user"]: job for job in waiting}
    now, new = timezone.now(), []
    for user, changes in concerned.items():
        job = planned.get(user)
        if user == author:
            if job:
                for match in changes:
                    job.arguments["changes"].pop(str(match), None)
        elif job:
            _add_changes(job, changes, cause)
            job.due_at = min(now + QUIET, job.created_at + MAX_WAIT)
        else:
            job = Job(
                kind=RESULTS_JOB,
                arguments={"user": user, "changes": {}},
                created_at=now,
                due_at=now + QUIET,
            )
            _add_changes(job, changes, cause)
            new.append(job)
    Job.objects.bulk_update(planned.values(), ["arguments", "due_at"])
    Job.objects.bulk_create(new)


def _add_changes(job: Job, changes: Changes, cause: str) -> None:
    """Add changes to a mail: the result that its recipient knew stays, and the latest cause counts."""
    planned = job.arguments["changes"]
    for match, before in changes.items():
        known, _cause = planned.get(str(match), (before, cause))
        planned[str(match)] = [known, cause]


def mail_results(*, user: int, changes: Mapping[str, tuple[int | None, str]]) -> None:
    """Send a user the mail about their results as they are now.

    `changes` has by match the result that they knew, if any, and the latest cause. No mail is sent to a user who no
    longer plays in these matches, whose results are the same again, or who wants none, nor while the club is suspended
    or deleted. Results that they have to confirm are included. Runs 7 queries, 8 with results to confirm.
    """
    found = find_recipient(user, [RESULT_ENTERED, RESULT_CHANGED])
    if found is None:
        return
    recipient, wanted = found
    activate_language(recipient)
    known = {int(match): before for match, (before, _cause) in changes.items()}
    results = find_changed_results(known, viewer=recipient)
    by_kind = {
        RESULT_ENTERED: [result for result in results if not result.before],
        RESULT_CHANGED: [(result, changes[str(result.match.pk)][1]) for result in results if result.before],
    }
    to_confirm = list_to_confirm(recipient, among=known) if RESULT_ENTERED in wanted else []
    prefetch_related_objects(
        [confirmation.submission.match for confirmation in to_confirm], "seats__player__club"
    )
    kinds = [kind for kind in wanted if by_kind[kind] or (to_confirm and kind == RESULT_ENTERED)]
    if kinds:
        send_notification(
            "results",
            to=recipient,
            kinds=kinds,
            entered=by_kind[RESULT_ENTERED] if RESULT_ENTERED in kinds else [],
            to_confirm=[
                (confirmation, build_due_match(match, match.club.slug, recipient))
                for confirmation in to_confirm
                for match in [confirmation.submission.match]
            ],
            changed=by_kind[RESULT_CHANGED] if RESULT_CHANGED in kinds else [],
        )


def mail_correction(*, match: int, number: int, user: int) -> None:
    """Send the mail of a job that an earlier release created for a new revision of a match; 7 queries."""
    earlier = Result.objects.active().filter(match=match, number__lt=number).order_by("-number")
    for pk in earlier.values_list("pk", flat=True)[:1]:
        mail_results(user=user, changes={str(match): (pk, Cause.SUBMISSION)})
