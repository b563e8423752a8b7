"""Verbs of the schedule of a draft or an open season: `make_schedule` while nothing has been entered; `move_match`,
`move_night`."""

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import count

from django.db import transaction
from django.db.models import Count, QuerySet

from games import Invalid, Problem, UnknownGame
from games.problems import _
from league.actions import draft as lots
from league.actions.actor import Actor
from league.actions.audit_log import record_event
from league.actions.batches import BATCH_SIZE
from league.actions.closure import format_season_key, get_club_date, lock_season
from league.actions.club import invalidate_pages
from league.actions.draft import delete_matches
from league.actions.errors import ActionError
from league.actions.reminder import MAX_REMIND_DAYS, drop_reminders, plan_reminders
from league.models import Decision, DecisionKind, Division, Entry, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.scheduled import groups, in_a_room, settings_of
from league.rules.pairing import fixtures as laying
from league.rules.pairing.fixtures import MAX_TABLES, Fixtures
from league.rules.pairing.nights import Dates, Deadlines, Weekly
from league.rules.pairing.schedules import build_table_draw
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MATCH_KEY_PATTERN = re.compile(r"m([1-9][0-9]{0,14})")
MAX_YEARS_AWAY = 10  # to a day: more is a slip of the pen


@dataclass(frozen=True)
class MoveSummary:
    """How many matches were moved, and what was not refused but may not have been meant: who plays more than once on
    that day now, which tables of a room are taken there (`instead`: those that were given instead), and that the day
    is past."""

    matches: int
    double_booked: tuple[Player, ...] = ()
    taken_tables: tuple[int, ...] = ()
    assigned_tables: tuple[int, ...] = ()
    is_past: bool = False


def plan_fixtures(
    season: Season,
    *,
    dates: Dates | None = None,
    tables: int | None = None,
    rounds: int | None = None,
    lot: int | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
) -> Fixtures:
    """The schedule that `make_schedule` would write, or opening without dates. At tables for more than two it is drawn
    from `lot`, by default the season's own, and has so many `rounds`, by default as many as it takes for everybody to
    meet. 2 queries for a season that was read with its competition and club.

    Raises Refused, at `tables`, `rounds`, `starts_on`, `ends_on`, `divisions`, and what `nights.days` names.
    """
    try:
        settings = parse_settings(*season.settings)
        wanted = build_table_draw(settings, draw_seed=season.lot if lot is None else lot, rounds=rounds)
        found = laying.build_fixtures(
            groups(season), settings.rules.meetings, dates=dates, tables=tables, drawing=wanted
        )
    except UnknownGame as unknown:
        sentence = _("No game called {game} is installed.")
        raise ActionError(build_problem("game", "unknown-game", sentence, game=unknown.args[0])) from None
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    wrong = [
        *_check_season_dates(found, starts_on, ends_on),
        *_check_distant_days(found, dates, starts_on, ends_on, season),
    ]
    if wrong:
        raise ActionError(*wrong)
    return found


def compute_digest(found: Fixtures, *, remind_days: int, starts_on: date | None, ends_on: date | None) -> str:
    """Of a schedule that is looked at: another one wherever something else would be kept."""
    return hashlib.sha256(repr((found, remind_days, starts_on, ends_on)).encode()).hexdigest()


def precompute_seating(season: Season, *, rounds: int | None = None) -> None:
    """Looks for the seating of a season that is drawn, so that nobody is kept waiting by a lock meanwhile: `fixtures`
    knows it then. Whatever is wrong is told by whoever keeps the schedule. 2 queries, none for two at a table."""
    settings = settings_of(season)
    if settings and settings.table_size > 2:
        with suppress(ActionError):
            plan_fixtures(season, rounds=rounds)


