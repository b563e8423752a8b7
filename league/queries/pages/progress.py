"""The page that waits for a large league to be rolled over: how far its job is, and what it came to."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext

from league.models import Job, Season
from league.models.job import JobState
from league.queries.pages.words import Where, where
from league.queries.rollover_job import ROLLOVER_JOB, get_progress
from league.rules.problem_json import problems_from_json

Stage = Literal["waiting", "running", "done", "refused", "failed"]


@dataclass(frozen=True)
class Progress:
    """`of` is 0 where nobody knows how much there is to do; `made` the number of the season that was made, as long
    as it is there; `problems` the sentences of a refusal. `failed` counts the attempts that went wrong, and `again` is
    when the next one comes, where the club is."""

    where: Where
    job: int
    stage: Stage
    done: int = 0
    of: int = 0
    made: int | None = None
    problems: tuple[str, ...] = ()
    failed: int = 0
    again: datetime | None = None

    @property
    def next(self) -> int:
        return (self.where.season or 0) + 1

    @property
    def is_over(self) -> bool:
        return self.stage not in ("waiting", "running")


def progress(season: Season, job: int) -> Progress | None:
    """How far that job is with rolling the season over, which was read with its competition and club; None where
    it has no such job. At most 2 queries."""
    found = Job.objects.filter(pk=job, kind=ROLLOVER_JOB).first()
    if found is None or found.arguments["season"] != season.pk:
        return None
    stands = where(season)
    if found.state == JobState.DONE:
        return _over(stands, found, season)
    if found.state == JobState.RUNNING:
        done, of = get_progress(season)
        return Progress(stands, job, "running", done, of)
    if found.state == JobState.FAILED:
        return Progress(stands, job, "failed")
    if found.attempts and found.due_at > timezone.now():
        again = timezone.localtime(found.due_at, stands.zone)
        return Progress(stands, job, "waiting", failed=found.attempts, again=again)
    return Progress(stands, job, "waiting")


def _over(stands: Where, job: Job, season: Season) -> Progress:
    said = json.loads(job.said)
    if "problems" in said:
        sentences = tuple(one.message.translate(gettext) for one in problems_from_json(said["problems"]))
        return Progress(stands, job.pk, "refused", problems=sentences)
    still = Season.objects.filter(competition=season.competition_id, number=said["season"])
    return Progress(stands, job.pk, "done", made=still.values_list("number", flat=True).first())
