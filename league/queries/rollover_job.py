"""How far the job is that rolls a season over."""

from django.core.cache import cache

from league.models import Season

ROLLOVER_JOB = "roll-over"


def get_progress(season: Season) -> tuple[int, int]:
    """Return how many steps of the rollover are done, and of how many; (0, 0) if that is not known.

    It comes from the cache, since nothing that a transaction writes is visible to others before its end.
    """
    done, of = cache.get(build_progress_key(season.pk), (0, 0))
    return done, of


def build_progress_key(season_id: int) -> str:
    return f"rolling-over-{season_id}"