def make_schedule(
    *,
    season: Season,
    dates: Dates | None,
    tables: int | None,
    remind_days: int,
    by: Actor,
    rounds: int | None = None,
    lot: int | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
    seen: str = "",
) -> None:
    """Gives a season in which nothing has been entered its matches, in place of those it has; `starts_on` and
    `ends_on` become its own, and so does `lot` where they are drawn from it: a draft without one draws it now, an open
    season keeps its own. `seen` is the digest of the schedule that was looked at.

    Raises NotPermitted; Refused: also for a season that is closed, has results or has been decided about, and
    `changed-meanwhile` where the schedule would be another one now.
    """
    by.require("run-seasons", season.competition.club_id)
    precompute_seating(season, rounds=rounds)
    with transaction.atomic():
        season = _lock_running_season(season, by)
        _require_no_results(season)
        _require_no_decisions(season)
        if not 0 <= remind_days <= MAX_REMIND_DAYS:
            sentence = _("A reminder goes out 1 to {most} days before, or not at all.")
            raise ActionError(build_problem("remind_days", "out-of-range", sentence, most=MAX_REMIND_DAYS))
        wanted = plan_fixtures(
            season,
            dates=dates,
            tables=tables,
            rounds=rounds,
            lot=_choose_draw_seed(season, lot),
            starts_on=starts_on,
            ends_on=ends_on,
        )
        if seen and seen != compute_digest(
            wanted, remind_days=remind_days, starts_on=starts_on, ends_on=ends_on
        ):
            sentence = _("Something has changed meanwhile: look at what it would be now.")
            raise ActionError(build_problem("", "changed-meanwhile", sentence))
        before = {"matches": Match.objects.filter(division__season=season).count()}
        known = _get_match_keys(season) if season.state == SeasonState.OPEN else frozenset()
        Decision.objects.filter(season=season).update(match=None)  # taken back, all of them
        delete_matches(season)
        create_matches(season, wanted, reserved_keys=known)
        season.starts_on, season.ends_on, season.remind_days = starts_on, ends_on, remind_days
        season.lot = season.lot if wanted.draw_seed is None else wanted.draw_seed
        season.save(update_fields=["starts_on", "ends_on", "remind_days", "lot"])
        drop_reminders(season)
        plan_reminders(season, repeat=True)
        after = {"matches": sum(1 for _pairing in wanted.pairings), "days": len(wanted.days)}
        invalidate_pages(season.competition.club)
        record_event(
            season.competition.club, by, "make_schedule", "season", format_season_key(season), before, after
        )


def create_matches(season: Season, wanted: Fixtures, *, reserved_keys: Collection[str] = ()) -> None:
    """Writes them for somebody who holds the club, without asking or recording: division by division, with the next
    free ids of the club; `known` are some that are not free, though nothing has them. 6 queries, more only by bulk
    chunks."""
    club = season.competition.club_id
    divisions = dict(Division.objects.filter(season=season).values_list("level", "pk"))
    entries = {
        entry.player.key: entry for entry in Entry.objects.filter(season=season).select_related("player")
    }
    pairings = sorted(wanted.pairings, key=lambda one: (one.level, one.round, one.table))
    matches = Match.objects.bulk_create(
        [
            Match(
                club_id=club,
                division_id=divisions[pairing.level],
                key=key,
                round=pairing.round,
                table=pairing.table,
                due_on=pairing.day,
            )
            for pairing, key in zip(pairings, generate_match_keys(club, reserved_keys), strict=False)
        ],
        batch_size=BATCH_SIZE,
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, entry=entries[player], player_id=entries[player].player_id)
            for match, pairing in zip(matches, pairings, strict=True)
            for number, player in enumerate(pairing.players)
        ],
        batch_size=BATCH_SIZE,
    )


@transaction.atomic
def move_match(*, match: Match, due_on: date | None, table: int, by: Actor) -> MoveSummary:
    """Gives a match that has no result another day and table.

    Raises NotPermitted; Refused at `due_on` or `table`, and for a match that has a result.
    """
    season = _lock_running_season(match.division.season, by)
    found = Match.objects.filter(pk=match.pk, division__season=season).first()
    if found is None:
        raise ActionError(build_problem("", "gone", _("The match is not there any more.")))
    if found.status != MatchStatus.SCHEDULED:
        sentence = _("This match has a result: it keeps its day and its table.")
        raise ActionError(build_problem("", "match-decided", sentence))
    wrong = [*_check_table(table), *_check_day_in_season("due_on", due_on, season)]
    if wrong:
        raise ActionError(*wrong)
    if (found.due_on, found.table) == (due_on, table):
        return MoveSummary(0)
    before, found.due_on, found.table = _build_event_data(found), due_on, table
    found.save(update_fields=["due_on", "table"])
    plan_reminders(season, moved_to=due_on)
    invalidate_pages(season.competition.club)
    record_event(
        season.competition.club, by, "move_match", "match", found.key, before, _build_event_data(found)
    )
    if due_on is None:
        return MoveSummary(1)
    own = set(Seat.objects.filter(match=found).values_list("player", flat=True))
    beside = _filter_matches(season).filter(due_on=due_on, table=table).exclude(pk=found.pk)
    return MoveSummary(
        1,
        double_booked=tuple(player for player in _find_double_booked(season, due_on) if player.pk in own),
        taken_tables=(table,) if beside.exists() and in_a_room(season) else (),
        is_past=due_on < get_club_date(season),
    )


