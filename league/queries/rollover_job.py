"""The progress and outcome of the job that rolls a season over."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.utils import timezone

from games import Problem
from league.models import Job, Season
from league.models.job import JobState
from league.rules.problem_json import problems_from_json

ROLLOVER_JOB = "roll-over"


@dataclass(frozen=True)
class RolloverProgress:
    """The progress of a job.

    `of` is 0 while it is unknown how much there is to do. `created` is the number of the season that was created, as
    long as it is there; `problems` are those of a refusal. `failed` counts the attempts that went wrong, and `again` is
    when the next attempt comes.
    """

    job: Job
    stage: Literal["waiting", "running", "done", "refused", "failed"]
    done: int = 0
    of: int = 0
    created: int | None = None
    problems: tuple[Problem, ...] = ()
    failed: int = 0
    again: datetime | None = None

    @property
    def is_over(self) -> bool:
        return self.stage not in ("waiting", "running")


def find_rollover_progress(season: Season, job_id: int) -> RolloverProgress | None:
    """Return how far a job is with rolling the season over; None if the season has no such job. At most 2 queries."""
    job = Job.objects.filter(pk=job_id, kind=ROLLOVER_JOB, arguments__season=season.pk).first()
    if job is None:
        return None
    if job.state == JobState.DONE:
        outcome = json.loads(job.result)
        if "problems" in outcome:
            return RolloverProgress(job, "refused", problems=problems_from_json(outcome["problems"]))
        there = Season.objects.filter(competition=season.competition_id, number=outcome["season"])
        return RolloverProgress(job, "done", created=there.values_list("number", flat=True).first())
    if job.state == JobState.RUNNING:
        done, of = get_progress(season)
        return RolloverProgress(job, "running", done, of)
    if job.state == JobState.FAILED:
        return RolloverProgress(job, "failed")
    if job.attempts and job.due_at > timezone.now():
        return RolloverProgress(job, "waiting", failed=job.attempts, again=job.due_at)
    return RolloverProgress(job, "waiting")


def get_progress(season: Season) -> tuple[int, int]:
    """Return how many steps of the rollover are done, and of how many; (0, 0) if that is not known.

    It comes from a cache, since nothing that a transaction writes is visible to others before its end.
    """
    done, of = open_progress_cache().get(build_progress_key(season.pk), (0, 0))
    return done, of


def open_progress_cache() -> BaseCache:
    """Return a cache that all processes see: Redis, or files of this machine."""
    return cache if settings.REDIS_URL else FileBasedCache(str(settings.VAR_DIR / "progress"), {})


def build_progress_key(season_id: int) -> str:
    return f"rolling-over-{season_id}"
