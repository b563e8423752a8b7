"""Close a season and reopen it, and revoke the results that its closing decided.

See docs/reference/promotion.md, Closing; docs/reference/promotion.md, Reopening.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.problems import _
from league.actions import award, standings
from league.actions.batches import BATCH_SIZE, update_rows
from league.actions.challenge_states import start_ladders, update_challenges
from league.actions.errors import ActionError
from league.models import Division, Match, Result, Season, Seat, SheetDraft, Submission, User
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.models.season import SeasonState
from league.notifications.reminders import plan_reminders
from league.notifications.seasons import notify_of_season
from league.principals import Principal
from league.queries.confirmations import check_all_settled
from league.queries.season_end import SeasonEnd, compute_current_standings, compute_season_end
from league.rules.snapshot import parse_settings
from league.rules.standings.points import compute_empty_seats, compute_forfeit_seats, score_round
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult
from league.rules.validation import build_problem


def count_decided_matches(season_end: SeasonEnd) -> dict[str, int]:
    """Return the audit log's data on the matches that closing decided: how many, as what."""
    return (
        {season_end.deciding: len(season_end.missing)} if season_end.deciding and season_end.missing else {}
    )


def require_unchanged(season_end: SeasonEnd, seen: str, newcomers: Sequence[str] = ()) -> None:
    """Raise ActionError unless `seen`, the digest of a preview, is that of the change that would be made now.

    An empty `seen` is not checked.
    """
    if seen and seen != season_end.digest(newcomers):
        raise ActionError(
            build_problem(
                "",
                "changed-meanwhile",
                _("Something has changed since your preview. Check the new preview, then try again."),
            )
        )


def require_decided(season_end: SeasonEnd) -> None:
    """Raise ActionError, with a problem for each match without a result, unless something decides them.

    So do results that wait to be confirmed, and disputes: nothing else decides those. 1 query.
    """
    if season_end.season.is_open and (problems := list(check_all_settled(season_end.season))):
        raise ActionError(*problems)
    if season_end.missing and not season_end.deciding:
        raise ActionError(
            *(
                build_problem(
                    f"matches.{missing.match.key}",
                    "missing",
                    _("{division}, round {round}, {players}: no result yet.")
                    if season_end.season.competition.is_tournament
                    else _("Division {division}, round {round}, {players}: no result yet."),
                    division=missing.division.name,
                    round=missing.match.round.number,
                    players=" – ".join(player.key for player in missing.players),
                )
                for missing in season_end.missing
            )
        )


def finalise(season_end: SeasonEnd, by: Principal) -> None:
    """Close a locked season: decide missing results, save final standings and movements, grant the awards."""
    require_decided(season_end)
    season, day = season_end.season, season_end.season.competition.club.today
    if season_end.missing:
        _decide_missing(season_end, by, day)
        _settle_challenges(season_end, day)
    _save_final_standings(season_end)
    season.state, season.closed_on = SeasonState.CLOSED, day
    season.save(update_fields=["state", "closed_on"])
    award.grant_awards(season)
    award.enqueue_awards_after_closing(season)
    notify_of_season(season, author=by.user)


def _settle_challenges(season_end: SeasonEnd, day: date) -> None:
    """Note on which day the missing matches of a ladder were decided: those that were overdue stay missed."""
    if season_end.settings.rules.is_ladder:
        update_challenges(list(season_end.season.divisions.values_list("pk", flat=True)), day)


def _save_final_standings(season_end: SeasonEnd) -> None:
    movements = season_end.plan().movements if season_end.can_move else {}
    standings.save_season_standings(season_end.season, season_end.standings, movements)


@transaction.atomic
def recompute_movements(*, season: int) -> None:
    """Recompute the standings of a closed season, as a job, for those closed before movements were stored.

    Locks the season and its divisions.
    """
    seasons = Season.objects.select_for_update(of=("self",), no_key=True).select_related("competition__club")
    closed = seasons.filter(pk=season, state=SeasonState.CLOSED).first()
    if closed:
        divisions = Division.objects.select_for_update(no_key=True).filter(season=season)
        list(divisions.order_by("pk").values_list("pk", flat=True))
        _save_final_standings(compute_season_end(closed))


