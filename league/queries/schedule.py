"""How the schedule of a season was made, told from its matches."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date

from games import Invalid, UnknownGame
from league.models import Division, Entry, Result, Season, Seat
from league.models.stage import FIRST_STAGE
from league.rules.pairing import schedule_inference
from league.rules.pairing.fixtures import DivisionPlayers, Pairing
from league.rules.pairing.schedule_inference import ScheduleSource
from league.rules.pairing.schedules import build_table_draw
from league.rules.snapshot import Settings, parse_settings


@dataclass(frozen=True)
class Wanted:
    """What another schedule would be made from, if it were to be like one that is there."""

    making: ScheduleSource
    remind_days: int


def infer_wanted_schedule(season: Season, *, today: date) -> Wanted | None:
    """Return what the season's own schedule was made from; None where there is none.

    A draft without one that came out of another season goes on as that one was played. 3 queries, 5 where it is the
    other's.
    """
    if found := _infer_own_schedule(season):
        return found
    before = _infer_own_schedule(season.rolled_from) if season.rolled_from else None
    if before is None or before.making.dates is None:
        return before
    dates = schedule_inference.shift_dates(before.making.dates, today)
    return replace(before, making=replace(before.making, dates=dates))


def has_active_results(season: Season) -> bool:
    """Return whether results have been entered, so that the schedule stays; revoked ones are none. 1 query."""
    return Result.objects.active().filter(match__division__season=season).exists()


def is_in_shared_room(season: Season) -> bool:
    """Return whether a day's tables are numbered through all divisions. 3 queries."""
    return schedule_inference.is_in_shared_room(list_division_players(season), _list_pairings(season))


def list_division_players(season: Season) -> list[DivisionPlayers]:
    """Return the divisions of the first stage from the top, with their players in seed order. 2 queries."""
    players: dict[int, list[str]] = defaultdict(list)
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).order_by("seed", "pk")
    for division, player in entries.values_list("division", "player__key"):
        players[division].append(player)
    divisions = Division.objects.filter(season=season, stage__number=FIRST_STAGE).order_by("level")
    return [DivisionPlayers(one.level, one.name, tuple(players[one.pk])) for one in divisions]


def _infer_own_schedule(season: Season) -> Wanted | None:
    pairings = [] if season.schedule_token else _list_pairings(season)
    if not pairings:
        return None
    divisions = list_division_players(season)
    made = schedule_inference.infer_schedule(divisions, pairings, has_reminders=season.remind_days > 0)
    settings = find_settings(season)
    wanted = build_table_draw(settings, draw_seed=season.draw_seed) if settings else None
    if (
        settings
        and wanted
        and schedule_inference.has_default_rounds(divisions, pairings, wanted, settings.rules.meetings)
    ):
        made = replace(made, rounds=None)  # another number of players has its own usual number
    return Wanted(made, season.remind_days)


def find_settings(season: Season) -> Settings | None:
    """Return what it is played by; None where its game is not installed here, or not as it was."""
    try:
        return parse_settings(*season.settings)
    except (UnknownGame, Invalid):
        return None


def _list_pairings(season: Season) -> list[Pairing]:
    """Return the matches of the first stage, by the places in the divisions. 1 query."""
    seated: dict[int, list[str]] = defaultdict(list)
    matches: dict[int, tuple[int, int, date | None, int]] = {}
    in_stage = {"match__division__season": season, "match__division__stage__number": FIRST_STAGE}
    seats = Seat.objects.filter(**in_stage).order_by("match", "number")
    for match, player, level, round_number, day, table in seats.values_list(
        "match",
        "entry__player__key",
        "match__division__level",
        "match__round__number",
        "match__due_on",
        "match__table",
    ):
        seated[match].append(player)
        matches[match] = (level, round_number, day, table)
    return [Pairing(*matches[match], tuple(players)) for match, players in seated.items()]
