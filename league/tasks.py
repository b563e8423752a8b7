"""What happens later: Celery's door to the Job rows. Running twice does no harm."""

from celery import shared_task

from league.actions.job import run_due
from league.actions.player import refresh_statistics

KINDS = {"refresh-statistics": refresh_statistics}


@shared_task(name="league.tasks.run_jobs")
def run_jobs() -> int:
    """Runs what is due; called after each commit that left a job, and by the clock for those that waited."""
    return run_due(KINDS)