def reopen(season: Season) -> None:
    """Reopen a locked season: movements and awards go, and matches that closing decided are to be played.

    That it was closed, and until when, is stored for reports as of a day
    (docs/reference/ranking.md, As of a day).
    """
    decided = Match.objects.filter(division__season=season, current__by_closing=True)
    _set_seat_results(Seat.objects.filter(match__in=decided), compute_empty_seats([""])[0])
    decided.update(status=MatchStatus.SCHEDULED, revision=0, current=None, generation=F("generation") + 1)
    closed_on = season.closed_on and season.closed_on.isoformat()
    season.closure_history = [*season.closure_history, [closed_on, season.competition.club.today.isoformat()]]
    season.state, season.closed_on = SeasonState.OPEN, None
    season.save(update_fields=["state", "closed_on", "closure_history"])
    award.revoke_awards(season)
    if parse_settings(*season.settings).rules.is_ladder:
        start_ladders(season)
    standings.save_season_standings(season, compute_current_standings(season))
    plan_reminders(season, repeat=True)


# --- missing results


def _decide_missing(season_end: SeasonEnd, by: Principal, day: date) -> None:
    """Give each match without a result an ordinary result, submitted and stored, which counts from `day`."""
    now = timezone.now()
    status = MatchStatus.FORFEIT if season_end.deciding == "forfeit" else MatchStatus.VOID
    players = [[player.key for player in missing.players] for missing in season_end.missing]
    submissions = Submission.objects.bulk_create(
        [
            Submission(
                match=missing.match,
                key=uuid4(),
                by=by.user,
                at=now,
                base=0,
                content=json.dumps(_build_content(status, keys)),
                verdict=Verdict.ACCEPTED,
            )
            for missing, keys in zip(season_end.missing, players, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    Result.objects.bulk_create(
        [
            Result(
                match=missing.match,
                generation=missing.match.generation,
                number=1,
                by_closing=True,
                submission=submission,
                status=status,
                seats=keys,
                absent=_list_absent(status, keys),
                seated_players=list(missing.sat),  # keeps the substitutes who were to sit there
                effective_from=day,
            )
            for missing, keys, submission in zip(season_end.missing, players, submissions, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    first = Result.objects.filter(match=OuterRef("pk"), generation=OuterRef("generation"), number=1)
    Match.objects.filter(division__season=season_end.season, status=MatchStatus.SCHEDULED).update(
        status=status, revision=1, current=Subquery(first.values("pk"))
    )
    SheetDraft.objects.filter(match__division__season=season_end.season).delete()
    if status == MatchStatus.FORFEIT:
        _forfeit_missing(season_end)


def _forfeit_missing(season_end: SeasonEnd) -> None:
    """Give the seats of matches that closing forfeits their results. 1 query for each size of their tables."""
    settings = season_end.settings
    at_table = Seat.objects.filter(match=OuterRef("match")).order_by().values("match")
    seats = Seat.objects.filter(
        match__division__season=season_end.season,
        match__status=MatchStatus.FORFEIT,
        match__current__by_closing=True,
    ).alias(size=Subquery(at_table.annotate(size=Count("pk")).values("size")))
    for size in sorted({len(missing.players) for missing in season_end.missing}):
        forfeit = compute_forfeit_seats(
            [""] * size,
            range(size),
            forfeit_score=settings.rules.forfeit_score,
            deals=settings.count_deals(size),
        )
        # for all alike: no player was there
        _set_seat_results(seats.filter(size=size), score_round([forfeit], settings.rules.points)[0][0])


def _build_content(status: MatchStatus, keys: list[str]) -> dict[str, object]:
    """Return the equivalent of a sheet: the values of a club file."""
    return {"status": status.value, "absent": [keys[number] for number in _list_absent(status, keys)]}


def _list_absent(status: MatchStatus, keys: list[str]) -> list[int]:
    """Return the absent seats' numbers: all for a forfeit; in a void match it does not matter who came."""
    return list(range(len(keys))) if status == MatchStatus.FORFEIT else []


def _set_seat_results(seats: QuerySet[Seat], seat_result: SeatResult) -> None:
    seats.update(**{name: getattr(seat_result, name) for name in SEAT_COLUMNS})


def claim_results(season_ids: Sequence[int], *, by: User | None, at: datetime) -> None:
    """Make results that closing had decided belong to a club file that reopens the season.

    Nothing takes them back any more. Each is stored once more, in a generation of its own, as if it had come
    in with the file (docs/reference/club-file.md, Opened seasons). Runs 4 queries where there are any, 1
    where there are none, more only by batches of rows.
    """
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
                generation=match.generation + 1,
                number=result.number,
                submission=submission,
                status=result.status,
                seats=result.seats,
                absent=result.absent,
                seated_players=result.seated_players,
                effective_from=result.effective_from,
            )
            for (match, result), submission in zip(decided, submissions, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    for (match, _before), result in zip(decided, results, strict=True):
        match.generation, match.current = result.generation, result
    update_rows([match for match, _before in decided], ["generation", "current"])
