"""Move matches and match nights of a season that is not closed (docs/reference/schedule.md, Moving matches)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from django.db.models import Count

from games import Problem
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, format_season_key
from league.actions.errors import ActionError
from league.actions.fixtures import require_finished
from league.actions.schedule import check_distance, filter_matches, require_unclosed
from league.actions.standings import recompute_standings
from league.models import Division, Match, Player, Season, Seat
from league.models.match import MatchStatus
from league.notifications.reminders import plan_reminders
from league.principals import Principal
from league.queries.paired_rounds import is_ladder
from league.queries.schedule import load_schedule_source, may_share_room
from league.rules.pairing.fixtures import MAX_TABLES
from league.rules.validation import build_problem


@dataclass(frozen=True)
class MoveSummary:
    """The number of matches moved, and effects that are permitted but may not have been meant.

    `double_booked` are the players who now play more than once on that day; `taken_tables` are the tables of a room
    that were taken there, and `assigned_tables` those that the matches got instead; `is_past`: the
    day is past.
    """

    matches: int
    double_booked: tuple[Player, ...] = ()
    taken_tables: tuple[int, ...] = ()
    assigned_tables: tuple[int, ...] = ()
    is_past: bool = False


def move_match(*, match: Match, due_on: date | None, table: int, by: Principal) -> MoveSummary:
    """Give a match without a result another day and table.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `due_on` or `table`, and
    if the match has a result.
    """
    with change("move_match", match.division.season, permission="run-seasons", by=by) as event:
        season = event.season
        require_unclosed(season)
        require_finished(season)
        current = Match.objects.filter(pk=match.pk, division__season=season).first()
        if current is None:
            raise ActionError(build_problem("", "gone", _("This match no longer exists.")))
        if current.status != MatchStatus.SCHEDULED:
            sentence = _("This match has a result, so its date and table can't be changed.")
            raise ActionError(build_problem("", "match-decided", sentence))
        if is_ladder(season):
            table = current.table  # the number of the challenge
            if due_on is None:
                sentence = _("A challenge has a last day on which it may be played. Choose one.")
                raise ActionError(build_problem("due_on", "missing", sentence))
        wrong = [*_check_table(table), *_check_day_in_season("due_on", due_on, season)]
        if wrong:
            raise ActionError(*wrong)
        if (current.due_on, current.table) == (due_on, table):
            return MoveSummary(0)
        before, current.due_on, current.table = _build_event_data(current), due_on, table
        current.save(update_fields=["due_on", "table"])
        _rank_ladders(season)
        plan_reminders(season, moved_to=due_on)
        event.log("match", current.key, before, _build_event_data(current))
        if due_on is None:
            return MoveSummary(1)
        own = set(Seat.objects.filter(match=current).values_list("player", flat=True))
        same_table = filter_matches(season).filter(due_on=due_on, table=table).exclude(pk=current.pk)
        return MoveSummary(
            1,
            double_booked=tuple(player for player in _find_double_booked(season, due_on) if player.pk in own),
            taken_tables=(table,) if same_table.exists() and _may_share_room(season) else (),
            is_past=due_on < season.competition.club.today,
        )


def move_night(*, season: Season, day: date, to: date, by: Principal) -> MoveSummary:
    """Move all matches that are still to be played on a day to another day; in a room, to free tables there.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `day` if nothing is left
    to be played then, and at `to`.
    """
    with change("move_night", season, permission="run-seasons", by=by) as event:
        season = event.season
        require_unclosed(season)
        require_finished(season)
        if wrong := list(_check_day_in_season("to", to, season)):
            raise ActionError(*wrong)
        if day == to:
            raise ActionError(
                build_problem("to", "same-day", _("That is the same date. Choose another one."))
            )
        waiting = list(
            filter_matches(season).filter(status=MatchStatus.SCHEDULED, due_on=day).order_by("table", "pk")
        )
        if not waiting:
            raise ActionError(
                build_problem("day", "nothing-there", _("That date has no open matches any more."))
            )
        there = set(filter_matches(season).filter(due_on=to).values_list("table", flat=True))
        has_tables = _may_share_room(season) and not is_ladder(season)
        reassigned = _assign_free_tables(there, waiting) if there and has_tables else []
        taken = tuple(match.table for match, _table in reassigned)
        for match, table in reassigned:
            match.table = table
        Match.objects.bulk_update([match for match, _table in reassigned], ["table"], batch_size=BATCH_SIZE)
        filter_matches(season).filter(status=MatchStatus.SCHEDULED, due_on=day).update(due_on=to)
        _rank_ladders(season)
        plan_reminders(season, moved_to=to)
        before, after = {"day": day.isoformat()}, {"day": to.isoformat(), "matches": len(waiting)}
        event.log("season", format_season_key(season), before, after)
        return MoveSummary(
            len(waiting),
            double_booked=_find_double_booked(season, to),
            taken_tables=taken,
            assigned_tables=tuple(table for _match, table in reassigned),
            is_past=to < season.competition.club.today,
        )


def _rank_ladders(season: Season) -> None:
    """Rank the ladders of a season whose challenges have other deadlines now."""
    if is_ladder(season):
        for division in Division.objects.filter(season=season).select_related("stage"):
            division.season = season
            recompute_standings(division)


def _may_share_room(season: Season) -> bool:
    """Return whether a table may be taken by a match of another division; 1 query."""
    return may_share_room(load_schedule_source(season))


def _find_double_booked(season: Season, day: date) -> tuple[Player, ...]:
    """Return the players who play more than once on that day; 1 query."""
    there = Player.objects.filter(seats__match__division__season=season, seats__match__due_on=day)
    return tuple(there.annotate(times=Count("seats")).filter(times__gt=1).order_by("key"))


def _assign_free_tables(there: Collection[int], coming: Sequence[Match]) -> list[tuple[Match, int]]:
    """Return the coming matches whose table is taken there, each with the next free table."""
    known = {*there, *(match.table for match in coming)}
    free = (table for table in count(1) if table not in known)
    return [(match, next(free)) for match in coming if match.table in there]


def _build_event_data(match: Match) -> dict[str, str | int | None]:
    return {"due_on": match.due_on.isoformat() if match.due_on else None, "table": match.table}


# --- checks


def _check_day_in_season(path: str, day: date | None, season: Season) -> Iterator[Problem]:
    yield from check_distance(path, day, season)
    if day and season.starts_on and day < season.starts_on:
        sentence = _("The start is on {day}. Choose a later date.")
        yield build_problem(path, "day-before-season", sentence, day=season.starts_on)
    if day and season.ends_on and day > season.ends_on:
        sentence = _("The end is on {day}. Choose an earlier date.")
        yield build_problem(path, "day-after-season", sentence, day=season.ends_on)


def _check_table(table: int) -> Iterator[Problem]:
    if not 1 <= table <= MAX_TABLES:
        yield build_problem("table", "out-of-range", _("Enter a table from 1 to {most}."), most=MAX_TABLES)
