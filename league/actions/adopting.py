"""What closing had decided in a season, once a club file has opened it again."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import uuid4

from league.actions.bulk import BATCH_SIZE
from league.models import Match, Result, Submission, User
from league.models.result import Verdict


def claim_results(season_ids: Sequence[int], *, by: User | None, at: datetime) -> None:
    """It is the file's from now on: that closing is over, and nothing takes its results back. Each is there once more,
    in a series of its own, as if it had come in with the file. 4 queries where there are any, 1 where there are none;
    more only by bulk chunks."""
    for start in range(0, len(season_ids), BATCH_SIZE):
        matches = Match.objects.filter(
            division__season__in=season_ids[start : start + BATCH_SIZE], current__by_closing=True
        )
        _claim_batch(matches.select_related("current__submission").order_by("pk"), by, at)


def _claim_batch(matches: Iterable[Match], by: User | None, at: datetime) -> None:
    decided = [(match, match.current) for match in matches if match.current]
    submissions = Submission.objects.bulk_create(
        [
            Submission(
                match=match,
                key=uuid4(),
                by=by,
                at=at,
                base=result.number - 1,
                content=result.submission.content,
                verdict=Verdict.ACCEPTED,
            )
            for match, result in decided
        ],
        batch_size=BATCH_SIZE,
    )
    results = Result.objects.bulk_create(
        [
            Result(
                match=match,
                series=match.series + 1,
                number=result.number,
                submission=submission,
                status=result.status,
                seats=result.seats,
                absent=result.absent,
                sat=result.sat,
                counts_from=result.counts_from,
            )
            for (match, result), submission in zip(decided, submissions, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    for (match, _before), result in zip(decided, results, strict=True):
        match.series, match.current = result.series, result
    Match.objects.bulk_update(
        [match for match, _before in decided], ["series", "current"], batch_size=BATCH_SIZE
    )
