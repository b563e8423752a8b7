"""Jobs that recompute the players' statistics and a game's own figures.

See docs/reference/awards.md, Statistics.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

import games
from games import Invalid, UnknownGame
from league.actions import award
from league.actions.batches import BATCH_SIZE, update_rows
from league.actions.changes import draw_revision
from league.actions.job import enqueue
from league.models import Competition, Division, Result, Season, Seat, Statistics
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.schedule import find_settings
from league.rules.seasons import statistics as rules
from league.rules.seasons.statistics import BidReader, PlayedMatch, PlayedSeat
from league.rules.snapshot import JSON, parse_settings
from league.rules.standings.points import compute_played_seats
from league.rules.standings.totals import COUNTED_SEAT_COLUMNS, SeatResult
from league.rules.validation import score_sheet


@transaction.atomic
def refresh_statistics(*, competition: int, players: Sequence[int] | None = None) -> None:
    """Recompute the statistics of these players in a competition's played matches (None: of all players).

    A draft counts once it is opened. Of the games' own figures only those of the competition's present game
    count: another game's figure of the same name would mean something else.

    The job is idempotent: the rows follow from the seats and the sheets that count, and only those that
    differ are written. Runs at most 7 queries, more only by batches of rows, and enqueues the job for awards
    where that may be needed.
    """
    # Two of these at once: the job that counted first must not write last.
    locked = Competition.objects.select_for_update(no_key=True).filter(pk=competition).first()
    if locked is None:  # gone meanwhile
        return
    seasons = list(Season.objects.filter(competition=competition).exclude(state=SeasonState.DRAFT))
    meetings, ids = _load_meetings(seasons, players)
    named = ids if players is None else {key: pk for key, pk in ids.items() if pk in set(players)}
    right = {
        named[key]: columns
        for key, columns in rules.compute_statistics(
            meetings,
            game=locked.game,
            figures=games.get(locked.game).figures if games.is_installed(locked.game) else (),
            players=named,
        ).items()
    }
    _save_statistics(locked, players, right)
    award.enqueue_awards_after_results(competition, seasons)


def _save_statistics(competition: Competition, players: Sequence[int] | None, right: dict[int, JSON]) -> None:
    """Write the rows that differ, by player id; a player who has not played has no row.

    Runs at most 3 queries, more only by batches of rows.
    """
    rows = Statistics.objects.filter(competition=competition)
    if players is not None:
        rows = rows.filter(player__in=players)
    stored = {row["player"]: row for row in rows.values("pk", "player", *rules.STATISTICS_COLUMNS)}
    gone = [row["pk"] for player, row in stored.items() if player not in right]
    for start in range(0, len(gone), BATCH_SIZE):
        Statistics.objects.filter(pk__in=gone[start : start + BATCH_SIZE]).delete()
    Statistics.objects.bulk_create(
        [
            Statistics(
                player_id=player,
                competition=competition,
                revision=draw_revision(),
                **columns,
            )
            for player, columns in right.items()
            if player not in stored
            or any(stored[player][name] != columns[name] for name in rules.STATISTICS_COLUMNS)
        ],
        update_conflicts=True,
        unique_fields=["player", "competition"],
        update_fields=[*rules.STATISTICS_COLUMNS, "revision"],
        batch_size=BATCH_SIZE,
    )


def _load_meetings(
    seasons: Sequence[Season], players: Sequence[int] | None
) -> tuple[list[PlayedMatch], dict[str, int]]:
    """Return the played matches of seasons in which these players sat (None: all), and the ids of all players by key.

    The players are all who sat there. The matches are read from the results that count; a result that comes in
    meanwhile enqueues a job of its own. Runs 2 queries.
    """
    readers = {season.pk: (season.game, BidReader(find_settings(season))) for season in seasons}
    seats: dict[int, list[PlayedSeat]] = {}
    ids: dict[str, int] = {}
    for result, player, key, *columns in _filter_seats(readers, players).values_list(
        "match__current", "player", "player__key", *COUNTED_SEAT_COLUMNS
    ):
        ids[key] = player
        seats.setdefault(result, []).append(
            PlayedSeat(key, SeatResult(key, **dict(zip(COUNTED_SEAT_COLUMNS, columns, strict=True))))
        )
    meetings = []
    for result, match, stage, round_number, table, season, played_on, sheet in (
        _filter_results(readers, players)
        .values_list(
            "pk",
            "counts_for__key",
            "counts_for__division__stage__number",
            "counts_for__round__number",
            "counts_for__table",
            "counts_for__division__season",
            "played_on",
            "sheet",
        )
        .iterator(chunk_size=BATCH_SIZE)
    ):
        if result in seats and played_on:
            game, reader = readers[season]
            seated = seats[result]
            bids = reader.read_bids(sheet, len(seated))
            sat = (
                PlayedSeat(seat.player, seat.result, own_bids)
                for seat, own_bids in zip(seated, bids, strict=True)
            )
            meetings.append(PlayedMatch(match, played_on, stage, round_number, table, game, tuple(sat)))
    return meetings, ids


def _filter_seats(seasons: Iterable[int], players: Sequence[int] | None) -> QuerySet[Seat]:
    """Return all seats of those matches, in order of their numbers."""
    named: dict[str, Any] = {} if players is None else {"match__in": _filter_matches(players)}
    seats = Seat.objects.filter(
        match__division__season__in=seasons, match__status=MatchStatus.PLAYED, **named
    )
    return seats.order_by("match", "number")


def _filter_results(seasons: Iterable[int], players: Sequence[int] | None) -> QuerySet[Result]:
    """Return the results that count in those matches."""
    named: dict[str, Any] = {} if players is None else {"counts_for__in": _filter_matches(players)}
    return Result.objects.filter(counts_for__division__season__in=seasons, status=MatchStatus.PLAYED, **named)


def _filter_matches(players: Sequence[int]) -> Any:
    """Return the ids of the matches at which any of these players sat."""
    return Seat.objects.filter(player__in=players).order_by().values("match")


@transaction.atomic
def recompute_figures(*, competition: int) -> None:
    """Recompute a game's figures and the scores of deals from every sheet of a competition that counts, and store them.

    Statistics and awards are enqueued to be recomputed as well. A sheet that cannot be read any more, as its
    game is not installed, leaves its seats as they are. The job is idempotent; it runs 6 queries, and 3 more
    for each batch of sheets.
    """
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
    divisions.update(revision=F("revision") + 1)
    enqueue("refresh-statistics", competition=competition)
    enqueue(award.AWARDS_JOB, competition=competition)


def _update_figures(result_ids: Sequence[int]) -> None:
    """Recompute and store the figures and deal scores of these results."""
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__current__in=result_ids).order_by("number"):
        seats.setdefault(seat.match_id, []).append(seat)
    results = Result.objects.filter(pk__in=result_ids).select_related("match__division__season__competition")
    stale = [seat for result in results for seat in _find_changed_seats(result, seats[result.match_id])]
    update_rows(stale, ["figures", "deal_scores"])


def _find_changed_seats(result: Result, seats: Sequence[Seat]) -> Iterator[Seat]:
    """Yield the seats whose figures differ from those of the sheet, with the right figures set."""
    try:
        settings = parse_settings(*result.match.division.season.settings)
        score, _sheet = score_sheet(result.sheet, settings, len(seats))
    except (UnknownGame, Invalid):
        return
    right = compute_played_seats(settings.game, [""] * len(seats), score)
    for seat, seat_result in zip(seats, right, strict=True):
        if (seat.figures, seat.deal_scores) != (seat_result.figures, seat_result.deal_scores):
            seat.figures, seat.deal_scores = dict(seat_result.figures), seat_result.deal_scores
            yield seat