@transaction.atomic
def move_night(*, season: Season, day: date, to: date, by: Actor) -> MoveSummary:
    """Puts all that is still to be played on a day to another one; in a room, to tables that are free there.

    Raises NotPermitted; Refused at `day` where nothing is, and at `to`.
    """
    season = _lock_running_season(season, by)
    if wrong := list(_check_day_in_season("to", to, season)):
        raise ActionError(*wrong)
    if day == to:
        raise ActionError(build_problem("to", "same-day", _("That is the same day.")))
    waiting = list(
        _filter_matches(season).filter(status=MatchStatus.SCHEDULED, due_on=day).order_by("table", "pk")
    )
    if not waiting:
        raise ActionError(build_problem("day", "nothing-there", _("That day has no open matches any more.")))
    there = set(_filter_matches(season).filter(due_on=to).values_list("table", flat=True))
    seated = _assign_free_tables(there, waiting) if there and in_a_room(season) else []
    taken = tuple(match.table for match, _table in seated)
    for match, table in seated:
        match.table = table
    Match.objects.bulk_update([match for match, _table in seated], ["table"], batch_size=BATCH_SIZE)
    _filter_matches(season).filter(status=MatchStatus.SCHEDULED, due_on=day).update(due_on=to)
    plan_reminders(season, moved_to=to)
    invalidate_pages(season.competition.club)
    before, after = {"day": day.isoformat()}, {"day": to.isoformat(), "matches": len(waiting)}
    record_event(
        season.competition.club, by, "move_night", "season", format_season_key(season), before, after
    )
    return MoveSummary(
        len(waiting),
        double_booked=_find_double_booked(season, to),
        taken_tables=taken,
        assigned_tables=tuple(table for _match, table in seated),
        is_past=to < get_club_date(season),
    )


