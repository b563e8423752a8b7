"""Make the schedule of a draft or of an open season without results, and move matches and match nights.

See docs/reference/schedule.md, Making a schedule; docs/reference/schedule.md, Moving matches.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import chain, count
from uuid import UUID

from django.db import transaction
from django.db.models import Count, QuerySet

from games import Invalid, Problem, UnknownGame
from games.problems import _
from league.actions import draft
from league.actions.actor import Actor
from league.actions.audit_log import format_season_key, record_event
from league.actions.batches import BATCH_SIZE
from league.actions.closure import lock_season
from league.actions.club import invalidate_pages
from league.actions.errors import SEASON_GONE, ActionError
from league.actions.fixtures import (
    create_matches,
    delete_matches,
    discard_unfinished_schedule,
    load_places,
    renew_token,
    require_finished,
    require_token,
    sort_pairings,
    split_pairings,
)
from league.actions.reminder import MAX_REMIND_DAYS, drop_reminders, plan_reminders
from league.models import Decision, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.scheduled import groups, in_a_room, settings_of
from league.rules.pairing import fixtures as fixture_rules
from league.rules.pairing.fixtures import MAX_TABLES, Fixtures, Pairing
from league.rules.pairing.nights import Dates, Deadlines, Weekly
from league.rules.pairing.schedules import build_table_draw
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MAX_YEARS_AWAY = 10  # to a day: more is a slip of the pen
MAX_REPLACED = 10_000  # matches of an open season, in one transaction: about two seconds on SQLite
CHANGED_SINCE_SEEN = build_problem(
    "", "changed-meanwhile", _("Something has changed meanwhile: look at what it would be now.")
)


@dataclass(frozen=True)
class MoveSummary:
    """How many matches were moved, and what is permitted but may not have been meant.

    `double_booked` are those who now play more than once on that day; `taken_tables` are the tables of a room
    that were taken there, and `assigned_tables` those that the matches got instead; `is_past` says that the
    day is past.
    """

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
    draw_seed: int | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
) -> Fixtures:
    """Return the fixtures that `make_schedule`, or opening without dates, would write.

    At tables for more than two they are drawn from `draw_seed`, by default the season's own, and have that
    many `rounds`, by default as many as it takes for everybody to meet. Runs 2 queries for a season that was
    read with its competition and club.

    Raises ActionError at `tables`, `rounds`, `starts_on`, `ends_on`, `divisions`, and at the fields named by
    `league.rules.pairing.nights.compute_days`.
    """
    try:
        settings = parse_settings(*season.settings)
        draw = build_table_draw(
            settings, draw_seed=season.lot if draw_seed is None else draw_seed, rounds=rounds
        )
        fixtures = fixture_rules.build_fixtures(
            groups(season), settings.rules.meetings, dates=dates, tables=tables, drawing=draw
        )
    except UnknownGame as unknown:
        sentence = _("No game called {game} is installed.")
        raise ActionError(build_problem("game", "unknown-game", sentence, game=unknown.args[0])) from None
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    wrong = [
        *_check_season_dates(fixtures, starts_on, ends_on),
        *_check_distant_days(fixtures, dates, starts_on, ends_on, season),
    ]
    if wrong:
        raise ActionError(*wrong)
    return fixtures


def compute_digest(
    fixtures: Fixtures, *, remind_days: int, starts_on: date | None, ends_on: date | None
) -> str:
    """Return the digest of a previewed schedule, which differs wherever something else would be saved."""
    return hashlib.sha256(repr((fixtures, remind_days, starts_on, ends_on)).encode()).hexdigest()


def precompute_seating(season: Season, *, rounds: int | None = None) -> None:
    """Search for the seating of a season at tables for more than two before anything is locked.

    Afterwards building the fixtures finds it in the cache, so that nobody is kept waiting by a lock. Problems
    are left to be raised by whoever saves the schedule. Runs 2 queries, none for tables of two.
    """
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
    draw_seed: int | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
    seen: str = "",
) -> None:
    """Give a season without results its matches, in place of those it has.

    `starts_on` and `ends_on` become the season's own, and so does `draw_seed` if the fixtures are drawn from
    it: a draft without one gets one now, an open season keeps its own. `seen` is the digest of the preview.
    Very many matches of a draft are created in several transactions, so that others can write in between; if
    one of them fails, the draft has no schedule, and it can be made again.

    Raises NotPermitted; ActionError for what `plan_fixtures` refuses, at `lot` for a draw seed that is not
    possible, if the season is closed, has results or active decisions, if it is open and has too many
    matches, and `changed-meanwhile` if the schedule would now be another one, or if the draft was changed
    between two transactions.
    """
    by.require("run-seasons", season.competition.club_id)
    if not 0 <= remind_days <= MAX_REMIND_DAYS:
        sentence = _("A reminder goes out 1 to {most} days before, or not at all.")
        raise ActionError(build_problem("remind_days", "out-of-range", sentence, most=MAX_REMIND_DAYS))
    season = _load_season(season)
    source = _load_source(season)
    # Before anything is locked: this may take a second.
    fixtures = plan_fixtures(
        season,
        dates=dates,
        tables=tables,
        rounds=rounds,
        draw_seed=_choose_draw_seed(season, draw_seed),
        starts_on=starts_on,
        ends_on=ends_on,
    )
    if seen and seen != compute_digest(
        fixtures, remind_days=remind_days, starts_on=starts_on, ends_on=ends_on
    ):
        raise ActionError(CHANGED_SINCE_SEEN)
    batches = split_pairings(sort_pairings(fixtures))
    with transaction.atomic():
        season = _lock_unclosed_season(season, by)
        _require_no_results(season)
        _require_no_decisions(season)
        if _load_source(season) != source:
            raise ActionError(CHANGED_SINCE_SEEN)
        is_open = season.state == SeasonState.OPEN
        if is_open and sum(map(len, batches)) > MAX_REPLACED:
            raise ActionError(_build_too_many_problem(season, sum(map(len, batches))))
        season.starts_on, season.ends_on, season.remind_days = starts_on, ends_on, remind_days
        season.lot = season.lot if fixtures.draw_seed is None else fixtures.draw_seed
        before = {"matches": 0 if season.schedule_token else _filter_matches(season).count()}
        reserved_keys = _get_match_keys(season) if is_open else frozenset()
        Decision.objects.filter(season=season).update(match=None)  # all of them are revoked
        discard_unfinished_schedule(season)
        delete_matches(season)
        if is_open or len(batches) <= 1:  # what everybody sees is never half there
            create_matches(load_places(season), list(chain(*batches)), reserved_keys=reserved_keys)
            _finish_schedule(season, fixtures, before, by)
            return
        token = renew_token(season)
    _create_in_batches(season, fixtures, batches, token, before, by)


def _create_in_batches(
    season: Season,
    fixtures: Fixtures,
    batches: Sequence[Sequence[Pairing]],
    token: UUID,
    before: dict[str, int],
    by: Actor,
) -> None:
    """Create the matches of a draft in several transactions, each of which expects the token of the last.

    `season` has what the schedule gives it, which is saved at the end. Raises NotPermitted; ActionError if
    something else was done with the draft in between.
    """
    places = load_places(season)
    for batch in batches:
        with transaction.atomic():
            require_token(lock_season(season, by), token)
            create_matches(places, batch)
            if batch is batches[-1]:
                _finish_schedule(season, fixtures, before, by)
            else:
                token = renew_token(season)


def _finish_schedule(season: Season, fixtures: Fixtures, before: dict[str, int], by: Actor) -> None:
    """Save what a schedule gives its season, plan the reminders, and record the event."""
    season.schedule_token = season.schedule_batch_at = None
    season.save(
        update_fields=["starts_on", "ends_on", "remind_days", "lot", "schedule_token", "schedule_batch_at"]
    )
    drop_reminders(season)
    plan_reminders(season, repeat=True)
    after = {"matches": sum(1 for _pairing in fixtures.pairings), "days": len(fixtures.days)}
    invalidate_pages(season.competition.club)
    record_event(
        season.competition.club, by, "make_schedule", "season", format_season_key(season), before, after
    )


@transaction.atomic
def move_match(*, match: Match, due_on: date | None, table: int, by: Actor) -> MoveSummary:
    """Give a match without a result another day and table.

    Raises NotPermitted; ActionError at `due_on` or `table`, and if the match has a result.
    """
    season = _lock_unclosed_season(match.division.season, by)
    require_finished(season)
    current = Match.objects.filter(pk=match.pk, division__season=season).first()
    if current is None:
        raise ActionError(build_problem("", "gone", _("The match is not there any more.")))
    if current.status != MatchStatus.SCHEDULED:
        sentence = _("This match has a result: it keeps its day and its table.")
        raise ActionError(build_problem("", "match-decided", sentence))
    wrong = [*_check_table(table), *_check_day_in_season("due_on", due_on, season)]
    if wrong:
        raise ActionError(*wrong)
    if (current.due_on, current.table) == (due_on, table):
        return MoveSummary(0)
    before, current.due_on, current.table = _build_event_data(current), due_on, table
    current.save(update_fields=["due_on", "table"])
    plan_reminders(season, moved_to=due_on)
    invalidate_pages(season.competition.club)
    record_event(
        season.competition.club, by, "move_match", "match", current.key, before, _build_event_data(current)
    )
    if due_on is None:
        return MoveSummary(1)
    own = set(Seat.objects.filter(match=current).values_list("player", flat=True))
    same_table = _filter_matches(season).filter(due_on=due_on, table=table).exclude(pk=current.pk)
    return MoveSummary(
        1,
        double_booked=tuple(player for player in _find_double_booked(season, due_on) if player.pk in own),
        taken_tables=(table,) if same_table.exists() and in_a_room(season) else (),
        is_past=due_on < season.competition.club.today,
    )


@transaction.atomic
def move_night(*, season: Season, day: date, to: date, by: Actor) -> MoveSummary:
    """Move everything that is still to be played on a day to another one; in a room, to free tables there.

    Raises NotPermitted; ActionError at `day` if nothing is left to be played then, and at `to`.
    """
    season = _lock_unclosed_season(season, by)
    require_finished(season)
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
    reassigned = _assign_free_tables(there, waiting) if there and in_a_room(season) else []
    taken = tuple(match.table for match, _table in reassigned)
    for match, table in reassigned:
        match.table = table
    Match.objects.bulk_update([match for match, _table in reassigned], ["table"], batch_size=BATCH_SIZE)
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
        assigned_tables=tuple(table for _match, table in reassigned),
        is_past=to < season.competition.club.today,
    )


def _filter_matches(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(division__season=season)


def _find_double_booked(season: Season, day: date) -> tuple[Player, ...]:
    """Return the players who play more than once on that day; 1 query."""
    there = Player.objects.filter(seats__match__division__season=season, seats__match__due_on=day)
    return tuple(there.annotate(times=Count("seats")).filter(times__gt=1).order_by("key"))


def _assign_free_tables(there: Collection[int], coming: Sequence[Match]) -> list[tuple[Match, int]]:
    """Return the coming matches whose table is taken there, each with the next free one."""
    known = {*there, *(match.table for match in coming)}
    free = (table for table in count(1) if table not in known)
    return [(match, next(free)) for match in coming if match.table in there]


def _get_match_keys(season: Season) -> frozenset[str]:
    """Return the ids of the season's matches.

    They are not given again: a sheet that somebody is filling in for one of them must not reach another
    match.
    """
    return frozenset(_filter_matches(season).values_list("key", flat=True))


def _load_season(season: Season) -> Season:
    """Return the season as it is now, with its competition and club; raise ActionError if it is gone."""
    found = Season.objects.select_related("competition__club").filter(pk=season.pk).first()
    if found is None:
        raise ActionError(SEASON_GONE)
    return found


def _load_source(season: Season) -> tuple[object, ...]:
    """Return what a schedule follows from, beside what is asked for; 2 queries."""
    return season.state, season.settings, season.lot, groups(season)


def _lock_unclosed_season(season: Season, by: Actor) -> Season:
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


def _build_too_many_problem(season: Season, matches: int) -> Problem:
    sentence = _(
        "Season {season} is open, and everybody sees its matches: {matches} are too many to be replaced at once; "
        "{most} can be. Nights and matches can be moved one by one."
    )
    return build_problem(
        "season",
        "too-many-at-once",
        sentence,
        season=season.number,
        matches=f"{matches:,}",
        most=f"{MAX_REPLACED:,}",
    )


def _choose_draw_seed(season: Season, wanted: int | None) -> int:
    """Return the seed that the schedule is drawn from.

    Raises ActionError for a number out of range, and for one that differs from an open season's seed, by
    which its lots are drawn as well.
    """
    if wanted is None:
        return season.lot or (draft.generate_draw_seed() if season.state == SeasonState.DRAFT else 0)
    if problems := list(draft.check_draw_seed(wanted)):
        raise ActionError(*problems)
    if season.state == SeasonState.OPEN and wanted != season.lot:
        sentence = _("Season {season} is open: it keeps its number, {lot}.")
        raise ActionError(build_problem("lot", "lot-stays", sentence, season=season.number, lot=season.lot))
    return wanted


def _build_event_data(match: Match) -> dict[str, str | int | None]:
    return {"due_on": match.due_on.isoformat() if match.due_on else None, "table": match.table}


# --- checks


def _check_season_dates(
    fixtures: Fixtures, starts_on: date | None, ends_on: date | None
) -> Iterator[Problem]:
    """Yield where the season's own dates contradict each other, or the days of the fixtures."""
    if starts_on and ends_on and ends_on < starts_on:
        yield build_problem("ends_on", "dates", _("The season ends before it starts."))
    if not fixtures.days:
        return
    if starts_on and fixtures.days[0] < starts_on:
        sentence = _("The first day of the schedule is {day}: the season cannot begin later.")
        yield build_problem("starts_on", "day-before-season", sentence, day=fixtures.days[0].isoformat())
    if ends_on and fixtures.days[-1] > ends_on:
        sentence = _("The last day of the schedule is {day}: the season cannot end earlier.")
        yield build_problem("ends_on", "day-after-season", sentence, day=fixtures.days[-1].isoformat())


def _check_distant_days(
    fixtures: Fixtures, dates: Dates | None, starts_on: date | None, ends_on: date | None, season: Season
) -> Iterator[Problem]:
    """Yield the days that are too far away, each at the field it was entered in, or that led to it."""
    yield from _check_distance("starts_on", starts_on, season)
    yield from _check_distance("ends_on", ends_on, season)
    if not fixtures.days:
        return
    weekly, deadlines = isinstance(dates, Weekly), isinstance(dates, Deadlines)
    first = "start" if weekly else "first" if deadlines else "days"
    wrong = list(_check_distance(first, fixtures.days[0], season))
    yield from wrong or _check_distance("every" if deadlines else first, fixtures.days[-1], season)


def _check_distance(path: str, day: date | None, season: Season) -> Iterator[Problem]:
    if day and abs(day.year - season.competition.club.today.year) > MAX_YEARS_AWAY:
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
