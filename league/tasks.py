"""What happens later: Celery's door to the Job rows. Running twice does no harm."""

from typing import Any

from celery import shared_task

from league.actions.award import state_awards
from league.actions.closing import state_movements
from league.actions.figures import keep_figures
from league.actions.invitation import mail_invitation
from league.actions.job import Aside, Outside, Work, run_due, run_in_process
from league.actions.notice import mail_correction
from league.actions.reminder import mail_reminder, remind_players
from league.actions.rolling_job import roll_over_now
from league.actions.statistics import refresh_statistics

KINDS: dict[str, Work | Aside | Outside] = {
    "refresh-statistics": refresh_statistics,
    "mail-invitation": Outside(mail_invitation),
    "mail-correction": Outside(mail_correction),
    "roll-over": Aside(roll_over_now),
    "state-movements": Aside(state_movements),
    "state-awards": Aside(state_awards),
    "keep-figures": Aside(keep_figures),
    "remind-players": remind_players,
    "mail-reminder": Outside(mail_reminder),
}


@shared_task(name="league.tasks.run_jobs", bind=True)
def run_jobs(self: Any) -> int:
    """Runs what is due; called after each commit that left a job, and by the clock for those that waited."""
    return run_in_process(KINDS) if self.request.is_eager else run_due(KINDS)
