"""The Celery tasks that run and plan jobs, and the handler of each kind of job. Running it twice does no harm."""

from collections.abc import Sequence
from typing import Any

from celery import shared_task

from league.actions.award import recompute_competition_awards
from league.actions.cleanup import CLEAN_UP_JOB, clean_up, plan_clean_up
from league.actions.closure import recompute_movements
from league.actions.confirmation import accept_unanswered
from league.actions.error_mail import MAIL_JOB, mail_error
from league.actions.invitation import mail_invitation
from league.actions.job import Handler, LongJob, SideEffectJob, run_due_jobs, run_jobs_in_process
from league.actions.mail_check import TEST_JOB, mail_test
from league.actions.report import REPORTS_JOB, mail_reports
from league.actions.rollover import run_rollover
from league.actions.sign_up import mail_approval
from league.actions.statistics import recompute_figures, refresh_statistics
from league.actions.waiting_results import ACCEPT_JOB
from league.notifications.accounts import ACCOUNT_CHANGE_JOB, mail_account_change
from league.notifications.arrangements import ARRANGEMENT_JOB, mail_arrangement
from league.notifications.challenges import CHALLENGE_JOB, mail_challenge
from league.notifications.clubs import NOTICE_JOB, mail_club_notice
from league.notifications.disputes import DISPUTE_JOB, mail_dispute
from league.notifications.join_requests import (
    JOIN_ANSWER_JOB,
    JOIN_REQUEST_JOB,
    mail_join_answer,
    mail_join_request,
)
from league.notifications.registrations import MAIL_PLACE_JOB, PLACE_JOB, mail_place, mail_place_to_address
from league.notifications.reminders import mail_reminder, remind_players
from league.notifications.results import (
    CORRECTION_JOB,
    NOTIFY_JOB,
    RESULTS_JOB,
    mail_correction,
    mail_results,
    plan_mails,
)
from league.notifications.rounds import ROUND_JOB, ROUND_MAIL_JOB, mail_round, plan_round_mails
from league.notifications.seasons import SEASON_JOB, SEASON_MAIL_JOB, mail_season, plan_season_mails

JOB_HANDLERS: dict[str, Handler | LongJob | SideEffectJob] = {
    "refresh-statistics": refresh_statistics,
    "mail-invitation": SideEffectJob(mail_invitation),
    "mail-approval": SideEffectJob(mail_approval),
    CORRECTION_JOB: SideEffectJob(mail_correction),
    NOTIFY_JOB: plan_mails,
    RESULTS_JOB: SideEffectJob(mail_results),
    ROUND_JOB: plan_round_mails,
    ROUND_MAIL_JOB: SideEffectJob(mail_round),
    CHALLENGE_JOB: SideEffectJob(mail_challenge),
    ARRANGEMENT_JOB: SideEffectJob(mail_arrangement),
    SEASON_JOB: plan_season_mails,
    SEASON_MAIL_JOB: SideEffectJob(mail_season),
    "roll-over": LongJob(run_rollover),
    "state-movements": LongJob(recompute_movements),
    "state-awards": LongJob(recompute_competition_awards),
    "keep-figures": LongJob(recompute_figures),
    DISPUTE_JOB: SideEffectJob(mail_dispute),
    PLACE_JOB: SideEffectJob(mail_place),
    MAIL_PLACE_JOB: SideEffectJob(mail_place_to_address),
    JOIN_REQUEST_JOB: SideEffectJob(mail_join_request),
    JOIN_ANSWER_JOB: SideEffectJob(mail_join_answer),
    ACCEPT_JOB: accept_unanswered,
    "remind-players": remind_players,
    "mail-reminder": SideEffectJob(mail_reminder),
    ACCOUNT_CHANGE_JOB: SideEffectJob(mail_account_change),
    MAIL_JOB: SideEffectJob(mail_error),
    NOTICE_JOB: SideEffectJob(mail_club_notice),
    REPORTS_JOB: SideEffectJob(mail_reports),
    TEST_JOB: SideEffectJob(mail_test),
    CLEAN_UP_JOB: SideEffectJob(clean_up),
}


@shared_task(name="league.tasks.run_jobs", bind=True)  # type: ignore[untyped-decorator]
def run_jobs(self: Any, jobs: Sequence[int] = ()) -> int:
    """Run the jobs that are due, and return how many there were.

    It is called after each commit that left jobs, with their ids, and periodically for those that had to wait. Where
    there are no workers, whoever made the change runs it, and only these jobs.
    """
    return run_jobs_in_process(JOB_HANDLERS, jobs) if self.request.is_eager else run_due_jobs(JOB_HANDLERS)


@shared_task(name="league.tasks.plan_jobs")  # type: ignore[untyped-decorator]
def plan_jobs() -> None:
    """Plan the job that comes round every day, unless it is planned already."""
    plan_clean_up()
