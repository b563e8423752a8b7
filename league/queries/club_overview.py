"""The overview of a club: the progress of its seasons, its next and latest matches, and its leaders."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, F, Prefetch, Q, Subquery, Window, prefetch_related_objects
from django.db.models.functions import RowNumber

from games import Game
from league.models import Club, Division, Entry, Match, Season, Seat, Standing
from league.models.match import MatchStatus
from league.models.season import DECIDED, SeasonState
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import COMPARISONS, HUNDREDTHS

MAX_DUE = 24  # matches of the next night
MAX_LATEST = 6  # results
MAX_DIVISIONS = 4  # of a season, from the top
MAX_PLACES = 4  # of a division
# What readers can compare by: these columns of a standing, or the game's own figures.
METRIC_COLUMNS = {
    "average": "average",
    "score": "score",
    "points": "points",
    "wins": "won",
    "zeros": "bids_made",
}


@dataclass(frozen=True)
class Progress:
    """How many matches a season has; nothing is to be played in a draft."""

    matches: int = 0
    decided: int = 0
    to_play: int = 0
    overdue: int = 0


@dataclass(frozen=True)
class SeasonLeaders:
    """The first of a season's first divisions, each with the figure that ranks them; `more` divisions follow."""

    season: Season
    game: Game
    metric: str
    divisions: Sequence[tuple[Division, Sequence[tuple[Entry, Fraction | int | None]]]]
    more: int


def count_matches(seasons: Sequence[Season]) -> list[tuple[Season, Progress]]:
    """Return how far each season is, and tell each as `with_progress` does. 1 query."""
    if not seasons:
        return []
    today, waits = seasons[0].competition.club.today, Q(status=MatchStatus.SCHEDULED)
    rows: Any = (
        Match.objects.filter(division__season__in=seasons)
        .order_by()
        .values("division__season")
        .annotate(
            matches=Count("pk", filter=~Q(status=MatchStatus.VOID)),
            decided=Count("pk", filter=Q(status__in=DECIDED)),
            to_play=Count("pk", filter=waits),
            overdue=Count("pk", filter=waits & Q(due_on__lt=today)),
        )
    )
    found = {row.pop("division__season"): row for row in rows}
    counted = [(season, _build_progress(season, found.get(season.pk, {}))) for season in seasons]
    for season, progress in counted:
        season.number_of_matches, season.number_decided = progress.matches, progress.decided
    return counted


def _build_progress(season: Season, row: dict[str, int]) -> Progress:
    if season.is_open:
        return Progress(**row)
    return Progress(row.get("matches", 0), row.get("decided", 0))


def list_next_night(club: Club, seasons: Iterable[Season]) -> list[Any]:
    """Return the matches of the next day with matches, without their seats, each with the number of seats.

    Only the first MAX_DUE. 1 query.
    """
    waiting = club.matches.filter(
        division__season__in=[season for season in seasons if season.is_open],
        status=MatchStatus.SCHEDULED,
        due_on__gte=club.today,
    )
    next_day = waiting.order_by("due_on").values("due_on")[:1]
    return list(
        waiting.filter(due_on=Subquery(next_day))
        .annotate(of=Window(Count("pk")))
        .select_related("division__season__competition", "round")
        .order_by(
            *("table", "division__season", "division__stage__number", "division__level"),
            *("round__number", "key"),
        )[:MAX_DUE]
    )


def list_latest_results(club: Club, *, with_drafts: bool) -> list[Match]:
    """Return the matches played last, in all competitions, without their seats. 1 query."""
    matches = club.matches.all()
    if not with_drafts:
        matches = matches.exclude(division__season__state=SeasonState.DRAFT)
    decided = matches.filter(
        status__in=(MatchStatus.PLAYED, MatchStatus.FORFEIT), current__played_on__isnull=False
    )
    latest_first = decided.order_by("-current__played_on", "-current")
    return list(latest_first.select_related("current", "round", "division__season__competition")[:MAX_LATEST])


def load_seats(matches: Sequence[Match]) -> None:
    """Read the seats of these matches with their players. 1 query."""
    seats = Seat.objects.select_related("player").order_by("number")
    prefetch_related_objects(matches, Prefetch("seats", seats))


def list_leaders(seasons: Sequence[Season]) -> list[SeasonLeaders]:
    """Return the leaders of the open seasons of each competition, or else of the season closed last. 2 queries.

    The seasons come by competition, the newest first.
    """
    by_competition: dict[int, list[Season]] = defaultdict(list)
    for season in seasons:
        if not season.is_draft:
            by_competition[season.competition_id].append(season)
    featured = {
        season.pk: season
        for own in by_competition.values()
        for season in ([season for season in own if season.is_open] or own[:1])
    }
    divisions = _list_first_divisions(featured)
    entries = _list_first_entries([division for own in divisions.values() for division in own])
    leaders = []
    for pk, own in divisions.items():
        settings = parse_settings(*featured[pk].settings).for_stage(featured[pk].current_stage)
        metric = choose_metric(settings)
        rows = [
            (division, [(entry, measure(entry.standing, metric)) for entry in entries[division.pk]])
            for division in own
        ]
        leaders.append(SeasonLeaders(featured[pk], settings.game, metric, rows, own[0].of - len(own)))
    return leaders


def choose_metric(settings: Settings) -> str:
    """Return the figure that the ranking compares first; the average if it compares none first."""
    first = settings.rules.ranking[0]
    is_shown = first in (*METRIC_COLUMNS, *COMPARISONS) or first in {
        figure.key for figure in settings.ranked_figures
    }
    return first if is_shown else "average"


def measure(standing: Standing, metric: str) -> Fraction | int | None:
    """Return a figure of a standing; None before the first match."""
    if not standing.played:
        return None
    column = METRIC_COLUMNS.get(metric)
    value: Fraction | int | None = getattr(standing, column) if column else standing.figures.get(metric)
    return Fraction(value, HUNDREDTHS) if value is not None and metric in COMPARISONS else value


def _list_first_divisions(seasons: Mapping[int, Season]) -> Mapping[int, list[Any]]:
    """Return the first divisions of the stage that each season has reached, each with how many there are. 1 query."""
    found: dict[int, list[Any]] = {pk: [] for pk in seasons}
    reached: dict[int, list[int]] = defaultdict(list)
    for pk, season in seasons.items():
        reached[season.current_stage].append(pk)
    of_stage = [Q(season__in=pks, stage__number=number) for number, pks in reached.items()]
    for division in (
        Division.objects.filter(reduce(or_, of_stage, Q(pk__in=[])))
        .select_related("stage")
        .annotate(
            place=Window(RowNumber(), partition_by=F("season"), order_by="level"),
            of=Window(Count("pk"), partition_by=F("season")),
        )
        .filter(place__lte=MAX_DIVISIONS)
        .order_by("season", "place")
    ):
        division.season = seasons[division.season_id]  # with its competition and club
        found[division.season_id].append(division)
    return {pk: divisions for pk, divisions in found.items() if divisions}


def _list_first_entries(divisions: Sequence[Division]) -> Mapping[int, list[Entry]]:
    """Return the first of each division, with their standing. 1 query."""
    found: dict[int, list[Entry]] = defaultdict(list)
    best_first = (F("standing__rank").asc(nulls_last=True), "seed")
    for entry in (
        Entry.objects.filter(division__in=divisions, standing__isnull=False)
        .select_related("player__club", "standing")
        .annotate(place=Window(RowNumber(), partition_by=F("division"), order_by=best_first))
        .filter(place__lte=MAX_PLACES)
        .order_by("division", "place")
    ):
        found[entry.division_id].append(entry)
    return found
