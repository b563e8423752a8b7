"""The jobs that count players' statistics and a game's own figures again."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

import games
from games import Invalid, UnknownGame
from league.actions import award, result_revisions
from league.actions.batches import BATCH_SIZE
from league.actions.job import enqueue
from league.models import Competition, Division, Result, Season, Seat, Statistics
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.rules.seasons import statistics as rules
from league.rules.seasons.statistics import BidReader, PlayedMatch, PlayedSeat
from league.rules.snapshot import JSON, Settings, parse_settings
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult, compute_played_seats


@transaction.atomic
def refresh_statistics(*, competition: int, players: Sequence[int] | None = None) -> None:
    """Counts anew what these players (all, if none are named) did in a competition's played matches; a
    draft's count once it is opened. Of the games' own figures only those of the game it plays now count: another
    game's would mean something else by the same name.

    Idempotent: the rows are what the seats and the sheets that count say, and only those that differ are written. At
    most 8 queries, more only by bulk chunks, and the job for awards.
    """
    # Two of these at once: the one that counted first must not write last.
    found = Competition.objects.select_for_update(no_key=True).filter(pk=competition).first()
    if found is None:  # gone meanwhile
        return
    meetings, ids = _load_meetings(found, players)
    named = ids if players is None else {id: key for id, key in ids.items() if key in set(players)}
    right = {
        named[id]: told
        for id, told in rules.compute_statistics(
            meetings,
            game=found.game,
            figures=games.get(found.game).figures if games.is_installed(found.game) else (),
            players=named,
        ).items()
    }
    _save_statistics(found, players, right)
    award.enqueue_awards_after_results(competition)


def _save_statistics(competition: Competition, players: Sequence[int] | None, right: dict[int, JSON]) -> None:
    """Writes what differs, by player; whoever has not played has no row. At most 3 queries, more only by chunks."""
    rows = Statistics.objects.filter(competition=competition)
    if players is not None:
        rows = rows.filter(player__in=players)
    kept = {row["player"]: row for row in rows.values("pk", "player", *rules.STATISTICS_COLUMNS)}
    gone = [row["pk"] for player, row in kept.items() if player not in right]
    for start in range(0, len(gone), BATCH_SIZE):
        Statistics.objects.filter(pk__in=gone[start : start + BATCH_SIZE]).delete()
    Statistics.objects.bulk_create(
        [
            Statistics(player_id=player, competition=competition, **told)
            for player, told in right.items()
            if player not in kept
            or any(kept[player][name] != told[name] for name in rules.STATISTICS_COLUMNS)
        ],
        update_conflicts=True,
        unique_fields=["player", "competition"],
        update_fields=rules.STATISTICS_COLUMNS,
        batch_size=BATCH_SIZE,
    )


def _load_meetings(
    competition: Competition, players: Sequence[int] | None
) -> tuple[list[PlayedMatch], dict[str, int]]:
    """The played matches in which these players sat, or all, and the keys of everybody who sat there, by id. Read from
    the results that count: one that comes in meanwhile leaves a job of its own. 3 queries."""
    readers = {
        season.pk: (season.game, BidReader(_parse_settings(season)))
        for season in Season.objects.filter(competition=competition).exclude(state=SeasonState.DRAFT)
    }
    seats: dict[int, list[PlayedSeat]] = {}
    ids: dict[str, int] = {}
    for result, player, id, *figures in _filter_seats(competition, players).values_list(
        "match__current", "player", "player__key", *SEAT_COLUMNS
    ):
        ids[id] = player
        seats.setdefault(result, []).append(
            PlayedSeat(id, SeatResult(id, **dict(zip(SEAT_COLUMNS, figures, strict=True))))
        )
    meetings = []
    for result, match, round, table, season, played_on, sheet in (
        _filter_results(competition, players)
        .values_list(
            "pk",
            "counts_for__key",
            "counts_for__round",
            "counts_for__table",
            "counts_for__division__season",
            "played_on",
            "sheet",
        )
        .iterator(chunk_size=BATCH_SIZE)
    ):
        if result in seats and season in readers and played_on:
            game, reader = readers[season]
            sitting = seats[result]
            bids = reader.read_bids(sheet, len(sitting))
            sat = (
                PlayedSeat(seat.player, seat.figures, made) for seat, made in zip(sitting, bids, strict=True)
            )
            meetings.append(PlayedMatch(match, played_on, round, table, game, tuple(sat)))
    return meetings, ids


def _filter_seats(competition: Competition, players: Sequence[int] | None) -> QuerySet[Seat]:
    """All seats of those matches, by number."""
    named: dict[str, Any] = {} if players is None else {"match__in": _filter_matches(players)}
    return (
        Seat.objects.filter(
            match__division__season__competition=competition, match__status=MatchStatus.PLAYED, **named
        )
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .order_by("match", "number")
    )


def _filter_results(competition: Competition, players: Sequence[int] | None) -> QuerySet[Result]:
    """What counts in them."""
    named: dict[str, Any] = {} if players is None else {"counts_for__in": _filter_matches(players)}
    return Result.objects.filter(
        counts_for__division__season__competition=competition, status=MatchStatus.PLAYED, **named
    ).exclude(counts_for__division__season__state=SeasonState.DRAFT)


def _filter_matches(players: Sequence[int]) -> Any:
    """The matches at which one of them sat."""
    return Seat.objects.filter(player__in=players).order_by().values("match")


def _parse_settings(season: Season) -> Settings | None:
    try:
        return parse_settings(*season.settings)
    except (UnknownGame, Invalid):
        return None


@transaction.atomic
def recompute_figures(*, competition: int) -> None:
    """Reads every sheet of a competition that counts, keeps at each seat what its game counts, and has the statistics
    and awards counted anew. What cannot be read any more, as its game is not installed, stays as it is. Idempotent; 5
    queries, and 3 more for each chunk of sheets."""
    if not Competition.objects.filter(pk=competition).exists():  # gone meanwhile
        return
    divisions = Division.objects.select_for_update(no_key=True).filter(season__competition=competition)
    list(divisions.order_by("pk").values_list("pk", flat=True))  # so that no result comes in meanwhile
    counting = Result.objects.filter(
        counts_for__division__season__competition=competition, status=MatchStatus.PLAYED
    )
    keys = list(counting.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH_SIZE):
        _update_figures(keys[start : start + BATCH_SIZE])
    enqueue("refresh-statistics", competition=competition)
    enqueue(award.AWARDS_JOB, competition=competition)


def _update_figures(result_ids: Sequence[int]) -> None:
    """The figures of these results."""
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__current__in=result_ids).order_by("number"):
        seats.setdefault(seat.match_id, []).append(seat)
    results = Result.objects.filter(pk__in=result_ids).select_related("match__division__season__competition")
    stale = [seat for result in results for seat in _find_changed_seats(result, seats[result.match_id])]
    Seat.objects.bulk_update(stale, ["figures"], batch_size=BATCH_SIZE)


def _find_changed_seats(result: Result, seats: Sequence[Seat]) -> Iterator[Seat]:
    """The seats that have other figures than the sheet gives them, with the right ones."""
    try:
        settings = parse_settings(*result.match.division.season.settings)
        score, _sheet = result_revisions.score_sheet(result.sheet, settings, len(seats))
    except (UnknownGame, Invalid):
        return
    right = compute_played_seats(settings.game, [""] * len(seats), score)
    for seat, figures in zip(seats, right, strict=True):
        if seat.figures != figures.figures:
            seat.figures = dict(figures.figures)
            yield seat