def _filter_matches(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(division__season=season)


def _find_double_booked(season: Season, day: date) -> tuple[Player, ...]:
    """Who plays more than once on that day. 1 query."""
    there = Player.objects.filter(seats__match__division__season=season, seats__match__due_on=day)
    return tuple(there.annotate(times=Count("seats")).filter(times__gt=1).order_by("key"))


def _assign_free_tables(there: Collection[int], coming: Sequence[Match]) -> list[tuple[Match, int]]:
    """Of those that come to a night, each whose table is taken there, with the next one that is free."""
    known = {*there, *(match.table for match in coming)}
    free = (table for table in count(1) if table not in known)
    return [(match, next(free)) for match in coming if match.table in there]


def _get_match_keys(season: Season) -> frozenset[str]:
    """The ids of its matches: a sheet that somebody is typing for one of them must not come to another one."""
    return frozenset(_filter_matches(season).values_list("key", flat=True))


def generate_match_keys(club_id: int, reserved_keys: Collection[str]) -> Iterator[str]:
    """m1, m2 and so on, from the highest that the club has used; also those of late entries that were taken back. 2
    queries."""
    taken = set(reserved_keys) | set(
        Match.objects.filter(club=club_id, key__startswith="m").values_list("key", flat=True)
    )
    late = Decision.objects.filter(season__competition__club=club_id, kind=DecisionKind.LATE_ENTRY)
    taken.update(key for detail in late.values_list("detail", flat=True) for key in detail["matches"])
    numbers = [int(found[1]) for key in taken if (found := MATCH_KEY_PATTERN.fullmatch(key))]
    return (key for number in count(max(numbers, default=0) + 1) if (key := f"m{number}") not in taken)


def _lock_running_season(season: Season, by: Actor) -> Season:
    season = lock_season(season, by)
    if season.state == SeasonState.CLOSED:
        sentence = _("Season {season} is closed: nothing is played in it any more.")
        raise ActionError(build_problem("", "season-closed", sentence, season=season.number))
    return season


def _require_no_results(season: Season) -> None:
    if Result.objects.active().filter(match__division__season=season).exists():
        sentence = _(
            "Results have been entered in season {season}: its schedule stays. Nights and matches can be moved "
            "one by one."
        )
        raise ActionError(build_problem("season", "has-results", sentence, season=season.number))


def _require_no_decisions(season: Season) -> None:
    if Decision.objects.active().filter(season=season).exists():
        sentence = _(
            "Something has been decided in season {season} that a new schedule would undo: take it back first."
        )
        raise ActionError(build_problem("season", "has-decisions", sentence, season=season.number))


def _choose_draw_seed(season: Season, wanted: int | None) -> int:
    """What its schedule is drawn from. Raises Refused for a number that is none, or another one than an open season's,
    by which its lots are drawn as well."""
    if wanted is None:
        return season.lot or (lots.generate_draw_seed() if season.state == SeasonState.DRAFT else 0)
    if problems := list(lots.check_draw_seed(wanted)):
        raise ActionError(*problems)
    if season.state == SeasonState.OPEN and wanted != season.lot:
        sentence = _("Season {season} is open: it keeps its number, {lot}.")
        raise ActionError(build_problem("lot", "lot-stays", sentence, season=season.number, lot=season.lot))
    return wanted


def _build_event_data(match: Match) -> dict[str, str | int | None]:
    return {"due_on": match.due_on.isoformat() if match.due_on else None, "table": match.table}


# --- what cannot be


def _check_season_dates(found: Fixtures, starts_on: date | None, ends_on: date | None) -> Iterator[Problem]:
    """Where the season's own limits and its days contradict each other."""
    if starts_on and ends_on and ends_on < starts_on:
        yield build_problem("ends_on", "dates", _("The season ends before it starts."))
    if not found.days:
        return
    if starts_on and found.days[0] < starts_on:
        sentence = _("The first day of the schedule is {day}: the season cannot begin later.")
        yield build_problem("starts_on", "day-before-season", sentence, day=found.days[0].isoformat())
    if ends_on and found.days[-1] > ends_on:
        sentence = _("The last day of the schedule is {day}: the season cannot end earlier.")
        yield build_problem("ends_on", "day-after-season", sentence, day=found.days[-1].isoformat())


def _check_distant_days(
    found: Fixtures, dates: Dates | None, starts_on: date | None, ends_on: date | None, season: Season
) -> Iterator[Problem]:
    """Days that are too far away, each where it was typed, or what led there."""
    yield from _check_distance("starts_on", starts_on, season)
    yield from _check_distance("ends_on", ends_on, season)
    if not found.days:
        return
    weekly, deadlines = isinstance(dates, Weekly), isinstance(dates, Deadlines)
    first = "start" if weekly else "first" if deadlines else "days"
    wrong = list(_check_distance(first, found.days[0], season))
    yield from wrong or _check_distance("every" if deadlines else first, found.days[-1], season)


def _check_distance(path: str, day: date | None, season: Season) -> Iterator[Problem]:
    if day and abs(day.year - get_club_date(season).year) > MAX_YEARS_AWAY:
        sentence = _("{day} is more than {most} years away.")
        yield build_problem(path, "too-far", sentence, day=day.isoformat(), most=MAX_YEARS_AWAY)


def _check_day_in_season(path: str, day: date | None, season: Season) -> Iterator[Problem]:
    yield from _check_distance(path, day, season)
    if day and season.starts_on and day < season.starts_on:
        sentence = _("The season begins on {day} only.")
        yield build_problem(path, "day-before-season", sentence, day=season.starts_on.isoformat())
    if day and season.ends_on and day > season.ends_on:
        sentence = _("The season ends on {day}.")
        yield build_problem(path, "day-after-season", sentence, day=season.ends_on.isoformat())


def _check_table(table: int) -> Iterator[Problem]:
    if not 1 <= table <= MAX_TABLES:
        yield build_problem(
            "table", "out-of-range", _("Tables are numbered from 1 to {most}."), most=MAX_TABLES
        )
