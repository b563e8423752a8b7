"""Close a season and reopen it, and what becomes of what its closing decided (docs/reference/promotion.md, Closing)."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.problems import _
from league.actions import award
from league.actions import standings as divisions
from league.actions.actor import Actor
from league.actions.audit_log import lock_club
from league.actions.batches import BATCH_SIZE
from league.actions.errors import SEASON_GONE, ActionError
from league.actions.reminder import plan_reminders
from league.models import Division, Match, Result, Season, Seat, Submission, User
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.models.season import SeasonState
from league.queries.ending import Ending, ending, running
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult, compute_empty_seats, compute_forfeit_seats
from league.rules.validation import build_problem


def lock_season(season: Season, by: Actor, permission: str = "run-seasons") -> Season:
    """Like `lock_seasons`, where it is about one."""
    return lock_seasons(season.pk, club=season.competition.club_id, by=by, permission=permission)[0]


def lock_seasons(*season_ids: int, club: int, by: Actor, permission: str = "run-seasons") -> list[Season]:
    """These seasons of a club, each with its competition and club, as they are now that nobody else can change them
    or any of their results, for somebody who may do `verb`. Raises NotPermitted; Refused where one is gone.

    In the one order of locks: the club, then the seasons by id, then the divisions of all of them by id.
    """
    lock_club(club, permission, by)
    found = {
        season.pk: season
        for season in Season.objects.select_for_update(of=("self",), no_key=True)
        .select_related("competition__club")
        .filter(pk__in=season_ids)
        .order_by("pk")
    }
    if len(found) < len(season_ids):
        raise ActionError(SEASON_GONE)
    list(
        Division.objects.select_for_update(no_key=True)
        .filter(season__in=season_ids)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return [found[key] for key in season_ids]


def count_decided_matches(found: Ending) -> dict[str, int]:
    """What a record says of the matches that closing decided: how many, as what."""
    return {found.deciding: len(found.missing)} if found.deciding and found.missing else {}


def format_season_key(season: Season) -> str:
    """What the records of changes call it."""
    return f"{season.competition.slug}/{season.number}"


def get_club_date(season: Season) -> date:
    """Where the club is."""
    return timezone.localdate(timezone=season.competition.club.tzinfo)


def require_unchanged(found: Ending, seen: str, newcomers: Sequence[str] = ()) -> None:
    """Raises Refused where `seen`, the digest of a preview that was looked at, is not that of what would be done."""
    if seen and seen != found.digest(newcomers):
        raise ActionError(
            build_problem(
                "", "changed-meanwhile", _("Something has changed meanwhile: look at what would happen now.")
            )
        )


def require_decided(found: Ending) -> None:
    """Raises Refused, a problem for each match that is missing, where nothing is said to become of them."""
    if found.missing and not found.deciding:
        raise ActionError(
            *(
                build_problem(
                    f"matches.{one.match.key}",
                    "missing",
                    _("Division {division}, round {round}, {players}: there is no result yet."),
                    division=one.division.name,
                    round=one.match.round,
                    players=" – ".join(player.key for player in one.players),
                )
                for one in found.missing
            )
        )


def finalise(found: Ending, by: Actor) -> None:
    """Closes a locked season: decides what is missing, keeps final standings and movements, and gives the awards."""
    require_decided(found)
    season, day = found.season, get_club_date(found.season)
    if found.missing:
        _decide_missing(found, by, day)
    _save_final_standings(found)
    season.state, season.closed_on = SeasonState.CLOSED, day
    season.save(update_fields=["state", "closed_on"])
    award.grant_awards(season)
    award.enqueue_awards_after_closing(season)


def _save_final_standings(found: Ending) -> None:
    movements = found.plan().movements if found.can_move else {}
    divisions.save_season_standings(found.season, found.standings, movements)


@transaction.atomic
def recompute_movements(*, season: int) -> None:
    """States a closed season's standings anew: for those closed before movements were kept."""
    seasons = Season.objects.select_for_update(of=("self",), no_key=True).select_related("competition__club")
    closed = seasons.filter(pk=season, state=SeasonState.CLOSED).first()
    if closed:
        _save_final_standings(ending(closed))


def reopen(season: Season) -> None:
    """Opens a locked season again: nobody moves any more or has an award of it, and what closing had decided is to be
    played.

    That it was closed, and until when, is kept: `--as-of` asks for it.
    """
    decided = Match.objects.filter(division__season=season, current__by_closing=True)
    _set_figures(Seat.objects.filter(match__in=decided), compute_empty_seats([""])[0])
    decided.update(status=MatchStatus.SCHEDULED, revision=0, current=None, series=F("series") + 1)
    closed_on = season.closed_on and season.closed_on.isoformat()
    season.closings = [*season.closings, [closed_on, get_club_date(season).isoformat()]]
    season.state, season.closed_on = SeasonState.OPEN, None
    season.save(update_fields=["state", "closed_on", "closings"])
    award.revoke_awards(season)
    divisions.save_season_standings(season, running(season))
    plan_reminders(season, repeat=True)


# --- what is missing


def _decide_missing(found: Ending, by: Actor, day: date) -> None:
    """Each match without a result gets one like any other: sent in, kept for good, counting from that day on."""
    now = timezone.now()
    status = MatchStatus.FORFEIT if found.deciding == "forfeit" else MatchStatus.VOID
    players = [[player.key for player in one.players] for one in found.missing]
    submissions = Submission.objects.bulk_create(
        [
            Submission(
                match=one.match,
                key=uuid4(),
                by=by.account,
                at=now,
                base=0,
                content=json.dumps(_build_content(status, keys)),
                verdict=Verdict.ACCEPTED,
            )
            for one, keys in zip(found.missing, players, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    Result.objects.bulk_create(
        [
            Result(
                match=one.match,
                series=one.match.series,
                number=1,
                by_closing=True,
                submission=submission,
                status=status,
                seats=keys,
                absent=_list_absent(status, keys),
                sat=list(one.sat),  # whoever stayed away was to sit for somebody
                counts_from=day,
            )
            for one, keys, submission in zip(found.missing, players, submissions, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    first = Result.objects.filter(match=OuterRef("pk"), series=OuterRef("series"), number=1)
    Match.objects.filter(division__season=found.season, status=MatchStatus.SCHEDULED).update(
        status=status, revision=1, current=Subquery(first.values("pk"))
    )
    if status == MatchStatus.FORFEIT:
        rate, deals = found.settings.rules.forfeit_score, found.settings.deals
        figures = compute_forfeit_seats([""], [0], forfeit_score=rate, deals=deals)[
            0
        ]  # for all alike: nobody was there
        seats = Seat.objects.filter(match__division__season=found.season, match__status=status)
        _set_figures(seats.filter(match__current__by_closing=True), figures)


def _build_content(status: MatchStatus, keys: list[str]) -> dict[str, object]:
    """What stands for a sheet, in the words of a club file."""
    return {"status": status.value, "absent": [keys[number] for number in _list_absent(status, keys)]}


def _list_absent(status: MatchStatus, keys: list[str]) -> list[int]:
    """Seat numbers: nobody came, or it does not matter who did."""
    return list(range(len(keys))) if status == MatchStatus.FORFEIT else []


def _set_figures(seats: QuerySet[Seat], figures: SeatResult) -> None:
    seats.update(**{name: getattr(figures, name) for name in SEAT_COLUMNS})


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
