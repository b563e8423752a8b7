"""Rolling a large league over: later, by a job, since it takes longer than anybody waits for a page."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction

from games import Problem
from games.problems import _
from league.actions.actor import CONSOLE, Actor, NotPermitted
from league.actions.errors import SEASON_GONE, ActionError, problems_to_json
from league.actions.job import LEASE, enqueue, run_now
from league.actions.rollover import roll_over_season
from league.models import Entry, Job, Season, User
from league.models.job import JobState
from league.queries.ending import Deciding
from league.rules.check import build_problem

ROLLOVER_JOB = "roll-over"
MAX_ENTRIES_IN_REQUEST = 2_000  # entries: with more, it is a job


def is_large(season: Season) -> bool:
    """Whether rolling it over is to be left to `start`. 1 query."""
    return Entry.objects.filter(season=season).count() > MAX_ENTRIES_IN_REQUEST


@transaction.atomic
def enqueue_rollover(
    *,
    season: Season,
    by: Actor,
    missing: Deciding | None = None,
    newcomers: Sequence[str] = (),
    seen: str = "",
) -> Job:
    """Leaves the job, or wakes the one that this person has left for the same already; what it comes to is the
    job's to say. Like `roll_over` in all else. Raises NotPermitted."""
    by.require("run-seasons", season.competition.club_id)
    wanted: dict[str, Any] = {
        "season": season.pk,
        "by": by.account.pk if by.account else None,
        "missing": missing,
        "newcomers": list(newcomers),
        "seen": seen,
    }
    under_way = Job.objects.filter(kind=ROLLOVER_JOB, state__in=[JobState.WAITING, JobState.RUNNING])
    found = under_way.filter(arguments=wanted).first()
    if found is None:
        return enqueue(ROLLOVER_JOB, **wanted)
    run_now(found)
    return found


def retry_rollover(*, season: Season, job_id: int, by: Actor) -> None:
    """Has the season's job that waits for its next attempt taken up at once. Raises NotPermitted."""
    by.require("run-seasons", season.competition.club_id)
    if found := Job.objects.filter(pk=job_id, kind=ROLLOVER_JOB, arguments__season=season.pk).first():
        run_now(found)


def run_rollover(
    *, season: int, by: int | None, missing: Deciding | None, newcomers: Sequence[str], seen: str
) -> dict[str, Any]:
    """Rolls over; answers with the number of the season that was made, or with what stands in the way."""
    found = Season.objects.filter(pk=season).first()
    if found is None:
        return _build_refusal(SEASON_GONE)
    try:
        made = roll_over_season(
            season=found,
            by=CONSOLE if by is None else Actor(User.objects.filter(pk=by).first() or AnonymousUser()),
            missing=missing,
            newcomers=newcomers,
            seen=seen,
            progress=lambda done, of: cache.set(_get_progress_key(season), (done, of), LEASE.total_seconds()),
        )
    except ActionError as refused:
        return _build_refusal(*refused.problems)
    except NotPermitted:
        return _build_refusal(build_problem("", "not-permitted", _("You may not do this any more.")))
    finally:
        cache.delete(_get_progress_key(season))
    return {"season": made.number}


def get_progress(season: Season) -> tuple[int, int]:
    """How much of rolling it over is done, and of how much; (0, 0) where that is not known.

    Told by way of the cache: what a transaction has written is not seen from outside before its end.
    """
    done, of = cache.get(_get_progress_key(season.pk), (0, 0))
    return done, of


def _get_progress_key(season_id: int) -> str:
    return f"rolling-over-{season_id}"


def _build_refusal(*problems: Problem) -> dict[str, Any]:
    return {"problems": problems_to_json(problems)}
