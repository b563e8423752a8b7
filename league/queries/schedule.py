"""The source of a season's schedule, and of another schedule like it."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date

from games import Invalid, UnknownGame
from league.models import Division, Entry, Result, Season, Stage, StageFormat
from league.rules.pairing.fixtures import DivisionPlayers
from league.rules.pairing.schedule_source import ScheduleSource, shift_dates, source_from_json
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class Wanted:
    """The source of a new schedule that is to be like an existing one."""

    source: ScheduleSource
    remind_days: int


def find_wanted_schedule(season: Season, *, today: date) -> Wanted | None:
    """Return the source of the season's own schedule; None where that is not known.

    For a draft of which it is not known it is that of the season from which the draft was rolled over. 1 query, 3 if
    it is that season's.
    """
    if source := load_schedule_source(season):
        return Wanted(source, season.remind_days)
    before = season.rolled_from
    source = load_schedule_source(before) if before else None
    if before is None or source is None:
        return None
    dates = source.dates and shift_dates(source.dates, today)
    return Wanted(replace(source, dates=dates), before.remind_days)


def load_schedule_source(season: Season) -> ScheduleSource | None:
    """Return the source of the first stage's schedule; None if made by hand or from a file. 1 query."""
    stage = Stage.objects.filter(season=season, number=FIRST_STAGE).first()
    return get_schedule_source(stage) if stage else None


def get_schedule_source(stage: Stage) -> ScheduleSource | None:
    """Return the source of a stage's schedule; None if it was made by hand or came in a file."""
    return None if stage.making is None else source_from_json(stage.making)


def may_share_room(source: ScheduleSource | None) -> bool:
    """Return whether a table may be taken by a match of another division on the same day.

    It may where nothing is known of how the schedule was made.
    """
    return source is None or source.has_shared_room


def has_active_results(season: Season) -> bool:
    """Return whether results have been entered, so that the schedule stays; revoked results do not count. 1 query."""
    return Result.objects.active().filter(match__division__season=season).exists()


def list_division_players(season: Season) -> list[DivisionPlayers]:
    """Return the divisions of the first stage from the top, with their players in seed order. 2 queries."""
    players: dict[int, list[str]] = defaultdict(list)
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).order_by("seed", "pk")
    for division, player in entries.values_list("division", "player__key"):
        players[division].append(player)
    divisions = Division.objects.filter(season=season, stage__number=FIRST_STAGE).order_by("level")
    return [
        DivisionPlayers(division.level, division.name, tuple(players[division.pk])) for division in divisions
    ]


def find_settings(season: Season) -> Settings | None:
    """Return the season's settings; None if its game is not installed here, or not as it was."""
    try:
        return parse_settings(*season.settings)
    except (UnknownGame, Invalid):
        return None


def get_stage_settings(season: Season) -> Settings:
    """Return what the stage is played by that a season, read with its competition, has reached."""
    return parse_settings(*season.settings).for_stage(season.current_stage)


def get_division_settings(division: Division, season: Season) -> Settings:
    """Return what a division is played by; where the season has reached its final, 1 query unless read with its stage.

    The season was read with its competition.
    """
    settings = parse_settings(*season.settings)
    if season.current_stage == FIRST_STAGE:
        return settings
    return settings.for_stage(division.stage.number)


def choose_format(settings: Settings | None) -> StageFormat:
    """Return the method of making a schedule under these settings; without any, the default method."""
    if settings and settings.rules.is_ladder:
        return StageFormat.LADDER
    if settings and settings.rules.pairing:
        return StageFormat.PAIRED
    is_pair = settings is None or settings.table_size == PAIR_SIZE
    return StageFormat.ROUND_ROBIN if is_pair else StageFormat.TABLES
