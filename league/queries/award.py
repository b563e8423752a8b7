"""The awards of closed seasons, computed from the stored seats; and whether stored awards are right."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from games import Invalid, UnknownGame
from league.clubfile import verify
from league.clubfile.verify import Difference
from league.models import Award, Club, Competition, Entry, Job, Season, Seat
from league.models.job import JobState
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.rules.records import SeasonKey
from league.rules.seasons.awards import AwardCategory, AwardMatch, compute_categories
from league.rules.snapshot import JSON, ClubSnapshot, Settings, parse_settings
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult
from league.rules.validation import CheckedSnapshot

Record = tuple[int, str]  # the competition, and the key of a game that was played in it
SEASON = "match__division__season"
STATING = ("state-awards", "keep-figures")  # the jobs after which awards are right, or what they count
WAITING = (JobState.WAITING, JobState.RUNNING)
COUNTING = "refresh-statistics"  # it leaves the former where a season was closed out of turn


def compute_awards(seasons: QuerySet[Season]) -> dict[int, tuple[AwardCategory, ...]]:
    """Return the awards of these closed seasons, by key. 3 queries, whatever the number of seasons.

    A season whose game is not installed any more, or cannot be played by its settings any more, is left out: what it
    gave is not known.
    """
    settings_by_season = {season: settings for season in seasons if (settings := _parse_settings(season))}
    giving = [season for season, settings in settings_by_season.items() if settings.game.awards]
    # of games without awards nothing need be read
    record, entered = (_load_record(giving), _list_entered_players(seasons)) if giving else ({}, {})
    return {
        season.pk: compute_categories(
            settings.game,
            settings.rules,
            season.number,
            record.get((season.competition_id, season.game), []),
            entered.get(season.pk, []),
        )
        for season, settings in settings_by_season.items()
    }


def load_record(season: Season) -> list[AwardMatch]:
    """Return the played matches of a season and all before it, in the same game. 1 query."""
    return list(_load_record([season]).get((season.competition_id, season.game), ()))


def _parse_settings(season: Season) -> Settings | None:
    try:
        return parse_settings(season.game, season.options, season.rules)
    except (UnknownGame, Invalid):
        return None


def _load_record(seasons: Collection[Season]) -> Mapping[Record, list[AwardMatch]]:
    """Return the played matches of all seasons up to the last of these that have been opened. 1 query."""
    seated: dict[tuple[Any, ...], list[SeatResult]] = defaultdict(list)
    for competition, game, number, day, stage, round_number, table, match, entry, *figures in (
        Seat.objects.filter(
            match__status=MatchStatus.PLAYED,
            match__division__season__competition__in={season.competition_id for season in seasons},
            match__division__season__number__lte=max(season.number for season in seasons),
        )
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .order_by("match", "number")
        .values_list(
            *(f"{SEASON}__{name}" for name in ("competition", "game", "number")),
            "match__current__played_on",
            "match__division__stage__number",
            "match__round__number",
            "match__table",
            "match__key",
            "entry__player__key",
            *SEAT_COLUMNS,
        )
    ):
        seat = SeatResult(entry, **dict(zip(SEAT_COLUMNS, figures, strict=True)))
        seated[competition, game, number, day, stage, round_number, table, match].append(seat)
    record: dict[Record, list[AwardMatch]] = defaultdict(list)
    for (competition, game, *place), seats in seated.items():
        number, day, stage, round_number, table, match = place
        found = AwardMatch(number, day, stage, round_number, table, match, tuple(seats))
        record[competition, game].append(found)
    return record


def _list_entered_players(seasons: QuerySet[Season]) -> Mapping[int, list[str]]:
    """Return the ids of the players of each season. 1 query."""
    entered: dict[int, list[str]] = defaultdict(list)
    entries = Entry.objects.filter(season__in=seasons.values("pk"))
    for season, player in entries.values_list("season", "player__key").distinct():
        entered[season].append(player)
    return entered


# --- verifying the stored awards


def find_differences(checked: CheckedSnapshot, club: Club) -> Iterator[Difference]:
    """Yield where reports of a club's seasons say something else than its sheets, awards and all. 3 queries.

    `checked` is of the club's own export. Awards are passed over while a job still has to state them.
    """
    snapshot, waiting = checked.snapshot, _list_jobs(club, WAITING)
    yield from verify.find_differences(
        checked,
        snapshot.seasons,
        can_verify_awards=lambda season: not _is_stated_later(snapshot, season, waiting),
    )
    for key, awards in list_stored_awards(club).items():
        season = snapshot.seasons[key]
        if season.report is None:  # without a result there is no report, which would have shown them
            yield from verify.compare_values(
                awards, verify.MISSING, f"{snapshot.get_path(season)}.report.awards"
            )


def _list_jobs(club: Club, states: Collection[str]) -> set[tuple[str, str]]:
    """Return the kinds of jobs in these states, with the slugs of their competitions. 2 queries."""
    jobs = Job.objects.filter(kind__in=[*STATING, COUNTING], state__in=states).values_list(
        "kind", "arguments"
    )
    slugs = dict(Competition.objects.filter(club=club).values_list("pk", "slug"))
    left = ((kind, slugs.get(arguments["competition"])) for kind, arguments in jobs)
    return {(kind, slug) for kind, slug in left if slug}


def _is_stated_later(snapshot: ClubSnapshot, season: SeasonKey, waiting: Collection[tuple[str, str]]) -> bool:
    """Return whether a job still has to state the season's awards.

    A season after an open season also waits for the job that counts the changes there.
    """
    if any((kind, season.competition) in waiting for kind in STATING):
        return True
    return (COUNTING, season.competition) in waiting and any(
        key.competition == season.competition and key.number < season.number and record.state == "open"
        for key, record in snapshot.seasons.items()
    )


def find_stated_awards(snapshot: ClubSnapshot, season: SeasonKey, club: Club) -> list[JSON] | None:
    """Return the awards of a season as its report has them; None while a job still has to state them, or could not.

    3 queries for a closed season. Any other has none.
    """
    if snapshot.seasons[season].state != "closed":
        return []
    if _is_stated_later(snapshot, season, _list_jobs(club, [*WAITING, JobState.FAILED])):
        return None
    return list_stored_awards(club).get(season, [])


def list_stored_awards(club: Club) -> dict[SeasonKey, list[JSON]]:
    """Return the awards of each season as its report has them. 1 query."""
    stored: dict[tuple[SeasonKey, int, str, str], list[str]] = {}
    for slug, number, place, category, value, player in (
        Award.objects.filter(season__competition__club=club)
        .order_by("season", "place")
        .values_list(
            "season__competition__slug", "season__number", "place", "category", "value", "player__key"
        )
    ):
        stored.setdefault((SeasonKey(slug, number), place, category, value), []).append(player)
    awards: dict[SeasonKey, list[JSON]] = {}
    for (season, _place, category, value), players in stored.items():
        row = {"category": category, "players": sorted(players), "value": value, "season": season.number}
        awards.setdefault(season, []).append(row)
    return awards
